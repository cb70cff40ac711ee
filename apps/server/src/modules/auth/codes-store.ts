import { CODE_MINUTES, CODE_TRIES, RESET_LINK_MINUTES } from '@cairn/contract';
import { sql } from 'kysely';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';

const columns = [
  'id',
  'browser_hash',
  'account_id',
  'sealed',
  'tries',
  'sends',
  'sent_at',
  'expires_at',
  'used_at',
  'known_device',
  'address_hash',
] as const;

/** A code may be sent until it expires, and counts toward the limit for an hour after that. */
const KEPT = sql`make_interval(mins => ${60 + CODE_MINUTES})`;

/** Every code sent to an address in the last hour, newest first. */
export async function codesOfLastHour(tx: Tx, addressHash: Buffer) {
  return tx.run(
    query
      .selectFrom('confirmation_code')
      .select(columns)
      .where('address_hash', '=', addressHash)
      .where('created_at', '>', sql<string>`now() - ${KEPT}`)
      .where('sent_at', '>', sql<string>`now() - interval '1 hour'`)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc'),
  );
}
export type CodeRow = Awaited<ReturnType<typeof codesOfLastHour>>[number];

/** The valid code of this browser, locked so that concurrent tries are counted one by one. */
export async function lockValidCode(tx: Tx, addressHash: Buffer, browserHash: Buffer) {
  const [row] = await tx.run(
    query
      .selectFrom('confirmation_code')
      .select(columns)
      .where('address_hash', '=', addressHash)
      .where('browser_hash', '=', browserHash)
      .where('expires_at', '>', sql<string>`now()`)
      .where('used_at', 'is', null)
      .where('tries', '<', CODE_TRIES)
      .orderBy('created_at', 'desc')
      .limit(1)
      .forUpdate(),
  );
  return row;
}

export interface NewCode {
  id: string;
  address_hash: Buffer;
  browser_hash: Buffer;
  account_id: string | null;
  known_device: boolean;
  sealed: Buffer;
}

export function insertCode(tx: Tx, code: NewCode): void {
  tx.atCommit(
    query.insertInto('confirmation_code').values({
      ...code,
      expires_at: sql`now() + make_interval(mins => ${CODE_MINUTES})`,
    }),
  );
  tx.atCommit(sweepCodes);
}

/** Saves that the code was sent again, or that its purpose changed. */
export function updateCode(
  tx: Tx,
  id: string,
  { sealed, accountId, sent }: { sealed: Buffer; accountId: string | null; sent: boolean },
): void {
  tx.atCommit(
    query
      .updateTable('confirmation_code')
      .set({
        sealed,
        account_id: accountId,
        ...(sent && { sent_at: sql<string>`now()`, sends: sql<number>`sends + 1` }),
      })
      .where('id', '=', id),
  );
}

export function countTry(tx: Tx, id: string): void {
  tx.atCommit(
    query
      .updateTable('confirmation_code')
      .set({ tries: sql<number>`tries + 1` })
      .where('id', '=', id),
  );
}

/** The row of a valid link. Failed guesses do not invalidate links, which are too long to guess. */
export async function findLinked(reads: Queries, id: string, lock: boolean) {
  const codes = query
    .selectFrom('confirmation_code')
    .select(columns)
    .where('id', '=', id)
    .where('account_id', 'is not', null)
    .where('used_at', 'is', null)
    .where('sent_at', '>', sql<string>`now() - make_interval(mins => ${RESET_LINK_MINUTES})`);
  const [row] = await reads.run(lock ? codes.forUpdate() : codes);
  return row;
}

/** Invalidates all codes and links sent before a reset. */
export function markAllUsed(tx: Tx, addressHash: Buffer): void {
  tx.atCommit(
    query
      .updateTable('confirmation_code')
      .set({ used_at: sql<string>`now()` })
      .where('address_hash', '=', addressHash)
      .where('used_at', 'is', null),
  );
}

export function markUsed(tx: Tx, id: string): void {
  tx.atCommit(
    query
      .updateTable('confirmation_code')
      .set({ used_at: sql<string>`now()` })
      .where('id', '=', id),
  );
}

/** Deletes a few expired codes and sign-ups with each new one. */
const sweepCodes = query.deleteFrom('confirmation_code').where('id', 'in', (rows) =>
  rows
    .selectFrom('confirmation_code')
    .select('id')
    .where('created_at', '<', sql<string>`now() - ${KEPT}`)
    .limit(5)
    .forUpdate()
    .skipLocked(),
);

/** The code for an email, if it is still valid. */
export async function findCodeToSend(reads: Queries, id: string) {
  const [row] = await reads.run(
    query
      .selectFrom('confirmation_code')
      .select(columns)
      .where('id', '=', id)
      .where('expires_at', '>', sql<string>`now()`)
      .where('used_at', 'is', null),
  );
  return row;
}

export async function findCompanyName(reads: Queries, companyId: string) {
  const [row] = await reads.run(
    query.selectFrom('company').select('name').where('id', '=', companyId),
  );
  return row?.name;
}

/** False if the account is closed. */
export async function wantsEmailOfUploads(reads: Queries, accountId: string): Promise<boolean> {
  const [row] = await reads.run(
    query.selectNoFrom(
      sql<boolean | null>`app.wants_notification(${accountId}::uuid, 'UPLOADS', 'EMAIL')`.as(
        'wanted',
      ),
    ),
  );
  return row?.wanted === true;
}
