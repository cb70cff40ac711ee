/** Data for emails and text messages, read in the company's scope. */
import { createHmac } from 'node:crypto';
import type {
  LoanStatus,
  NotificationKind,
  RejectionCode,
  RoleLevel,
  ScanReason,
} from '@cairn/contract';
import type { UnreadableState } from '@cairn/contract/file-terms';
import { sql } from 'kysely';
import { keyFor } from '../../platform/crypto.ts';
import { anonymous, type Db, type Queries } from '../../platform/db/db.ts';
import { firstKnown, query } from '../../platform/db/query.ts';
import { countUp } from '../../platform/rate-limit.ts';
import type { Channel } from '../../platform/outbound-limits.ts';
import type { Delivery } from './types.ts';

interface Claim extends Delivery {
  readonly id: string;
  /** Set for a topic that is not gathered: the delivery contains only this event. */
  readonly onlyEvent: string | null;
}

interface Pending {
  id: string;
  event_id: string;
  age_seconds: number;
  /** Already taken by this digest. */
  claimed: boolean;
}

/** Notifications of a topic that the person was not sent by this channel, and that no other digest has claimed. */
export const findPending = (
  db: Db,
  companyId: string,
  { accountId, topic, channel, id, onlyEvent }: Claim,
): Promise<Pending[]> =>
  // In a transaction, because app.sees_element_as sets the level that it checks for.
  db.write({ kind: 'company', companyId }, (tx) =>
    tx.run(
      query
        .selectFrom(
          sql<Pending>`app.pending_notifications(${accountId}::uuid, ${topic}, ${channel}, ${id}::uuid, ${onlyEvent}::uuid)`.as<'pending'>(
            sql`pending`,
          ),
        )
        .selectAll('pending'),
    ),
  );

export interface PendingFacts {
  id: string;
  kind: NotificationKind;
  level: RoleLevel;
  company_id: string;
  company_name: string;
  loan_id: string;
  loan_name: string;
  loan_status: LoanStatus;
  unreviewed: boolean;
  actor_id: string | null;
  actor_given_name: string | null;
  actor_name: string | null;
  merge_key: string;
  detail: {
    accepted?: boolean;
    byApplicant?: boolean;
    byMember?: boolean;
    reason?: ScanReason;
    contentState?: UnreadableState;
    day?: string;
  };
  element_id: string | null;
  /** The title that the recipient sees. */
  title: string | null;
  /** A rule added the request, so its title may contain names chosen by borrowers. */
  from_rule: boolean;
  instructions: string | null;
  due_date: string | null;
  promised_date: string | null;
  entity_name: string | null;
  rejection_code: RejectionCode | null;
  rejection_reason: string | null;
  document_name: string | null;
  response_message: string | null;
  created_at: string;
}

/** Claims them for this digest and returns their data; a repeated call returns the same ones. */
export const claimNotifications = (
  db: Db,
  companyId: string,
  { accountId, topic, channel, id, onlyEvent }: Claim,
): Promise<PendingFacts[]> =>
  db.write({ kind: 'company', companyId }, async (tx) => {
    const claimed = await tx.run(
      query
        .selectFrom(
          sql<{
            id: string;
          }>`app.claim_notifications(${accountId}::uuid, ${topic}, ${channel}, ${id}::uuid, ${onlyEvent}::uuid)`.as<'claimed'>(
            sql`claimed (id)`,
          ),
        )
        .select('claimed.id'),
    );
    return claimed.length === 0
      ? []
      : findFacts(
          tx,
          companyId,
          claimed.map((each) => each.id),
        );
  });

/** Outside the lender, people see the names of loan members and of people who write to them. */
const knowsActor = sql<boolean>`(n.level = 'LENDER' or n.kind = 'MESSAGE' or exists (
  select from loan_role r where r.company_id = n.company_id and r.loan_id = n.loan_id
    and r.account_id = n.actor_id))`;

