import { UNDELIVERED_STATES, type DeliveryState } from '@cairn/contract';
import { sql } from 'kysely';
import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorize.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import { e164 } from '../../platform/sms.ts';
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
  account_id: string | null;
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

/** A person without an account is identified by the invitation to this loan. */
const invitedPerson = ({ id }: LoanKey) => sql<{
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

/** Conversations on this loan that the caller takes part in; none for the operator. */
export const threadsOn = (actor: Actor, loan: Authorized<'read', LoanStanding>) =>
  query
    .selectFrom('thread_member as me')
    .select('me.thread_id')
    .where('me.company_id', '=', loan.company_id)
    .where('me.loan_id', '=', loan.id)
    .where('me.account_id', '=', actor.accountId)
    .where((eb) => eb.lit(!isPlatformAdmin(actor)));

/**
 * Emails and SMS to other members about these conversations. Read in the company's scope, because the notifications
 * belong to their recipients.
 */
export async function deliveriesAbout(
  asCompany: Queries,
  loan: Authorized<'read', LoanStanding>,
  threadIds: readonly string[],
): Promise<string[]> {
  if (threadIds.length === 0) return [];
  const rows = await asCompany.run(
    query
      .selectFrom('notification as n')
      .select(['n.emailed_as', 'n.texted_as'])
      .distinct()
      .where('n.company_id', '=', loan.company_id)
      .where('n.loan_id', '=', loan.id)
      .where('n.kind', '=', 'MESSAGE')
      .where(sql<boolean>`n.merge_key = any (${[...threadIds]}::text[])`),
  );
  return rows
    .flatMap(({ emailed_as, texted_as }) => [emailed_as, texted_as])
    .filter((id) => id !== null);
}

/** The reader of a list: only members may learn that a conversation exists. */
export interface DeliveryReader {
  accountId: string;
  /** Deliveries about conversations that they take part in. */
  messageDeliveries: readonly string[];
}

export interface DeliveryPage {
  undelivered: boolean;
  after: { place: string; id: string } | undefined;
  limit: number;
}

/** Newest first. */
export function deliveriesOf(
  loan: Authorized<'read', LoanStanding>,
  { accountId, messageDeliveries }: DeliveryReader,
  { undelivered, after, limit }: DeliveryPage,
) {
  let rows = ofLoan(loan).where(
    sql<boolean>`(d.topic <> 'MESSAGES' or d.account_id = ${accountId}::uuid
      or d.id = any (${[...messageDeliveries]}::uuid[]))`,
  );
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
    .leftJoinLateral(invitedPerson(loan).as<'invited'>(sql`invited`), (join) => join.onTrue())
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
      'd.account_id',
      sql<string | null>`coalesce(person.account_id, invited.id)`.as('user_id'),
      sql<string | null>`coalesce(person.given_name, invited.given_name)`.as('given_name'),
      sql<string | null>`coalesce(person.family_name, invited.family_name)`.as('family_name'),
      sql<string | null>`coalesce(person.email_address, invited.email_address)`.as('email_address'),
    ])
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit);
}

/** Why the address was stopped, possibly by a delivery about another loan. */
const lastReason = sql<string | null>`(
  select b.reason from message_delivery b
  where b.company_id = d.company_id and b.channel = d.channel and lower(b.address) = lower(d.address)
    and b.state in ('BOUNCED', 'COMPLAINED')
  order by b.state_at desc limit 1)`;

/** The number on the person's entity on the loan; numbers that people confirmed for themselves are not shown. */
const phoneOnLoan = ({ id }: LoanKey) => sql<string | null>`(
  select information.fields ->> 'phone'
  from loan_entity on_loan
  join entity e on e.company_id = on_loan.company_id and e.id = on_loan.entity_id
  join entity_information information on information.company_id = e.company_id
    and information.entity_id = e.id and information.version = e.version
  where on_loan.company_id = d.company_id and on_loan.loan_id = ${id}::uuid and e.account_id = d.account_id
  limit 1)`;

/** The number may have belonged to another person before. */
const ownerOfNumber = sql`case d.channel when 'SMS' then d.account_id end`;

/**
 * Each stopped address once, with the newest email or SMS about this loan to it; one about a conversation only if
 * there is no other, because most readers may not know of the conversation.
 */
export const stoppedAddressesOf = (loan: Authorized<'read', LoanStanding>) =>
  ofLoan(loan)
    .distinctOn([sql`d.channel`, sql`lower(d.address)`, ownerOfNumber])
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
    .orderBy(ownerOfNumber)
    .orderBy(sql`d.topic = 'MESSAGES'`)
    .orderBy('d.created_at', 'desc');

/**
 * Current numbers of the recipients of these SMS. Read in the company's scope, because numbers belong to their
 * owners.
 */
export async function findCurrentNumbers(
  asCompany: Queries,
  rows: readonly (DeliveryKey & { account_id: string | null })[],
): Promise<(row: DeliveryKey & { account_id: string | null }) => boolean> {
  const isText = (row: DeliveryKey & { account_id: string | null }) =>
    row.channel === 'SMS' && row.account_id !== null;
  const owners = [...new Set(rows.filter(isText).map(({ account_id }) => account_id))];
  if (owners.length === 0) return () => true;
  const phoneRows = await asCompany.run(
    query
      .selectFrom(sql<{ id: string }>`unnest(${owners}::uuid[])`.as<'owner'>(sql`owner (id)`))
      .select(['owner.id', sql<string | null>`app.phone_of(owner.id)`.as('phone')]),
  );
  const numbers = new Map(phoneRows.map(({ id, phone }) => [id, phone ? e164(phone) : undefined]));
  return (row) => !isText(row) || numbers.get(row.account_id!) === row.address;
}

/**
 * Confirms that the address is right, which allows sending again. False if nothing was stopped; undefined if the
 * address is not of this loan.
 */
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
