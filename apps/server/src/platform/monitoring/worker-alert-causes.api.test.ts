/**
 * Causes of alerts that need a whole process, a queue without workers or a scanner: killed processes, tasks that no
 * worker polls, a stuck scanner, and virus signatures that are missing or old. ALERT_WAIT=whole waits as long as the
 * rules do, up to half an hour; otherwise it is enough that the metric grows with time.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { resolve } from 'node:path';
import {
  ExportSteps,
  startTestServer,
  startTestWorker,
  until,
  uploadText,
  type TestServer,
} from '@cairn/testing';
import { exprOf, samplesIn, samplesOf, valuesOf } from '@cairn/testing/alert-rules';
import { freePort } from '@cairn/testing/free-port';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Metrics } from './metrics.ts';

const root = resolve(import.meta.dirname, '../../../../..');
const WAITS_WHOLE = process.env['ALERT_WAIT'] === 'whole';
const DAY_SECONDS = 86_400;
/** A process starts in four seconds, or in up to a minute on a busy machine. */
const START_MS = 150_000;

let server: TestServer;
const ending: (() => unknown)[] = [];

beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
afterEach(async () => {
  vi.useRealTimers();
  for (const end of ending.splice(0).toReversed()) await end();
});
afterAll(() => server.stop());

interface Started {
  readonly port: number;
  readonly child: ChildProcess;
}

/** Starts a real process, as an installation would. */
async function startProcess(
  role: 'web' | 'worker',
  taskQueue: string,
  port: number,
  over: Record<string, string> = {},
) {
  const { config } = server;
  const child = spawn(process.execPath, [resolve(root, 'apps/server/src/main.ts'), role], {
    env: {
      ...process.env,
      DATABASE_URL: config.database.app,
      RELAY_DATABASE_URL: config.database.relay,
      PORT: String(await freePort()),
      MONITOR_PORT: String(port),
      MONITOR_HOST: '127.0.0.1',
      TEMPORAL_TASK_QUEUE: taskQueue,
      TEMPORAL_SCHEDULES: 'false',
      LOG_LEVEL: 'fatal',
      ...over,
    },
    stdio: 'ignore',
  });
  ending.push(() => child.kill('SIGKILL'));
  return { port, child };
}

