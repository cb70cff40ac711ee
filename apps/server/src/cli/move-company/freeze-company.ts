/** A company that moves takes no writes: the database refuses them, whichever process sends them. */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { withOwner } from '../owner-session.ts';
import { companyTables } from '../company-tables.ts';

/** Sessions stay usable until the company is gone, and the audit log is sealed for all companies in one statement. */
const NOT_FROZEN: ReadonlySet<string> = new Set(['session', 'audit_sealed']);
/** A trigger needs a lock that waits for the writes under way; others wait behind it for as long. */
const LOCK_TIMEOUT = '2s';
const LOCK_ATTEMPTS = 30;
const LOCK_NOT_AVAILABLE = '55P03';

const triggerOf = (companyId: string): string => `company_moves_${companyId.replaceAll('-', '')}`;

/** May be repeated. From the end of this on, the company's rows do not change. */
export async function freezeCompany(url: string, companyId: string): Promise<void> {
  await changeEachTable(url, async (client, table) => {
    if (NOT_FROZEN.has(table)) return;
    const column = table === 'company' ? 'id' : 'company_id';
    const make = (suffix: string, what: string, row: string) =>
      client.query(
        `create or replace trigger ${triggerOf(companyId)}${suffix} before ${what} on ${table}
         for each row when (${row}.${column} = '${companyId}') execute function app.refuse_during_move()`,
      );
    // The relay goes on to mark what it has started: new work is what ends.
    await make('', table === 'event' ? 'insert' : 'insert or update', 'new');
    if (table !== 'event') await make('_d', 'delete', 'old');
  });
}

/** May be repeated. */
export const unfreezeCompany = (url: string, companyId: string): Promise<void> =>
  changeEachTable(url, async (client, table) => {
    for (const suffix of ['', '_d']) {
      await client.query(`drop trigger if exists ${triggerOf(companyId)}${suffix} on ${table}`);
    }
  });

/** A transaction for each: the lock of one table is not kept while the next is waited for. */
async function changeEachTable(
  url: string,
  change: (client: pg.ClientBase, table: string) => Promise<void>,
): Promise<void> {
  await withOwner(url, async (inTransaction) => {
    const tables = await inTransaction(companyTables);
    for (const table of ['company', ...tables]) {
      await withLock(() =>
        inTransaction(async (client) => {
          await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
          await change(client, table);
        }),
      );
    }
  });
}

async function withLock(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
      if (!isBusy || attempt === LOCK_ATTEMPTS) throw error;
      await wait(Math.random() * 1000);
    }
  }
}
