/**
 * Starts the product as in production: the built pages with one web process, a separate worker, and the demo data in a
 * separate database. The worker's process ID is stored in a file for the journeys.
 */
import { execFileSync } from 'node:child_process';
import { access, mkdir, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import pg from 'pg';
import { creditEnvironment } from '@cairn/testing/credit-bureaus/environment';
import { startCreditBureaus } from '@cairn/testing/credit-bureaus/bureaus';
import { graphEnvironment } from '@cairn/testing/sharepoint/environment';
import { startGraph } from '@cairn/testing/sharepoint/graph';
import { startOfficeEditor } from '@cairn/testing/office-editor/editor';
import { makeDocx } from '../packages/testing/src/export-steps.ts';
import { run, untilAnswers } from '../tools/processes.ts';
import { environment, up } from '../tools/services/index.ts';
import { ADDRESS, PORT } from './address.ts';
import { startWorker, workerFile } from './worker.ts';

const root = resolve(import.meta.dirname, '..');
/** The token with which the mail server reports bounces. */
export const BOUNCE_TOKEN = 'development-only-bounce-token';
export const REPLY_TOKEN = 'the token of the mail server for replies';
/** Port of the double of the credit services. */
const CREDIT_PORT = Number(PORT) + 1000;
/** Port of the double of Microsoft Graph. */
const GRAPH_PORT = Number(PORT) + 2000;
/** Port of the double of an office server. */
const OFFICE_PORT = Number(PORT) + 3000;
const DATABASE = `cairn_e2e_${PORT}`;

export function productEnvironment(): Record<string, string> {
  const env = environment('test');
  const inOwn = (url: string): string => url.replace(/\/cairn$/, `/${DATABASE}`);
  return {
    ...env,
    DATABASE_URL: inOwn(env['DATABASE_URL']!),
    RELAY_DATABASE_URL: inOwn(env['RELAY_DATABASE_URL']!),
    MIGRATION_DATABASE_URL: inOwn(env['MIGRATION_DATABASE_URL']!),
    PORT,
    PUBLIC_URL: ADDRESS,
    TEMPORAL_TASK_QUEUE: `cairn-e2e-${PORT}`,
    TEMPORAL_SCHEDULES: 'false',
    MAIL_BOUNCE_ADDRESS: 'bounces@mail.example',
    MAIL_BOUNCE_TOKEN: BOUNCE_TOKEN,
    MAIL_REPLY_ADDRESS: 'reply@mail.example',
    MAIL_REPLY_TOKEN: REPLY_TOKEN,
    ...creditEnvironment(CREDIT_PORT),
    ...graphEnvironment(GRAPH_PORT),
    OFFICE_EDITOR_URL: `http://127.0.0.1:${OFFICE_PORT}`,
    LOG_LEVEL: 'warn',
  };
}

/** `changed` replaces settings, such as the public address when a proxy is in front of the product. */
export async function startProduct(
  changed: Record<string, string> = {},
): Promise<() => Promise<void>> {
  await access(resolve(root, 'apps/web/dist/index.html')).catch(() => {
    throw new Error('the pages are not built: npm run build');
  });
  await up('test');
  await emptyDatabase(environment('test')['MIGRATION_DATABASE_URL']!);
  const env = { ...productEnvironment(), ...changed };
  for (const step of [['tools/database/migrate.ts'], ['tools/database/seed.ts', '--unread']]) {
    execFileSync(process.execPath, step, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: 'inherit',
    });
  }
  await rm(workerFile, { force: true });
  await mkdir(resolve(workerFile, '..'), { recursive: true });
  const bureaus = await startCreditBureaus(CREDIT_PORT);
  const graph = await startGraph(GRAPH_PORT);
  const office = await startOfficeEditor(OFFICE_PORT, {
    edit: () => makeDocx('Typed in the office server'),
  });
  const web = run('web', process.execPath, [resolve(root, 'apps/server/src/main.ts'), 'web'], env);
  const worker = await startWorker(env);
  await untilAnswers(`${ADDRESS}/api/v1/noauth/version`);
  return async () => {
    await Promise.all([web.stop(), worker.stop(), bureaus.stop(), graph.stop(), office.stop()]);
  };
}

export default (): Promise<() => Promise<void>> => startProduct();

async function emptyDatabase(url: string): Promise<void> {
  const client = new pg.Client(url.replace(/\/cairn$/, '/postgres'));
  await client.connect();
  await client.query(`drop database if exists ${DATABASE} with (force)`);
  await client.query(`create database ${DATABASE}`);
  // The data need not survive a crash, so commits do not wait for the disk.
  await client.query(`alter database ${DATABASE} set synchronous_commit = off`);
  await client.end();
}
