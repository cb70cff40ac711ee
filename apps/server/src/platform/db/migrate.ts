/**
 * Plain SQL, forward only: db/migrations/<number>-<name>/up.sql, one transaction each, remembered
 * with a hash so that an edited file is noticed. A file whose first line is `-- no-transaction`
 * runs statement by statement outside one, for CREATE INDEX CONCURRENTLY.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

export const migrationsFolder = resolve(import.meta.dirname, '../../../../../db/migrations');
const LOCK = 4_159_265_358;

interface Migration {
  name: string;
  sql: string;
  hash: string;
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(migrationsFolder)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(migrationsFolder, name, 'up.sql'), 'utf8');
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Polls: a blocking lock would deadlock with an index that is built concurrently. */
async function lock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [LOCK]);
    if ((rows[0] as { taken: boolean }).taken) return;
    await wait(200);
  }
}

async function apply(client: pg.Client, { name, sql, hash }: Migration): Promise<void> {
  const remember = 'insert into public.migration (name, hash) values ($1, $2)';
  if (sql.startsWith('-- no-transaction')) {
    await client.query(sql);
    await client.query(remember, [name, hash]);
    return;
  }
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('reset role');
    await client.query(remember, [name, hash]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${name} failed`, { cause: error });
  }
}

export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await lock(client);
    await client.query(`create table if not exists public.migration (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`);
    const { rows } = await client.query<{ name: string; hash: string }>(
      'select * from public.migration',
    );
    const applied = new Map(rows.map((row) => [row.name, row.hash]));
    const fresh: string[] = [];
    for (const migration of await readMigrations()) {
      const before = applied.get(migration.name);
      if (before === migration.hash) continue;
      if (before) throw new Error(`migration ${migration.name} was edited after it was applied`);
      await apply(client, migration);
      fresh.push(migration.name);
    }
    return fresh;
  } finally {
    await client.end();
  }
}

/** Runs every check.sql; returns what does not hold, a line each. */
export async function violations(url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  const found: string[] = [];
  try {
    for (const name of (await readdir(migrationsFolder)).toSorted()) {
      const checks = await readFile(join(migrationsFolder, name, 'check.sql'), 'utf8');
      const results = (await client.query(checks)) as unknown as pg.QueryResult[] | pg.QueryResult;
      for (const { rows } of [results].flat()) {
        for (const row of rows) found.push(`${name}: ${JSON.stringify(row)}`);
      }
    }
    return found;
  } finally {
    await client.end();
  }
}
