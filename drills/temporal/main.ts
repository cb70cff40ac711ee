/**
 * node drills/temporal/main.ts [--kills 20] [--seed N] [--control]
 *
 * The product on Temporal as in production: four services, mutual TLS, a separate Postgres, and worker versioning.
 * Under load, each service and that Postgres are killed without warning in turn; halfway through, the worker is
 * replaced by another version. No acknowledged work may be lost: every workflow that the outbox requested must end
 * exactly once. With --control that Postgres commits without waiting for its disk, and the drill must find lost
 * workflows. See drills/README.md and docs/operations/temporal.md.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { WORKFLOW_QUEUES } from '@cairn/server/task-queues';
import { violations } from '@cairn/server/platform/db/migrate';
import {
  makeDatabase,
  makeTemplate,
  startTestServer,
  until,
  type TestServer,
} from '@cairn/testing';
import { Random } from '@cairn/testing/random';
import { Client } from '@temporalio/client';
import { compileTemporal } from '../../tools/images/temporal.ts';
import { environment, up } from '../../tools/services/index.ts';
import { HOST } from '../../tools/services/profile.ts';
import { Clients } from '../common/clients.ts';
import { Release, type ReleaseProcess } from '../upgrade/release.ts';
import { NAMESPACE, SERVICES, TemporalCluster, type Service } from './cluster.ts';
import { StepLoad } from './step-load.ts';

const MONITOR_PORTS = [24_560, 24_561] as const;
const DEPLOYMENT = 'cairn';
const VERSIONS = ['drill-1', 'drill-2'] as const;
/** Pages and text of documents would take longer than everything else, so their queue has no worker here. */
const SERVED: readonly string[] = ['codes', 'scans', 'general'];
const SERVED_WORKFLOWS = Object.entries(WORKFLOW_QUEUES)
  .filter(([, queue]) => SERVED.includes(queue))
  .map(([name]) => name);
const SECONDS_PER_KILL = 25;
const RECOVER_WITHIN_MS = 90_000;
const SETTLE_WITHIN_MS = 180_000;
/** Commits are acknowledged immediately, and the log writer writes them much later. */
const WITHOUT_WAITING = {
  synchronous_commit: 'off',
  wal_writer_delay: '10s',
  wal_writer_flush_after: '1GB',
  wal_buffers: '64MB',
  bgwriter_lru_maxpages: '0',
  autovacuum: 'off',
};

