/**
 * Limits how often something may happen in a period. Counted in the database because there are several web processes;
 * a count is a statement of its own, which stays even if the call fails.
 */
import { createHmac } from 'node:crypto';
import type { Limit } from '@cairn/contract';
import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import { keyFor } from './crypto.ts';
import { anonymous, type Db, type Tx } from './db/db.ts';
import { prepareQuery, query } from './db/query.ts';
import { ApiError } from './api-error.ts';

/** Two hundred people behind the address of one office may all start work at nine. */
const PER_ADDRESS: Record<Limit, { calls: number; seconds: number }> = {
  signIn: { calls: 300, seconds: 600 },
  code: { calls: 150, seconds: 600 },
  mail: { calls: 100, seconds: 3600 },
  text: { calls: 30, seconds: 3600 },
  pageError: { calls: 100, seconds: 600 },
  address: { calls: 600, seconds: 600 },
};

const count = prepareQuery((params: { key: Buffer; seconds: number; by: number }) =>
  query
    .insertInto('call_count')
    .values({
      key: params.key,
      calls: params.by,
      ends_at: sql`now() + make_interval(secs => ${params.seconds})`,
    })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        calls: sql<number>`case when call_count.ends_at > now() then call_count.calls + excluded.calls
          else excluded.calls end`,
        ends_at: sql<string>`case when call_count.ends_at > now() then call_count.ends_at
          else excluded.ends_at end`,
      }),
    )
    .returning(['calls', sql<number>`ceil(extract(epoch from ends_at - now()))::int`.as('left')]),
);

/** Deletes a few expired windows with each new one. */
const sweep = query.deleteFrom('call_count').where('key', 'in', (rows) =>
  rows
    .selectFrom('call_count')
    .select('key')
    .where('ends_at', '<', sql<string>`now()`)
    .limit(5)
    .forUpdate()
    .skipLocked(),
);

export interface Window {
  readonly most: number;
  readonly seconds: number;
}

/** Adds to the count in this key's current window. Returns the new count, and the seconds until the window ends. */
export async function countUp(
  tx: Tx,
  key: Buffer,
  seconds: number,
  by = 1,
): Promise<{ calls: number; left: number }> {
  const [row] = await tx.run(count({ key, seconds, by }));
  if (row!.calls === by) await tx.run(sweep);
  return row!;
}

export class CallRateLimits {
  private readonly db: Db;
  private readonly key: Buffer;
  private readonly factor: number;

  /** `factor` multiplies every limit, for a load test. */
  constructor(db: Db, { secretKey, factor }: { secretKey: string; factor: number }) {
    this.db = db;
    this.key = keyFor(secretKey, 'counts of calls');
    this.factor = factor;
  }

  /** Throws if this network address has reached the limit. */
  async take(limit: Limit, address: string): Promise<void> {
    const { calls: most, seconds } = PER_ADDRESS[limit];
    const key = createHmac('sha256', this.key)
      .update(`${limit} ${networkOf(address)}`)
      .digest();
    const { calls, left: secondsLeft } = await this.db.write(anonymous, (tx) =>
      countUp(tx, key, seconds),
    );
    if (calls <= most * this.factor) return;
    throw new ApiError('TOO_MANY_REQUESTS', { headers: { 'retry-after': String(secondsLeft) } });
  }
}

/** The owner of one IPv6 address controls the other addresses of its /64 network as well, so the network is counted. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
