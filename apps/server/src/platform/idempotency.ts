import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { keyFor } from './crypto.ts';
import type { Db, Scope, Tx } from './db/db.ts';
import { prepared, query } from './db/query.ts';
import { Refusal } from './refusal.ts';

/** The Idempotency-Key of a call: whose it is, and what was asked under it. */
export interface Key {
  readonly accountId: string;
  readonly key: string;
  readonly requestHash: Buffer;
}

const kept = prepared((params: { accountId: string; key: string }) =>
  query
    .selectFrom('idempotency')
    .select(['request_hash', 'reply'])
    .where('account_id', '=', params.accountId)
    .where('key', '=', params.key),
);

const keep = prepared(
  (params: { accountId: string; key: string; requestHash: Buffer; reply: string }) =>
    query.insertInto('idempotency').values({
      account_id: params.accountId,
      key: params.key,
      request_hash: params.requestHash,
      status: 200,
      reply: sql`${params.reply}::jsonb`,
    }),
);

/** Keyed: a request may hold a tax id, of which a plain hash could be guessed in minutes. */
export const hashRequest = (secretKey: string, ...parts: unknown[]): Buffer =>
  createHmac('sha256', keyFor(secretKey, 'requests')).update(JSON.stringify(parts)).digest();

/** This was done before: here is what was answered then. */
export class DoneBefore extends Error {
  readonly reply: unknown;
  constructor(reply: unknown) {
    super();
    this.reply = reply;
  }
}

function replayIfKept(
  rows: { request_hash: Buffer; reply: unknown }[],
  { requestHash }: Key,
): void {
  const [row] = rows;
  if (!row) return;
  if (!row.request_hash.equals(requestHash)) throw new Refusal('KEY_REUSED');
  throw new DoneBefore(row.reply);
}

/** One effect per key: the reply is kept in the transaction that has the effect. */
export async function writeOnce<T>(
  db: Db,
  scope: Scope,
  key: Key | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (!key) return db.write(scope, work);
  const lookUp = kept({ accountId: key.accountId, key: key.key });
  try {
    return await db.write(
      scope,
      async (tx) => {
        const reply = await work(tx);
        tx.atCommit(keep({ ...key, reply: JSON.stringify(reply ?? null) }));
        return reply;
      },
      { query: lookUp, check: (rows) => replayIfKept(rows, key) },
    );
  } catch (error) {
    if (error instanceof DoneBefore || (error instanceof Refusal && error.code === 'KEY_REUSED')) {
      throw error;
    }
    // The same call may have been under way elsewhere and won: then this failure is only its shadow.
    replayIfKept(await db.reads(scope).run(lookUp), key);
    throw error;
  }
}
