/**
 * Starts both images read-only and as an unprivileged user against the test services, and measures the time until
 * they are ready.
 */
import pg from 'pg';
import { until } from '../../packages/testing/src/until.ts';
import { environment } from '../services/index.ts';
import { inEngine, LOCKED, startInEngine } from './engine.ts';

const DATABASE = 'cairn_images';
const PORT = 24_450;

export interface Started {
  readonly role: string;
  readonly seconds: number;
  readonly user: string;
  readonly stopSeconds: number;
}

export async function startImages(images: { web: string; worker: string }): Promise<Started[]> {
  await emptyDatabase();
  const env = settings();
  inEngine(['run', '--rm', ...LOCKED, ...env, images.web, 'migrate']);
  const started = [
    await start('web', images.web, [
      ...env,
      '-e',
      `PORT=${PORT}`,
      '-e',
      `MONITOR_PORT=${PORT + 1}`,
    ]),
    await start('worker', images.worker, [...env, '-e', `MONITOR_PORT=${PORT + 1}`]),
  ];
  return started;
}

async function start(role: string, image: string, env: readonly string[]): Promise<Started> {
  const name = `cairn-images-${role}`;
  inEngine(['rm', '--force', '--ignore', name]);
  const began = performance.now();
  const child = startInEngine(['run', '--rm', '--name', name, ...LOCKED, ...env, image]);
  let output = '';
  child.stdout!.on('data', (data) => (output += String(data)));
  child.stderr!.on('data', (data) => (output += String(data)));
  try {
    await until(() => isReady(`http://127.0.0.1:${PORT + 1}/readyz`), 60_000);
    const seconds = (performance.now() - began) / 1000;
    const user = inEngine(['exec', name, 'id', '-u']).trim();
    assertReadOnly(name);
    const stopping = performance.now();
    inEngine(['stop', '--time', '40', name]);
    return { role, seconds, user, stopSeconds: (performance.now() - stopping) / 1000 };
  } catch (error) {
    console.error(output);
    throw error;
  } finally {
    inEngine(['rm', '--force', '--ignore', name]);
  }
}

function assertReadOnly(name: string): void {
  const canWrite = inEngine([
    'exec',
    name,
    'sh',
    '-c',
    'touch /app/written 2>/dev/null && echo yes || echo no',
  ]);
  if (canWrite.trim() !== 'no') throw new Error(`${name} can write to its own files`);
}

const isReady = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** Converts an office document to PDF in the sandbox, within the container's limits. */
export function convertInside(image: string): string {
  const script = `
    import { mkdtempSync, writeFileSync } from 'node:fs';
    import { runSandboxed } from '/app/apps/server/src/platform/sandbox.ts';
    const folder = mkdtempSync('/tmp/convert-');
    writeFileSync(folder + '/in.txt', 'Rent roll');
    const run = (command) => runSandboxed({ folder, command, seconds: 60, memoryBytes: 2 ** 31 });
    const office = await run(['soffice', '--headless', '--norestore', '-env:UserInstallation=file:///scratch/p',
      '--convert-to', 'pdf', '--outdir', '/job', 'in.txt']);
    const read = await run(['pdftotext', 'in.pdf', '-']);
    if (!read.output.includes('Rent roll')) throw new Error(JSON.stringify([office, read]));
    console.log('converted');`;
  return inEngine([
    ...['run', '--rm', ...LOCKED, '--entrypoint', 'node', image],
    ...['--input-type=module', '-e', script],
  ]).trim();
}

function settings(): string[] {
  const test = environment('test');
  const inOwn = (name: string): string => test[name]!.replace(/\/cairn$/, `/${DATABASE}`);
  const all = {
    ...test,
    DATABASE_URL: inOwn('DATABASE_URL'),
    RELAY_DATABASE_URL: inOwn('RELAY_DATABASE_URL'),
    MIGRATION_DATABASE_URL: inOwn('MIGRATION_DATABASE_URL'),
    TEMPORAL_TASK_QUEUE: 'cairn-images',
    TEMPORAL_SCHEDULES: 'false',
  };
  return Object.entries(all).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
}

async function emptyDatabase(): Promise<void> {
  const client = new pg.Client(
    environment('test')['MIGRATION_DATABASE_URL']!.replace(/\/cairn$/, '/postgres'),
  );
  await client.connect();
  await client.query(`drop database if exists ${DATABASE} with (force)`);
  await client.query(`create database ${DATABASE}`);
  await client.end();
}
