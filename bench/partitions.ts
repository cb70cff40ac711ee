/**
 * node bench/partitions.ts [rows a day]: compares the current tables of events and stored replies with the same tables
 * partitioned by day (events by range of their ID, which begins with the time). Measures the cost of a write, the event
 * feed, the relay and the removal of a day, in pages, bytes of the write-ahead log and milliseconds. See
 * docs/decisions/0186.
 */
import { CLAIM } from '@cairn/server/platform/relay';
import { MISSED_EVENTS, NEW_EVENTS } from '@cairn/server/http/event-feed';
import { migrate } from '@cairn/server/platform/db/migrate';
import { startPrivatePostgres } from '@cairn/testing/private-postgres';
import pg from 'pg';
import { median } from './statistics.ts';

const PER_DAY = Number(process.argv[2] ?? 50_000);
/** The retention of events in days, plus the day that is removed. */
const DAYS = 9;
const INSERTS = 20_000;
const SAMPLES = 101;
const COMPANY = '00000000-0000-7000-8000-000000000001';

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'WAL Bytes'?: number;
}
interface Explained {
  Plan: Plan;
  'Execution Time': number;
  'Planning Time': number;
}

const postgres = await startPrivatePostgres();
const url = postgres.url('postgres', 'cairn');
await postgres.query('create database cairn');
await migrate(url);
const client = new pg.Client(url);
await client.connect();
try {
  await client.query('set search_path to cairn, app, public');
  await client.query('set synchronous_commit to off');
  await run();
} finally {
  await client.end();
  await postgres.stop();
}

async function run(): Promise<void> {
  await client.query(
    'create table event_by_day (like event including all) partition by range (id)',
  );
  for (let day = DAYS; day >= 0; day -= 1) {
    await client
      .query(
        `select format('create table event_day_%s partition of event_by_day for values from (%L) to (%L)', ${day}, low, high)
       from (select ${bound(`now() - interval '${day} days'`)} as low,
         ${bound(`now() - interval '${day - 1} days'`)} as high) b`,
      )
      .then(({ rows }) => client.query(Object.values(rows[0] as object)[0] as string));
  }
  for (const table of ['event', 'event_by_day']) await fill(table);
  await client.query('vacuum analyze');
  console.log(`${DAYS * PER_DAY} events of ${DAYS} days`);
  const flat = await measureEvents();
  const swept = await timed(async () => {
    for (;;) {
      const { rows } = await client.query<{ removed: number }>(
        `select app.sweep('event', 1000) as removed`,
      );
      if (rows[0]!.removed === 0) return;
    }
  });
  const vacuumed = await timed(() => client.query('vacuum event'));
  await client.query('alter table event rename to event_flat');
  await client.query('alter table event_by_day rename to event');
  const parted = await measureEvents();
  const dropped = await timed(() =>
    client.query(`drop table event_day_${DAYS}, event_day_${DAYS - 1}`),
  );
  for (const name of Object.keys(flat)) {
    console.log(`${name}: one table ${flat[name]}; by day ${parted[name]}`);
  }
  console.log(
    `removal of a day: one table ${say(swept)}, then vacuum ${say(vacuumed)}; by day ${say(dropped)}`,
  );
  await measureReplies();
}

/** The lowest ID for a point in time. */
function bound(moment: string): string {
  return `(lpad(to_hex((extract(epoch from date_trunc('day', ${moment})) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid`;
}

async function fill(table: string): Promise<void> {
  await client.query(
    `insert into ${table} (company_id, id, at, kind, loan_id, staff_only, changes, workflow, dispatched_at, position)
     select md5('company' || n % 300)::uuid, uuidv7(-age), now() - age, 'document.read', md5('loan' || n % 5000)::uuid,
       false, '{documents}', case when n % 4 = 0 then 'notify' end, case when n % 4 = 0 then now() end, n
     from (select n, ($1 - n) * (interval '1 day' / $2::int) + interval '1 second' as age
       from generate_series(1, $1) n) made order by n`,
    [DAYS * PER_DAY, PER_DAY],
  );
}

