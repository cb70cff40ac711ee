/** The relay against a real Temporal: a bad event, a slow Temporal or an absent one must not hold up other events. */
import { randomUUID } from 'node:crypto';
import { makeDatabase, ownerPool, until, type TestDatabase } from '@cairn/testing';
import { Client, Connection } from '@temporalio/client';
import type pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Bus } from './bus.ts';
import { newId } from './ids.ts';
import { CLAIM, MAX_ATTEMPTS, Relay } from './relay.ts';

const QUEUE = `test-relay-${randomUUID()}`;
const COMPANY = '00000000-0000-4000-8000-000000000001';
let database: TestDatabase;
let owner: pg.Pool;
let connection: Connection;
let client: Client;
let logged: string[] = [];
const stopping: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await makeDatabase(process.env['MIGRATION_DATABASE_URL']!);
  owner = ownerPool(database);
  connection = await Connection.connect({ address: process.env['TEMPORAL_ADDRESS']! });
  client = new Client({ connection });
});
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop();
  // This queue has no worker: terminate the started workflows.
  const { rows } = await owner.query<{ id: string }>(
    'delete from cairn.event where dispatched_at is not null returning id',
  );
  for (const { id } of rows) {
    await client.workflow
      .getHandle(id)
      .terminate()
      .catch(() => {});
  }
  await owner.query('delete from cairn.event');
  logged = [];
});
afterAll(async () => {
  await connection.close();
  await owner.end();
  await database.drop();
});

async function startRelay(over: Partial<ConstructorParameters<typeof Relay>[0]> = {}) {
  const bus = new Bus(database.urls.relay);
  await bus.start();
  const relay = new Relay({
    url: database.urls.relay,
    client,
    taskQueueFor: (workflow) => (workflow.startsWith('unknown') ? undefined : QUEUE),
    urgent: ['sendMail'],
    log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
    ...over,
  });
  relay.start(bus);
  stopping.push(async () => {
    await relay.stop();
    await bus.stop();
  });
  return relay;
}

async function write(
  workflow: string,
  {
    times = 1,
    company = COMPANY,
    input = {},
  }: { times?: number; company?: string; input?: object } = {},
): Promise<string[]> {
  const ids = Array.from({ length: times }, () => newId());
  await owner.query(
    `insert into cairn.event (company_id, id, at, kind, staff_only, changes, workflow, input)
      select $1, id, now(), 'test.work', false, '{}', $2, $3 from unnest($4::uuid[]) id`,
    [company, workflow, JSON.stringify(input), ids],
  );
  await owner.query('notify cairn_events');
  return ids;
}

interface Row {
  dispatched: boolean;
  failed: boolean;
  attempts: number;
  last_error: string | null;
}
const rowsOf = async (ids: string[]): Promise<Row[]> => {
  const { rows } = await owner.query<Row>(
    `select dispatched_at is not null as dispatched, failed_at is not null as failed, attempts, last_error
      from cairn.event where id = any($1::uuid[]) order by id`,
    [ids],
  );
  return rows;
};
const dispatched = async (ids: string[]): Promise<boolean> =>
  (await rowsOf(ids)).every((row) => row.dispatched);
const exists = (id: string): Promise<boolean> =>
  client.workflow
    .getHandle(id)
    .describe()
    .then(() => true)
    .catch(() => false);

/** A client that runs `start` in place of each workflow start. */
const clientWith = (start: (id: string, go: () => Promise<unknown>) => Promise<unknown>): Client =>
  ({
    withDeadline: (deadline: number, call: () => Promise<unknown>) =>
      client.withDeadline(deadline, call),
    workflow: {
      start: (name: string, options: { workflowId: string }) =>
        start(options.workflowId, () => client.workflow.start(name, options as never)),
    },
  }) as unknown as Client;

