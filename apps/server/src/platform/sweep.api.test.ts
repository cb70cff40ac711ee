/** ASVS 14.2.4: data that is no longer needed is removed, and nothing else. */
import { randomUUID } from 'node:crypto';
import { makeDatabase, ownerPool, type TestDatabase } from '@cairn/testing';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Db } from './db/db.ts';
import { sweep } from './sweep.ts';

let database: TestDatabase;
let owner: pg.Pool;
let db: Db;
const account = randomUUID();
const company = randomUUID();

beforeAll(async () => {
  database = await makeDatabase(process.env['MIGRATION_DATABASE_URL']!);
  owner = ownerPool(database);
  db = new Db({ url: database.urls.app, poolSize: 4 });
  await owner.query(`insert into cairn.account (id, email_address) values ($1, 'a@example.com')`, [
    account,
  ]);
});
beforeEach(async () => {
  await owner.query(
    'truncate cairn.idempotency, cairn.event, cairn.sent_mail, cairn.session, cairn.call_count',
  );
});
afterAll(async () => {
  await db.close();
  await owner.end();
  await database.drop();
});

const count = async (table: string): Promise<number> =>
  Number((await owner.query(`select count(*) from cairn.${table}`)).rows[0].count);

/** Inserts one row of each kind with this age. */
async function insertAged(age: string): Promise<void> {
  const values = [age];
  await owner.query(
    `insert into cairn.idempotency (account_id, key, request_hash, status, created_at)
     values ('${account}', gen_random_uuid(), '\\x00', 200, now() - $1::interval)`,
    values,
  );
  await owner.query(
    `insert into cairn.event (company_id, id, at, kind, changes)
     values ('${company}', gen_random_uuid(), now() - $1::interval, 'test', '{}')`,
    values,
  );
  await owner.query(
    `insert into cairn.sent_mail values (gen_random_uuid(), now() - $1::interval)`,
    values,
  );
  await owner.query(
    `insert into cairn.session (token_hash, account_id, role_level, stamp, ends_at)
     values (sha256(gen_random_uuid()::text::bytea), '${account}', 'BORROWER', gen_random_uuid(),
       now() - $1::interval)`,
    values,
  );
  await owner.query(
    `insert into cairn.call_count values (sha256(gen_random_uuid()::text::bytea), 1, now() - $1::interval)`,
    values,
  );
}

test('swept rows of each kind are kept for their time', async () => {
  for (const age of ['-1 hours', '30 minutes', '2 hours', '25 hours', '9 days', '31 days']) {
    await insertAged(age);
  }
  expect(await sweep(db)).toEqual({
    idempotency: 3,
    event: 2,
    sent_mail: 1,
    session: 3,
    call_count: 4,
    notification: 0,
  });
  expect(await count('idempotency')).toBe(3);
  expect(await count('event')).toBe(4);
  expect(await count('sent_mail')).toBe(5);
  // A second run has nothing to remove.
  expect(Object.values(await sweep(db))).toEqual([0, 0, 0, 0, 0, 0]);
});

test('an event that still waits for the relay stays, however old', async () => {
  await owner.query(
    `insert into cairn.event (company_id, id, at, kind, changes, workflow, dispatched_at)
     values ('${company}', gen_random_uuid(), now() - interval '90 days', 'waits', '{}', 'sendMail', null),
       ('${company}', gen_random_uuid(), now() - interval '90 days', 'done', '{}', 'sendMail', now())`,
  );
  expect((await sweep(db)).event).toBe(1);
  const { rows } = await owner.query('select kind from cairn.event');
  expect(rows).toEqual([{ kind: 'waits' }]);
});

test('several workers at once remove every row once, in batches', async () => {
  await owner.query(
    `insert into cairn.idempotency (account_id, key, request_hash, status, created_at)
     select '${account}', gen_random_uuid(), '\\x00', 200, now() - interval '2 days'
     from generate_series(1, 2500)`,
  );
  const results = await Promise.all([1, 2, 3].map(() => sweep(db, { batch: 400 })));
  const removed = results.reduce((sum, each) => sum + each.idempotency, 0);
  expect(removed + (await sweep(db)).idempotency).toBe(2500);
  expect(await count('idempotency')).toBe(0);
});

test('a sweep that finds nothing reads no table from end to end', async () => {
  await owner.query(
    `insert into cairn.event (company_id, id, at, kind, changes)
     select '${company}', gen_random_uuid(), now() - (n || ' seconds')::interval, 'test', '{}'
     from generate_series(1, 20000) n`,
  );
  await owner.query(
    `insert into cairn.sent_mail select gen_random_uuid(), now() from generate_series(1, 20000)`,
  );
  await owner.query('analyze cairn.event, cairn.sent_mail');
  for (const [table, condition, order] of [
    [
      'event',
      `at < now() - interval '8 days' and (workflow is null or dispatched_at is not null)`,
      'at',
    ],
    ['sent_mail', `sent_at < now() - interval '30 days'`, 'sent_at'],
  ] as const) {
    const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers) select ctid from cairn.${table} where ${condition}
       order by ${order} limit 1000 for update skip locked`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Index Scan using');
    expect(plan).not.toContain('Seq Scan');
  }
});

test('the application’s role may not remove what is not old', async () => {
  await insertAged('1 hours');
  const remove = (table: string) =>
    db.write({ kind: 'anonymous' }, (tx) =>
      tx.run({
        statement: () => ({ name: `remove ${table}`, text: `delete from ${table}`, values: [] }),
        rowType: undefined,
      } as never),
    );
  await expect(remove('event')).rejects.toThrow('permission denied');
  await expect(remove('sent_mail')).rejects.toThrow('permission denied');
});