async function measureEvents(): Promise<Record<string, string>> {
  const insert = `insert into event (company_id, id, at, kind, loan_id, staff_only, changes, position)
    values ('${COMPANY}', uuidv7(), now(), 'document.read', '${COMPANY}', false, '{documents}', 1e9::bigint + (random() * 1e9)::bigint)`;
  const many = await timed(() =>
    client.query(`do $$ begin for n in 1..${INSERTS} loop ${insert}; end loop; end $$`),
  );
  const { rows } = await client.query<{ id: string }>(
    `select id from event where company_id = '${COMPANY}' order by id desc limit 1`,
  );
  const newest = rows[0]!.id;
  const last = (DAYS * PER_DAY).toString();
  const cursor = [[], last, COMPANY, last, COMPANY, null];
  return {
    'an insert': await explained(insert),
    [`${INSERTS} inserts`]: say(many),
    'an event marked as dispatched': await explained(
      `update event set dispatched_at = now() where (company_id, id) = ('${COMPANY}', '${newest}')`,
    ),
    'a look of the feed at nothing new': await explained(NEW_EVENTS, [
      [],
      ...['3000000000', COMPANY, '3000000000', COMPANY, null],
    ]),
    'a look at 1,000': await explained(NEW_EVENTS, cursor),
    'what a returning page missed': await explained(MISSED_EVENTS, [
      String(DAYS * PER_DAY - 30_000),
      [],
      COMPANY,
      ['a', 'b'].map((each) => `${each.repeat(8)}-0000-7000-8000-000000000000`),
    ]),
    'a look of the relay at nothing': await explained(CLAIM, [[], false, COMPANY]),
  };
}

async function explained(sql: string, values: unknown[] = []): Promise<string> {
  const pages: number[] = [];
  const bytes: number[] = [];
  const times: number[] = [];
  const planned: number[] = [];
  for (let index = 0; index < SAMPLES; index += 1) {
    const { rows } = await client.query<{ 'QUERY PLAN': Explained[] }>(
      `explain (analyze, buffers, wal, timing off, format json) ${sql}`,
      values,
    );
    const [explanation] = rows[0]!['QUERY PLAN'];
    const { Plan: plan } = explanation!;
    pages.push(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);
    bytes.push(plan['WAL Bytes'] ?? 0);
    times.push(explanation!['Execution Time']);
    planned.push(explanation!['Planning Time']);
  }
  const wal = median(bytes);
  return `${median(pages)} pages, ${median(times).toFixed(2)} ms, plan ${median(planned).toFixed(2)} ms${wal > 0 ? `, ${wal} bytes of log` : ''}`;
}

interface Timed {
  readonly ms: number;
  readonly bytes: number;
}

async function timed(work: () => Promise<unknown>): Promise<Timed> {
  const at = async (): Promise<number> =>
    Number(
      (await client.query<{ at: string }>(`select pg_current_wal_insert_lsn() - '0/0' as at`))
        .rows[0]!.at,
    );
  const from = await at();
  const began = performance.now();
  await work();
  return { ms: performance.now() - began, bytes: (await at()) - from };
}

function say({ ms, bytes }: Timed): string {
  return `${Math.round(ms)} ms, ${(bytes / 1e6).toFixed(1)} MB of log`;
}

/** Stored replies must be unique by their key, which contains no time, so partitions by time cannot enforce it. */
async function measureReplies(): Promise<void> {
  const writeTime = await timed(() =>
    client.query(
      `do $$ begin for n in 1..${PER_DAY} loop
        insert into idempotency (account_id, key, request_hash, status, reply, created_at)
        values (gen_random_uuid(), gen_random_uuid(), '\\x00', 200, jsonb_build_object('id', n, 'name', repeat('x', 400)),
          now() - interval '2 days'); end loop; end $$`,
    ),
  );
  const swept = await timed(async () => {
    for (;;) {
      const { rows } = await client.query<{ removed: number }>(
        `select app.sweep('idempotency', 1000) as removed`,
      );
      if (rows[0]!.removed === 0) return;
    }
  });
  const vacuumed = await timed(() => client.query('vacuum idempotency'));
  console.log(
    `${PER_DAY} kept replies: written ${say(writeTime)}; removed ${say(swept)}, then vacuum ${say(vacuumed)}`,
  );
}
