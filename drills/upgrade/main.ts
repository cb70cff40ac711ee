/**
 * node drills/upgrade/main.ts [--from REF] [--tests FILE,FILE] [--control]
 *
 * The previous release (the newest version tag, or --from) serves requests behind nginx while the database is migrated
 * to this release's schema; then its worker and web processes are replaced one at a time. No request may fail, no
 * acknowledged write may be lost, and every file must be scanned. Then API tests of the previous release run on the new
 * schema, because migrations must follow expand and contract: they remove something only one release after its last
 * use. With --control a migration renames a column that the previous release reads, and the drill must see requests
 * fail. See drills/README.md and docs/releases.md.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { violations } from '@cairn/server/platform/db/migrate';
import { until } from '@cairn/testing';
import { startPrivatePostgres, type PrivatePostgres } from '@cairn/testing/private-postgres';
import pg from 'pg';
import { environment, up } from '../../tools/services/index.ts';
import { HOST } from '../../tools/services/profile.ts';
import { startNginx } from '../restart/nginx.ts';
import { previousRelease, Release, type ReleaseProcess } from './release.ts';
import { SEED } from './seed.ts';
import { Traffic, type Person } from './traffic.ts';

const PROXY_PORT = 24_510;
const WEB_PORTS = [24_511, 24_512] as const;
const WORKER_PORT = 24_513;
const BUDGET_SECONDS = 600;
const REQUESTS_PER_STAGE = 400;
const SMOKE_TESTS = ['notes/notes', 'loans/loans', 'documents/documents', 'messages/messages'].map(
  (name) => `apps/server/src/modules/${name}.api.test.ts`,
);
const BREAKING = 'alter table cairn.note rename column body to content';

const { values } = parseArgs({
  options: { from: { type: 'string' }, tests: { type: 'string' }, control: { type: 'boolean' } },
});
const isControl = values.control ?? false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
process.setMaxListeners(50);

await up('test');
const began = performance.now();
const current = Release.current();
const previous = Release.checkOut(values.from ?? previousRelease());
process.once('exit', () => previous.remove());
const added = current.migrations().filter((name) => !previous.migrations().includes(name));
console.log(`${previous.commit} to ${current.commit}: ${added.length} migrations`);
for (const name of added) console.log(`  ${name}`);
const findings: string[] = [];
let failed = 0;
const postgres = await startPrivatePostgres();
try {
  await postgres.query('create database cairn');
  await drill(postgres);
} finally {
  await postgres.stop();
}
if (!isControl) await testPrevious();
conclude();

async function drill({ url, query }: PrivatePostgres): Promise<void> {
  const origin = `http://${HOST}:${PROXY_PORT}`;
  const migration = url('postgres', 'cairn');
  const env = {
    ...environment('test'),
    PUBLIC_URL: origin,
    DATABASE_URL: url('cairn_app', 'cairn'),
    RELAY_DATABASE_URL: url('cairn_relay', 'cairn'),
    MIGRATION_DATABASE_URL: migration,
    TEMPORAL_TASK_QUEUE: `upgrade-${randomUUID()}`,
    TEMPORAL_SCHEDULES: 'false',
    WORKER_QUEUES: 'codes,scans,general',
    TRUSTED_PROXIES: HOST,
    DRAIN_DELAY_SECONDS: '1',
    DRAIN_IDLE_SECONDS: '6',
    LOG_LEVEL: 'error',
  };
  const startWeb = (release: Release, port: number): Promise<ReleaseProcess> =>
    release.start('web', { ...env, PORT: String(port) }, `http://${HOST}:${port}/readyz`);
  const startWorker = (release: Release): Promise<ReleaseProcess> =>
    release.start(
      'worker',
      { ...env, MONITOR_PORT: String(WORKER_PORT) },
      `http://${HOST}:${WORKER_PORT}/readyz`,
    );

  await previous.migrate(env);
  const people = JSON.parse(previous.run(['--input-type=module', '--eval', SEED], env)) as Person[];
  const webs = await Promise.all(WEB_PORTS.map((port) => startWeb(previous, port)));
  let worker = await startWorker(previous);
  const nginx = await startNginx(PROXY_PORT, WEB_PORTS);
  const traffic = new Traffic(origin);
  traffic.start(people);
  const stage = async (name: string): Promise<void> => {
    const before = traffic.failed;
    await traffic.more(REQUESTS_PER_STAGE);
    console.log(`${name}: ${traffic.requests} requests so far, ${traffic.failed - before} failed`);
  };
  await stage('previous release');

  const failedBefore = traffic.failed;
  const migrated = performance.now();
  await current.migrate(env);
  if (isControl) await query(BREAKING, 'cairn');
  const seconds = ((performance.now() - migrated) / 1000).toFixed(1);
  console.log(`migrated in ${seconds} s, ${traffic.failed - failedBefore} failed meanwhile`);
  await stage('previous release on the new schema');

  if (!isControl) {
    const exits = [await worker.stop()];
    worker = await startWorker(current);
    for (const [index, port] of WEB_PORTS.entries()) {
      exits.push(await webs[index]!.stop());
      webs[index] = await startWeb(current, port);
      await stage(`web process ${index + 1} replaced`);
    }
    if (exits.some((code) => code !== 0)) findings.push(`exit codes ${exits.join(', ')}`);
  }
  await traffic.stop();
  for (const example of traffic.examples) console.log(`  ${example}`);
  if (!isControl) await compare(traffic, migration);
  failed = traffic.failed;
  await Promise.all([...webs, worker].map((each) => each.stop()));
  await nginx.stop();
}

async function compare(traffic: Traffic, url: string): Promise<void> {
  const owner = new pg.Client(url);
  await owner.connect();
  try {
    const notes = await owner.query<{ text: string }>('select body as text from cairn.note');
    const texts = new Set(notes.rows.map(({ text }) => text));
    const lostCount = [...traffic.notes].filter((text) => !texts.has(text)).length;
    if (lostCount > 0) findings.push(`${lostCount} acknowledged notes are lost`);
    await until(async () => {
      const { rows } = await owner.query<{ count: number }>(
        `select count(*)::int from cairn.document where virus_scan_state = 'CLEAN'`,
      );
      return rows[0]!.count >= traffic.documents.size;
    }, 240_000);
    findings.push(...(await violations(url)));
    console.log(
      `${traffic.requests} requests, ${traffic.failed} failed; ${traffic.notes.size} notes kept, ` +
        `${traffic.documents.size} files scanned`,
    );
  } finally {
    await owner.end();
  }
}

async function testPrevious(): Promise<void> {
  const files = values.tests?.split(',') ?? SMOKE_TESTS;
  const isPassed = await previous.passesTestsOn(current, files);
  console.log(`tests of the previous release on the new schema: ${isPassed ? 'passed' : 'FAILED'}`);
  if (!isPassed) findings.push('tests of the previous release fail on the new schema');
}

function conclude(): never {
  const seconds = Math.round((performance.now() - began) / 1000);
  if (isControl) {
    console.log(failed > 0 ? `control caught: ${failed} requests failed` : 'control MISSED');
    process.exit(failed > 0 ? 0 : 1);
  }
  if (failed > 0) findings.push(`${failed} requests failed`);
  if (seconds > BUDGET_SECONDS) findings.push(`over the budget of ${BUDGET_SECONDS} s`);
  for (const finding of findings) console.log(`  ${finding}`);
  console.log(
    `${findings.length === 0 ? 'upgrade: no request failed' : 'NOT CLEAN'}, ${seconds} s`,
  );
  process.exit(findings.length === 0 ? 0 : 1);
}
