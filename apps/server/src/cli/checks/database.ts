/** Postgres: reachable, the right roles, the schema of this version, keys that open, clocks that agree. */
import pg from 'pg';
import { openKey } from '../../platform/company-keys.ts';
import { connectionOptions } from '../../platform/db/connection-options.ts';
import { schemaDifference } from '../../platform/db/migrate.ts';
import { Problem, reasonOf, type Check } from './check.ts';

const MIN_VERSION = 18;
const MAX_CLOCK_SECONDS = 5;
const MAX_SAMPLED_KEYS = 1000;

type Variable = 'DATABASE_URL' | 'RELAY_DATABASE_URL' | 'MIGRATION_DATABASE_URL' | 'DIRECTORY_URL';

export interface DatabaseUrls {
  readonly app?: string | undefined;
  readonly relay: string;
  readonly migration?: string | undefined;
}

const UNDEFINED_TABLE = '42P01';
const NO_PRIVILEGE = '42501';

/** Rejects with one sentence if Postgres does not accept the role in this variable. */
export async function withClient<T>(
  variable: Variable,
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connectionOptions(url), query_timeout: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new Problem(connectionSentence(variable, url, error));
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const requireDatabase = (variable: Variable, url: string): Promise<void> =>
  withClient(variable, url, async () => {});

function connectionSentence(variable: Variable, url: string, error: unknown): string {
  const { hostname, port, pathname, username } = new URL(url);
  const { code } = error as { code?: string };
  const where = `${hostname}:${port || '5432'}`;
  if (code === '3D000')
    return `${variable} names the database ${pathname.slice(1)}, which does not exist.`;
  if (code === '28P01') return `${variable} has a wrong password for ${username}.`;
  if (code === '28000')
    return `${variable} logs in as ${username}, which Postgres at ${where} does not allow.`;
  return `Postgres does not answer at ${where} (${variable}): ${reasonOf(error)}.`;
}

interface Login {
  readonly name: string;
  readonly bypasses: boolean;
  readonly database: string;
  readonly version: number;
}

const LOGIN = `select current_user as name, rolsuper or rolbypassrls as bypasses, current_database() as database,
    current_setting('server_version_num')::int / 10000 as version
  from pg_roles where rolname = current_user`;

const readLogin = async (client: pg.Client): Promise<Login> =>
  (await client.query<Login>(LOGIN)).rows[0]!;

async function checkLogin(variable: Variable, url: string, expected: string): Promise<string> {
  const login = await withClient(variable, url, readLogin);
  if (login.version < MIN_VERSION) {
    throw new Problem(
      `Postgres is version ${login.version} (${variable}): Cairn needs ${MIN_VERSION}.`,
    );
  }
  if (login.bypasses && expected !== 'cairn_migrator') {
    throw new Problem(
      `${variable} logs in as ${login.name}, which bypasses row security: use ${expected}.`,
    );
  }
  if (login.name !== expected && expected !== 'cairn_migrator') {
    throw new Problem(`${variable} logs in as ${login.name}: use ${expected}.`);
  }
  return `${login.name} on Postgres ${login.version}, database ${login.database}`;
}

async function checkOwner(url: string): Promise<string> {
  return withClient('MIGRATION_DATABASE_URL', url, async (client) => {
    const { rows } = await client.query<{ name: string; may: boolean | null }>(
      `select current_user as name, (select pg_has_role(oid, 'SET') from pg_roles where rolname = 'cairn_owner') as may`,
    );
    const { name, may } = rows[0]!;
    if (may === null) {
      throw new Problem(
        'The role cairn_owner does not exist: the database administrator runs deploy/postgres/bootstrap.sql.',
      );
    }
    if (!may) {
      throw new Problem(
        `MIGRATION_DATABASE_URL logs in as ${name}, which is not a member of cairn_owner: use cairn_migrator.`,
      );
    }
    return `${name} may act as cairn_owner`;
  });
}

async function checkSameDatabase(app: string, relay: string): Promise<string> {
  // Both connections see the same advisory lock only if they lead to the same database.
  const key = Math.floor(Math.random() * 2 ** 31);
  return withClient('DATABASE_URL', app, (one) =>
    withClient('RELAY_DATABASE_URL', relay, async (other) => {
      await one.query('begin');
      await one.query('select pg_advisory_xact_lock(1665, $1)', [key]);
      const { rows } = await other.query<{ taken: boolean }>(
        'select pg_try_advisory_xact_lock(1665, $1) as taken',
        [key],
      );
      await one.query('rollback');
      if (rows[0]!.taken) {
        throw new Problem('DATABASE_URL and RELAY_DATABASE_URL lead to different databases.');
      }
      return 'DATABASE_URL and RELAY_DATABASE_URL lead to the same database';
    }),
  );
}

async function checkSchema(url: string): Promise<string> {
  return withClient('RELAY_DATABASE_URL', url, async (client) => {
    const { missing, unknown } = await schemaDifference(client).catch((error: unknown) => {
      const { code } = error as { code?: string };
      if (code === UNDEFINED_TABLE) {
        throw new Problem('The database has no schema yet: run cairn migrate.');
      }
      if (code === NO_PRIVILEGE) {
        throw new Problem('The schema was migrated by an older version: run cairn migrate.');
      }
      throw error;
    });
    if (unknown.length > 0) {
      throw new Problem(
        `The database was migrated by a newer version (${unknown.at(-1)}): upgrade this installation.`,
      );
    }
    if (missing.length > 0) {
      throw new Problem(
        `The database lacks ${missing.length} migration${missing.length === 1 ? '' : 's'} (${missing[0]}): run cairn migrate.`,
      );
    }
    return 'the schema is the one of this version';
  });
}

/** Compares with the middle of the round trip, so that network latency does not count as a difference of the clocks. */
async function checkClock(url: string, now: () => number): Promise<string> {
  return withClient('RELAY_DATABASE_URL', url, async (client) => {
    const before = now();
    const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
    const seconds = (rows[0]!.at.getTime() - (before + now()) / 2) / 1000;
    if (Math.abs(seconds) > MAX_CLOCK_SECONDS) {
      throw new Problem(
        `This machine’s clock is ${Math.round(Math.abs(seconds))} seconds ${seconds > 0 ? 'behind' : 'ahead of'} the database’s: synchronize both with NTP.`,
      );
    }
    return `this machine and the database agree within ${MAX_CLOCK_SECONDS} seconds`;
  });
}

async function checkKeys(url: string, secretKey: string): Promise<string> {
  return withClient('MIGRATION_DATABASE_URL', url, async (client) => {
    const { rows } = await client.query<{
      company_id: string;
      generation: number;
      wrapped: Buffer;
    }>(
      `select distinct on (master) company_id, generation, wrapped from cairn.company_key
       order by master, company_id limit ${MAX_SAMPLED_KEYS}`,
    );
    const closed = rows.filter((row) => {
      try {
        openKey(secretKey, row);
        return false;
      } catch {
        return true;
      }
    });
    if (closed.length > 0) {
      throw new Problem(
        'SECRET_KEY does not open the keys of every company: add the key that sealed them, behind the newest.',
      );
    }
    return rows.length === 0 ? 'no company has a key yet' : 'SECRET_KEY opens the companies’ keys';
  });
}

export function databaseChecks(
  { app, relay, migration }: DatabaseUrls,
  { secretKey, now }: { secretKey: string; now: () => number },
): Check[] {
  return [
    ...(app ? [{ name: 'database', run: () => checkLogin('DATABASE_URL', app, 'cairn_app') }] : []),
    { name: 'database relay', run: () => checkLogin('RELAY_DATABASE_URL', relay, 'cairn_relay') },
    ...(app ? [{ name: 'one database', run: () => checkSameDatabase(app, relay) }] : []),
    { name: 'schema', run: () => checkSchema(relay) },
    { name: 'clock', run: () => checkClock(relay, now) },
    ...(migration
      ? [
          { name: 'migrations', run: () => checkOwner(migration) },
          { name: 'company keys', run: () => checkKeys(migration, secretKey) },
        ]
      : []),
  ];
}
