/**
 * node drills/tree/main.ts [--interleavings 1000] [--seed 1] [--control] Two people change one package concurrently, on
 * the real database. With --control the lock on the loan is removed from the source while it is loaded, in a separate
 * process, and the drill must find errors.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { makeTemplate, startTestServer } from '@cairn/testing';
import { interleave } from '@cairn/testing/interleave';
import { environment, up } from '../../tools/services/index.ts';

const root = resolve(import.meta.dirname, '../..');
const option = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const interleavings = option('interleavings', 1000);
const seed = option('seed', 1);

if (process.argv.includes('--control')) {
  const change = {
    file: 'apps/server/src/modules/elements/store.ts',
    from: ".forNoKeyUpdate('loan')",
    to: '',
  };
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      '--import',
      resolve(root, 'packages/testing/src/matrix/change-source.ts'),
      import.meta.filename,
      '--interleavings',
      String(interleavings),
      '--seed',
      String(seed),
    ],
    {
      cwd: root,
      env: { ...process.env, MATRIX_CHANGE: JSON.stringify(change) },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  console.log(stdout.trimEnd());
  const caught = status === 1 && stdout.includes('interleavings');
  console.log(`control, no lock on the loan: ${caught ? 'caught' : 'MISSED'}`);
  process.exit(caught ? 0 : 1);
}

await up('test');
Object.assign(process.env, environment('test'));
await makeTemplate(process.env['MIGRATION_DATABASE_URL']!);
// Without the lock a folder can become its own ancestor, and a walk through the tree then never ends. With the lock,
// only a stalled machine reaches the limit.
const statementTimeoutMs = process.env['MATRIX_CHANGE'] ? 3000 : 20_000;
const server = await startTestServer({ statementTimeoutMs });
const started = performance.now();
const { calls, statuses, found } = await interleave(server, { interleavings, seed });
const failures = server.logged.filter((line) => line.includes('"call failed"'));
await server.stop();
const seconds = ((performance.now() - started) / 1000).toFixed(1);
const answers = Object.entries(statuses)
  .map(([status, count]) => `${count} × ${status}`)
  .join(', ');
console.log(
  `${interleavings} interleavings of two people, ${calls} calls in ${seconds} s: ${answers}`,
);
console.log(`broken trees, lost updates, wrong totals: ${found.length}`);
for (const { seed: which, what } of found.slice(0, 10)) console.log(`  seed ${which}: ${what}`);
for (const line of failures.slice(0, 3)) console.log(line.trimEnd());
process.exit(found.length > 0 ? 1 : 0);
