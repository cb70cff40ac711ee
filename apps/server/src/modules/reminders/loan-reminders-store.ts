/** A loan's reminders and settings for its page, read in the company's scope. */
import type { ReminderDeliveryState } from '@cairn/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Authorized } from '../../platform/authorize.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';

type Managed = Authorized<'manage', { readonly company_id: string; readonly id: string }>;
interface LoanRef {
  readonly companyId: string;
  readonly loanId: string;
}

const MAX_SENT = 50;

export interface LoanSetting {
  paused: boolean;
  due_days: number | null;
  on_hold: boolean;
}

export async function findLoanSetting(
  reads: Queries,
  { companyId, loanId }: LoanRef,
): Promise<LoanSetting> {
  const [row] = await reads.run(
    query
      .selectFrom('loan')
      .leftJoin('loan_reminder as setting', (join) =>
        join
          .onRef('setting.company_id', '=', 'loan.company_id')
          .onRef('setting.loan_id', '=', 'loan.id'),
      )
      .select([
        sql<boolean>`coalesce(setting.paused, false)`.as('paused'),
        'setting.due_days',
        sql<boolean>`not app.asks_for_documents(loan.company_id, loan.id)`.as('on_hold'),
      ])
      .where('loan.company_id', '=', companyId)
      .where('loan.id', '=', loanId),
  );
  return row!;
}

export interface PersonRow {
  account_id: string;
  given_name: string | null;
  family_name: string | null;
  email_address: string;
  email: boolean;
  sms: boolean;
  paused: boolean;
  snoozed_until: string | null;
}

/** Members of the loan who are not lenders. */
export const findPeople = (reads: Queries, { companyId, loanId }: LoanRef): Promise<PersonRow[]> =>
  reads.run(
    query
      .selectFrom(
        sql<PersonRow>`(
          select p.account_id, person.given_name, person.family_name, person.email_address,
            coalesce(app.wants_notification(p.account_id, 'REMINDERS', 'EMAIL'), false) as email,
            coalesce(app.wants_notification(p.account_id, 'REMINDERS', 'SMS'), false) as sms,
            coalesce(member.paused, false) as paused, member.snoozed_until
          from app.people_on_loan(${companyId}::uuid, ${loanId}::uuid) p
          join person on person.company_id = ${companyId}::uuid and person.account_id = p.account_id
          left join loan_reminder_member member on member.company_id = ${companyId}::uuid
            and member.loan_id = ${loanId}::uuid and member.account_id = p.account_id
          where p.level <> 'LENDER'
        )`.as<'people'>(sql`people`),
      )
      .selectAll('people')
      .orderBy('people.given_name')
      .orderBy('people.family_name')
      .orderBy('people.account_id'),
  );

interface NamedPerson {
  accountId: string;
  givenName: string | null;
  familyName: string | null;
  emailAddress: string;
}

export interface SentRow {
  id: string;
  created_at: string;
  recipient: NamedPerson | null;
  sender: NamedPerson | null;
  count: number;
  titles: string[];
  email: ReminderDeliveryState | null;
  sms: ReminderDeliveryState | null;
}

const personOf = (accountId: RawBuilder<unknown>): RawBuilder<NamedPerson | null> => sql`(
  select json_build_object('accountId', person.account_id, 'givenName', person.given_name,
    'familyName', person.family_name, 'emailAddress', person.email_address)
  from person where person.company_id = r.company_id and person.account_id = ${accountId})`;

/**
 * The state of one channel. Notifications are sent within three days and kept for thirty, so an older one that was
 * taken into an email has been sent.
 */
const deliveryOf = (
  isWanted: RawBuilder<unknown>,
  sentAs: RawBuilder<unknown>,
): RawBuilder<ReminderDeliveryState | null> => sql`case
  when not coalesce(${isWanted}, false) then null
  when ${sentAs} is null then case
    when r.created_at > now() - interval '3 days' and exists (select from notification n
      where n.company_id = r.company_id and n.event_id = r.event_id and n.account_id = r.account_id
        and app.notification_holds(n)) then 'WAITING'
    else 'NOT_NEEDED' end
  when exists (select from outbound_message o where o.id = ${sentAs} and o.outcome = 'DROPPED') then 'DROPPED'
  when exists (${reportedOf(sentAs)}) then (${reportedOf(sentAs)})
  when r.created_at < now() - interval '29 days'
    or exists (select from sent_mail m where m.event_id = ${sentAs}) then 'SENT'
  else 'WAITING' end`;

