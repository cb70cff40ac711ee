// node drills/engine/spike.ts: checks that Temporal keeps its guarantees on this machine, and measures its cost.
// Workflows run to their end through failing activities, the death of their worker and the death of Temporal, and
// each leaves exactly one effect. Exits with 1 if one does not.

import { Client, Connection, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, Runtime } from '@temporalio/worker';
import { type ChildProcess, spawn } from 'node:child_process';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  environment,
  killService,
  startService,
  status,
  stopService,
} from '../../tools/services/index.ts';
import { Ledger } from './ledger.ts';
import type { manySteps, oneStep } from './workflows.ts';

const RUNS = 50;
const BATCH = 60;
const APART_MS = 50;
const WORK_MS = 500;
const TIMER_MS = 1000;
const KILL_AFTER_MS = 2500;
const PATIENCE_MS = 90_000;

const PROFILE = 'test';
const ADDRESS = environment(PROFILE)['TEMPORAL_ADDRESS'] ?? '';
const RUN = `spike-${Date.now()}`;

interface Drill {
  client: Client;
  folder: string;
  ledger: Ledger;
  worker: ChildProcess;
}

async function main(): Promise<void> {
  const wasRunning = (await status(PROFILE)).some(
    ({ name, state }) => name === 'temporal' && state === 'running',
  );
  const [serverStart] = await timed(() => startService(PROFILE, 'temporal'));
  if (!wasRunning) report('engine started', serverStart);
  const folder = mkdtempSync(join(tmpdir(), 'cairn-engine-'));
  try {
    await runDrill(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    if (!wasRunning) await stopService(PROFILE, 'temporal');
  }
}

async function runDrill(folder: string): Promise<void> {
  await bundleWorkflows(folder);
  const connection = await Connection.connect({ address: ADDRESS });
  const [ready, worker] = await timed(() => startWorker(folder));
  report('worker process started', ready);
  const drill: Drill = {
    client: new Client({ connection }),
    folder,
    ledger: new Ledger(folder),
    worker,
  };
  try {
    await measureSingleRuns(drill);
    await refuseSecondStart(drill);
    await runBatch(drill, 'undisturbed');
    await runBatch(drill, 'worker', () => replaceWorker(drill));
    await runBatch(drill, 'engine', restartEngine);
  } finally {
    drill.worker.kill('SIGKILL');
    await connection.close();
  }
}

async function bundleWorkflows(folder: string): Promise<void> {
  Runtime.install({ logger: new DefaultLogger('WARN') });
  const workflowsPath = fileURLToPath(new URL('workflows.ts', import.meta.url));
  const logger = new DefaultLogger('WARN');
  const [milliseconds, { code }] = await timed(() => bundleWorkflowCode({ workflowsPath, logger }));
  writeFileSync(join(folder, 'bundle.js'), code);
  report('workflow bundle built', milliseconds);
}

async function startWorker(folder: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('worker.ts', import.meta.url));
  const args = [script, ADDRESS, RUN, join(folder, 'bundle.js'), folder];
  const worker = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => worker.kill('SIGKILL'));
  assert(worker.stdout !== null);
  await once(worker.stdout, 'data');
  return worker;
}

async function measureSingleRuns({ client, ledger }: Drill): Promise<void> {
  const alone: number[] = [];
  const full: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const one = `${RUN}-one-${run}`;
    const many = `${RUN}-many-${run}`;
    alone.push((await timed(() => executeOneStep(client, one)))[0]);
    full.push((await timed(() => executeManySteps(client, many, 0, 10)))[0]);
    for (const id of [one, many]) assert.equal(ledger.effectsOf(id), 1, `effects of ${id}`);
    assert.equal(attemptsOf(ledger, many, 'failTwice'), 3, `attempts of ${many}`);
  }
  report(`one activity, start to done, median of ${RUNS}`, median(alone));
  report(`three activities, two retries of 20 ms, timer of 10 ms, median of ${RUNS}`, median(full));
}

function executeOneStep(client: Client, id: string): Promise<string> {
  const options = { workflowId: id, taskQueue: RUN, args: [id] as [string] };
  return client.workflow.execute<typeof oneStep>('oneStep', options);
}

