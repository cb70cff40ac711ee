/** Counts what the feed reads: index searches and pages do not grow with lenders, events or open transactions. */
import { setTimeout as wait } from 'node:timers/promises';
import { Ear, startTestServer, until, type Company, type TestServer } from '@cairn/testing';
import pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../platform/actor.ts';
import { Bus } from '../platform/bus.ts';
import { newId, PLATFORM_COMPANY } from '../platform/ids.ts';
import {
  EventFeed,
  MISSED_EVENTS,
  MISSED_EVENTS_OF_ALL,
  NEW_EVENTS,
  ROLES_ON_LOANS,
} from './event-feed.ts';

let server: TestServer;
let company: Company;
const ears: Ear[] = [];

beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  company = await server.given.company();
});
afterEach(() => {
  for (const ear of ears.splice(0)) ear.close();
});
afterAll(() => server.stop());

const listen = async (as: string, lastEventId?: string) => {
  const ear = await Ear.listen(server, as, lastEventId);
  ears.push(ear);
  return ear;
};
const staff = async (of: Company) =>
  server.given.session(await server.given.employee(of), { roleLevel: 'LENDER', company: of });

/** Commits by itself; `times` events are written in one transaction. */
const write = (kind: string, { of = company.id, times = 1 } = {}) =>
  server.owner.query(
    `insert into cairn.event (company_id, id, at, kind, staff_only, changes)
      select $1, uuidv7(), now(), $2, false, '{}' from generate_series(1, $3)`,
    [of, kind, times],
  );

interface PlanNode {
  'Index Searches'?: number;
  Plans?: PlanNode[];
}
const searchesOf = (node: PlanNode): number =>
  (node['Index Searches'] ?? 0) +
  (node.Plans ?? []).reduce((sum, each) => sum + searchesOf(each), 0);

