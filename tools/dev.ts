/**
 * npm run dev: the whole product from a fresh clone. Services, migrations, demo data, server and worker
 * that restart on change, and the web application with hot reload. Ctrl-C stops what it started; the
 * services stay up for the next time (npm run services -- down).
 */
import { execFileSync } from 'node:child_process';
import { run, untilAnswers, type Running } from './processes.ts';
import { environment, up } from './services/index.ts';

const started = Date.now();
console.log('services: installing what is missing, starting what is not running');
await up('dev');
const env = environment('dev');
Object.assign(process.env, env);

for (const step of ['tools/database/migrate.ts', 'tools/database/seed.ts']) {
  execFileSync(process.execPath, [step], { stdio: 'inherit' });
}

const quiet = { LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn' };
const watch = ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'];
const running: Running[] = [
  run('web', process.execPath, [...watch, 'web'], quiet),
  run('worker', process.execPath, [...watch, 'worker'], quiet),
  run(
    'pages',
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'apps/web', '--clearScreen', 'false'],
    {
      API_URL: `http://127.0.0.1:${env['PORT']}`,
    },
  ),
];

async function stop(): Promise<void> {
  await Promise.all(running.map((each) => each.stop()));
  process.exit(0);
}
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());

await untilAnswers(`http://127.0.0.1:${env['PORT']}/api/v1/noauth/version`);
await untilAnswers(env['PUBLIC_URL']!);
console.log(
  `\nCairn is at ${env['PUBLIC_URL']} (ready in ${Math.round((Date.now() - started) / 1000)} s)`,
);
console.log('Log in with one of the demo accounts printed above. Ctrl-C stops.');
if (process.argv.includes('--once')) await stop();
