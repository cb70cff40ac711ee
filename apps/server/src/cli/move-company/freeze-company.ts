/** A company that moves takes no writes: the database refuses them, whichever process sends them. */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { companyTables } from '../company-tables.ts';
import { withOwner } from '../owner-session.ts';
import { TABLES_OF_A_PERSON } from './people-of-company.ts';

/** Sessions stay usable until the company is gone, and the audit log is sealed for all companies in one statement. */
const NOT_FROZEN: ReadonlySet<string> = new Set(['session', 'audit_sealed']);
/**
 * Rows that other companies' writes may touch: the relay marks what it has started, and whoever adds a delivery deletes the
 * oldest ones, of any company.
 */
const WRITES: Readonly<Record<string, string[]>> = {
  event: ['insert'],
  message_delivery: ['insert or update'],
};
/** A trigger needs a lock that waits for the writes under way; others wait behind it for as long. */
const LOCK_TIMEOUT = '2s';
const LOCK_ATTEMPTS = 30;
const LOCK_NOT_AVAILABLE = '55P03';

const triggerOf = (companyId: string): string => `company_moves_${companyId.replaceAll('-', '')}`;

/** May be repeated. From the end of this on, the company's rows do not change. */
export const freezeCompany = (url: string, companyId: string): Promise<void> =>
  withOwner(url, async (inTransaction) => {
    const tables = (await inTransaction(companyTables)).filter((name) => !NOT_FROZEN.has(name));
    for (const table of ['company', ...tables]) {
      const column = table === 'company' ? 'id' : 'company_id';
      const holds = (row: string): string => `${row}.${column} = '${companyId}'`;
      await changeTable(inTransaction, (client) => refuseWrites(client, companyId, table, holds));
    }
  });

/** The rows of these people that belong to no company: a password that is changed now would not be the one that moves. */
export const freezePeople = (
  url: string,
  companyId: string,
  accountIds: readonly string[],
): Promise<void> =>
  withOwner(url, async (inTransaction) => {
    const list = `'{${accountIds.join()}}'::uuid[]`;
    for (const table of ['account', ...TABLES_OF_A_PERSON]) {
      const column = table === 'account' ? 'id' : 'account_id';
      const holds = (row: string): string => `${row}.${column} = any(${list})`;
      await changeTable(inTransaction, (client) => refuseWrites(client, companyId, table, holds));
    }
  });

async function refuseWrites(
  client: pg.ClientBase,
  companyId: string,
  table: string,
  holds: (row: string) => string,
): Promise<void> {
  for (const [at, writes] of (WRITES[table] ?? ['insert or update', 'delete']).entries()) {
    const row = writes === 'delete' ? 'old' : 'new';
    await client.query(
      `create or replace trigger ${triggerOf(companyId)}_${at} before ${writes} on ${table}
       for each row when (${holds(row)}) execute function app.refuse_during_move()`,
    );
  }
}

/**
 * May be repeated. First all triggers are turned off, which keeps no reader waiting, then they are dropped, which has to wait
 * for readers: one that cannot be dropped now does nothing. Returns on how many tables such a trigger is left.
 */
export const unfreezeCompany = (url: string, companyId: string): Promise<number> =>
  withOwner(url, async (inTransaction) => {
    const { rows } = await inTransaction((client) =>
      client.query<{ table: string; name: string }>(
        `select c.relname as table, t.tgname as name from pg_trigger t
         join pg_class c on c.oid = t.tgrelid
         where t.tgname like $1 and c.relnamespace = 'cairn'::regnamespace`,
        [`${triggerOf(companyId)}%`],
      ),
    );
    for (const { table, name } of rows) {
      await changeTable(inTransaction, (client) =>
        client.query(`alter table ${table} disable trigger ${name}`),
      );
    }
    let left = 0;
    for (const { table, name } of rows) {
      await changeTable(
        inTransaction,
        (client) => client.query(`drop trigger ${name} on ${table}`),
        {
          timeout: '200ms',
          attempts: 5,
        },
      ).catch((error: unknown) => {
        if (!isLocked(error)) throw error;
        left += 1;
      });
    }
    return left;
  });

const isLocked = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;

type InTransaction = Parameters<Parameters<typeof withOwner>[1]>[0];

/** A transaction for each table: the lock of one is not kept while the next is waited for. */
async function changeTable(
  inTransaction: InTransaction,
  change: (client: pg.ClientBase) => Promise<unknown>,
  { timeout, attempts } = { timeout: LOCK_TIMEOUT, attempts: LOCK_ATTEMPTS },
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(async (client) => {
        await client.query(`set local lock_timeout = '${timeout}'`);
        await change(client);
      });
    } catch (error) {
      if (!isLocked(error) || attempt === attempts) throw error;
      await wait(Math.random() * 1000);
    }
  }
}
