/** A separate database for each test file, copied from a migrated template database. */
import { createHash, randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate, migrationsFolder } from '@cairn/server/platform/db/migrate';
import pg from 'pg';

const digest = (...texts: (string | Buffer)[]): string =>
  texts
    .reduce((hash, text) => hash.update(text), createHash('sha256'))
    .digest('hex')
    .slice(0, 8);

/**
 * Named after the checkout and its migrations, because other checkouts, or a second run in this one, may use the same
 * services.
 */
const OF_CHECKOUT = `cairn_template_${digest(import.meta.dirname)}`;
const TEMPLATE = `${OF_CHECKOUT}_${digest(
  ...globSync('*/up.sql', { cwd: migrationsFolder })
    .toSorted()
    .map((file) => readFileSync(join(migrationsFolder, file))),
)}`;
/** An arbitrary advisory lock key: a second process waits for the first to create the template database. */
const LOCK = 2_718_281_828;

const urlOf = (url: string, database: string, user?: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  if (user) changed.username = user;
  return changed.href;
};

async function asOwner(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(urlOf(url, 'postgres'));
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Creates the template database for the current migrations, once for each state of them. */
export async function makeTemplate(url: string): Promise<void> {
  await asOwner(url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const { rows } = await client.query<{ datname: string }>(
      `select datname from pg_database where starts_with(datname::text, $1)`,
      [OF_CHECKOUT],
    );
    if (rows.some(({ datname }) => datname === TEMPLATE)) return;
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
    const unfinished = `${OF_CHECKOUT}_unfinished`;
    await client.query(`create database ${unfinished}`);
    await migrate(urlOf(url, unfinished));
    await client.query(`alter database ${unfinished} rename to ${TEMPLATE}`);
  });
}

/**
 * A pool with the owner's rights. Dropping a database disconnects clients that are still closing; the resulting
 * errors are ignored.
 */
export function ownerPool(database: TestDatabase): pg.Pool {
  const pool = new pg.Pool({ connectionString: database.urls.owner, max: 2 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

export interface TestDatabase {
  /** Connections as the owner, the application and the relay. */
  readonly urls: { owner: string; app: string; relay: string };
  drop(): Promise<void>;
}

/**
 * Commits do not wait for the disk unless `durable`, because the data need not survive a crash. `template` is the
 * name of another database to copy with its rows; nothing may be connected to it.
 */
export async function makeDatabase(
  url: string,
  durable = false,
  template = TEMPLATE,
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asOwner(url, async (client) => {
    await client.query(`create database ${name} template ${template}`);
    await client.query(`alter database ${name} set synchronous_commit = ${durable ? 'on' : 'off'}`);
  });
  return {
    urls: {
      owner: urlOf(url, name),
      app: urlOf(url, name, 'cairn_app'),
      relay: urlOf(url, name, 'cairn_relay'),
    },
    drop: () =>
      asOwner(url, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}
