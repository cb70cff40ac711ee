/**
 * Plain SQL, forward only: db/migrations/<number>-<name>/up.sql, one transaction each, remembered
 * with a hash so that an edited file is noticed. A file whose first line is `-- no-transaction`
 * runs statement by statement outside one, for CREATE INDEX CONCURRENTLY.
 *
 * Migrations run while the product serves requests. A statement that waits for a table lock makes
 * every later query on that table wait behind it, so a lock that is not free within
 * LOCK_TIMEOUT_MS is given up, and the migration is tried again after a pause.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { connectionOptions } from './connection-options.ts';
import { giveOwnerAccess, refuseWithoutRoles } from './owner-access.ts';
import { splitStatements } from './split-statements.ts';

export const migrationsFolder = resolve(import.meta.dirname, '../../../../../db/migrations');
const LOCK = 4_159_265_358;
const LOCK_TIMEOUT_MS = 3000;
const MAX_ATTEMPTS = 20;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';
const UNIQUE_VIOLATION = '23505';

export interface MigrateOptions {
  readonly folder?: string;
  readonly lockTimeoutMs?: number;
  readonly maxAttempts?: number;
  readonly pauseMs?: number;
  readonly log?: (line: string) => void;
}

interface Migration {
  name: string;
  sql: string;
  hash: string;
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name, 'up.sql'), 'utf8');
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Polls for the lock, because a blocking lock would deadlock with an index that is built concurrently. */
async function lock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [LOCK]);
    if ((rows[0] as { taken: boolean }).taken) return;
    await wait(200);
  }
}

const REMEMBER = 'insert into public.migration (name, hash) values ($1, $2)';

async function applyInTransaction(
  client: pg.Client,
  { name, sql, hash }: Migration,
): Promise<void> {
  await client.query(sql);
  await client.query('reset role');
  await client.query(REMEMBER, [name, hash]);
  await giveOwnerAccess(client);
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Blocked by running work or by the migration of another database; worth a retry. */
const isBusy = (error: pg.DatabaseError): boolean =>
  error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK || isCatalogConflict(error);

/** Two databases of one cluster created or altered the same role at the same time. */
const isCatalogConflict = ({ code, schema, message }: pg.DatabaseError): boolean =>
  message === 'tuple concurrently updated' ||
  (code === UNIQUE_VIOLATION && schema === 'pg_catalog');

/** Runs `work` in a transaction with a short lock timeout, and repeats it while running work is in its way. */
async function withRetries(
  client: pg.Client,
  name: string,
  options: MigrateOptions,
  work: () => Promise<void>,
): Promise<void> {
  const { lockTimeoutMs = LOCK_TIMEOUT_MS, maxAttempts = MAX_ATTEMPTS, pauseMs = 1000 } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(client, async () => {
        await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
        await work();
      });
    } catch (error) {
      if (!isBusy(error as pg.DatabaseError) || attempt >= maxAttempts) throw error;
      options.log?.(
        `migration ${name}: ${(error as Error).message} (attempt ${attempt} of ${maxAttempts}), retrying`,
      );
      // Growing pauses, so that long transactions can finish.
      await wait(pauseMs * Math.min(attempt, 10));
    }
  }
}

const CREATE_INDEX =
  /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?([\w$]+)"?\s+on\s/i;

/** An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index, which costs writes and is never used. */
async function dropInvalidIndex(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ index: string }>(
    `select format('%I.%I', nspname, relname) as index
     from pg_index
     join pg_class on pg_class.oid = indexrelid
     join pg_namespace on pg_namespace.oid = relnamespace
     where relname = $1 and not indisvalid`,
    [name],
  );
  for (const { index } of rows) await client.query(`drop index concurrently ${index}`);
}

