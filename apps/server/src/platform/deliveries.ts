/** Delivery records of emails and SMS sent in a lender's name: written with the address before the message leaves. */
import { sql } from 'kysely';
import type { Db, Tx } from './db/db.ts';
import { query } from './db/query.ts';
import type { Channel } from './outbound-limits.ts';

export interface Recipient {
  readonly channel: Channel;
  readonly address: string;
}

/** What the message is about, for the activity of its loans. */
export interface Subject {
  readonly topic: string;
  readonly loanIds: readonly string[];
  readonly accountId?: string | undefined;
}

const scopeOf = (companyId: string) => ({ kind: 'company', companyId }) as const;

/** Records the delivery. False if the company must not write to this address; that is recorded too. */
export const recordDelivery = (
  db: Db,
  companyId: string,
  id: string,
  { channel, address }: Recipient,
  { topic, loanIds, accountId }: Subject,
): Promise<boolean> =>
  db.write(scopeOf(companyId), async (tx) => {
    const [stop] = await tx.run(
      query
        .selectFrom('stopped_address')
        .select('address')
        .where('company_id', '=', companyId)
        .where('channel', '=', channel)
        .where('address', '=', address.toLowerCase())
        .where('confirmed_at', 'is', null),
    );
    await tx.run(
      query
        .insertInto('message_delivery')
        .values({
          company_id: companyId,
          id,
          channel,
          address,
          account_id: accountId ?? null,
          topic,
          loan_ids: sql`${[...loanIds]}::uuid[]`,
          state: stop ? 'STOPPED' : 'QUEUED',
        })
        .onConflict((conflict) => conflict.doNothing()),
    );
    return stop === undefined;
  });

/** Marks a delivery as sent, unless a report has already set its state. */
export async function markDeliverySent(tx: Tx, companyId: string, id: string): Promise<void> {
  await tx.run(
    query
      .updateTable('message_delivery')
      .set({ state: 'SENT', state_at: sql`now()` })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('state', '=', 'QUEUED'),
  );
}
