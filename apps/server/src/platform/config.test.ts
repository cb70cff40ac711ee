import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { environment } from '../../../../tools/services/profile.ts';
import {
  ConfigError,
  readAdminConfig,
  readAuditConfig,
  readCompanyConfig,
  readConfig,
  readMigrationUrl,
  readSetupConfig,
  readWebConfig,
  readWorkerConfig,
} from './config.ts';
import { VARIABLES, type Variable } from './config-variables.ts';

const newKey = () => randomBytes(32).toString('base64');

/** A configuration that production accepts. */
const good = (): Record<string, string | undefined> => ({
  PUBLIC_URL: 'https://cairn.example',
  SECRET_KEY: newKey(),
  DATABASE_URL: 'postgres://cairn_app:x@db.internal/cairn?sslmode=verify-full',
  RELAY_DATABASE_URL: 'postgres://cairn_relay:x@db.internal/cairn?sslmode=verify-full',
  MIGRATION_DATABASE_URL: 'postgres://cairn_owner:x@db.internal/cairn?sslmode=verify-full',
  S3_ENDPOINT: 'https://s3.internal',
  S3_INCOMING_BUCKET: 'loans-incoming',
  S3_VAULT_BUCKET: 'loans-vault',
  S3_UPLOAD_ACCESS_KEY_ID: 'AKIA1',
  S3_UPLOAD_SECRET_ACCESS_KEY: newKey(),
  S3_WEB_ACCESS_KEY_ID: 'AKIA2',
  S3_WEB_SECRET_ACCESS_KEY: newKey(),
  S3_WORKER_ACCESS_KEY_ID: 'AKIA3',
  S3_WORKER_SECRET_ACCESS_KEY: newKey(),
  S3_AUDIT_BUCKET: 'loans-audit',
  S3_AUDIT_ACCESS_KEY_ID: 'AKIA4',
  S3_AUDIT_SECRET_ACCESS_KEY: newKey(),
  TEMPORAL_ADDRESS: 'temporal.internal:7233',
  TEMPORAL_TLS: 'true',
  CLAMD_HOST: '127.0.0.1',
  CLAMD_PORT: '3310',
  SMTP_URL: 'smtp://user:password@mail.internal:587',
  MAIL_FROM: 'no-reply@lender.example',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: newKey(),
  TWILIO_FROM: '+15550100001',
});

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}
const problems = (env: Record<string, string | undefined>) => problemsOf(() => readConfig(env));

test('the example of docs/operations/install.md has every variable that production requires', () => {
  const example = readFileSync(
    resolve(import.meta.dirname, '../../../../deploy/cairn.env.example'),
    'utf8',
  );
  const env = Object.fromEntries(
    [...example.matchAll(/^([A-Z0-9_]+)="?([^"\n]*)"?$/gm)].map(([, name, value]) => [
      name!,
      value!.replace('<random>', newKey()).replaceAll(/<\w+>/g, '123456789012'),
    ]),
  );
  for (const read of [
    readConfig,
    readMigrationUrl,
    readSetupConfig,
    readAdminConfig,
    readCompanyConfig,
  ]) {
    expect(problemsOf(() => read(env))).toEqual([]);
  }
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-config-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('configuration', () => {
  test('reads a complete production environment', () => {
    const config = readConfig(good());
    expect(config.host).toBe('0.0.0.0');
    expect(config.port).toBe(4000);
    expect(config.mail.requireTls).toBe(true);
    expect(config.engine.tls).toBeDefined();
    expect(readMigrationUrl(good())).toContain('cairn_owner');
  });

  test('reads the development and test environments', () => {
    expect(readConfig(environment('dev')).host).toBe('127.0.0.1');
    expect(readConfig(environment('test')).mail.requireTls).toBe(false);
  });

  test('reports every problem at once, by name and without values', () => {
    const env = {
      ...good(),
      PORT: 'x',
      DATABASE_POOL_SIZE: '0',
      SECRET_KEY: 'hunter2',
      DATABASE_URL: undefined,
      LOG_LEVEL: 'loud',
      SMTP_REQUIRE_TLS: 'yes',
      OTEL_TRACES_SAMPLER_ARG: '7',
      SESSION_IDLE_SECONDS: '-1',
    };
    const lines = problems(env);
    for (const name of [
      'PORT',
      'DATABASE_POOL_SIZE',
      'SECRET_KEY',
      'DATABASE_URL',
      'LOG_LEVEL',
      'SMTP_REQUIRE_TLS',
      'OTEL_TRACES_SAMPLER_ARG',
      'SESSION_IDLE_SECONDS',
    ]) {
      expect(lines.filter((each) => each.startsWith(`${name} `))).toHaveLength(1);
    }
    expect(lines).toHaveLength(8);
    expect(lines.join()).not.toContain('hunter2');
  });

  test('an empty variable counts as not set', () => {
    expect(problems({ ...good(), S3_VAULT_BUCKET: '' })).toEqual(['S3_VAULT_BUCKET is not set']);
  });

  test('production is the default mode', () => {
    const { NODE_ENV: _, ...unnamed } = environment('dev');
    expect(problems(unnamed).length).toBeGreaterThan(3);
  });
});