/** Whether a scrape succeeds, which Prometheus records as `up`. */
async function isUp({ port }: Started): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`, {
      signal: AbortSignal.timeout(10_000),
    });
    return (
      answer.ok &&
      valuesOf(samplesIn(await answer.text()), 'cairn_process_uptime_seconds').length === 1
    );
  } catch {
    return false;
  }
}

async function kill({ child }: Started): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

test(
  'CairnDown and CairnNoWorker: killed processes',
  async () => {
    expect(exprOf('CairnDown')).toBe('up{job=~"cairn-.*"} == 0');
    expect(exprOf('CairnNoWorker')).toBe('absent(up{job="cairn-worker"} == 1)');
    const taskQueue = `killed-${randomUUID()}`;
    const [web, first, second] = await Promise.all(
      (['web', 'worker', 'worker'] as const).map(async (role) =>
        startProcess(role, taskQueue, await freePort()),
      ),
    );
    const scraped = async () => {
      const workers = [await isUp(first!), await isUp(second!)];
      return {
        down: [await isUp(web!), ...workers].filter((up) => !up).length,
        isWithoutWorker: !workers.includes(true),
      };
    };
    const becomes = (expected: Awaited<ReturnType<typeof scraped>>) =>
      vi.waitFor(async () => expect(await scraped()).toEqual(expected), START_MS);
    await becomes({ down: 0, isWithoutWorker: false });

    await kill(first!);
    expect(await scraped()).toEqual({ down: 1, isWithoutWorker: false });
    await kill(second!);
    expect(await scraped()).toEqual({ down: 2, isWithoutWorker: true });
    await kill(web!);
    expect(await scraped()).toEqual({ down: 3, isWithoutWorker: true });

    await startProcess('worker', taskQueue, second!.port);
    await becomes({ down: 2, isWithoutWorker: false });
    await startProcess('worker', taskQueue, first!.port);
    await startProcess('web', taskQueue, web!.port);
    await becomes({ down: 0, isWithoutWorker: false });
  },
  3 * START_MS,
);

type Engine = Partial<TestServer['config']['engine']>;

async function startWorker(engine: Engine, over: Partial<TestServer['config']> = {}) {
  const metrics = new Metrics({ role: 'worker', version: '1.2.3' });
  const config = { ...server.config, ...over };
  const worker = await startTestWorker({ config }, undefined, engine, metrics);
  ending.push(() => worker.stop());
  return metrics;
}

async function officer() {
  const { given } = server;
  const company = await given.company();
  const employee = await given.employee(company, { level: 'OWNER' });
  const loan = await given.loan(await given.phase(company));
  const token = await given.session(employee, { roleLevel: 'LENDER', company });
  return { loan, employee, token };
}

const upload = ({ loan, token }: Awaited<ReturnType<typeof officer>>): Promise<string> =>
  uploadText(server, loan, token);

const OLDEST = 'cairn_task_queue_oldest_seconds';
const FEW_SECONDS = 3;

/** The seconds that the rule allows, and the queues that it applies to. */
function queueRule(alert: string): { seconds: number; isForExports: boolean } {
  const [, not, seconds] =
    /^max(?: by \(queue\) )?\(cairn_task_queue_oldest_seconds\{queue(!?)="exports"\}\) > (\d+)$/.exec(
      exprOf(alert),
    ) ?? [];
  if (seconds === undefined) throw new Error(`${alert} has another form`);
  return { seconds: WAITS_WHOLE ? Number(seconds) : FEW_SECONDS, isForExports: not === '' };
}

async function holds(metrics: Metrics, alert: string): Promise<boolean> {
  const { seconds, isForExports } = queueRule(alert);
  return [...(await samplesOf(metrics))].some(
    ([line, value]) =>
      line.startsWith(`${OLDEST}{`) &&
      line.includes('queue="exports"') === isForExports &&
      value > seconds,
  );
}

const QUEUE_PATIENCE_MS = WAITS_WHOLE ? 2_400_000 : 60_000;

test(
  'CairnQueueSlow and CairnExportsSlow: no worker serves the queues',
  async () => {
    const taskQueue = `unserved-${randomUUID()}`;
    const metrics = await startWorker({ taskQueue, queues: ['general', 'codes'] });
    const alerts = async () => [
      await holds(metrics, 'CairnQueueSlow'),
      await holds(metrics, 'CairnExportsSlow'),
    ];
    const someone = await officer();
    const { token, loan, employee } = someone;
    expect(await alerts()).toEqual([false, false]);
    await upload(someone);
    const steps = new ExportSteps(server);
    ending.push(() => steps.stop());
    await steps.answered(loan, employee, ['deed.txt', Buffer.from('Deed')]);
    expect((await steps.refresh(loan, token)).status).toBe(200);
    await until(() => holds(metrics, 'CairnQueueSlow'), QUEUE_PATIENCE_MS);
    await until(() => holds(metrics, 'CairnExportsSlow'), QUEUE_PATIENCE_MS);

    // Also serves `documents`, which a scanned file goes to next: otherwise its task would wait there forever.
    await startProcess('worker', taskQueue, await freePort(), {
      WORKER_QUEUES: 'scans,documents,exports',
    });
    await until(async () => !(await alerts()).includes(true), START_MS);
  },
  2 * QUEUE_PATIENCE_MS + START_MS + 60_000,
);

/**
 * A proxy to the real clamd, which has no official signatures: it can be silent, or report signatures of another age.
 */
async function startScanner() {
  const { clamd } = server.config;
  const open = new Set<Socket>();
  const state = { isSilent: false, signaturesFrom: undefined as Date | undefined };
  const scanner = createServer((client) => {
    open.add(client.on('close', () => open.delete(client)).on('error', () => client.destroy()));
    if (state.isSilent) return void client.resume();
    const real = connect(clamd);
    real.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('close', () => real.destroy()).pipe(real);
    real.on('data', (data) => {
      const answer = data.toString('latin1');
      const version = /^ClamAV [^/\0]+/.exec(answer)?.[0];
      const from = state.signaturesFrom;
      client.write(
        version && from ? `${version}/27500/${from.toUTCString().replace(' GMT', '')}\0` : data,
      );
    });
  }).listen(0, '127.0.0.1');
  await once(scanner, 'listening');
  ending.push(() => {
    scanner.close();
    for (const socket of open) socket.destroy();
  });
  return {
    clamd: { host: '127.0.0.1', port: (scanner.address() as AddressInfo).port },
    state,
    answerAgain(): void {
      state.isSilent = false;
      for (const socket of open) socket.destroy();
    },
  };
}

test('CairnQueueSlow: a scanner that is stuck takes all slots', async () => {
  const scanner = await startScanner();
  scanner.state.isSilent = true;
  const taskQueue = `stuck-${randomUUID()}`;
  const slots = { ...server.config.engine.slots, scans: 1 };
  const metrics = await startWorker({ taskQueue, slots }, { clamd: scanner.clamd });
  const someone = await officer();
  await Promise.all([upload(someone), upload(someone), upload(someone)]);
  await until(async () => {
    const waiting = valuesOf(await samplesOf(metrics), OLDEST, 'queue="scans"');
    return waiting.some((seconds) => seconds > FEW_SECONDS);
  }, 60_000);
  scanner.answerAgain();
  await until(async () => {
    const waiting = valuesOf(await samplesOf(metrics), OLDEST, 'queue="scans"');
    return waiting.every((seconds) => seconds < FEW_SECONDS);
  }, 60_000);
}, 150_000);

test('CairnSignaturesUnknown and CairnSignaturesOld: a scanner without official signatures, then with old ones', async () => {
  expect(exprOf('CairnSignaturesOld')).toBe(
    'max(cairn_clamd_signature_age_seconds) > max(cairn_clamd_signature_max_age_seconds)',
  );
  expect(exprOf('CairnSignaturesUnknown')).toBe(
    'absent(cairn_clamd_signature_age_seconds) and on() max(cairn_service_up{service="clamd"}) == 1',
  );
  // The worker probes its scanner once a minute; fake timers make minutes pass when the test says so.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const scanner = await startScanner();
  const metrics = await startWorker(
    { taskQueue: `signatures-${randomUUID()}` },
    { clamd: scanner.clamd },
  );
  const alerts = async () => {
    const lines = await samplesOf(metrics);
    const ages = valuesOf(lines, 'cairn_clamd_signature_age_seconds');
    const limits = valuesOf(lines, 'cairn_clamd_signature_max_age_seconds');
    const isClamdUp = valuesOf(lines, 'cairn_service_up', 'service="clamd"').includes(1);
    return {
      isUnknown: ages.length === 0 && isClamdUp,
      isOld: ages.length > 0 && Math.max(...ages) > Math.max(...limits),
    };
  };
  const becomes = (expected: Awaited<ReturnType<typeof alerts>>) =>
    vi.waitFor(async () => expect(await alerts()).toEqual(expected), 40_000);
  // The scanner of the test services is a real one without official signatures.
  await becomes({ isUnknown: true, isOld: false });

  const minutePasses = () => vi.advanceTimersByTime(60_000);
  scanner.state.signaturesFrom = new Date(Date.now() - 30 * DAY_SECONDS * 1000);
  minutePasses();
  await becomes({ isUnknown: false, isOld: true });

  scanner.state.signaturesFrom = new Date();
  minutePasses();
  await becomes({ isUnknown: false, isOld: false });
}, 180_000);
