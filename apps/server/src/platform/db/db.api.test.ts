import { connect, createServer, type AddressInfo } from 'node:net';
import { makeDatabase, ownerPool, until, type TestDatabase } from '@cairn/testing';
import { newId } from '../ids.ts';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Db, SessionOver, type Scope } from './db.ts';
import { statement, MAX_STATEMENTS } from './pipeline.ts';
import type { Beginning, Tracing } from '../tracing/tracing.ts';

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

test('a statement without an end is ended, and its transaction holds no locks', async () => {
  const name = new URL(database.urls.app).pathname.slice(1);
  await owner.query(`alter role cairn_app in database ${name} set statement_timeout = '200ms'`);
  const db = new Db({ url: database.urls.app, poolSize: 1 });
  try {
    const reads = db.reads(asCompany(companies[0]!));
    await expect(reads.run(sql('select pg_sleep(20)'))).rejects.toThrow('statement timeout');
    expect(await reads.run(sql('select 1 as one'))).toEqual([{ one: 1 }]);
  } finally {
    await db.close();
    await owner.query(`alter role cairn_app in database ${name} reset statement_timeout`);
  }
});

test('a transaction sends in one flush what it is given without waiting', async () => {
  const flushes: number[] = [];
  const tracing = {
    span: (_name: string, { attributes }: Beginning, work: () => Promise<unknown>) => {
      flushes.push(attributes!['db.operation.batch.size'] as number);
      return work();
    },
  } as unknown as Tracing;
  const db = new Db({ url: database.urls.app, poolSize: 1, tracing });
  await db.write(asCompany(companies[0]!), async (tx) => {
    await Promise.all([tx.run(sql('select 1')), tx.run(sql('select 2')), tx.run(sql('select 3'))]);
    await tx.run(sql('select 4'));
  });
  // BEGIN with the caller's context and three statements; one statement; COMMIT.
  expect(flushes).toEqual([5, 1, 1]);
  await db.close();
});

test('both timeouts come from the role, so that a pooler cannot lose them', async () => {
  const db = new Db({ url: database.urls.app, poolSize: 1 });
  const rows = await db.reads({ kind: 'anonymous' }).run(
    sql<{ name: string; setting: string; source: string }>(
      `select name, setting, source from pg_settings
       where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name`,
    ),
  );
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '30000', source: 'user' },
    { name: 'statement_timeout', setting: '30000', source: 'user' },
  ]);
  await db.close();
});

test('a server that stops answering is given up after the query timeout', async () => {
  // A proxy that forwards everything until the test silences it.
  const target = new URL(database.urls.app);
  let silent = false;
  const proxy = createServer((socket) => {
    const upstream = connect(Number(target.port), target.hostname);
    socket.on('data', (data) => void upstream.write(data)).on('error', () => upstream.destroy());
    upstream.on('data', (data) => void (silent || socket.write(data))).on('error', () => {});
    socket.on('close', () => upstream.destroy());
  });
  await new Promise<void>((done) => void proxy.listen(0, '127.0.0.1', done));
  const url = new URL(database.urls.app);
  url.port = String((proxy.address() as AddressInfo).port);
  const db = new Db({ url: url.href, poolSize: 1, queryTimeoutMs: 300 });
  const one = () => db.reads({ kind: 'anonymous' }).run(sql('select 1 as one'));
  expect(await one()).toEqual([{ one: 1 }]);
  silent = true;
  const began = Date.now();
  await expect(one()).rejects.toThrow('Postgres did not answer in time');
  expect(Date.now() - began).toBeLessThan(3000);
  silent = false;
  expect(await one()).toEqual([{ one: 1 }]);
  await db.close();
  proxy.close();
});

