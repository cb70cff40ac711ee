import { MAX_LISTED_DELIVERIES, type DeliveryState } from '@cairn/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorize.ts';
import type { Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { LoanStanding } from '../loans/index.ts';

export interface DeliveryRow {
  id: string;
  channel: 'EMAIL' | 'SMS';
  address: string;
  topic: string;
  state: DeliveryState;
  reason: string | null;
  created_at: string;
  state_at: string;
  stopped: 'BOUNCED' | 'COMPLAINED' | null;
}

const ofLoan = ({ company_id, id }: Pick<LoanStanding, 'company_id' | 'id'>) =>
  query
    .selectFrom('message_delivery as d')
    .leftJoin('stopped_address as stop', (join) =>
      join
        .onRef('stop.company_id', '=', 'd.company_id')
        .onRef('stop.channel', '=', 'd.channel')
        .on(sql<boolean>`stop.address = lower(d.address)`)
        .on('stop.confirmed_at', 'is', null),
    )
    .where('d.company_id', '=', company_id)
    .where(sql<boolean>`d.loan_ids @> array[${id}::uuid]`);

/** Newest first. */
export const deliveriesOf = (loan: Authorized<'read', LoanStanding>) =>
  ofLoan(loan)
    .select([
      'd.id',
      sql<'EMAIL' | 'SMS'>`d.channel`.as('channel'),
      'd.address',
      'd.topic',
      sql<DeliveryState>`d.state`.as('state'),
      'd.reason',
      'd.created_at',
      'd.state_at',
      sql<DeliveryRow['stopped']>`stop.cause`.as('stopped'),
    ])
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(MAX_LISTED_DELIVERIES);

/** The address is right, or was made right: false if nothing was stopped. Undefined where it is not of this loan. */
export async function confirmAddress(
  tx: Tx,
  actor: Actor,
  loan: Authorized<'sendAgain', LoanStanding>,
  deliveryId: string,
): Promise<boolean | undefined> {
  const [delivery] = await tx.run(
    ofLoan(loan).select(['d.channel', 'd.address']).where('d.id', '=', deliveryId),
  );
  if (!delivery) return undefined;
  const confirmed = await tx.run(
    query
      .updateTable('stopped_address')
      .set({ confirmed_at: sql`now()`, confirmed_by: actor.accountId })
      .where('company_id', '=', loan.company_id)
      .where('channel', '=', delivery.channel)
      .where('address', '=', delivery.address.toLowerCase())
      .where('confirmed_at', 'is', null)
      .returning('address'),
  );
  return confirmed.length > 0;
}
