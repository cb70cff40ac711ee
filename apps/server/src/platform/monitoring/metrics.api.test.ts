import { randomUUID } from 'node:crypto';
import { Connection } from '@temporalio/client';
import { startTestServer, type TestServer } from '@cairn/testing';
import type pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BACKLOG_GAUGES, BacklogFigures } from './backlog-figures.ts';
import { Metrics } from './metrics.ts';
import { MonitorServer } from './monitor-server.ts';
import { monitoringPool } from './monitoring-pool.ts';
import { ServiceProbes } from './service-probes.ts';

const log = pino({ level: 'silent' });
const newMetrics = () => new Metrics({ role: 'test', version: '1.2.3' });
/** The lines of one metric, without the label that all lines share. */
const linesOf = async (metrics: Metrics, name: string): Promise<string[]> =>
  (await metrics.text())
    .split('\n')
    .filter((line) => line.startsWith(name))
    .map((line) => line.replace(/,?otel_scope_name="cairn"/, ''));

describe('the port for health and metrics', () => {
  let problem: string | undefined;
  const metrics = newMetrics();
  const monitor = new MonitorServer({
    port: 0,
    host: '127.0.0.1',
    metrics,
    problem: async () => problem,
    log,
  });
  let address: string;
  beforeAll(async () => {
    address = `http://127.0.0.1:${await monitor.start()}`;
  });
  afterAll(() => monitor.stop());
  const get = async (path: string, method = 'GET') => {
    const answer = await fetch(address + path, { method });
    return [answer.status, await answer.text()] as const;
  };

  test('alive while it runs, ready while nothing is wrong, and silent about the rest', async () => {
    expect(await get('/readyz')).toEqual([200, 'ok\n']);
    problem = 'no database';
    expect(await get('/readyz')).toEqual([503, 'no database\n']);
    expect(await get('/livez')).toEqual([200, 'ok\n']);
    expect(await get('/')).toEqual([404, 'not found\n']);
    expect((await get('/metrics', 'POST'))[0]).toBe(405);
  });

  test('calls, work and messages by name and outcome, and nothing about a person', async () => {
    metrics.request('getLoan', 200, 0.02);
    metrics.request('getLoan', 503, 2);
    metrics.activity('scanDocument', 'failed', 4);
    metrics.message('email', 'sent');
    const [status, text] = await get('/metrics');
    expect(status).toBe(200);
    for (const line of [
      'cairn_http_request_duration_seconds_count{call="getLoan",status="2xx",otel_scope_name="cairn"} 1',
      'cairn_http_request_duration_seconds_count{call="getLoan",status="5xx",otel_scope_name="cairn"} 1',
      'cairn_activity_duration_seconds_sum{activity="scanDocument",outcome="failed",otel_scope_name="cairn"} 4',
      'cairn_messages_total{channel="email",outcome="sent",otel_scope_name="cairn"} 1',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
  });
});

test('a probe that fails is down until the service answers again', async () => {
  let isBroken = true;
  const probes = new ServiceProbes(
    [
      {
        service: 'smtp',
        run: async () => {
          if (isBroken) throw new Error('refused');
        },
      },
    ],
    log,
  );
  await probes.runAll();
  expect(probes.latest).toEqual([expect.objectContaining({ service: 'smtp', isUp: false })]);
  isBroken = false;
  await probes.runAll();
  expect(probes.latest).toEqual([expect.objectContaining({ service: 'smtp', isUp: true })]);
});

describe('on the real database and Temporal', () => {
  let server: TestServer;
  let connection: Connection;
  let figures: BacklogFigures;
  let pool: pg.Pool;
  const metrics = newMetrics();
  beforeAll(async () => {
    server = await startTestServer();
    connection = await Connection.connect({ address: server.config.engine.address });
    pool = monitoringPool(server.config.database.relay);
    figures = new BacklogFigures({
      pool,
      connection,
      namespace: server.config.engine.namespace,
      queues: [{ name: 'scans', taskQueue: `monitoring-${randomUUID()}` }],
    });
    metrics.observe(BACKLOG_GAUGES, () => figures.read());
  });
  afterAll(async () => {
    await pool.end();
    await connection.close();
    await server.stop();
  });

  test('what waits is counted over all companies', async () => {
    expect(await linesOf(metrics, 'cairn_scan_waiting')).toEqual(['cairn_scan_waiting{} 0']);
    expect(await linesOf(metrics, 'cairn_outbox_waiting')).toEqual([
      'cairn_outbox_waiting{workflow="none"} 0',
    ]);
    const company = await server.given.company();
    await server.owner.query(
      `insert into cairn.event (company_id, id, at, kind, changes, workflow, input, failed_at)
       select $1, gen_random_uuid(), now() - interval '5 minutes', 'document.uploaded', '{}', 'scanDocument', '{}',
         case when number = 3 then now() end
       from generate_series(1, 3) number`,
      [company.id],
    );
    const loan = await server.given.loan(await server.given.phase(company));
    const document = await server.given.document(loan, await server.given.account());
    await server.owner.query(
      `update cairn.document set virus_scan_state = 'PENDING', created_at = now() - interval '10 minutes'
       where id = $1`,
      [document.id],
    );
    expect(await linesOf(metrics, 'cairn_outbox_waiting')).toEqual([
      'cairn_outbox_waiting{workflow="scanDocument"} 2',
    ]);
    expect(await linesOf(metrics, 'cairn_outbox_dead_letters')).toEqual([
      'cairn_outbox_dead_letters{} 1',
    ]);
    expect(await linesOf(metrics, 'cairn_scan_waiting')).toEqual(['cairn_scan_waiting{} 1']);
    expect(await linesOf(metrics, 'cairn_scan_oldest_seconds')).toEqual([
      expect.stringMatching(/ 60\d(\.\d+)?$/),
    ]);
    expect(await linesOf(metrics, 'cairn_task_queue_waiting')).toEqual([
      'cairn_task_queue_waiting{queue="scans"} 0',
    ]);
  });

  test('no process takes requests on a schema that lacks one of its migrations', async () => {
    const ready = () => server.app.inject({ url: '/readyz' });
    const { rows } = await server.owner.query<{ name: string; hash: string }>(
      `delete from public.migration where name = (select max(name) from public.migration) returning *`,
    );
    expect([(await ready()).statusCode, (await ready()).body]).toEqual([
      503,
      'schema not migrated',
    ]);
    await server.owner.query('insert into public.migration (name, hash) values ($1, $2)', [
      rows[0]!.name,
      rows[0]!.hash,
    ]);
    await expect.poll(async () => (await ready()).statusCode, { timeout: 5000 }).toBe(200);
  });
});
