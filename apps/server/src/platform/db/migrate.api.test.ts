/** The migration runner, on its own databases. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from './migrate.ts';

const admin = new URL(process.env['MIGRATION_DATABASE_URL'] ?? 'postgres://unset');
let url: string;
let name: string;
let folder: string;
let client: pg.Client;

async function asAdmin(sql: string): Promise<void> {
  const at = new URL(admin);
  at.pathname = '/postgres';
  const connection = new pg.Client(at.href);
  await connection.connect();
  await connection.query(sql);
  await connection.end();
}

beforeEach(async () => {
  name = `test_migrate_${randomBytes(5).toString('hex')}`;
  await asAdmin(`create database ${name}`);
  const own = new URL(admin);
  own.pathname = `/${name}`;
  url = own.href;
  folder = mkdtempSync(join(tmpdir(), 'cairn-migrations-'));
  client = new pg.Client(url);
  await client.connect();
  write('0001-table', 'create table thing (id int primary key, name text);');
});
afterEach(async () => {
  await client.end();
  rmSync(folder, { recursive: true });
  await asAdmin(`drop database ${name} with (force)`);
});

function write(migration: string, sql: string): void {
  mkdirSync(join(folder, migration), { recursive: true });
  writeFileSync(join(folder, migration, 'up.sql'), sql);
}
const indexes = async (): Promise<string[]> =>
  (
    await client.query<{ name: string }>(
      `select relname || case when indisvalid then '' else ' invalid' end as name
       from pg_index join pg_class on pg_class.oid = indexrelid
       where relname like 'thing_%' and relname <> 'thing_pkey' order by 1`,
    )
  ).rows.map((row) => row.name);

const TWO_INDEXES = `-- no-transaction
create index concurrently thing_name on thing (name);
-- a comment; with a semicolon
create index concurrently thing_both on thing (name, id);
`;

test('a file without a transaction may have several statements', async () => {
  write('0002-indexes', TWO_INDEXES);
  expect(await migrate(url, { folder })).toEqual(['0001-table', '0002-indexes']);
  expect(await indexes()).toEqual(['thing_both', 'thing_name']);
  expect(await migrate(url, { folder })).toEqual([]);
});

test('an invalid index of an interrupted run is dropped and built again', async () => {
  await migrate(url, { folder });
  await client.query(`insert into thing values (1, 'a'), (2, 'a')`);
  // Fails half-way, as an interruption would: an invalid index stays.
  await expect(
    client.query('create unique index concurrently thing_name on thing (name)'),
  ).rejects.toThrow('could not create unique index');
  expect(await indexes()).toEqual(['thing_name invalid']);
  write('0002-indexes', TWO_INDEXES);
  await migrate(url, { folder });
  expect(await indexes()).toEqual(['thing_both', 'thing_name']);
});

test('a run that was interrupted goes on where it stopped', async () => {
  const third = 'create unique index concurrently thing_unique on thing (name);\n';
  await migrate(url, { folder });
  await client.query(`insert into thing values (1, 'a'), (2, 'a')`);
  write('0002-indexes', TWO_INDEXES + third);
  await expect(migrate(url, { folder })).rejects.toThrow('migration 0002-indexes failed');
  expect(await indexes()).toEqual(['thing_both', 'thing_name', 'thing_unique invalid']);
  await client.query('delete from thing where id = 2');
  expect(await migrate(url, { folder })).toEqual(['0002-indexes']);
  expect(await indexes()).toEqual(['thing_both', 'thing_name', 'thing_unique']);
});

test('a locked table is waited for briefly and tried again, and nothing queues behind it', async () => {
  await migrate(url, { folder });
  write('0002-column', 'alter table thing add column size int;');
  await client.query('begin');
  await client.query('select * from thing');
  const lines: string[] = [];
  const migrating = migrate(url, {
    folder,
    lockTimeoutMs: 300,
    pauseMs: 300,
    log: (line) => lines.push(line),
  });
  // A concurrent reader: without a lock timeout it would queue behind the migration.
  const reader = new pg.Client(url);
  await reader.connect();
  let longest = 0;
  while (lines.length < 2) {
    const began = Date.now();
    await reader.query('select * from thing');
    longest = Math.max(longest, Date.now() - began);
    await new Promise((resume) => setTimeout(resume, 20));
  }
  await client.query('commit');
  expect(await migrating).toEqual(['0002-column']);
  expect(lines[0]).toContain('attempt 1 of');
  expect(longest).toBeLessThan(2000);
  await reader.end();
});

test('a lock that never becomes free ends the migration with a clear error', async () => {
  await migrate(url, { folder });
  write('0002-column', 'alter table thing add column size int;');
  await client.query('begin');
  await client.query('select * from thing');
  await expect(
    migrate(url, { folder, lockTimeoutMs: 50, maxAttempts: 2, pauseMs: 10 }),
  ).rejects.toThrow('migration 0002-column failed: canceling statement due to lock timeout');
  await client.query('commit');
});

test('databases of one cluster that change the same role at once are all migrated', async () => {
  const role = `${name}_role`;
  await asAdmin(`create role ${role}`);
  const databases = Array.from({ length: 4 }, (_, index) => `${name}_${index}`);
  for (const each of databases) await asAdmin(`create database ${each}`);
  // Slow enough that the two runs overlap.
  write(
    '0002-role',
    `alter role ${role} set search_path = cairn; select pg_sleep(0.1); alter role ${role} set timezone = 'UTC';`,
  );
  try {
    const applied = await Promise.all(
      databases.map((each) =>
        migrate(url.replace(`/${name}`, `/${each}`), { folder, pauseMs: 20 }),
      ),
    );
    expect(applied).toEqual(databases.map(() => ['0001-table', '0002-role']));
  } finally {
    for (const each of databases) await asAdmin(`drop database ${each} with (force)`);
    await asAdmin(`drop role ${role}`);
  }
});

test('a database that a newer version migrated is refused', async () => {
  write('0009-later', 'select 1');
  await migrate(url, { folder });
  rmSync(join(folder, '0009-later'), { recursive: true });
  write('0002-column', 'alter table thing add column size int;');
  await expect(migrate(url, { folder })).rejects.toThrow('0009-later');
  const { rows } = await client.query(
    `select from information_schema.columns where table_name = 'thing' and column_name = 'size'`,
  );
  expect(rows).toHaveLength(0);
});

test('an edited file is refused', async () => {
  await migrate(url, { folder });
  write('0001-table', 'create table thing (id int);');
  await expect(migrate(url, { folder })).rejects.toThrow('edited');
});
