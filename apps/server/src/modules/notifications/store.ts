/** Queries of the bell: loan and request must be visible when it is read. Row security checks the same. */
import {
  MAX_UNREAD_NOTIFICATIONS,
  NOTIFICATIONS_PER_PAGE,
  type BellNotification,
  type LoanStatus,
  type NotificationKind,
  type RejectionCode,
  type ScanReason,
} from '@cairn/contract';
import type { UnreadableState } from '@cairn/contract/file-terms';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Unsubscribe } from '../../platform/email/unsubscribe-link.ts';
import { titleSeenBy, visibleElement } from '../elements/index.ts';
import { viewerOf, visibleLoans } from '../loans/index.ts';

/** One row more than the page shows whether there is a next page. */
const LOOKED_AT = NOTIFICATIONS_PER_PAGE + 1;

/** A message that was read in its conversation counts as read here too. */
const isUnread = sql<boolean>`(n.read_at is null and (n.message_id is null or exists (
  select from message_mark mark where mark.company_id = n.company_id and mark.message_id = n.message_id
    and mark.account_id = n.account_id and mark.read_at is null)))`;

/** Similar events of one day are grouped in one line. */
const GROUP = [
  sql`n.company_id`,
  sql`n.loan_id`,
  sql`n.kind`,
  sql`n.actor_id`,
  sql`n.merge_key`,
  sql`(n.created_at at time zone 'UTC')::date`,
  isUnread,
];

/** The loan belongs to the caller's company, or they are a member of it. */
const isInvolved = ({ companyId, accountId }: Actor) => sql<boolean>`(n.company_id = ${companyId}
  or exists (select from loan_role r where r.company_id = n.company_id and r.loan_id = n.loan_id
    and r.account_id = ${accountId}))`;

const seesRequest = (actor: Actor) =>
  sql<boolean>`(n.element_id is null or exists (${query
    .selectFrom('element')
    .select('element.id')
    .where(visibleElement(actor))
    .where(sql<boolean>`element.company_id = n.company_id and element.id = n.element_id`)}))`;

/** The base of every query of the bell: the caller's own notifications, on loans and requests that they see. */
const notificationsSeenBy = (actor: Actor) =>
  visibleLoans(viewerOf(actor), actor)
    .innerJoin('notification as n', (join) =>
      join.onRef('n.company_id', '=', 'loan.company_id').onRef('n.loan_id', '=', 'loan.id'),
    )
    .where('n.account_id', '=', actor.accountId)
    .where('n.bell', '=', true)
    .where(isInvolved(actor))
    .where(seesRequest(actor));

const isMuted = ({ accountId }: Actor) => sql<boolean>`exists (select from loan_mute m
  where m.company_id = loan.company_id and m.loan_id = loan.id and m.account_id = ${accountId}::uuid)`;

export interface BellRow {
  id: string;
  company_id: string;
  loan_id: string;
  loan_name: string;
  short_code: string;
  color: string;
  muted: boolean;
  kind: NotificationKind;
  unread: boolean;
  count: number;
  created_at: string;
  actor: {
    accountId: string;
    givenName: string | null;
    familyName: string | null;
    emailAddress: string;
  } | null;
  merge_key: string;
  titles: string[] | null;
  element_id: string | null;
  status: LoanStatus | null;
  reason: ScanReason | null;
  content_state: UnreadableState | null;
  accepted: boolean | null;
  exported: NonNullable<BellNotification['exported']> | null;
  rejection_code: RejectionCode | null;
  rejection_reason: string | null;
}

const newest = (what: string) => sql.raw(`(array_agg(${what} order by n.id desc))[1]`);

