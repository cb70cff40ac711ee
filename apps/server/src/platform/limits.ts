/**
 * How often something may happen within a time, counted in the database because there are several web
 * processes. A count is one statement of its own, kept whatever becomes of the call.
 */
import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Limit } from '@cairn/contract';
import { sql } from 'kysely';
import { keyFor } from './crypto.ts';
import { nobody, type Db } from './db/db.ts';
import { prepared, query } from './db/query.ts';
import { Refusal } from './refusal.ts';

/** An office of two hundred behind one address may all come to work at nine. */
const PER_ADDRESS: Record<Limit, { calls: number; seconds: number }> = {
  signIn: { calls: 300, seconds: 600 },
  code: { calls: 150, seconds: 600 },
  mail: { calls: 100, seconds: 3600 },
  text: { calls: 30, seconds: 3600 },
};

const count = prepared((params: { key: Buffer; seconds: number }) =>
  query
    .insertInto('call_count')
    .values({
      key: params.key,
      ends_at: sql`now() + make_interval(secs => ${params.seconds})`,
    })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        calls: sql<number>`case when call_count.ends_at > now() then call_count.calls + 1 else 1 end`,
        ends_at: sql<string>`case when call_count.ends_at > now() then call_count.ends_at
          else excluded.ends_at end`,
      }),
    )
    .returning(['calls', sql<number>`ceil(extract(epoch from ends_at - now()))::int`.as('left')]),
);

/** Windows that are over, a few with each new one. */
const sweep = query.deleteFrom('call_count').where('key', 'in', (rows) =>
  rows
    .selectFrom('call_count')
    .select('key')
    .where('ends_at', '<', sql<string>`now()`)
    .limit(5)
    .forUpdate()
    .skipLocked(),
);

export class CallLimits {
  private readonly db: Db;
  private readonly key: Buffer;
  private readonly factor: number;

  /** `factor` loosens every limit alike, for a load test. */
  constructor(db: Db, { secretKey, factor }: { secretKey: string; factor: number }) {
    this.db = db;
    this.key = keyFor(secretKey, 'counts of calls');
    this.factor = factor;
  }

  /** Throws once this network address has done this too often. */
  async take(limit: Limit, address: string): Promise<void> {
    const { calls: most, seconds } = PER_ADDRESS[limit];
    const key = createHmac('sha256', this.key)
      .update(`${limit} ${networkOf(address)}`)
      .digest();
    const { calls, left } = await this.db.write(nobody, async (tx) => {
      const [row] = await tx.run(count({ key, seconds }));
      if (row!.calls === 1) await tx.run(sweep);
      return row!;
    });
    if (calls <= most * this.factor) return;
    throw new Refusal('TOO_MANY_REQUESTS', { headers: { 'retry-after': String(left) } });
  }
}

/** Whoever has one IPv6 address has the other 2^64 of its network as well. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '').split('%')[0]!;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail?.split(':').filter(Boolean) ?? [];
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length;
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...rest];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