/** Data of notifications for an email. In the company's scope. */
export const findFacts = (
  reads: Queries,
  companyId: string,
  ids: string[],
): Promise<PendingFacts[]> =>
  reads.run(
    query
      .selectFrom('notification as n')
      .innerJoin('company', 'company.id', 'n.company_id')
      .innerJoin('loan', (join) =>
        join.onRef('loan.company_id', '=', 'n.company_id').onRef('loan.id', '=', 'n.loan_id'),
      )
      .leftJoin('person as actor', (join) =>
        join
          .onRef('actor.company_id', '=', 'n.company_id')
          .onRef('actor.account_id', '=', 'n.actor_id')
          .on(knowsActor),
      )
      .leftJoin('element', (join) =>
        join
          .onRef('element.company_id', '=', 'n.company_id')
          .onRef('element.id', '=', 'n.element_id'),
      )
      .leftJoin('entity', (join) =>
        join
          .onRef('entity.company_id', '=', 'element.company_id')
          .onRef('entity.id', '=', 'element.sherpa_entity_id'),
      )
      .leftJoin('document', (join) =>
        join
          .onRef('document.company_id', '=', 'n.company_id')
          .on('document.id', '=', firstKnown('n.document_id', 'element.answer_document_id')),
      )
      .leftJoin('loan_application as application', (join) =>
        join
          .onRef('application.company_id', '=', 'n.company_id')
          .onRef('application.loan_id', '=', 'n.loan_id'),
      )
      .select([
        'n.id',
        'n.kind',
        'n.level',
        'n.company_id',
        'company.name as company_name',
        'n.loan_id',
        'loan.name as loan_name',
        'loan.status as loan_status',
        sql<boolean>`app.is_unreviewed(loan.company_id, loan.id)`.as('unreviewed'),
        'n.actor_id',
        'actor.given_name as actor_given_name',
        sql<string | null>`nullif(concat_ws(' ', actor.given_name, actor.family_name), '')`.as(
          'actor_name',
        ),
        'n.merge_key',
        sql<PendingFacts['detail']>`n.detail`.as('detail'),
        'n.element_id',
        sql<string | null>`case n.level when 'LENDER' then element.title
          else coalesce(element.borrower_title, element.title) end`.as('title'),
        sql<boolean>`element.rule is not null`.as('from_rule'),
        sql<string | null>`case when element.include_description then element.description end`.as(
          'instructions',
        ),
        'element.due_date',
        'element.promised_date',
        'entity.name as entity_name',
        'element.rejection_code',
        'element.rejection_reason',
        'document.name as document_name',
        'application.response_message',
        'n.created_at',
      ])
      .where('n.company_id', '=', companyId)
      .where(sql<boolean>`n.id = any (${ids}::uuid[])`)
      .orderBy(sql`element.due_date nulls last`)
      .orderBy('n.id'),
  );

/** Milliseconds until this person may get another digest by this channel; 0 reserves the turn. */
export async function reserveDigestTurn(
  db: Db,
  secretKey: string,
  { accountId, channel, seconds }: { accountId: string; channel: Channel; seconds: number },
): Promise<number> {
  if (seconds === 0) return 0;
  const key = createHmac('sha256', keyFor(secretKey, 'turns of message digests'))
    .update(`${channel} ${accountId}`)
    .digest();
  const { calls, left: secondsLeft } = await db.write(anonymous, (tx) => countUp(tx, key, seconds));
  return calls === 1 ? 0 : secondsLeft * 1000 + 500;
}

export async function findRecipient(
  reads: Queries,
  companyId: string,
  accountId: string,
): Promise<{ email_address: string; given_name: string | null } | undefined> {
  const [row] = await reads.run(
    query
      .selectFrom('person')
      .select(['email_address', 'given_name'])
      .where('company_id', '=', companyId)
      .where('account_id', '=', accountId),
  );
  return row;
}

/** The reply address of a person for a conversation, the same in each email. */
export async function keepReplyAddress(
  db: Db,
  { company_id, loan_id, merge_key }: PendingFacts,
  accountId: string,
): Promise<string> {
  const [row] = await db.write({ kind: 'company', companyId: company_id }, (tx) =>
    tx.run(
      query
        .insertInto('reply_address')
        .values({ company_id, thread_id: merge_key, account_id: accountId, loan_id })
        .onConflict((conflict) =>
          conflict
            .columns(['company_id', 'thread_id', 'account_id'])
            .doUpdateSet({ loan_id: sql<string>`excluded.loan_id` }),
        )
        .returning('id'),
    ),
  );
  return row!.id;
}
