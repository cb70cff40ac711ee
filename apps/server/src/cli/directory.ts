/**
 * `cairn directory`: creates the directory that several cells share, and publishes a cell's companies and people to it.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { connectionOptions } from '../platform/db/connection-options.ts';
import { isUniqueViolation } from '../platform/db/pg-errors.ts';
import { Directory, type DirectoryAccess } from '../platform/cells/directory.ts';
import { DIRECTORY_SCHEMA } from '../platform/cells/directory-schema.ts';
import { asOwner } from './owner-session.ts';

const NAME = /^[a-z][a-z0-9]{0,15}$/;

/** Returns the passwords of the roles that it created. Idempotent. */
export async function createDirectory(
  url: string,
  cells: readonly string[],
): Promise<Map<string, string>> {
  const wrong = cells.find((name) => !NAME.test(name));
  if (wrong !== undefined)
    throw new Error(
      `${wrong} is not a valid cell name: use up to 16 lower-case letters and digits, not beginning with a digit`,
    );
  const passwords = new Map<string, string>();
  const client = new pg.Client(connectionOptions(url));
  await client.connect();
  try {
    await client.query('begin');
    const before = await roles(client);
    await client.query(DIRECTORY_SCHEMA);
    const cellRoles = [...cells.map((name) => `cairn_cell_${name}`), 'cairn_router'];
    for (const role of cellRoles.filter((each) => !before.has(each))) {
      const password = randomBytes(24).toString('base64url');
      if (role !== 'cairn_router')
        await client.query(`create role ${role} login in role cairn_cell`);
      await client.query(`alter role ${role} password '${password}'`);
      passwords.set(role, password);
    }
    await client.query(
      'insert into directory.cell (name) select unnest($1::text[]) on conflict do nothing',
      [cells],
    );
    await client.query('commit');
  } finally {
    await client.end();
  }
  return passwords;
}

async function roles(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ rolname: string }>('select rolname from pg_roles');
  return new Set(rows.map(({ rolname }) => rolname));
}

export interface Published {
  readonly companies: number;
  readonly accounts: number;
  /** Accounts whose address another cell has published with another id, so they cannot be one person in both cells. */
  readonly strangers: readonly string[];
  /** Companies whose subdomain another company has published. The router cannot find them by subdomain. */
  readonly takenSubdomains: readonly string[];
}

/** Runs once, when an installation becomes a cell. Idempotent. */
export async function publishCell(url: string, access: DirectoryAccess): Promise<Published> {
  const directory = new Directory(access);
  try {
    const { companies, accounts } = await asOwner(url, async (client) => ({
      companies: await client.query<{ id: string; subdomain: string | null }>(
        `select id, subdomain from company where id <> '00000000-0000-0000-0000-000000000000'`,
      ),
      accounts: await client.query<{ id: string; email_address: string }>(
        'select id, email_address from account where closed_at is null',
      ),
    }));
    const takenSubdomains: string[] = [];
    for (const { id, subdomain } of companies.rows) {
      const isOurs = await directory.publish(id, subdomain).catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error;
        takenSubdomains.push(id);
        return directory.publish(id, null);
      });
      if (!isOurs) throw new Error(`company ${id} belongs to another cell`);
    }
    const strangers: string[] = [];
    for (const { id, email_address: address } of accounts.rows) {
      if ((await directory.claim(address, id)).id !== id) strangers.push(id);
    }
    return {
      companies: companies.rows.length,
      accounts: accounts.rows.length,
      strangers,
      takenSubdomains,
    };
  } finally {
    await directory.stop();
  }
}
