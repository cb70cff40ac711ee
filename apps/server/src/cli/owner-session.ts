/** How commands use the database: as the schema's owner, in one transaction, with the same audit log as the product. */
import pg from 'pg';
import type { AuditKeys } from '../platform/audit/entry.ts';
import { SESSIONS_CHANNEL } from '../platform/bus.ts';
import { connectionOptions } from '../platform/db/connection-options.ts';
import type { EventKind } from '../platform/event-kinds.ts';
import { newId } from '../platform/ids.ts';

type Isolation = 'read committed' | 'repeatable read';
type InTransaction = <T>(
  work: (client: pg.Client) => Promise<T>,
  isolation?: Isolation,
) => Promise<T>;

/** Runs several transactions on one connection. */
export async function withOwner<T>(
  url: string,
  work: (inTransaction: InTransaction) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connectionOptions(url));
  client.on('error', () => {});
  await client.connect();
  const inTransaction: InTransaction = async (change, isolation = 'read committed') => {
    await client.query(`begin isolation level ${isolation}`);
    try {
      await client.query('set local role cairn_owner');
      await client.query('set local search_path to cairn, app');
      const result = await change(client);
      await client.query('commit');
      return result;
    } catch (error) {
      // A lost connection cannot roll back, and Postgres has rolled back already.
      await client.query('rollback').catch(() => {});
      throw error;
    }
  };
  try {
    return await work(inTransaction);
  } finally {
    await client.end();
  }
}

export const asOwner = <T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  isolation?: Isolation,
): Promise<T> => withOwner(url, (inTransaction) => inTransaction(work, isolation));

/** Makes every process check now which of its event streams belong to sessions that this transaction ended. */
export const announceEndedSessions = async (client: pg.ClientBase): Promise<void> =>
  void (await client.query('select pg_notify($1, $2)', [SESSIONS_CHANNEL, '']));

/** Records the audit entry of a command. It has no account, and starts no workflow. */
export async function recordCommand(
  client: pg.ClientBase,
  keys: AuditKeys,
  event: {
    kind: EventKind;
    companyId: string;
    accountId?: string;
    detail: Record<string, unknown>;
  },
): Promise<void> {
  const { kind, companyId, accountId = null, detail } = event;
  const id = newId();
  const mac = keys.macOf({
    id,
    companyId,
    chainId: accountId ?? companyId,
    actorId: null,
    kind,
    loanId: null,
    sourceAddress: null,
    detail,
  });
  await client.query(`select set_config('app.company_id', $1, true)`, [companyId]);
  await client.query(
    `select app.record($1, $2, null, $3, null, $4, true, '{}', $5, null, null, null, $6)`,
    [id, companyId, kind, accountId, JSON.stringify(detail), mac],
  );
}
