/**
 * Writes notifications. The worker runs in the company's scope; settings and visibility are read through functions of
 * the database owner.
 */
import type { NotificationKind, RoleLevel } from '@cairn/contract';
import type { NOTIFICATION_EXPORTED } from '@cairn/contract/notification-terms';
import { sql, type RawBuilder } from 'kysely';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Candidate, Delivery, Notifying } from './types.ts';

const COLUMNS = [
  'company_id',
  'event_id',
  'loan_id',
  'kind',
  'account_id',
  'level',
  'topic',
  'element_id',
  'document_id',
  'message_id',
  'note_id',
  'actor_id',
  'merge_key',
  'detail',
  'bell',
  'email',
  'sms',
  'in_digest',
] as const;

/**
 * Inserts one row for each candidate who wants it by some channel, except the actor. to_jsonb allows each rule to
 * select only the columns that it has. Existing rows are kept, because the activity may be repeated.
 */
export function addNotifications(
  order: Pick<Notifying, 'companyId' | 'loanId' | 'eventId' | 'actorId'>,
  kind: NotificationKind,
  candidates: RawBuilder<Candidate>,
) {
  const wants = (channel: string) => sql`(app.wants_notification(c.account_id, c.topic, ${channel})
    and not app.is_muted(${order.companyId}::uuid, ${order.loanId}::uuid, c.account_id, c.topic))`;
  const rows = sql<Record<(typeof COLUMNS)[number], never>>`(
    select ${order.companyId}::uuid as company_id, ${order.eventId}::uuid as event_id,
      ${order.loanId}::uuid as loan_id, ${kind}::text as kind, c.account_id, c.level, c.topic, c.element_id,
      c.document_id, c.message_id, c.note_id, coalesce(c.actor_id, ${order.actorId}::uuid) as actor_id,
      coalesce(c.merge_key, '') as merge_key, coalesce(c.detail, '{}') as detail,
      ${kind !== 'MEMBER_REMOVED'}::boolean and ${wants('BELL')} as bell,
      ${wants('EMAIL')} or (coalesce(c.detail, '{}') ? 'always' and ${wants('EMAIL')} is not null) as email,
      ${wants('SMS')} as sms, app.wants_digest(c.account_id, c.topic) as in_digest
    from (${candidates}) candidate
    cross join lateral jsonb_to_record(to_jsonb(candidate)) as c (account_id uuid, level text, topic text,
      element_id uuid, document_id uuid, message_id uuid, note_id uuid, actor_id uuid, merge_key text, detail jsonb)
    where c.account_id is distinct from ${order.actorId}::uuid)`;
  return query
    .insertInto('notification')
    .columns([...COLUMNS])
    .expression(
      query
        .selectFrom(rows.as<'row'>(sql`"row"`))
        .select(COLUMNS.map((column) => `row.${column}` as const))
        .where(sql<boolean>`"row".bell or "row".email or "row".sms`),
    )
    .onConflict((conflict) => conflict.doNothing());
}

/** Removes a former member's notifications of the loan. Conversations continue if they work for the lender. */
export async function dropNotifications(
  tx: Tx,
  { companyId, loanId }: Notifying,
  accountId: string,
): Promise<void> {
  await tx.run(
    query
      .deleteFrom('notification')
      .where('company_id', '=', companyId)
      .where('loan_id', '=', loanId)
      .where('account_id', '=', accountId)
      .where('kind', 'not in', ['MESSAGE', 'MEMBER_REMOVED'])
      .where(sql<boolean>`not exists (select from ${sql.raw('app.people_on_loan')}(
        ${companyId}::uuid, ${loanId}::uuid) p where p.account_id = ${accountId}::uuid)`),
  );
}

/**
 * Removes notifications of earlier answers to these requests that were neither read nor sent: this event replaces
 * them.
 */
export const dropUnheardUploads = (
  tx: Tx,
  order: Notifying,
  elementIds: readonly string[],
  where: RawBuilder<boolean>,
): Promise<void> =>
  dropUnheard(
    tx,
    order,
    'UPLOADED',
    sql<boolean>`element_id = any (${elementIds}::uuid[]) and ${where}`,
  );