function executeManySteps(
  client: Client,
  id: string,
  work: number,
  timer: number,
): Promise<string> {
  const args: [string, number, number] = [id, work, timer];
  return client.workflow.execute<typeof manySteps>('manySteps', {
    workflowId: id,
    taskQueue: RUN,
    args,
  });
}

/** The outbox may start the same work twice, so Temporal must recognize an id. */
async function refuseSecondStart({ client, ledger }: Drill): Promise<void> {
  const id = `${RUN}-one-0`;
  const second = client.workflow.start<typeof oneStep>('oneStep', {
    workflowId: id,
    taskQueue: RUN,
    args: [id],
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
  });
  await assert.rejects(second, WorkflowExecutionAlreadyStartedError);
  assert.equal(ledger.effectsOf(id), 1);
  console.log('a second start with a finished id: refused');
}

async function replaceWorker(drill: Drill): Promise<void> {
  drill.worker.kill('SIGKILL');
  await once(drill.worker, 'exit');
  drill.worker = await startWorker(drill.folder);
}

async function restartEngine(): Promise<void> {
  await killService(PROFILE, 'temporal');
  await startService(PROFILE, 'temporal');
}

/**
 * Starts workflows a little apart, so that the failure hits them in every step; then all must end with one effect
 * each.
 */
async function runBatch(drill: Drill, name: string, disaster?: () => Promise<void>): Promise<void> {
  const ids = Array.from({ length: BATCH }, (_, index) => `${RUN}-${name}-${index}`);
  const [milliseconds] = await timed(async () => {
    const struck = disaster && strike(drill, name, ids, disaster);
    await Promise.all([struck, startApart(drill.client, ids)]);
    await withinPatience(Promise.all(ids.map((id) => resultOf(drill.client, id))));
  });
  for (const id of ids) assert.equal(drill.ledger.effectsOf(id), 1, `effects of ${id}`);
  report(`${name}: ${BATCH} workflows, all done, one effect each`, milliseconds);
}

async function startApart(client: Client, ids: string[]): Promise<void> {
  for (const id of ids) {
    await startPatiently(client, id);
    await sleep(APART_MS);
  }
}

async function strike(
  { ledger }: Drill,
  name: string,
  ids: string[],
  disaster: () => Promise<void>,
): Promise<void> {
  await sleep(KILL_AFTER_MS);
  const startedCount = ids.filter((id) => attemptsOf(ledger, id, 'failTwice') > 0).length;
  const ended = ids.filter((id) => ledger.effectsOf(id) > 0).length;
  assert(startedCount > ended, 'nothing was under way: the drill proves nothing');
  const struckAt = Date.now();
  await disaster();
  report(`${name}: killed with ${startedCount - ended} under way, replaced`, Date.now() - struckAt);
  report(`${name}: kill to next step`, (await nextAttempt(ledger)) - struckAt);
}

async function nextAttempt(ledger: Ledger): Promise<number> {
  const before = ledger.attempts().length;
  for (;;) {
    const next = ledger.attempts()[before];
    if (next !== undefined) return next.at;
    await sleep(10);
  }
}

/** Like the outbox: retries until Temporal has accepted it, and treats "already started" as success. */
async function startPatiently(client: Client, id: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      await client.workflow.start<typeof manySteps>('manySteps', {
        workflowId: id,
        taskQueue: RUN,
        args: [id, WORK_MS, TIMER_MS],
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
      });
      return;
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return;
      if (Date.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

async function resultOf(client: Client, id: string): Promise<void> {
  assert.equal(await client.workflow.getHandle(id).result(), `done ${id}`);
}

async function withinPatience<T>(job: Promise<T>): Promise<T> {
  const late = sleep(PATIENCE_MS, undefined, { ref: false }).then(() => {
    throw new Error(`workflows did not end within ${PATIENCE_MS} ms`);
  });
  return Promise.race([job, late]);
}

function attemptsOf(ledger: Ledger, id: string, activity: string): number {
  return ledger
    .attempts()
    .filter((attempt) => attempt.id === id && attempt.what.startsWith(activity)).length;
}

async function timed<T>(job: () => Promise<T>): Promise<[number, T]> {
  const start = performance.now();
  const result = await job();
  return [performance.now() - start, result];
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function report(what: string, milliseconds: number): void {
  console.log(`${what}: ${Math.round(milliseconds)} ms`);
}

await main();
console.log('every promise kept');
