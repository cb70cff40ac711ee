import { UNDELIVERED_STATES, type DeliveryState } from '@cairn/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorize.ts';
import type { Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { LoanStanding } from '../loans/index.ts';

interface DeliveryKey {
  channel: 'EMAIL' | 'SMS';
  address: string;
}
type StopCause = 'BOUNCED' | 'COMPLAINED';

export interface DeliveryRow extends DeliveryKey {
  id: string;
  topic: string;
  state: DeliveryState;
  reason: string | null;
  created_at: string;
  created_exactly: string;
  state_at: string;
  stopped: StopCause | null;
  user_id: string | null;
  given_name: string | null;
  family_name: string | null;
  email_address: string | null;
}

export interface StoppedRow extends DeliveryKey {
  id: string;
  account_id: string | null;
  cause: StopCause;
  reason: string | null;
  stopped_at: string;
  phone: string | null;
}

type LoanKey = Pick<LoanStanding, 'company_id' | 'id'>;

const ofLoan = ({ company_id, id }: LoanKey) =>
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

const channel = sql<DeliveryKey['channel']>`d.channel`;

/** One who has no account is known by the invitation to this loan. */
const invited = ({ id }: LoanKey) => sql<{
  id: string;
  given_name: string;
  family_name: string;
  email_address: string;
}>`(
  select i.id, i.given_name, i.family_name, i.email_address
  from invitation i
  where d.account_id is null and i.company_id = d.company_id and i.loan_id = ${id}::uuid
    and lower(i.email_address) = lower(d.address)
  order by i.created_at desc, i.id desc
  limit 1)`;

export interface DeliveryPage {
  undelivered: boolean;
  after: { place: string; id: string } | undefined;
  limit: number;
}

/** Newest first. */
export function deliveriesOf(
  loan: Authorized<'read', LoanStanding>,
  { undelivered, after, limit }: DeliveryPage,
) {
  let rows = ofLoan(loan);
  if (undelivered) rows = rows.where('d.state', 'in', [...UNDELIVERED_STATES]);
  if (after) {
    rows = rows.where(
      sql<boolean>`(d.created_at, d.id) < (${after.place}::timestamptz, ${after.id}::uuid)`,
    );
  }
  return rows
    .leftJoin('person', (join) =>
      join
        .onRef('person.company_id', '=', 'd.company_id')
        .onRef('person.account_id', '=', 'd.account_id'),
    )
    .leftJoinLateral(invited(loan).as<'invited'>(sql`invited`), (join) => join.onTrue())
    .select([
      'd.id',
      channel.as('channel'),
      'd.address',
      'd.topic',
      sql<DeliveryState>`d.state`.as('state'),
      'd.reason',
      'd.created_at',
      sql<string>`d.created_at::text`.as('created_exactly'),
      'd.state_at',
      sql<StopCause | null>`stop.cause`.as('stopped'),
      sql<string | null>`coalesce(person.account_id, invited.id)`.as('user_id'),
      sql<string | null>`coalesce(person.given_name, invited.given_name)`.as('given_name'),
      sql<string | null>`coalesce(person.family_name, invited.family_name)`.as('family_name'),
      sql<string | null>`coalesce(person.email_address, invited.email_address)`.as('email_address'),
    ])
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit);
}

/** What the address did not take; it may have been about another loan. */
const lastReason = sql<string | null>`(
  select b.reason from message_delivery b
  where b.company_id = d.company_id and b.channel = d.channel and lower(b.address) = lower(d.address)
    and b.state in ('BOUNCED', 'COMPLAINED')
  order by b.state_at desc limit 1)`;

/** Of the person's own entity on the loan: numbers that people confirmed for themselves are theirs alone. */
const phoneOnLoan = ({ id }: LoanKey) => sql<string | null>`(
  select information.fields ->> 'phone'
  from loan_entity on_loan
  join entity e on e.company_id = on_loan.company_id and e.id = on_loan.entity_id
  join entity_information information on information.company_id = e.company_id
    and information.entity_id = e.id and information.version = e.version
  where on_loan.company_id = d.company_id and on_loan.loan_id = ${id}::uuid and e.account_id = d.account_id
  limit 1)`;

/** Each address once, with the newest email or text about this loan to it. */
export const stoppedAddressesOf = (loan: Authorized<'read', LoanStanding>) =>
  ofLoan(loan)
    .distinctOn([sql`d.channel`, sql`lower(d.address)`])
    .select([
      'd.id',
      channel.as('channel'),
      'd.address',
      'd.account_id',
      sql<StopCause>`stop.cause`.as('cause'),
      lastReason.as('reason'),
      sql<string>`stop.stopped_at`.as('stopped_at'),
      phoneOnLoan(loan).as('phone'),
    ])
    .where('stop.cause', 'is not', null)
    .orderBy(sql`d.channel`)
    .orderBy(sql`lower(d.address)`)
    .orderBy('d.created_at', 'desc');

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
