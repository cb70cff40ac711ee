/**
 * Breaks a real part of the product: the metric that it exports must cross the threshold of the alert's rule, and return
 * when the part is repaired. deploy/prometheus/rules.test.yml tests that Prometheus makes an alert of the metric.
 */
import { randomUUID } from 'node:crypto';
import { Connection } from '@temporalio/client';
import {
  startTestServer,
  startTestWorker,
  until,
  uploadText,
  type TestServer,
} from '@cairn/testing';
import { exprOf, samplesOf, valuesOf } from '@cairn/testing/alert-rules';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { BACKLOG_GAUGES, BacklogFigures } from './backlog-figures.ts';
import { Metrics } from './metrics.ts';
import { monitoringPool } from './monitoring-pool.ts';

const newMetrics = (): Metrics => new Metrics({ role: 'worker', version: '1.2.3' });

/** Whether a rule of the form `max(metric) > 300` or `max by (label) (metric) == 0` holds for a line that has `label`. */
async function holds(metrics: Metrics, alert: string, label = ''): Promise<boolean> {
  const rule = /^max(?: by \(\w+\) )?\((cairn_\w+)\) (>|==) (\d+)$/.exec(exprOf(alert));
  if (!rule) throw new Error(`${alert} has another form`);
  const [, name = '', sign, limit] = rule;
  return valuesOf(await samplesOf(metrics), name, label).some((value) =>
    sign === '>' ? value > Number(limit) : value === Number(limit),
  );
}

let server: TestServer;
let connection: Connection;
let pool: pg.Pool;
const workers: { stop(): Promise<void> }[] = [];
/** Metrics of a process that only monitors: no worker runs. */
const watching = newMetrics();
const taskQueue = `alerts-${randomUUID()}`;

beforeAll(async () => {
  server = await startTestServer();
  connection = await Connection.connect({ address: server.config.engine.address });
  pool = monitoringPool(server.config.database.relay);
  const { namespace } = server.config.engine;
  const figures = new BacklogFigures({ pool, connection, namespace, queues: [] });
  watching.observe(BACKLOG_GAUGES, () => figures.read());
}, 120_000);
afterAll(async () => {
  for (const worker of workers) await worker.stop();
  await pool.end();
  await connection.close();
  await server.stop();
});

async function startWorker(over: Partial<TestServer['config']>): Promise<Metrics> {
  const metrics = newMetrics();
  const config = { ...server.config, ...over };
  workers.push(await startTestWorker({ config }, undefined, { taskQueue }, metrics));
  return metrics;
}

async function upload(): Promise<string> {
  const { given } = server;
  const company = await given.company();
  const { token } = await given.colleague(company, 'OWNER');
  return uploadText(server, await given.loan(await given.phase(company)), token);
}

test('no worker, then no virus scanner, then an event that Temporal refuses', async () => {
  expect(await holds(watching, 'CairnOutboxStuck')).toBe(false);
  const documentId = await upload();
  // Ages the event, so that the rules' waiting times are over.
  await server.owner.query(`update cairn.event set at = at - interval '6 minutes'`);
  await server.owner.query(
    `update cairn.document set created_at = created_at - interval '11 minutes'`,
  );
  expect(await holds(watching, 'CairnOutboxStuck')).toBe(true);

  const withoutScanner = await startWorker({ clamd: { host: '127.0.0.1', port: 1 } });
  await until(async () => !(await holds(watching, 'CairnOutboxStuck')), 30_000);
  await until(() => holds(withoutScanner, 'CairnServiceDown', 'service="clamd"'), 30_000);
  expect(await holds(withoutScanner, 'CairnServiceDown', 'service="smtp"')).toBe(false);
  expect(await holds(withoutScanner, 'CairnScansLate')).toBe(true);
  await workers.pop()!.stop();

  const withAll = await startWorker({});
  await until(async () => !(await holds(withAll, 'CairnScansLate')), 120_000);
  const { rows } = await server.owner.query<{ state: string }>(
    'select virus_scan_state as state from cairn.document where id = $1',
    [documentId],
  );
  expect(rows).toEqual([{ state: 'CLEAN' }]);
  expect(await holds(withAll, 'CairnServiceDown')).toBe(false);

  expect(await holds(withAll, 'CairnDeadLetters')).toBe(false);
  const company = await server.given.company();
  // Simulates the tenth attempt at a workflow that this version does not have.
  await server.owner.query(
    `insert into cairn.event (company_id, id, at, kind, changes, workflow, input, attempts)
     values ($1, $2, now(), 'document.uploaded', '{}', 'ofAnotherVersion', '{}', 9)`,
    [company.id, newId()],
  );
  await until(() => holds(withAll, 'CairnDeadLetters'), 30_000);
  // Simulates the upgrade: the workflow exists, and the event is tried again (cairn outbox requeue all).
  await server.owner.query(
    `update cairn.event set workflow = 'notify', input = '{"eventId":"none"}', failed_at = null, attempts = 0, due_at = now()
     where failed_at is not null`,
  );
  await until(async () => !(await holds(withAll, 'CairnDeadLetters')), 30_000);
}, 240_000);