describe('ASVS 13.2.3: development secrets', () => {
  const development = environment('dev');
  const secrets = Object.entries<Variable>(VARIABLES)
    .filter(
      ([name, { secret, roles }]) => secret && !roles.includes('migrate') && development[name],
    )
    .filter(([name]) => !name.endsWith('_URL'))
    .map(([name]) => name);

  test('there are some', () => expect(secrets).toContain('SECRET_KEY'));
  test.each(secrets)('%s of development is refused in production', (name) => {
    expect(problems({ ...good(), [name]: development[name] })).toEqual([
      expect.stringMatching(new RegExp(`^${name} is the development value`)),
    ]);
  });
});

describe('ASVS 11.4.4: SECRET_KEY has at least 256 bits', () => {
  test.each(['x', 'a'.repeat(31), 'a'.repeat(64)])('%s is refused', (key) => {
    expect(problems({ ...good(), SECRET_KEY: key })[0]).toMatch(/^SECRET_KEY each key must/);
    const testEnv = { ...environment('test'), SECRET_KEY: key };
    expect(problems(testEnv)[0]).toMatch(/^SECRET_KEY each key must/);
  });

  test('every key of a list is checked; the first is the newest', () => {
    const [newer, older] = [newKey(), newKey()];
    expect(problems({ ...good(), SECRET_KEY: `${newer},short` })).toHaveLength(1);
    expect(problems({ ...good(), SECRET_KEY: `${newer},${newer}` })).toHaveLength(1);
    const config = readConfig({ ...good(), SECRET_KEY: `${newer}, ${older}\n` });
    expect(config.secretKey).toBe(`${newer},${older}`);
  });
});