/** After it left, the provider's report decides. */
const reportedOf = (sentAs: RawBuilder<unknown>) => sql`select d.state from message_delivery d
  where d.company_id = r.company_id and d.id = ${sentAs}
    and d.state in ('DELAYED', 'DELIVERED', 'BOUNCED', 'COMPLAINED', 'STOPPED')`;

/**
 * The newest digests with requests of this loan. In a transaction, because app.notification_holds sets the level that
 * it checks for.
 */
export const findSent = (tx: Tx, { companyId, loanId }: LoanRef): Promise<SentRow[]> =>
  tx.run(
    query
      .selectFrom(
        sql<SentRow>`(
          select r.id, r.created_at, ${personOf(sql`r.account_id`)} as recipient,
            ${personOf(sql`told.actor_id`)} as sender, items.count, items.titles,
            ${deliveryOf(sql`told.email`, sql`told.emailed_as`)} as email,
            ${deliveryOf(sql`told.sms`, sql`told.texted_as`)} as sms
          from (
            select i.reminder_id, count(*)::int as count,
              (array_agg(coalesce(e.borrower_title, e.title) order by e.title, e.id))[1:3] as titles
            from reminder_item i
            join element e on e.company_id = i.company_id and e.id = i.element_id
            where i.company_id = ${companyId}::uuid and i.loan_id = ${loanId}::uuid
            group by i.reminder_id
            order by i.reminder_id desc
            limit ${MAX_SENT}) items
          join reminder r on r.company_id = ${companyId}::uuid and r.id = items.reminder_id
          cross join lateral (
            select bool_or(n.email) as email, bool_or(n.sms) as sms,
              (array_agg(n.emailed_as) filter (where n.emailed_as is not null))[1] as emailed_as,
              (array_agg(n.texted_as) filter (where n.texted_as is not null))[1] as texted_as,
              (array_agg(n.actor_id) filter (where n.actor_id is not null))[1] as actor_id
            from notification n
            where n.company_id = r.company_id and n.event_id = r.event_id
              and n.account_id = r.account_id) told
        )`.as<'sent'>(sql`sent`),
      )
      .selectAll('sent')
      .orderBy('sent.id', 'desc'),
  );

export async function saveLoanSetting(
  tx: Tx,
  loan: Managed,
  change: { paused: boolean } | { due_days: number | null },
): Promise<void> {
  await tx.run(
    query
      .insertInto('loan_reminder')
      .values({ company_id: loan.company_id, loan_id: loan.id, ...change })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'loan_id'])
          .doUpdateSet({ ...change, modified_at: sql<string>`now()` }),
      ),
  );
}

export async function saveMemberSetting(
  tx: Tx,
  loan: Managed,
  accountId: string,
  change: { paused: boolean } | { snoozed_until: string | null },
): Promise<void> {
  await tx.run(
    query
      .insertInto('loan_reminder_member')
      .values({ company_id: loan.company_id, loan_id: loan.id, account_id: accountId, ...change })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'loan_id', 'account_id'])
          .doUpdateSet({ ...change, modified_at: sql<string>`now()` }),
      ),
  );
}

/** Whether this person has a role other than lender on the loan that the caller sees. */
export async function isOnLoan(
  tx: Tx,
  { companyId, loanId, accountId }: LoanRef & { accountId: string },
): Promise<boolean> {
  const rows = await tx.run(
    query
      .selectFrom('loan_role')
      .select('id')
      .where('company_id', '=', companyId)
      .where('loan_id', '=', loanId)
      .where('account_id', '=', accountId)
      .where(sql<boolean>`app.level_of(role) <> 'LENDER'`)
      .limit(1),
  );
  return rows.length > 0;
}