const { values } = parseArgs({
  options: { kills: { type: 'string' }, seed: { type: 'string' }, control: { type: 'boolean' } },
});
const isControl = values.control ?? false;
const kills = Number(values.kills ?? (isControl ? 3 : 20));
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const random = new Random(seed);
type Target = Service | 'postgres';
const TARGETS: readonly Target[] = isControl ? ['postgres'] : [...SERVICES, 'postgres'];
console.log(`seed ${seed}, ${kills} kills${isControl ? ', control' : ''}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
process.setMaxListeners(100);

const order: Target[] = [];
await up('test');
// Compiled before the clock starts, because the first time takes ten minutes.
await compileTemporal();
const began = performance.now();
const findings: string[] = [];
let lost = 0;
let lastRefusal: unknown;
const folder = mkdtempSync(join(tmpdir(), 'cairn-temporal-'));
const cluster = new TemporalCluster(folder, isControl ? WITHOUT_WAITING : {});
try {
  await cluster.start();
  console.log(`Temporal serves after ${elapsed()} s`);
  findings.push(...(await cluster.uninvited()));
  await drill();
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
conclude();

function elapsed(since = began): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

async function drill(): Promise<void> {
  Object.assign(process.env, environment('test'));
  const url = environment('test')['MIGRATION_DATABASE_URL']!;
  await makeTemplate(url);
  const database = await makeDatabase(url, true);
  const server = await startTestServer({ database, logLevel: 'fatal' });
  const env = {
    ...environment('test'),
    ...cluster.environment,
    DATABASE_URL: database.urls.app,
    RELAY_DATABASE_URL: database.urls.relay,
    TEMPORAL_TASK_QUEUE: `temporal-${randomUUID()}`,
    TEMPORAL_SCHEDULES: 'false',
    TEMPORAL_DEPLOYMENT: DEPLOYMENT,
    WORKER_QUEUES: SERVED.join(),
    LOG_LEVEL: 'fatal',
  };
  const startWorker = async (index: 0 | 1): Promise<ReleaseProcess> => {
    const starting = performance.now();
    const worker = await Release.current().start(
      'worker',
      {
        ...env,
        CAIRN_VERSION: VERSIONS[index],
        MONITOR_PORT: String(MONITOR_PORTS[index]),
      },
      `http://${HOST}:${MONITOR_PORTS[index]}/readyz`,
    );
    await makeCurrent(VERSIONS[index]);
    console.log(
      `${VERSIONS[index]} is the current version, ${elapsed(starting)} s after its start`,
    );
    return worker;
  };
  let worker = await startWorker(0);
  const clients = new Clients(server);
  const steps = await StepLoad.start(cluster, join(folder, 'steps'));
  await clients.start({ writers: 1, uploaders: 1, readers: 1 });
  await scannedAnew(server, clients);

  for (let kill = 0; kill < kills; kill += 1) {
    if (kill === Math.floor(kills / 2) && !isControl) {
      const next = await startWorker(1);
      await scannedAnew(server, clients);
      const code = await worker.stop();
      if (code !== 0) findings.push(`the worker that was replaced ended with ${code}`);
      worker = next;
    }
    if (kill % TARGETS.length === 0) order.push(...random.shuffled([...TARGETS]));
    await killOne(order[kill]!, server, clients);
  }
  await clients.stop();
  await steps.stop();
  await judge(server, clients, steps);
  await worker.stop();
  await server.stop();
  await database.drop();
}

async function makeCurrent(buildId: string): Promise<void> {
  const connection = await cluster.connect();
  try {
    await until(async () => {
      try {
        await connection.workflowService.setWorkerDeploymentCurrentVersion({
          namespace: NAMESPACE,
          deploymentName: DEPLOYMENT,
          buildId,
          identity: 'drill',
        });
        return true;
      } catch (error) {
        lastRefusal = error;
        return false;
      }
    }, 60_000).catch(() => {
      throw new Error(`${buildId} does not become current`, { cause: lastRefusal });
    });
  } finally {
    await connection.close();
  }
}

/** Uploads a file and waits for its scan, which shows that outbox, Temporal and worker work. */
async function scannedAnew(server: TestServer, clients: Clients): Promise<void> {
  const before = new Set(clients.documents.keys());
  await until(async () => {
    const fresh = [...clients.documents.keys()].filter((id) => !before.has(id));
    const { rows } = await server.owner.query(
      `select from cairn.document where id = any($1) and virus_scan_state = 'CLEAN' limit 1`,
      [fresh],
    );
    return rows.length > 0;
  }, RECOVER_WITHIN_MS);
}

/** Kills while the work for a new file is in progress. */
async function killOne(target: Target, server: TestServer, clients: Clients): Promise<void> {
  const countBefore = clients.documents.size;
  await until(async () => clients.documents.size > countBefore, 20_000);
  await wait(random.between(0, 300));
  const killed = performance.now();
  if (target === 'postgres') await cluster.postgres.kill();
  else await cluster.killService(target);
  await wait(random.between(0, 3000));
  if (target === 'postgres') await cluster.postgres.start();
  else cluster.startService(target);
  const restarted = performance.now();
  const isBack = await scannedAnew(server, clients).then(
    () => true,
    () => false,
  );
  if (!isBack) findings.push(`no file was scanned ${RECOVER_WITHIN_MS / 1000} s after ${target}`);
  console.log(
    `${target} killed, down for ${((restarted - killed) / 1000).toFixed(1)} s, next new file scanned after ${elapsed(killed)} s`,
  );
}