export const bellPage = (
  actor: Actor,
  { show, page }: { show: 'all' | 'unread' | 'mentions'; page?: string | undefined },
) =>
  notificationsSeenBy(actor)
    .leftJoin('element', (join) =>
      join
        .onRef('element.company_id', '=', 'n.company_id')
        .onRef('element.id', '=', 'n.element_id'),
    )
    .leftJoin('document', (join) =>
      join
        .onRef('document.company_id', '=', 'n.company_id')
        .onRef('document.id', '=', 'n.document_id'),
    )
    .leftJoin('person', (join) =>
      join
        .onRef('person.company_id', '=', 'n.company_id')
        .onRef('person.account_id', '=', 'n.actor_id'),
    )
    .select([
      sql<string>`${newest('n.id')}`.as('id'),
      'n.company_id',
      'n.loan_id',
      'loan.name as loan_name',
      'loan.short_code',
      'loan.color',
      isMuted(actor).as('muted'),
      'n.kind',
      isUnread.as('unread'),
      sql<number>`count(*)::int`.as('count'),
      sql<string>`max(n.created_at)`.as('created_at'),
      sql<BellRow['actor']>`case when person.account_id is not null then jsonb_build_object(
        'accountId', person.account_id, 'givenName', person.given_name,
        'familyName', person.family_name, 'emailAddress', person.email_address) end`.as('actor'),
      'n.merge_key',
      sql<
        string[] | null
      >`(array_agg(coalesce(${titleSeenBy(actor)}, document.name) order by n.id desc)
        filter (where coalesce(element.title, document.name) is not null))[1:3]`.as('titles'),
      sql<string | null>`${newest('n.element_id')}`.as('element_id'),
      sql<LoanStatus | null>`${newest("n.detail ->> 'status'")}`.as('status'),
      sql<ScanReason | null>`${newest("n.detail ->> 'reason'")}`.as('reason'),
      sql<UnreadableState | null>`${newest("n.detail ->> 'contentState'")}`.as('content_state'),
      sql<boolean | null>`${newest("(n.detail -> 'accepted')::boolean")}`.as('accepted'),
      sql<BellRow['exported']>`case n.kind when 'EXPORTED' then ${newest('n.detail')} end`.as(
        'exported',
      ),
      sql<RejectionCode | null>`${newest('element.rejection_code')}`.as('rejection_code'),
      sql<string | null>`${newest('element.rejection_reason')}`.as('rejection_reason'),
    ])
    .$if(show === 'unread', (rows) => rows.where(isUnread))
    .$if(show === 'mentions', (rows) => rows.where('n.kind', '=', 'NOTE'))
    .groupBy([
      ...GROUP,
      'loan.name',
      'loan.short_code',
      'loan.color',
      'loan.id',
      'loan.company_id',
      'person.account_id',
      'person.given_name',
      'person.family_name',
      'person.email_address',
    ])
    .$if(page !== undefined, (rows) => rows.having(sql<boolean>`${newest('n.id')} < ${page}::uuid`))
    .orderBy('id', 'desc')
    .limit(LOOKED_AT);

export const unreadCount = (actor: Actor) =>
  query
    .selectFrom(
      notificationsSeenBy(actor)
        .where(isUnread)
        .select(sql<number>`1`.as('one'))
        .groupBy(GROUP)
        .limit(MAX_UNREAD_NOTIFICATIONS + 1)
        .as('line'),
    )
    .select(sql<number>`count(*)::int`.as('count'));

/** All rows of the line that contains this one; undefined if it is not visible to the caller. */
export async function markLineRead(
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<{ company_id: string } | undefined> {
  const [row] = await tx.run(
    notificationsSeenBy(actor)
      .select(['n.company_id', 'n.loan_id', 'n.kind', 'n.actor_id', 'n.merge_key', 'n.created_at'])
      .where('n.id', '=', id),
  );
  if (!row) return undefined;
  await tx.run(
    query
      .updateTable('notification')
      .set({ read_at: sql`now()` })
      .where('account_id', '=', actor.accountId)
      .where('company_id', '=', row.company_id)
      .where('loan_id', '=', row.loan_id)
      .where('kind', '=', row.kind)
      .where('merge_key', '=', row.merge_key)
      .where(sql<boolean>`actor_id is not distinct from ${row.actor_id}::uuid`)
      .where(sql<boolean>`(created_at at time zone 'UTC')::date
        = (${row.created_at}::timestamptz at time zone 'UTC')::date`)
      .where('read_at', 'is', null),
  );
  return row;
}

/** Marks what the caller sees in the logged role; what another role shows stays unread. */
export async function markAllRead(tx: Tx, actor: Actor): Promise<void> {
  await tx.run(
    query
      .updateTable('notification')
      .set({ read_at: sql`now()` })
      .where('account_id', '=', actor.accountId)
      .where('bell', '=', true)
      .where('read_at', 'is', null)
      .where('id', 'in', notificationsSeenBy(actor).select('n.id').where('n.read_at', 'is', null)),
  );
}

/** Loans that the caller muted and sees in the logged role. */
export const mutedLoans = (actor: Actor) =>
  visibleLoans(viewerOf(actor), actor)
    .select(['loan.id', 'loan.name', 'loan.short_code'])
    .where(isMuted(actor))
    .orderBy('loan.name')
    .orderBy('loan.id')
    .limit(200);

/** The caller has checked that the loan is visible. */
export async function saveMute(
  tx: Tx,
  { accountId }: Actor,
  { company_id, id }: { company_id: string; id: string },
  muted: boolean,
): Promise<void> {
  const mute = { company_id, loan_id: id, account_id: accountId };
  if (muted) {
    await tx.run(
      query
        .insertInto('loan_mute')
        .values(mute)
        .onConflict((conflict) => conflict.doNothing()),
    );
    return;
  }
  await tx.run(
    query
      .deleteFrom('loan_mute')
      .where('company_id', '=', company_id)
      .where('loan_id', '=', id)
      .where('account_id', '=', accountId),
  );
}

/** For a verified unsubscribe link, without a session. Returns whether the emails were on. */
export const turnOffEmails = ({ accountId, topic }: Unsubscribe) =>
  query.selectNoFrom(
    sql<boolean>`app.stop_emails(${accountId}::uuid, ${topic}::text)`.as('stopped'),
  );
