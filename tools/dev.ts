/**
 * npm run dev: runs the whole product from a fresh clone: services, migrations, demo data, web and worker processes
 * that restart on change, and the pages with hot reload. Prints "Cairn is at …" when web and pages answer and the
 * worker polls; exits with 1 when a process dies. Ctrl-C stops what it started; the services keep running for the
 * next time (npm run services -- down).
 */
import { spawnSync } from 'node:child_process';
import { untilAnswers } from './processes.ts';
import { environment, up } from './services/index.ts';
import { signalsReady, Supervisor, type ProcessSpec } from './supervisor.ts';

const started = Date.now();

function prepareDatabase(): void {
  for (const step of ['tools/database/migrate.ts', 'tools/database/seed.ts']) {
    const { status, signal } = spawnSync(process.execPath, [step], { stdio: 'inherit' });
    if (status !== 0) throw new Error(`${step} failed (${signal ?? `exit code ${status}`})`);
  }
}

function productProcesses(env: Record<string, string>): ProcessSpec[] {
  const server = (role: 'web' | 'worker'): ProcessSpec => ({
    name: role,
    command: process.execPath,
    // Not `node --watch`: it stays alive when its child dies, and the reporting that it adds to worker threads breaks
    // Temporal's workflow threads (docs/decisions/0039-own-supervisor-for-npm-run-dev.md).
    args: ['apps/server/src/main.ts', role],
    env: { LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn' },
    isReady: signalsReady,
    watches: ['apps/server/src', 'packages/contract/src'],
  });
  const credit = env['TRANSUNION_API_URL']!;
  const graph = env['GRAPH_API_URL']!;
  const api = `http://127.0.0.1:${env['PORT']}`;
  return [
    server('web'),
    {
      name: 'credit',
      command: process.execPath,
      args: ['packages/testing/src/credit-bureaus/main.ts', new URL(credit).port],
      env: {},
      isReady: () => untilAnswers(new URL('/', credit).href),
    },
    {
      name: 'graph',
      command: process.execPath,
      args: ['packages/testing/src/sharepoint/main.ts', new URL(graph).port],
      env: {},
      isReady: () => untilAnswers(new URL('/', graph).href),
    },
    server('worker'),
    {
      name: 'pages',
      command: process.execPath,
      args: ['node_modules/vite/bin/vite.js', 'apps/web', '--clearScreen', 'false'],
      env: { API_URL: api },
      isReady: () => untilAnswers(env['PUBLIC_URL']!),
    },
  ];
}

async function main(): Promise<void> {
  console.log('services: installing what is missing, starting what is not running');
  await up('dev');
  const env = environment('dev');
  Object.assign(process.env, env);
  prepareDatabase();
  const supervisor = new Supervisor(productProcesses(env));
  const stop = (): void => void supervisor.stop().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  try {
    await supervisor.start();
    const seconds = Math.round((Date.now() - started) / 1000);
    console.log(`\nCairn is at ${env['PUBLIC_URL']} (ready in ${seconds} s)`);
    console.log(
      `Email it sends is at ${env['MAIL_API_URL']}, text messages at ${env['TWILIO_API_URL']}.`,
    );
    console.log('Log in with one of the demo accounts printed above. Ctrl-C stops.');
    await supervisor.failure;
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
}

try {
  await main();
} catch (error) {
  console.error(`\nnpm run dev failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