async function isBuilt(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_index join pg_class on pg_class.oid = indexrelid
     where relname = $1 and indisvalid`,
    [name],
  );
  return rowCount !== 0;
}

/**
 * Runs statement by statement and records each one: after an interruption, the next run continues where this one
 * stopped.
 */
async function applyWithoutTransaction(client: pg.Client, migration: Migration): Promise<void> {
  const { name, sql, hash } = migration;
  await client.query(`create table if not exists public.migration_progress (
    name text primary key, hash text not null, statements int not null default 0)`);
  const before = await client.query<{ hash: string; statements: number }>(
    'select hash, statements from public.migration_progress where name = $1',
    [name],
  );
  const attempt = before.rows[0];
  if (attempt && attempt.hash !== hash) {
    throw new Error('it was interrupted, and its file was edited since');
  }
  await client.query(
    'insert into public.migration_progress (name, hash) values ($1, $2) on conflict do nothing',
    [name, hash],
  );
  const statements = splitStatements(sql);
  for (let position = attempt?.statements ?? 0; position < statements.length; position += 1) {
    const text = statements[position]!;
    const index = CREATE_INDEX.exec(text)?.[1];
    if (index) await dropInvalidIndex(client, index);
    // The interruption came after the index was built and before that was recorded.
    const isDone =
      attempt?.statements === position && index !== undefined && (await isBuilt(client, index));
    if (!isDone) await client.query(text);
    await client.query('update public.migration_progress set statements = $2 where name = $1', [
      name,
      position + 1,
    ]);
  }
  await client.query('reset role');
  await client.query('begin');
  await client.query(REMEMBER, [name, hash]);
  await client.query('delete from public.migration_progress where name = $1', [name]);
  await giveOwnerAccess(client);
  await client.query('commit');
}

async function apply(
  client: pg.Client,
  migration: Migration,
  options: MigrateOptions,
): Promise<void> {
  try {
    await (migration.sql.startsWith('-- no-transaction')
      ? applyWithoutTransaction(client, migration)
      : withRetries(client, migration.name, options, () => applyInTransaction(client, migration)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`migration ${migration.name} failed: ${reason}`, { cause: error });
  }
}

export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const client = new pg.Client(connectionOptions(url));
  await client.connect();
  try {
    await lock(client);
    await refuseWithoutRoles(client);
    await client.query(`create table if not exists public.migration (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`);
    const { rows } = await client.query<{ name: string; hash: string }>(
      'select * from public.migration',
    );
    const applied = new Map(rows.map((row) => [row.name, row.hash]));
    const migrations = await readMigrations(options.folder ?? migrationsFolder);
    refuseUnknown(migrations, [...applied.keys()]);
    const fresh: string[] = [];
    // Adds the policies to a database that an older version migrated without them.
    await withRetries(client, 'of the owner’s policies', options, () => giveOwnerAccess(client));
    for (const migration of migrations) {
      const before = applied.get(migration.name);
      if (before === migration.hash) continue;
      if (before) throw new Error(`migration ${migration.name} was edited after it was applied`);
      await apply(client, migration, options);
      fresh.push(migration.name);
    }
    return fresh;
  } finally {
    await client.end();
  }
}

/** Throws for a database with migrations of a newer version: it must not be migrated by an older one. */
function refuseUnknown(migrations: readonly Migration[], applied: readonly string[]): void {
  const names = new Set(migrations.map(({ name }) => name));
  const unknown = applied.filter((name) => !names.has(name)).toSorted();
  if (unknown.length === 0) return;
  throw new Error(
    `the database has migrations that this version does not know (${unknown.join(', ')}): it was migrated by a newer version`,
  );
}

/** Migrations of this version that the database lacks, and those of a newer version that it has. */
export async function schemaDifference(
  client: pg.ClientBase,
  folder = migrationsFolder,
): Promise<{ missing: string[]; unknown: string[] }> {
  const own = (await readdir(folder)).toSorted();
  const { rows } = await client.query<{ name: string }>(
    'select name from public.migration order by name',
  );
  const applied = rows.map(({ name }) => name);
  return {
    missing: own.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !own.includes(name)),
  };
}

/** Runs every check.sql and returns a line for each violation. */
export async function violations(url: string): Promise<string[]> {
  const client = new pg.Client(connectionOptions(url));
  await client.connect();
  const violatingRows: string[] = [];
  try {
    for (const name of (await readdir(migrationsFolder)).toSorted()) {
      const checks = await readFile(join(migrationsFolder, name, 'check.sql'), 'utf8');
      const results = (await client.query(checks)) as unknown as pg.QueryResult[] | pg.QueryResult;
      for (const { rows } of [results].flat()) {
        for (const row of rows) violatingRows.push(`${name}: ${JSON.stringify(row)}`);
      }
    }
    return violatingRows;
  } finally {
    await client.end();
  }
}