describe('ASVS 12.2.1, 12.3.1, 12.3.3: no plaintext to other machines in production', () => {
  test('an http PUBLIC_URL is refused, and cannot be allowed', () => {
    const env = { ...good(), PUBLIC_URL: 'http://cairn.example', ALLOW_PLAINTEXT: 'PUBLIC_URL' };
    expect(problems(env)).toEqual([
      'ALLOW_PLAINTEXT cannot name PUBLIC_URL',
      'PUBLIC_URL must be https in production',
    ]);
  });

  const plain = {
    S3_ENDPOINT: 'http://s3.internal',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.internal:4318',
    TWILIO_API_URL: 'http://sms.internal',
    DATABASE_URL: 'postgres://cairn_app:x@db.internal/cairn',
    RELAY_DATABASE_URL: 'postgres://cairn_relay:x@db.internal/cairn?sslmode=no-verify',
    CLAMD_HOST: 'clamd.internal',
  };
  test.each(Object.entries(plain))('%s is refused, unless it is allowed by name', (name, value) => {
    expect(problems({ ...good(), [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name} must`)),
    ]);
    expect(problems({ ...good(), [name]: value, ALLOW_PLAINTEXT: name })).toEqual([]);
  });

  test('Temporal needs TLS, unless it is allowed or on this machine', () => {
    const env = { ...good(), TEMPORAL_TLS: undefined };
    expect(problems(env)).toEqual([expect.stringMatching(/^TEMPORAL_ADDRESS must be reached/)]);
    expect(problems({ ...env, ALLOW_PLAINTEXT: 'TEMPORAL_ADDRESS' })).toEqual([]);
    expect(problems({ ...env, TEMPORAL_ADDRESS: '127.0.0.1:7233' })).toEqual([]);
    expect(problems({ ...env, TEMPORAL_API_KEY: 'key' })).toEqual([]);
  });

  test('a client certificate needs its key', () => {
    expect(problems({ ...good(), TEMPORAL_TLS_CERT: 'PEM' })).toHaveLength(1);
  });

  test('browsers send files over TLS to the address that is theirs, or to the store’s', () => {
    expect(readConfig(good()).store.publicEndpoint).toBe('https://s3.internal');
    const own = { ...good(), S3_PUBLIC_ENDPOINT: 'https://files.example.com' };
    expect(readConfig(own).store).toMatchObject({
      endpoint: 'https://s3.internal',
      publicEndpoint: 'https://files.example.com',
    });
    const plaintext = { S3_PUBLIC_ENDPOINT: 'http://files.example.com' };
    expect(problems({ ...good(), ...plaintext, ALLOW_PLAINTEXT: 'S3_ENDPOINT' })).toEqual([
      expect.stringMatching(/^S3_PUBLIC_ENDPOINT must/),
    ]);
  });
  test('connections on this machine may be plaintext', () => {
    const env = {
      ...good(),
      S3_ENDPOINT: 'http://127.0.0.1:9000',
      DATABASE_URL: 'postgres://cairn_app@%2Fvar%2Frun%2Fpostgresql/cairn',
      RELAY_DATABASE_URL: 'postgres://cairn_relay@[::1]/cairn',
      CLAMD_HOST: undefined,
      CLAMD_SOCKET: '/run/clamd.sock',
    };
    expect(problems(env)).toEqual([]);
    expect(readConfig(env).clamd).toEqual({ path: '/run/clamd.sock' });
  });
});

describe('the operator, as users see it', () => {
  const terms = { TERMS_URL: 'https://lender.example/terms', TERMS_VERSION: '2026-11' };

  test('has a support address and, where they are set, terms of service', () => {
    expect(readConfig(good())).toMatchObject({ supportEmail: 'support@cairn.example' });
    expect(readConfig(good()).terms).toBeUndefined();
    const config = readConfig({ ...good(), ...terms, SUPPORT_EMAIL: 'help@lender.example' });
    expect(config.supportEmail).toBe('help@lender.example');
    expect(config.terms).toEqual({ url: 'https://lender.example/terms', version: '2026-11' });
  });

  test('has both the address and the version of the terms, or neither', () => {
    const together = ['TERMS_URL and TERMS_VERSION must be set together'];
    for (const name of ['TERMS_URL', 'TERMS_VERSION']) {
      expect(problems({ ...good(), ...terms, [name]: undefined })).toEqual(together);
      expect(problems({ ...good(), ...terms, [name]: '' })).toEqual(together);
    }
  });

  test.each([
    ['TERMS_URL', 'javascript:alert(1)', 'must be an http or https URL'],
    ['TERMS_URL', 'http://lender.example/terms', 'must be https in production'],
    ['TERMS_VERSION', 'x'.repeat(65), 'must be at most 64 characters'],
    ['SUPPORT_EMAIL', 'help', 'must be an email address'],
    ['SUPPORT_EMAIL', 'a"><b@lender.example', 'must be an email address'],
  ])('%s cannot be %s', (name, value, problem) => {
    expect(problems({ ...good(), ...terms, [name]: value })).toContain(`${name} ${problem}`);
  });
});

describe('the office server', () => {
  const url = 'https://office.lender.example';

  test('is none unless it is set, and reaches us at the public address unless told otherwise', () => {
    expect(readConfig(good()).office).toBeUndefined();
    const { office, publicUrl } = readConfig({ ...good(), OFFICE_EDITOR_URL: `${url}/` });
    expect(office).toEqual({ url, hostUrl: publicUrl.origin });
    const hostUrl = 'https://internal.lender.example';
    expect(
      readConfig({ ...good(), OFFICE_EDITOR_URL: url, OFFICE_HOST_URL: hostUrl }).office,
    ).toEqual({ url, hostUrl });
  });

  test('is at another origin than our pages, by https', () => {
    const own = `${new URL(good()['PUBLIC_URL']!).origin}/office`;
    expect(problems({ ...good(), OFFICE_EDITOR_URL: own })).toEqual([
      'OFFICE_EDITOR_URL must not have the origin of PUBLIC_URL',
    ]);
    for (const [wrongUrl, problem] of [
      ['http://office.lender.example', 'must be https in production'],
      ['file:///etc/passwd', 'must be an http or https URL'],
    ] as const) {
      expect(problems({ ...good(), OFFICE_EDITOR_URL: wrongUrl })).toContain(
        `OFFICE_EDITOR_URL ${problem}`,
      );
    }
  });

  test('is told the address of its own cell, where there are several', () => {
    const editor = { OFFICE_EDITOR_URL: 'https://office.lender.example', CELL: 'one' };
    const problem = 'OFFICE_HOST_URL is not set, and OFFICE_EDITOR_URL and CELL are';
    expect(problems({ ...good(), ...editor })).toContain(problem);
    const host = { OFFICE_HOST_URL: 'https://one.internal' };
    expect(problems({ ...good(), ...editor, ...host })).not.toContain(problem);
    expect(problems({ ...good(), CELL: 'one' })).not.toContain(problem);
  });
});

describe('ASVS 13.3.1: secrets from files', () => {
  test('NAME_FILE is read, without the newline at its end', () => {
    const key = newKey();
    const file = join(folder, 'secret-key');
    writeFileSync(file, `${key}\n`);
    const env = { ...good(), SECRET_KEY: undefined, SECRET_KEY_FILE: file };
    expect(readConfig(env).secretKey).toBe(key);
    expect(problems({ ...env, SECRET_KEY: key })).toEqual([
      'SECRET_KEY and SECRET_KEY_FILE are both set: set one',
    ]);
  });

  test('a missing or empty file is reported', () => {
    const missing = join(folder, 'missing');
    const env = { ...good(), SECRET_KEY: undefined, SECRET_KEY_FILE: missing };
    expect(problems(env)).toEqual([`SECRET_KEY cannot be read from ${missing}: ENOENT`]);
    writeFileSync(join(folder, 'empty'), '\n');
    expect(problems({ ...env, SECRET_KEY_FILE: join(folder, 'empty') })).toHaveLength(1);
  });

  test('every secret may come from a file', () => {
    for (const name of [
      'SECRET_KEY',
      'DATABASE_URL',
      'RELAY_DATABASE_URL',
      'MIGRATION_DATABASE_URL',
      'S3_UPLOAD_SECRET_ACCESS_KEY',
      'S3_WEB_SECRET_ACCESS_KEY',
      'S3_WORKER_SECRET_ACCESS_KEY',
      'SMTP_URL',
      'TWILIO_AUTH_TOKEN',
      'TEMPORAL_TLS_KEY',
      'TEMPORAL_API_KEY',
    ] as const) {
      expect(VARIABLES[name].secret, name).toBe(true);
    }
  });
});

describe('ASVS 13.3.2: a role gets only its own secrets', () => {
  test('the web role starts without SMTP, Twilio, Temporal and clamd, and holds none of them', () => {
    const all = good();
    const web = Object.fromEntries(
      Object.entries(all).filter(
        ([name]) => !/^(SMTP|MAIL|TWILIO|TEMPORAL|CLAMD|MIGRATION|S3_WORKER)/.test(name),
      ),
    );
    expect(Object.keys(readWebConfig(all))).not.toContain('mail');
    const configText = JSON.stringify(readWebConfig({ ...all, ...web }));
    for (const name of ['SMTP_URL', 'TWILIO_AUTH_TOKEN', 'S3_WORKER_SECRET_ACCESS_KEY']) {
      expect(configText).not.toContain(all[name]!);
    }
    expect(readWebConfig(web).store.vaultBucket).toBe('loans-vault');
  });

  test('the worker role starts without the credentials of the web role, and holds none of them', () => {
    const all = good();
    const OF_WEB = /^(S3_(UPLOAD|WEB)|HOST|PORT|TRUSTED|DRAIN|SESSION|GOOGLE|PDFTRON|SYNCFUSION)/;
    const worker = Object.fromEntries(Object.entries(all).filter(([name]) => !OF_WEB.test(name)));
    expect(readWorkerConfig(worker).store.worker.accessKeyId).toBe(all['S3_WORKER_ACCESS_KEY_ID']);
    const configText = JSON.stringify(readWorkerConfig(all));
    for (const name of ['S3_UPLOAD_SECRET_ACCESS_KEY', 'S3_WEB_SECRET_ACCESS_KEY']) {
      expect(configText).not.toContain(all[name]!);
    }
  });

  test('the command that verifies the audit log needs the audit bucket and one connection', () => {
    const OWN = /^(NODE_ENV|SECRET_KEY|RELAY_DATABASE_URL|S3_(ENDPOINT|REGION|AUDIT)|AUDIT)/;
    const own = Object.entries(good()).filter(([name]) => OWN.test(name));
    expect(readAuditConfig(Object.fromEntries(own)).url).toBe(good()['RELAY_DATABASE_URL']);
  });

  test('the server roles do not read the credentials of the migrations', () => {
    expect(JSON.stringify(readConfig(good()))).not.toContain('cairn_owner');
  });
});
