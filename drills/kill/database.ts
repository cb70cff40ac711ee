/** The drill's database, created for each run in the drill profile's Postgres. */
import pg from 'pg';
import { migrate } from '@cairn/server/platform/db/migrate';
import { DATABASE, databaseUrl } from './settings.ts';

export async function recreateDatabase(): Promise<void> {
  await ask(`drop database if exists ${DATABASE} with (force)`);
  await ask(`create database ${DATABASE}`);
  await migrate(databaseUrl('postgres'));
}

/** Checks the settings that acknowledged commits depend on; without them the drill would show nothing. */
export async function assertDurable(): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const [row] = (await ask(`show ${setting}`)) as Record<string, string>[];
    if (row?.[setting] !== 'on') throw new Error(`${setting} is not on in the drill's Postgres`);
  }
}

/** The number of connections that listen for events, which must stay small however often the database was killed. */
export async function relayConnections(): Promise<number> {
  return (await ask(`select from pg_stat_activity where usename = 'cairn_relay'`)).length;
}

async function ask(sql: string): Promise<unknown[]> {
  const client = new pg.Client({
    connectionString: databaseUrl('postgres', 'postgres'),
    connectionTimeoutMillis: 3000,
  });
  // Otherwise a connection that breaks while idle would end this process.
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}