/** Removes notifications of requests that were hidden before anyone read them or was sent them. */
export const dropUnheardRequests = (
  tx: Tx,
  order: Notifying,
  where: RawBuilder<boolean>,
): Promise<void> => dropUnheard(tx, order, 'REQUESTED', where);

async function dropUnheard(
  tx: Tx,
  { companyId, eventId }: Notifying,
  kind: NotificationKind,
  where: RawBuilder<boolean>,
): Promise<void> {
  await tx.run(
    query
      .deleteFrom('notification')
      .where('company_id', '=', companyId)
      .where('kind', '=', kind)
      .where('event_id', '<>', eventId)
      .where('read_at', 'is', null)
      .where('emailed_as', 'is', null)
      .where('texted_as', 'is', null)
      .where(where),
  );
}

/** Loans in a phase that may have requests for borrowers, by id. */
export const loansInPhase = (
  companyId: string,
  phaseId: string,
  { after, limit }: { after: string | null; limit: number },
) =>
  query
    .selectFrom('loan')
    .select('id')
    .where('company_id', '=', companyId)
    .where('phase_id', '=', phaseId)
    .$if(after !== null, (loans) => loans.where('id', '>', after!))
    .orderBy('id')
    .limit(limit);

/** Deliveries for an event, or for one loan of it, and the people whose bells changed. */
export async function deliveriesOf(
  reads: Queries,
  companyId: string,
  eventId: string,
  loanId?: string,
): Promise<{ deliveries: Delivery[]; bells: string[] }> {
  const rows = await reads.run(
    query
      .selectFrom('notification')
      .select(({ fn }) => [
        'account_id',
        'topic',
        fn.agg<boolean>('bool_or', ['bell']).as('bell'),
        sql<boolean>`bool_or(email and not in_digest)`.as('email'),
        fn.agg<boolean>('bool_or', ['sms']).as('sms'),
      ])
      .where('company_id', '=', companyId)
      .where('event_id', '=', eventId)
      .$if(loanId !== undefined, (ofLoan) => ofLoan.where('loan_id', '=', loanId!))
      .groupBy(['account_id', 'topic'])
      .orderBy('account_id')
      .orderBy('topic'),
  );
  return {
    deliveries: rows.flatMap(({ account_id: accountId, topic, email, sms }) =>
      topic === 'EXPORTS'
        ? []
        : [
            ...(email ? [{ accountId, topic, channel: 'EMAIL' as const }] : []),
            ...(sms ? [{ accountId, topic, channel: 'SMS' as const }] : []),
          ],
    ),
    bells: rows.filter(({ bell }) => bell).map(({ account_id }) => account_id),
  };
}

/** Makes one person's open pages refetch the bell; about a download, they also show a toast. */
export const publishTo = (
  companyId: string,
  accountId: string,
  kind: 'notification.changed' | typeof NOTIFICATION_EXPORTED = 'notification.changed',
) =>
  query.selectNoFrom(
    sql`app.publish_notification(${companyId}::uuid, ${accountId}::uuid, ${kind}::text)`.as(
      'published',
    ),
  );

export interface ReminderOf {
  readonly companyId: string;
  readonly loanId: string;
  /** The event whose workflow delivers the digest; loans in one digest share it. */
  readonly eventId: string;
  /** The lender who sent it by hand, whose limits apply. */
  readonly actorId: string | null;
  readonly accountId: string;
  readonly level: RoleLevel;
  readonly elementIds: readonly string[];
  /** The recipient's local day for which the reminder is. */
  readonly day: string;
}

/** Adds notifications about open requests, in the transaction that records the reminder. */
export async function addReminders(tx: Tx, reminder: ReminderOf): Promise<void> {
  const { companyId, loanId, eventId, actorId, accountId, level, elementIds, day } = reminder;
  await tx.run(
    addNotifications(
      { companyId, loanId, eventId, actorId },
      'REMINDED',
      sql<Candidate>`select ${accountId}::uuid as account_id, ${level}::text as level, 'REMINDERS' as topic,
        element_id, jsonb_build_object('day', ${day}::text) as detail
        from unnest(${[...elementIds]}::uuid[]) element_id`,
    ),
  );
  tx.atCommit(publishTo(companyId, accountId));
}