async function judge(server: TestServer, clients: Clients, steps: StepLoad): Promise<void> {
  const compared = await clients.compare();
  const patience = isControl ? 45_000 : SETTLE_WITHIN_MS;
  await until(async () => (await countWaiting(server)) === 0, patience).catch(() => {});
  const started = await server.owner.query<{ id: string }>(
    'select id from cairn.event where workflow = any($1)',
    [SERVED_WORKFLOWS],
  );
  const connection = await cluster.connect();
  const { workflow } = new Client({ connection, namespace: NAMESPACE });
  const states: Record<string, number> = {};
  const stateOf = async (id: string): Promise<string> => {
    try {
      return (await workflow.getHandle(id).describe()).status.name;
    } catch (error) {
      if (error instanceof Error && error.name === 'WorkflowNotFoundError') return 'LOST';
      throw error;
    }
  };
  const deadline = performance.now() + patience;
  for (const { id } of started.rows) {
    let state = await stateOf(id);
    while (state === 'RUNNING' && performance.now() < deadline) {
      await wait(500);
      state = await stateOf(id);
    }
    states[state] = (states[state] ?? 0) + 1;
  }
  const lostSteps = await steps.lost(patience);
  // Temporal's list of runs lags a little behind.
  const names = SERVED_WORKFLOWS.map((name) => `'${name}'`).join();
  let runs = 0;
  await until(async () => {
    runs = (await workflow.count(`WorkflowType IN (${names})`)).count;
    return runs === started.rows.length;
  }, 30_000).catch(() => {});
  await connection.close();
  const { COMPLETED: completed = 0, ...others } = states;
  lost = (states['LOST'] ?? 0) + lostSteps.length;
  console.log(
    `${clients.acknowledged} writes acknowledged, lost ${compared.lost}, doubled ${compared.doubled}; ` +
      `${started.rows.length} workflows asked for, ${completed} completed, others ${JSON.stringify(others)}, ${runs} runs; ` +
      `${steps.started} workflows with timers and retries, ${lostSteps.length} lost or without exactly one effect; ` +
      `services that ended by themselves: ${cluster.falls}`,
  );
  if (compared.lost > 0) findings.push(`${compared.lost} acknowledged writes are lost`);
  if (compared.doubled > 0) findings.push(`${compared.doubled} writes are there twice`);
  if (completed < started.rows.length) findings.push('workflows are lost or did not end');
  if (runs !== started.rows.length)
    findings.push(`${runs} runs of ${started.rows.length} workflows`);
  for (const text of lostSteps.slice(0, 5)) findings.push(text);
  const unscanned = await countWaiting(server);
  if (unscanned > 0) findings.push(`${unscanned} files or events wait`);
  findings.push(...(await violations(server.config.database.app.replace('cairn_app', 'postgres'))));
}

async function countWaiting({ owner }: TestServer): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select (select count(*) from cairn.document where virus_scan_state <> 'CLEAN')::int
      + (select count(*) from cairn.event where workflow is not null and dispatched_at is null)::int as count`,
  );
  return rows[0]!.count;
}

function conclude(): never {
  const seconds = Math.round((performance.now() - began) / 1000);
  if (isControl) {
    console.log(lost > 0 ? `control caught: ${lost} workflows lost` : 'control MISSED');
    process.exit(lost > 0 ? 0 : 1);
  }
  const budget = 120 + kills * SECONDS_PER_KILL;
  if (seconds > budget) findings.push(`over the budget of ${budget} s`);
  for (const finding of findings) console.log(`  ${finding}`);
  console.log(`${findings.length === 0 ? 'temporal: nothing lost' : 'NOT SURVIVED'}, ${seconds} s`);
  process.exit(findings.length === 0 ? 0 : 1);
}
