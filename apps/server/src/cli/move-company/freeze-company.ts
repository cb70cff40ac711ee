/** Stops writes to a company that moves. Triggers in the database refuse them, whichever process sends them. */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { companyTables } from '../company-tables.ts';
import { withOwner } from '../owner-session.ts';
import { TABLES_OF_A_PERSON } from './people-of-company.ts';

/**
 * Sessions remain usable until the company is in the other cell. The audit log is sealed for all companies in one
 * statement.
 */
const NOT_FROZEN: ReadonlySet<string> = new Set(['session', 'audit_sealed']);
/**
 * Writes on behalf of other companies are not refused: the relay marks what it has started, and each new delivery
 * deletes the oldest deliveries of any company, with their reports.
 */
const WRITES: Readonly<Record<string, string[]>> = {
  event: ['insert'],
  message_delivery: ['insert or update'],
  delivery_report: ['insert or update'],
};
/** Creating a trigger needs a lock that waits for running writes, and other statements wait behind it. */
const LOCK_TIMEOUT = '2s';
const LOCK_ATTEMPTS = 30;
const LOCK_NOT_AVAILABLE = '55P03';

const triggerOf = (companyId: string): string => `company_moves_${companyId.replaceAll('-', '')}`;

/**
 * Idempotent. After it returns, the company's rows do not change. Returns the time since which writes are refused; the
 * triggers keep the time of the first attempt.
 */
export const freezeCompany = (url: string, companyId: string): Promise<Date> =>
  withOwner(url, async (inTransaction) => {
    const since = (await inTransaction((client) => frozenSince(client, companyId))) ?? new Date();
    const tables = (await inTransaction(companyTables)).filter((name) => !NOT_FROZEN.has(name));
    for (const table of ['company', ...tables]) {
      const column = table === 'company' ? 'id' : 'company_id';
      const holds = (row: string): string => `${row}.${column} = '${companyId}'`;
      await changeTable(inTransaction, (client) =>
        refuseWrites(client, { companyId, since }, table, holds),
      );
    }
    return since;
  });

/** Returns undefined if no move has frozen the company, or if it takes writes again. */
export async function frozenSince(
  client: pg.ClientBase,
  companyId: string,
): Promise<Date | undefined> {
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_triggerdef(oid) as definition from pg_trigger
     where tgrelid = 'company'::regclass and tgname = $1 and tgenabled <> 'D'`,
    [`${triggerOf(companyId)}_0`],
  );
  const time = /refuse_during_move\('([^']+)'\)/.exec(rows[0]?.definition ?? '')?.[1];
  return time === undefined ? undefined : new Date(time);
}

/**
 * Freezes the rows of these people that belong to no company. Otherwise a password that is changed now would not be
 * moved.
 */
export const freezePeople = (
  url: string,
  frozen: { companyId: string; since: Date },
  accountIds: readonly string[],
): Promise<void> =>
  withOwner(url, async (inTransaction) => {
    const list = `'{${accountIds.join()}}'::uuid[]`;
    for (const table of ['account', ...TABLES_OF_A_PERSON]) {
      const column = table === 'account' ? 'id' : 'account_id';
      const holds = (row: string): string => `${row}.${column} = any(${list})`;
      await changeTable(inTransaction, (client) => refuseWrites(client, frozen, table, holds));
    }
  });

async function refuseWrites(
  client: pg.ClientBase,
  { companyId, since }: { companyId: string; since: Date },
  table: string,
  holds: (row: string) => string,
): Promise<void> {
  for (const [at, writes] of (WRITES[table] ?? ['insert or update', 'delete']).entries()) {
    const row = writes === 'delete' ? 'old' : 'new';
    await client.query(
      `create or replace trigger ${triggerOf(companyId)}_${at} before ${writes} on ${table}
       for each row when (${holds(row)}) execute function app.refuse_during_move('${since.toISOString()}')`,
    );
  }
}

const triggersOf = (inTransaction: InTransaction, companyId: string) =>
  inTransaction(async (client) => {
    const { rows } = await client.query<{ table: string; name: string }>(
      `select c.relname as table, t.tgname as name from pg_trigger t
       join pg_class c on c.oid = t.tgrelid
       where t.tgname like $1 and c.relnamespace = 'cairn'::regnamespace`,
      [`${triggerOf(companyId)}%`],
    );
    return rows;
  });

/**
 * Idempotent. Disables the triggers, which needs no lock that waits for readers; the triggers on the company's own row
 * come last. The change that `prepare` returns runs in the same transaction, so that it is done once.
 */
export const allowWrites = (
  url: string,
  companyId: string,
  prepare?: () => Promise<(client: pg.ClientBase) => Promise<unknown>>,
): Promise<void> =>
  withOwner(url, async (inTransaction) => {
    const triggers = await triggersOf(inTransaction, companyId);
    const turnOff = (client: pg.ClientBase, { table, name }: (typeof triggers)[number]) =>
      client.query(`alter table ${table} disable trigger ${name}`);
    for (const trigger of triggers.filter(({ table }) => table !== 'company')) {
      await changeTable(inTransaction, (client) => turnOff(client, trigger));
    }
    const atLast = await prepare?.();
    await changeTable(inTransaction, async (client) => {
      for (const trigger of triggers.filter(({ table }) => table === 'company')) {
        await turnOff(client, trigger);
      }
      await atLast?.(client);
    });
  });

/**
 * Idempotent. Returns the number of triggers that could not be dropped because their table is being read. They are
 * disabled and have no effect.
 */
export const dropTriggers = (url: string, companyId: string): Promise<number> =>
  withOwner(url, async (inTransaction) => {
    let remaining = 0;
    for (const { table, name } of await triggersOf(inTransaction, companyId)) {
      const drop = (client: pg.ClientBase) => client.query(`drop trigger ${name} on ${table}`);
      await changeTable(inTransaction, drop, { timeout: '200ms', attempts: 5 }).catch(
        (error: unknown) => {
          if (!isLocked(error)) throw error;
          remaining += 1;
        },
      );
    }
    return remaining;
  });

const isLocked = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;

type InTransaction = Parameters<Parameters<typeof withOwner>[1]>[0];

/** Uses one transaction for each table, so that it holds no lock while it waits for the next. */
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