/** Uses a generic plan, which the feed's prepared statements get after a few executions. */
async function measure(client: pg.ClientBase, text: string, values: string[]) {
  const name = `measured_${Math.random().toString(36).slice(2)}`;
  await client.query(`prepare ${name} as ${text}`);
  const run = `explain (analyze, buffers, format json) execute ${name}(${values.join(', ')})`;
  await client.query(run);
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode & Counted }] }>(run);
  const plan = rows[0]!['QUERY PLAN'][0].Plan;
  return {
    searches: searchesOf(plan),
    pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
  };
}
interface Counted {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

describe('what a look reads', () => {
  const LENDERS = 2000;
  const EVENTS_EACH = 50;
  const LATER = 1_000_000_000;
  const lender = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const loanOf = (number: number) => `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
  let relay: pg.Client;

  beforeAll(async () => {
    const owner = await server.owner.connect();
    // Events without actual lenders, because only the indexes matter here.
    await owner.query('begin');
    await owner.query('set local session_replication_role = replica');
    await owner.query(
      `insert into cairn.loan_role (company_id, id, loan_id, account_id, role)
        select format('00000000-0000-4000-8000-%s', lpad(c::text, 12, '0'))::uuid, gen_random_uuid(),
          format('00000000-0000-4000-9000-%s', lpad(c::text, 12, '0'))::uuid, gen_random_uuid(), 'BORROWER'
        from generate_series(1, $1) c, generate_series(1, 10)`,
      [LENDERS],
    );
    await owner.query(
      `insert into cairn.event (company_id, id, at, kind, staff_only, changes, position)
        select format('00000000-0000-4000-8000-%s', lpad(c::text, 12, '0'))::uuid, uuidv7(), now(), 'test.past',
          false, '{}', $3 + n * $1 + c
        from generate_series(1, $1) c, generate_series(1, $2) n`,
      [LENDERS, EVENTS_EACH, LATER],
    );
    await owner.query('commit');
    await owner.query('vacuum analyze cairn.event, cairn.loan_role');
    owner.release();
    relay = new pg.Client(server.config.database.relay);
    await relay.connect();
    await relay.query('set plan_cache_mode = force_generic_plan');
  }, 120_000);
  afterAll(async () => {
    await relay.end();
    await server.owner.query('delete from cairn.event where position >= $1', [LATER]);
  });

  test('roles are looked up with the company: one search for a loan, among 2,000 lenders', async () => {
    const one = await measure(relay, ROLES_ON_LOANS, [
      `array['${lender(700)}']::uuid[]`,
      `array['${loanOf(700)}']::uuid[]`,
    ]);
    const five = [1, 500, 1000, 1500, 2000];
    const many = await measure(relay, ROLES_ON_LOANS, [
      `array[${five.map((each) => `'${lender(each)}'`).join()}]::uuid[]`,
      `array[${five.map((each) => `'${loanOf(each)}'`).join()}]::uuid[]`,
    ]);
    console.log('roles on one loan, on five:', one, many);
    expect(one.searches).toBe(1);
    expect(one.pages).toBeLessThan(20);
    expect(many.searches).toBe(5);
    expect(many.pages).toBeLessThan(100);
  });

  const NOTHING_LATE = `'{}'::bigint[]`;
  const past = (events: number) => String(LATER + LENDERS * (EVENTS_EACH + 1) - events + 1);

  test('a look reads a page at most, however many events wait', async () => {
    const nil = `'${PLATFORM_COMPANY}'`;
    const from = (position: string) => [NOTHING_LATE, '-1', nil, position, nil, 'null'];
    const few = await measure(relay, NEW_EVENTS, from(past(10)));
    const all = await measure(relay, NEW_EVENTS, from('0'));
    console.log('a look at 10 new events, at 100,000:', few, all);
    expect(few.searches).toBeLessThanOrEqual(2);
    expect(few.pages).toBeLessThan(40);
    expect(all.searches).toBeLessThanOrEqual(2);
    expect(all.pages).toBeLessThan(600);
  });

  test('a replay reads the events of one company, not of everybody', async () => {
    const { pages, searches } = await measure(relay, MISSED_EVENTS, [
      '0',
      NOTHING_LATE,
      `'${newId()}'`,
      `array['${lender(700)}', '${PLATFORM_COMPANY}']::uuid[]`,
    ]);
    console.log('replay of 50 events of one company among 100,000:', { pages, searches });
    expect(searches).toBeLessThanOrEqual(4);
    expect(pages).toBeLessThan(150);
  });

  test('a replay for the operator stops at its limit', async () => {
    const { pages, searches } = await measure(relay, MISSED_EVENTS_OF_ALL, ['0', NOTHING_LATE]);
    console.log('replay for the operator of 100,000 events:', { pages, searches });
    expect(searches).toBeLessThanOrEqual(2);
    expect(pages).toBeLessThan(1200);
  });
});

describe('the order of events', () => {
  test('is by number, not by text', async () => {
    const ear = await listen(await staff(company));
    for (let index = 0; index < 12; index += 1) await write(`test.number${index}`);
    await until(async () => ear.changes.length === 12);
    expect(ear.changes.map(({ kind }) => kind)).toEqual(
      Array.from({ length: 12 }, (_, index) => `test.number${index}`),
    );
  });

  test('more than a page in one transaction comes once each, and what follows after it', async () => {
    const ear = await listen(await staff(company));
    await write('test.bulk', { times: 1300 });
    await write('test.after');
    await server.owner.query('notify cairn_events');
    await until(async () => ear.changes.at(-1)?.kind === 'test.after');
    expect(ear.changes).toHaveLength(1301);
    expect(new Set(ear.changes.map(({ id }) => id)).size).toBe(1301);
  });
});

/** Starts a separate feed, as in another process, and counts the rows that its queries return. */
async function startFeed() {
  const bus = new Bus(server.config.database.relay);
  await bus.start();
  const feed = new EventFeed({ url: server.config.database.relay, log: pino({ level: 'silent' }) });
  let rowsRead = 0;
  const { pool } = feed as unknown as { pool: pg.Pool };
  const query = pool.query.bind(pool) as (config: pg.QueryConfig) => Promise<pg.QueryResult>;
  pool.query = (async (config: pg.QueryConfig) => {
    const result = await query(config);
    rowsRead += result.rows.length;
    return result;
  }) as never;
  await feed.start(bus);
  const heardKinds: string[] = [];
  const cursors: (string | undefined)[] = [];
  const actor = { accountId: newId(), roleLevel: 'LENDER' as const, companyId: company.id };
  feed.add({
    actor,
    tell: ({ kind }, cursor) => {
      heardKinds.push(kind);
      cursors.push(cursor);
    },
  });
  return {
    feed,
    actor,
    heardKinds,
    cursors,
    rowsRead: () => rowsRead,
    async stop() {
      await feed.stop();
      await bus.stop();
    },
  };
}

describe('a transaction that stays open', () => {
  test('makes no look read an event twice, and its own events are told when it commits', async () => {
    const slow = await server.owner.connect();
    const reader = await startFeed();
    try {
      await slow.query('begin');
      await slow.query(
        `insert into cairn.event (company_id, id, at, kind, staff_only, changes)
          values ($1, uuidv7(), now(), 'test.slow', false, '{}')`,
        [company.id],
      );
      await write('test.meanwhile', { times: 900 });
      await server.owner.query('notify cairn_events');
      await until(async () => reader.heardKinds.length === 900);
      const resumeFrom = reader.cursors.at(-1)!;
      const before = reader.rowsRead();
      for (let index = 0; index < 10; index += 1) {
        await write('test.one');
        await server.owner.query('notify cairn_events');
        await until(async () => reader.heardKinds.length === 901 + index);
      }
      // Ten new events; a feed that read from the oldest open transaction on would read the 900 before them again.
      const rows = reader.rowsRead() - before;
      console.log('rows read by looks at ten new events while a transaction is open:', rows);
      expect(rows).toBeLessThan(100);

      const missed = async () =>
        (await reader.feed.since(resumeFrom, reader.actor))!.map(({ kind }) => kind);
      expect(await missed()).toEqual(Array(10).fill('test.one'));
      await slow.query('commit');
      await server.owner.query('notify cairn_events');
      await until(async () => reader.heardKinds.length === 911);
      expect(reader.heardKinds.at(-1)).toBe('test.slow');
      expect(await missed()).toEqual(['test.slow', ...Array(10).fill('test.one')]);
    } finally {
      await slow.query('rollback');
      slow.release();
      await reader.stop();
    }
  });

  test('a stream that breaks within a look resumes before all of it', async () => {
    const reader = await startFeed();
    await write('test.batch', { times: 3 });
    await server.owner.query('notify cairn_events');
    await until(async () => reader.heardKinds.length === 3);
    expect(reader.cursors).toEqual([undefined, undefined, expect.any(String)]);
    await reader.stop();
  });
});

describe('a cursor that cannot be resumed from', () => {
  test.each(['99999999999999.1', 'not-a-cursor', '1'])('%s: the page refetches', async (cursor) => {
    const ear = await listen(await staff(company), cursor);
    expect(ear.heard.map(({ event }) => event)).toEqual(['reset', 'ready']);
  });

  test('more events of the company than are replayed: the page refetches', async () => {
    const reader = await staff(company);
    const first = await listen(reader);
    const { id } = first.heard.at(-1)!;
    await write('test.flood', { times: 1100 });
    const again = await listen(reader, id);
    expect(again.heard.map(({ event }) => event)).toEqual(['reset', 'ready']);
  });

  test('but any number of events of another company does not matter', async () => {
    const reader = await staff(company);
    const first = await listen(reader);
    const { id } = first.heard.at(-1)!;
    await write('test.flood', { of: (await server.given.company()).id, times: 1100 });
    await write('test.mine');
    const again = await listen(reader, id);
    expect(again.changes.map(({ kind }) => kind)).toEqual(['test.mine']);
  });
});

describe('after a restore into a cluster whose transaction ids are lower', () => {
  /**
   * The state after a restore from a dump: clock and positions are those of another cluster, far above our
   * transaction ids.
   */
  async function moveToOtherCluster(): Promise<void> {
    await server.owner.query(
      `with moved as (update cairn.event set position = position + 5000000)
        update cairn.event_clock set base = base + 5000000, system_identifier = 1`,
    );
  }

  test('no old event is handed out again, none is missed, and old cursors refetch', async () => {
    const reader = await staff(company);
    const before = await listen(reader);
    await write('test.before', { times: 300 });
    await until(async () => before.changes.length === 300);
    const old = before.heard.at(-1)!.id;
    await moveToOtherCluster();

    // A process that starts on the restored database.
    const { feed, actor, heardKinds, stop } = await startFeed();
    for (let index = 0; index < 3; index += 1) {
      await write('test.restored');
      await server.owner.query('notify cairn_events');
      await until(async () => heardKinds.length > index);
    }
    expect(heardKinds).toEqual(Array(3).fill('test.restored'));
    expect(await feed.since(old, actor)).toBeUndefined();
    expect(await feed.since(await feed.currentCursor(), actor)).toEqual([]);
    await stop();

    // A process that kept running tells its pages to refetch, and continues.
    await until(async () => before.heard.some(({ event }) => event === 'reset'));
    await write('test.goesOn');
    await server.owner.query('notify cairn_events');
    await until(async () => before.changes.at(-1)!.kind === 'test.goesOn');
    expect(before.changes.filter(({ kind }) => kind === 'test.before')).toHaveLength(300);
  });
});

test('a feed that is stopped while it reads a backlog stops without an error', async () => {
  const loan = await server.given.loan(await server.given.phase(company));
  const borrower = await server.given.account();
  await server.given.role(loan, borrower, 'BORROWER');
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const feed = new EventFeed({ url: server.config.database.relay, log });
  let notify = (): void => {};
  await feed.start({
    onWake(listener: () => void) {
      notify = listener;
      return () => {};
    },
    onEphemeral: () => () => {},
    onSessionsEnded: () => () => {},
  } as unknown as Bus);
  let calls = 0;
  const actor = { accountId: borrower.id, companyId: null, roleLevel: 'BORROWER' } as Actor;
  feed.add({ actor, tell: () => void (calls += 1) });
  const happen = () =>
    server.owner.query(
      `insert into cairn.event (company_id, id, at, kind, loan_id, staff_only, changes)
        values ($1, uuidv7(), now(), 'test.stop', $2, false, '{}')`,
      [company.id, loan.id],
    );
  await happen();
  // Blocks the query for roles on the loan while another event is written.
  const holding = await server.owner.connect();
  await holding.query('begin; lock table cairn.loan_role in access exclusive mode');
  notify();
  await until(async () => {
    const { rows } = await server.owner.query(
      `select from pg_locks where relation = 'cairn.loan_role'::regclass and not granted`,
    );
    return rows.length > 0;
  });
  await happen();
  notify();
  const stopped = feed.stop();
  await holding.query('commit');
  holding.release();
  await stopped;
  notify();
  await wait(200);
  expect(lines).toEqual([]);
  expect(calls).toBe(1);
});
