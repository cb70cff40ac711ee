/** A database of its own for each test file, copied from a migrated template. */
import { createHash, randomBytes } from 'node:crypto';
import { migrate } from '@cairn/server/platform/db/migrate';
import pg from 'pg';

/** Named after the checkout: two of them may run their tests on the same services. */
const checkout = createHash('sha256')
  .update(import.meta.dirname)
  .digest('hex')
  .slice(0, 8);
const TEMPLATE = `cairn_template_${checkout}`;

const named = (url: string, database: string, user?: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  if (user) changed.username = user;
  return changed.href;
};

async function asOwner(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(named(url, 'postgres'));
  await client.connect();
  try {
    for (const each of statements) await client.query(each);
  } finally {
    await client.end();
  }
}

/** Once a run: whatever the migrations are now. */
export async function makeTemplate(url: string): Promise<void> {
  await asOwner(
    url,
    `drop database if exists ${TEMPLATE} with (force)`,
    `create database ${TEMPLATE}`,
  );
  await migrate(named(url, TEMPLATE));
}

/**
 * The owner's connections. Dropping a database cuts those that are still closing; that is no error of
 * the test's.
 */
export function ownerPool(database: TestDatabase): pg.Pool {
  const pool = new pg.Pool({ connectionString: database.urls.owner, max: 2 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

export interface TestDatabase {
  /** As the owner, as the application and as the relay. */
  readonly urls: { owner: string; app: string; relay: string };
  drop(): Promise<void>;
}

/** Unless it is durable, no commit waits for the disk: nothing in it is meant to outlive a crash. */
export async function makeDatabase(url: string, durable = false): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asOwner(
    url,
    `create database ${name} template ${TEMPLATE}`,
    `alter database ${name} set synchronous_commit = ${durable ? 'on' : 'off'}`,
  );
  return {
    urls: {
      owner: named(url, name),
      app: named(url, name, 'cairn_app'),
      relay: named(url, name, 'cairn_relay'),
    },
    drop: () => asOwner(url, `drop database if exists ${name} with (force)`),
  };
}
