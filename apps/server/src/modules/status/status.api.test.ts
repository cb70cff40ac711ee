import { startTestServer, type TestServer } from '@cairn/testing';
import type pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { monitoringPool } from '../../platform/monitoring/monitoring-pool.ts';
import { StatusReporter, type ProcessFindings } from '../../platform/monitoring/status-reporter.ts';

let server: TestServer;
let pool: pg.Pool;
let admin: string;
const reporters: StatusReporter[] = [];

beforeAll(async () => {
  server = await startTestServer();
  pool = monitoringPool(server.config.database.relay);
  const operator = await server.given.account({ platformAdmin: true });
  admin = await server.given.session(operator, { roleLevel: 'ADMIN' });
});
beforeEach(async () => {
  for (const reporter of reporters.splice(0)) await reporter.stop();
  await server.owner.query('delete from cairn.service_day');
});
afterAll(async () => {
  await pool.end();
  await server.stop();
});

const UP = { isUp: true, seconds: 0.02 };
const ALL_UP: ProcessFindings = {
  services: ['clamd', 'smtp', 'store', 'temporal'].map((service) => ({ service, ...UP })),
  queues: [{ queue: 'scans', waiting: 0, oldestSeconds: 0 }],
  signaturesFrom: new Date(Date.now() - 3_600_000),
  signatureMaxAgeMs: 48 * 3_600_000,
};
async function report(role: string, findings: ProcessFindings): Promise<StatusReporter> {
  const reporter = new StatusReporter({
    pool,
    role,
    version: '1.4.0',
    log: pino({ level: 'silent' }),
    find: async () => findings,
  });
  reporters.push(reporter);
  await reporter.report();
  return reporter;
}
const read = async () => (await server.call('getSystemStatus', {}, { token: admin })).body;
const states = async () =>
  Object.fromEntries((await read()).services.map(({ service, state }) => [service, state]));

test('an administrator sees that everything works, and which versions run', async () => {
  await report('web', { services: [], queues: [] });
  await report('worker', ALL_UP);
  const status = await read();
  expect(status.services.map(({ state }) => state)).toEqual(Array(7).fill('WORKING'));
  expect(status.services[0]).toMatchObject({ service: 'web', processes: 1 });
  expect(status.queues).toEqual([
    { queue: 'scans', waiting: 0, oldestSeconds: 0, state: 'WORKING' },
  ]);
  expect(status.signatures).toMatchObject({ state: 'WORKING', maxAgeSeconds: 172_800 });
  expect(status.versions).toEqual(['1.4.0']);
  expect(status.schemaVersion).toMatch(/^\d{4}-/);
});

test('without a worker, the services that only a worker reaches are unknown', async () => {
  expect(await states()).toEqual({
    web: 'WORKING',
    worker: 'DOWN',
    postgres: 'WORKING',
    store: 'UNKNOWN',
    temporal: 'UNKNOWN',
    clamd: 'UNKNOWN',
    smtp: 'UNKNOWN',
  });
});

test('a worker that stopped reporting counts as gone after a minute', async () => {
  await report('worker', ALL_UP);
  expect(await states()).toMatchObject({ worker: 'WORKING' });
  await server.owner.query(
    `update cairn.process_report set reported_at = now() - interval '61 seconds'`,
  );
  expect(await states()).toMatchObject({ worker: 'DOWN', clamd: 'UNKNOWN' });
});

test('a service is down when no worker reaches it, and slow when some do not or it takes long', async () => {
  const smtpDown = { service: 'smtp', isUp: false, seconds: 10 };
  const storeSlow = { service: 'store', isUp: true, seconds: 4 };
  await report('worker', { ...ALL_UP, services: [smtpDown, storeSlow] });
  expect(await states()).toMatchObject({ smtp: 'DOWN', store: 'SLOW' });
  await report('worker', { ...ALL_UP, services: [{ service: 'smtp', ...UP }] });
  expect(await states()).toMatchObject({ smtp: 'SLOW' });
});

test('a queue whose oldest step waits for minutes is slow, for a quarter of an hour down', async () => {
  const queue = (name: string, oldestSeconds: number) => ({
    queue: name,
    waiting: 3,
    oldestSeconds,
  });
  await report('worker', {
    ...ALL_UP,
    queues: [queue('codes', 5), queue('scans', 130), queue('exports', 901)],
  });
  expect((await read()).queues.map(({ state }) => state)).toEqual(['WORKING', 'SLOW', 'DOWN']);
});

test('virus signatures turn slow before their limit, and down after it', async () => {
  const hoursOld = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await report('worker', { ...ALL_UP, signaturesFrom: hoursOld(40) });
  expect((await read()).signatures?.state).toBe('SLOW');
  await report('worker', { ...ALL_UP, signaturesFrom: hoursOld(49) });
  expect((await read()).signatures?.state).toBe('DOWN');
});

test('each check is counted for its day, also those of Postgres that could not be written', async () => {
  const reporter = await report('worker', ALL_UP);
  const smtp = (isUp: boolean) => [{ service: 'smtp', isUp, seconds: 0.1 }];
  await reporter.count(smtp(true));
  await server.owner.query('alter table cairn.service_day rename to service_day_away');
  try {
    await reporter.count(smtp(false));
  } finally {
    await server.owner.query('alter table cairn.service_day_away rename to service_day');
  }
  await reporter.count(smtp(false));
  const { services } = await read();
  const days = (name: string) => services.find(({ service }) => service === name)!.days;
  const day = new Date().toISOString().slice(0, 10);
  expect(days('smtp')).toEqual([{ day, checks: 2, failures: 1 }]);
  expect(days('postgres')).toEqual([{ day, checks: 3, failures: 1 }]);
});

test('a process that is stopped on purpose is not missed', async () => {
  const reporter = await report('worker', ALL_UP);
  await reporter.stop();
  const { rows } = await server.owner.query('select from cairn.process_report');
  expect(rows).toEqual([]);
});

test('the application’s role cannot forge a report, and shows none to anybody but administrators', async () => {
  await report('worker', ALL_UP);
  const company = await server.given.company();
  const owner = await server.given.employee(company, { level: 'OWNER' });
  const token = await server.given.session(owner, { roleLevel: 'LENDER', company });
  expect((await server.call('getSystemStatus', {}, { token })).status).toBe(403);
  const { rows } = await server.owner.query<{ may: boolean }>(
    `select bool_or(has_table_privilege('cairn_app', 'cairn.' || name, privilege)) may
     from unnest(array['process_report', 'service_day']) name,
       unnest(array['insert', 'update', 'delete']) privilege`,
  );
  expect(rows).toEqual([{ may: false }]);
});