test('a connection is discarded after a failed flush, and kept after a refusal', async () => {
  const db = new Db({ url: database.urls.app, poolSize: 1 });
  const pid = async () =>
    (
      await db
        .reads({ kind: 'anonymous' })
        .run(sql<{ pid: number }>('select pg_backend_pid() as pid'))
    )[0]!.pid;
  const first = await pid();
  await expect(
    db.write({ kind: 'anonymous' }, async (tx) => {
      await tx.run(sql('select 1'));
      throw new Error('refused by a rule');
    }),
  ).rejects.toThrow('refused by a rule');
  expect(await pid()).toBe(first);
  await expect(
    db.write({ kind: 'anonymous' }, (tx) => tx.run(sql('select 1 / 0'))),
  ).rejects.toThrow('division by zero');
  expect(await pid()).not.toBe(first);
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

  test('a query sees only its own company, whatever scope used the connection before', async () => {
    const jobs = Array.from(
      { length: 600 },
      (_unused, index) => companies[index % companies.length]!,
    );
    const wrong: unknown[] = [];
    await Promise.all(
      jobs.map(async (companyId, index) => {
        // Some queries fail, and some run without a context.
        if (index % 7 === 0)
          await db
            .reads(asCompany(companyId))
            .run(sql('select 1/0'))
            .catch(() => {});
        const rows = await db
          .reads(asCompany(companyId))
          .run(sql<{ company_id: string }>('select company_id from phase'));
        if (rows.length !== 1 || rows[0]!.company_id !== companyId) wrong.push(rows);
        const none = await db.reads({ kind: 'anonymous' }).run(sql('select company_id from phase'));
        if (none.length !== 0) wrong.push(none);
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('statements in ever new shapes do not pile up in the database', async () => {
    const own = new Db({ url: database.urls.app, poolSize: 1, awaited });
    const countPrepared = async () =>
      (
        await own
          .reads({ kind: 'anonymous' })
          .run(sql<{ kept: number }>('select count(*)::int as kept from pg_prepared_statements'))
      )[0]!.kept;
    for (let shape = 0; shape < MAX_STATEMENTS + 20; shape += 1) {
      await own.reads({ kind: 'anonymous' }).run(sql(`select ${shape} as shape`));
    }
    expect(await countPrepared()).toBeLessThan(100);
    for (let shape = 0; shape < MAX_STATEMENTS + 20; shape += 1) {
      await own.write({ kind: 'anonymous' }, (tx) => tx.run(sql(`select ${shape} as other_shape`)));
    }
    expect(await countPrepared()).toBeLessThan(100);
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

  test('statements of a transaction that do not wait for one another keep their order', async () => {
    const numbers = Array.from({ length: 120 }, (_unused, index) => index);
    const results = await db.write(asCompany(companies[0]!), async (tx) => {
      const first = tx.run(sql(`select set_config('cairn.test', 'first', true)`));
      const setting = tx.run(
        sql<{ seen: string }>(`select current_setting('cairn.test', true) as seen`),
      );
      const second = tx.run(sql(`select set_config('cairn.test', 'second', true)`));
      const many = numbers.map((number) =>
        tx.run(
          sql<{ number: number; seen: string }>(
            `select $1::int as number, current_setting('cairn.test', true) as seen`,
            number,
          ),
        ),
      );
      await Promise.all([first, second]);
      return [await setting, (await Promise.all(many)).flat()];
    });
    expect(results).toEqual([
      [{ seen: 'first' }],
      numbers.map((number) => ({ number, seen: 'second' })),
    ]);
  });

  test('what follows a lock in the same flush sees what its holder committed', async () => {
    const companyId = companies[1]!;
    const holder = await owner.connect();
    await holder.query('begin');
    await holder.query(`update cairn.company set name = 'changed' where id = $1`, [companyId]);
    const waiting = db.write(asCompany(companyId), (tx) =>
      tx.together(
        sql('select id from company where id = $1 for no key update', companyId),
        sql<{ name: string }>('select name from company where id = $1', companyId),
      ),
    );
    await until(async () => {
      const { rows } = await owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    await holder.query('commit');
    holder.release();
    expect((await waiting)[1]).toEqual([{ name: 'changed' }]);
  });

  test('one statement that fails, fails the transaction with all that was sent beside it', async () => {
    const before = await count('cairn.idempotency');
    const outcomes = await db
      .write(asCompany(companies[0]!), async (tx) =>
        Promise.all([
          tx.run(sql(`insert into idempotency values ($1, $2, '', 200, null)`, newId(), newId())),
          tx.run(sql('select 1/0')).catch(() => {}),
        ]),
      )
      .catch((error: Error) => error.message);
    expect(outcomes).toContain('division by zero');
    expect(await count('cairn.idempotency')).toBe(before);
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
      db.reads({ kind: 'anonymous' }).run(sql('select $1::jsonb', circular)),
    ).rejects.toThrow();
    const [row] = await db
      .reads({ kind: 'anonymous' })
      .run(sql<{ one: number }>('select 1 as one'));
    expect(row).toEqual({ one: 1 });
  });

  test('a connection killed by the server fails its query and no other', async () => {
    const killed = db
      .reads({ kind: 'anonymous' })
      .run(sql('select pg_terminate_backend(pg_backend_pid())'));
    await expect(killed).rejects.toThrow();
    for (let index = 0; index < 5; index += 1) {
      expect(await db.reads({ kind: 'anonymous' }).run(sql('select 1 as one'))).toEqual([
        { one: 1 },
      ]);
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

  test('values arrive in the types of the application', async () => {
    const [row] = await db.reads({ kind: 'anonymous' }).run(
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
    await expect(record(one, { kind: 'anonymous' }, db)).rejects.toThrow('not in the caller');
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

test('the application makes no one an administrator of the platform, or a system account', async () => {
  const id = newId();
  await owner.query(
    `insert into cairn.account (id, email_address, given_name, family_name) values ($1, $2, 'Ada', 'Wren')`,
    [id, `${id}@example.com`],
  );
  const db = new Db({ url: database.urls.app, poolSize: 1 });
  const scope = asCompany(companies[0]!);
  for (const [text, ...values] of [
    ['update cairn.account set is_platform_admin = true where id = $1', id],
    ['update cairn.account set is_system = true where id = $1', id],
    [
      `insert into cairn.account (id, email_address, given_name, family_name, is_platform_admin)
       values ($1, $2, 'Ada', 'Wren', true)`,
      newId(),
      'another@example.com',
    ],
  ] as const) {
    await expect(db.write(scope, (tx) => tx.run(sql(text, ...values)))).rejects.toThrow(
      'permission denied for table account',
    );
  }
  await db.close();
});
