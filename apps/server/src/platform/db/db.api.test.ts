import { makeDatabase, ownerPool, type TestDatabase } from '@cairn/testing';
import { newId } from '../ids.ts';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Db, SessionOver, type Scope } from './db.ts';
import { statement, STATEMENTS_MOST } from './flush.ts';

let database: TestDatabase;
let owner: pg.Pool;
const companies = Array.from({ length: 20 }, newId);

beforeAll(async () => {
  database = await makeDatabase(process.env['MIGRATION_DATABASE_URL']!);
  owner = ownerPool(database);
  for (const id of companies) {
    await owner.query(`insert into cairn.company (id, name) values ($1, $2)`, [id, id]);
    await owner.query(`insert into cairn.phase values ($1, gen_random_uuid(), 'One', 'LEAD', 1)`, [
      id,
    ]);
  }
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const asCompany = (companyId: string): Scope => ({ kind: 'company', companyId });
const sql = <R>(text: string, ...values: unknown[]) => ({
  statement: () => statement(text, values),
  rowType: undefined as R | undefined,
});
const count = async (table: string): Promise<number> =>
  Number((await owner.query(`select count(*) from ${table}`)).rows[0].count);

test('a statement without an end is ended, and its transaction holds nobody up', async () => {
  const db = new Db({ url: database.urls.app, poolSize: 1, longestStatementMs: 200 });
  await expect(db.reads(asCompany(companies[0]!)).run(sql('select pg_sleep(20)'))).rejects.toThrow(
    'statement timeout',
  );
  expect(await db.reads(asCompany(companies[0]!)).run(sql('select 1 as one'))).toEqual([
    { one: 1 },
  ]);
  await db.close();
});

describe.each([
  ['in one flush', false],
  ['one by one', true],
])('%s', (_, awaited) => {
  let db: Db;
  beforeAll(() => {
    db = new Db({ url: database.urls.app, poolSize: 3, awaited });
  });
  afterAll(() => db.close());

  test('a query sees its own company and nothing else, whoever used the connection before', async () => {
    const jobs = Array.from(
      { length: 600 },
      (_unused, index) => companies[index % companies.length]!,
    );
    const wrong: unknown[] = [];
    await Promise.all(
      jobs.map(async (companyId, index) => {
        // Errors, and queries without any context, are mixed in.
        if (index % 7 === 0)
          await db
            .reads(asCompany(companyId))
            .run(sql('select 1/0'))
            .catch(() => {});
        const rows = await db
          .reads(asCompany(companyId))
          .run(sql<{ company_id: string }>('select company_id from phase'));
        if (rows.length !== 1 || rows[0]!.company_id !== companyId) wrong.push(rows);
        const none = await db.reads({ kind: 'nobody' }).run(sql('select company_id from phase'));
        if (none.length !== 0) wrong.push(none);
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('statements in ever new shapes do not pile up in the database', async () => {
    const own = new Db({ url: database.urls.app, poolSize: 1, awaited });
    const kept = async () =>
      (
        await own
          .reads({ kind: 'nobody' })
          .run(sql<{ kept: number }>('select count(*)::int as kept from pg_prepared_statements'))
      )[0]!.kept;
    for (let shape = 0; shape < STATEMENTS_MOST + 20; shape += 1) {
      await own.reads({ kind: 'nobody' }).run(sql(`select ${shape} as shape`));
    }
    expect(await kept()).toBeLessThan(100);
    for (let shape = 0; shape < STATEMENTS_MOST + 20; shape += 1) {
      await own.write({ kind: 'nobody' }, (tx) => tx.run(sql(`select ${shape} as other_shape`)));
    }
    expect(await kept()).toBeLessThan(100);
    await own.close();
  });

  test('several reads share one transaction', async () => {
    const [one, two] = await db
      .reads(asCompany(companies[0]!))
      .together(
        sql<{ now: string }>('select now()::text as now'),
        sql<{ now: string }>('select now()::text as now'),
      );
    expect(one).toEqual(two);
  });

  test('a write is all or nothing: an error after it, also one that was swallowed, undoes it', async () => {
    const before = await count('cairn.idempotency');
    const insert = () =>
      sql(`insert into idempotency values ($1, $2, '', 200, null)`, newId(), newId());
    await expect(
      db.write(asCompany(companies[0]!), async (tx) => {
        await tx.run(insert());
        throw new Error('after the write');
      }),
    ).rejects.toThrow('after the write');
    await expect(
      db.write(asCompany(companies[0]!), async (tx) => {
        await tx.run(insert());
        await tx.run(sql('select 1/0')).catch(() => {});
      }),
    ).rejects.toThrow('division by zero');
    await expect(
      db.write(asCompany(companies[0]!), async (tx) => {
        await tx.run(insert());
        tx.atCommit(sql('select 1/0'));
      }),
    ).rejects.toThrow('division by zero');
    expect(await count('cairn.idempotency')).toBe(before);
    await db.write(asCompany(companies[0]!), async (tx) => {
      tx.atCommit(insert());
    });
    expect(await count('cairn.idempotency')).toBe(before + 1);
  });

  test('a value that cannot be sent sends nothing, and the connection goes on', async () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    await expect(
      db.reads({ kind: 'nobody' }).run(sql('select $1::jsonb', circular)),
    ).rejects.toThrow();
    const [row] = await db.reads({ kind: 'nobody' }).run(sql<{ one: number }>('select 1 as one'));
    expect(row).toEqual({ one: 1 });
  });

  test('a connection killed by the server fails its query and no other', async () => {
    const killed = db
      .reads({ kind: 'nobody' })
      .run(sql('select pg_terminate_backend(pg_backend_pid())'));
    await expect(killed).rejects.toThrow();
    for (let index = 0; index < 5; index += 1) {
      expect(await db.reads({ kind: 'nobody' }).run(sql('select 1 as one'))).toEqual([{ one: 1 }]);
    }
  });

  test('a session that does not exist reads and writes nothing', async () => {
    const scope: Scope = { kind: 'session', tokenHash: Buffer.alloc(32), stamp: newId() };
    await expect(db.reads(scope).run(sql('select 1'))).rejects.toBeInstanceOf(SessionOver);
    const before = await count('cairn.idempotency');
    await expect(
      db.write(scope, (tx) =>
        tx.run(sql(`insert into idempotency values ($1, $2, '', 200, null)`, newId(), newId())),
      ),
    ).rejects.toBeInstanceOf(SessionOver);
    expect(await count('cairn.idempotency')).toBe(before);
  });

  test('values arrive as the application has them', async () => {
    const [row] = await db.reads({ kind: 'nobody' }).run(
      sql(`select timestamptz '2024-03-05 10:20:30.123456+00' as moment, timestamptz '2024-03-05 10:20:30+00' as whole,
        date '2024-03-05' as day, 12345678901::int8 as big, 1234.50::numeric as money, '{a,b}'::text[] as list, null as none`),
    );
    expect(row).toEqual({
      moment: '2024-03-05T10:20:30.123Z',
      whole: '2024-03-05T10:20:30.000Z',
      day: '2024-03-05',
      big: 12345678901,
      money: 1234.5,
      list: ['a', 'b'],
      none: null,
    });
  });
});

describe('the audit chain', () => {
  const record = (companyId: string, as: Scope, db: Db) =>
    db.write(as, async (tx) => {
      tx.atCommit(
        sql(
          `select app.record($1, $2, null, 'test.done', null, null, false, '{}', '{"a": 1}', null, null)`,
          newId(),
          companyId,
        ),
      );
    });

  test('stays whole under many writers, and shows any change [C18]', async () => {
    const { violations } = await import('./migrate.ts');
    const db = new Db({ url: database.urls.app, poolSize: 8 });
    const [companyId] = companies as [string];
    await Promise.all(
      Array.from({ length: 40 }, () => record(companyId, asCompany(companyId), db)),
    );
    expect(await violations(database.urls.owner)).toEqual([]);

    const where = `where company_id = '${companyId}' and position = 20`;
    await owner.query(`update cairn.audit_entry set detail = '{"a": 2}' ${where}`);
    expect((await violations(database.urls.owner)).join()).toContain('broken_at');
    await owner.query(`update cairn.audit_entry set detail = '{"a": 1}' ${where}`);
    expect(await violations(database.urls.owner)).toEqual([]);
    await db.close();
  });

  test('takes no entry for a company that is not the caller’s, and none is changed or removed', async () => {
    const db = new Db({ url: database.urls.app, poolSize: 2 });
    const [one, two] = companies as [string, string];
    await expect(record(two, asCompany(one), db)).rejects.toThrow('not in the caller');
    await expect(record(one, { kind: 'nobody' }, db)).rejects.toThrow('not in the caller');
    for (const text of [
      'update audit_entry set detail = null',
      'delete from audit_entry',
      `insert into event values ('${one}')`,
    ]) {
      await expect(db.write(asCompany(one), (tx) => tx.run(sql(text)))).rejects.toThrow(
        'permission denied',
      );
    }
    await db.close();
  });
});