describe('an event that cannot be started', () => {
  test('delays only itself: events behind 120 bad ones are started', async () => {
    const unknown = await write('unknownWorkflow', { times: 110 });
    const huge = await write('scanDocument', {
      times: 10,
      input: { text: 'x'.repeat(5_000_000) },
    });
    const good = [...(await write('scanDocument', { times: 5 })), ...(await write('sendMail'))];
    await startRelay();
    await until(() => dispatched(good));
    const bad = await until(async () => {
      const rows = await rowsOf([...unknown, ...huge]);
      return rows.every(({ last_error }) => last_error !== null) && rows;
    });
    expect(bad.every((row) => !row.dispatched && row.attempts >= 1)).toBe(true);
  }, 60_000);

  test(`is set aside after ${MAX_ATTEMPTS} attempts, with an alert, and can be requeued`, async () => {
    const [id] = await write('unknownWorkflow');
    await owner.query('update cairn.event set attempts = $1', [MAX_ATTEMPTS - 1]);
    await startRelay();
    await until(async () => (await rowsOf([id!]))[0]!.failed);
    const alert = logged
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find((line) => line['alert']);
    expect(alert).toMatchObject({
      level: 50,
      alert: 'outbox-dead-letter',
      eventId: id,
      workflow: 'unknownWorkflow',
    });
    // The statement of `cairn outbox requeue`.
    await owner.query(
      `update cairn.event set failed_at = null, attempts = 0, due_at = now(), workflow = 'scanDocument'
        where id = $1 and failed_at is not null`,
      [id],
    );
    await until(() => dispatched([id!]));
    expect(await exists(id!)).toBe(true);
  });

  test('one that hangs keeps nothing of its lane waiting', async () => {
    const gate = Promise.withResolvers<void>();
    const [slow] = await write('scanDocument');
    await startRelay({
      client: clientWith(async (id, go) => {
        if (id === slow) await gate.promise;
        return go();
      }),
    });
    await until(async () => (await rowsOf([slow!]))[0]!.attempts === 1);
    const start = Date.now();
    const later = await write('scanDocument', { times: 3 });
    await until(() => dispatched(later));
    console.log('three events behind one that hangs:', Date.now() - start, 'ms');
    expect((await rowsOf([slow!]))[0]!.dispatched).toBe(false);
    gate.resolve();
    await until(() => dispatched([slow!]));
  });
});

test('no transaction is open while Temporal is called', async () => {
  const gate = Promise.withResolvers<void>();
  let calling = 0;
  await startRelay({
    client: clientWith(async (_, go) => {
      calling += 1;
      await gate.promise;
      return go();
    }),
  });
  const ids = await write('scanDocument', { times: 20 });
  await until(async () => calling === 20);
  const { rows } = await owner.query(
    `select state from pg_stat_activity where datname = current_database() and usename = 'cairn_relay'
      and (backend_xid is not null or state like 'idle in transaction%')`,
  );
  expect(rows).toEqual([]);
  gate.resolve();
  await until(() => dispatched(ids));
});

test('while Temporal is not reachable nothing is given up, and all of it is started afterwards', async () => {
  const away = Connection.lazy({ address: '127.0.0.1:9' });
  const ids = await write('scanDocument', { times: 30 });
  const relay = await startRelay({ client: new Client({ connection: away }) });
  await until(async () => logged.some((line) => line.includes('not reachable')), 30_000);
  expect((await rowsOf(ids)).every((row) => !row.dispatched && !row.failed)).toBe(true);
  stopping.splice(0);
  await relay.stop();
  await away.close();
  const rows = await rowsOf(ids);
  expect(Math.max(...rows.map(({ attempts }) => attempts))).toBe(0);
  await startRelay();
  await until(() => dispatched(ids));
}, 60_000);

test('several relays share the outbox, and a relay that died between starting and marking starts nothing twice', async () => {
  const starts = new Map<string, number>();
  const counting = clientWith((id, go) => {
    starts.set(id, (starts.get(id) ?? 0) + 1);
    return go();
  });
  for (let each = 0; each < 3; each += 1) await startRelay({ client: counting });
  const ids = await write('scanDocument', { times: 60 });
  await until(() => dispatched(ids));
  expect(ids.map((id) => starts.get(id))).toEqual(ids.map(() => 1));
  // Simulates a mark that was lost, followed by an expired lease.
  await owner.query('update cairn.event set dispatched_at = null, due_at = now()');
  await owner.query('notify cairn_events');
  await until(() => dispatched(ids));
  expect(ids.map((id) => starts.get(id))).toEqual(ids.map(() => 2));
  const count = await client.workflow.count(`TaskQueue = '${QUEUE}' and WorkflowId = '${ids[0]}'`);
  expect(count.count).toBeLessThanOrEqual(1);
});

describe('a claim', () => {
  test('takes some events of every company and workflow, even behind 2,500 waiting ones of another', async () => {
    const others = ['00000000-0000-4000-8000-000000000002', 'ffffffff-0000-4000-8000-000000000003'];
    await write('scanDocument', { times: 2500 });
    await write('makePackages', { times: 300 });
    for (const company of others) await write('scanDocument', { company });
    const [code] = await write('sendMail', { times: 1 });
    const relay = await owner.connect();
    await relay.query('begin');
    await relay.query('set local search_path to cairn, app');
    const urgent = await relay.query<{ id: string }>(CLAIM, [['sendMail'], true, randomUUID()]);
    expect(urgent.rows.map(({ id }) => id)).toEqual([code]);
    const rest = await relay.query<{ company_id: string }>(CLAIM, [
      ['sendMail'],
      false,
      randomUUID(),
    ]);
    const companies = rest.rows.map(({ company_id }) => company_id);
    expect(companies).toEqual(expect.arrayContaining(others));
    expect(companies.filter((id) => id === COMPANY).length).toBeLessThanOrEqual(50);
    await relay.query('rollback');
    relay.release();
  });
});
