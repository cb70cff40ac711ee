/** The commands' own way to the database: as the schema's owner, in one transaction, with the same audit as the product. */
import pg from 'pg';
import type { AuditKeys } from '../platform/audit/entry.ts';
import { connectionOptions } from '../platform/db/connection-options.ts';
import type { EventKind } from '../platform/event-kinds.ts';
import { newId } from '../platform/ids.ts';

export async function asOwner<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  isolation: 'read committed' | 'repeatable read' = 'read committed',
): Promise<T> {
  const client = new pg.Client(connectionOptions(url));
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`begin isolation level ${isolation}`);
    await client.query('set local role cairn_owner');
    await client.query('set local search_path to cairn, app');
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    // Without a commit, ending rolls back.
    await client.end();
  }
}

/** An entry of a command: no account did it, and no workflow starts. */
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
