import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readCompose, readSettings } from './compose.ts';
import { settingsProblems, unneededSettings, type DeployedRole } from './settings.ts';

const deploy = resolve(import.meta.dirname, '../../deploy');
const settings = readSettings(
  execFileSync('sh', [resolve(deploy, 'compose/new-settings.sh'), 'loans.example.com'], {
    encoding: 'utf8',
  }),
);
const filledIn = {
  ...settings,
  SMTP_URL: 'smtp://cairn:secret@smtp.example.com:587',
  MAIL_FROM: 'no-reply@example.com',
  TWILIO_ACCOUNT_SID: 'AC0123456789abcdef0123456789abcdef',
  TWILIO_AUTH_TOKEN: '0123456789abcdef0123456789abcdef',
  TWILIO_FROM: '+15550100000',
};
const { services, volumes } = readCompose(filledIn);
const environmentOf = (name: string): Record<string, string> => services[name]!.environment!;

test.each<[string, DeployedRole]>([
  ['web', 'web'],
  ['worker', 'worker'],
  ['migrate', 'migrate'],
  ['cairn', 'setup'],
  ['cairn', 'admin'],
  ['cairn', 'company'],
  ['cairn', 'verify-audit'],
])('compose: %s has settings with which %s starts in production', (service, role) => {
  expect(settingsProblems(role, environmentOf(service))).toEqual([]);
});

test('compose: a missing setting is found', () => {
  const { SECRET_KEY: _removed, ...rest } = environmentOf('web');
  expect(settingsProblems('web', rest).join()).toContain('SECRET_KEY is not set');
});

test('compose: web and worker get no credential of the other', () => {
  const secrets = /SECRET|PASSWORD|TOKEN|URL|ACCESS_KEY/;
  for (const role of ['web', 'worker'] as const) {
    const others = unneededSettings(role, environmentOf(role)).filter((name) => secrets.test(name));
    expect(others, role).toEqual([]);
  }
});

test('compose: settings that are to be filled in are asked for', () => {
  expect(() => readCompose(settings)).toThrow('SMTP_URL is not set');
});

test('compose: only the proxy is published, and processes of Cairn can write nothing', () => {
  const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
  expect(published.map(([name]) => name)).toEqual(['caddy']);
  for (const name of ['web', 'worker', 'migrate', 'cairn']) {
    expect(services[name], name).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  }
});

test('compose: the log of every service has a limit, so that it cannot fill the disk', () => {
  for (const [name, { logging }] of Object.entries(services)) {
    expect(logging?.options, name).toHaveProperty('max-size');
  }
});

test('compose: every file and volume that a service mounts exists', () => {
  const sources = Object.values(services).flatMap((service) => service.volumes ?? []);
  for (const [source = ''] of sources.map((volume) => volume.split(':'))) {
    const isPresent = source.startsWith('.')
      ? existsSync(resolve(deploy, source))
      : source in volumes;
    expect(isPresent, source).toBe(true);
  }
});

test('compose: Temporal reads the password of its database from its environment', () => {
  const template = readFileSync(resolve(deploy, 'compose/temporal.yaml'), 'utf8');
  const filled = template.replaceAll(
    /\{\{ env "(\w+)" \}\}/g,
    (_all, name: string) => environmentOf('temporal')[name]!,
  );
  const { datastores } = (parse(filled, { merge: true }) as { persistence: TemporalPersistence })
    .persistence;
  for (const store of ['main', 'visibility']) {
    expect(datastores[store]!.sql.password, store).toBe(settings['TEMPORAL_PASSWORD']);
  }
});

interface TemporalPersistence {
  readonly datastores: Record<string, { sql: { password: unknown } }>;
}
