/** Open requests by person, and earlier reminders. The worker runs in the company's scope. */
import type { RoleLevel } from '@cairn/contract';
import { sql } from 'kysely';
import type { Authorized } from '../../platform/authorize.ts';
import { anonymous, type Db, type Queries, type Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Columns } from '../../platform/db/schema.ts';
import { hasUnusableAnswer } from '../../platform/db/unusable-answers.ts';
import { localDay } from '../../platform/local-time.ts';
import type { OpenRequest, PlannedDigest, Recipient, ReminderPolicy } from './plan-reminders.ts';

export interface CompanyPolicy extends ReminderPolicy {
  /** Days until a new request is due. */
  readonly dueDays: number | null;
  readonly zone: string;
}

const DEFAULTS = {
  enabled: false,
  due_days: null,
  days_before: 1,
  every_days: 4,
  max_reminders: 5,
  send_at: '09:00',
  on_weekends: false,
  blackout_days: [] as string[],
};

export async function findPolicy(reads: Queries, companyId: string): Promise<CompanyPolicy> {
  const [row] = await reads.run(
    query
      .selectFrom('company')
      .leftJoin('reminder_policy as policy', 'policy.company_id', 'company.id')
      .select([
        'company.quiet_from',
        'company.quiet_until',
        'company.timezone_id',
        'policy.company_id',
        'policy.enabled',
        'policy.due_days',
        'policy.days_before',
        'policy.every_days',
        'policy.max_reminders',
        'policy.send_at',
        'policy.on_weekends',
        sql<string[] | null>`policy.blackout_days::text[]`.as('blackout_days'),
      ])
      .where('company.id', '=', companyId),
  );
  const set = row && row.company_id !== null ? row : DEFAULTS;
  return {
    enabled: set.enabled ?? false,
    dueDays: set.due_days,
    daysBefore: set.days_before ?? DEFAULTS.days_before,
    everyDays: set.every_days ?? DEFAULTS.every_days,
    maxReminders: set.max_reminders ?? DEFAULTS.max_reminders,
    sendAt: (set.send_at ?? DEFAULTS.send_at).slice(0, 5),
    onWeekends: set.on_weekends ?? false,
    blackoutDays: set.blackout_days ?? [],
    quietHours:
      row?.quiet_from && row.quiet_until
        ? { from: row.quiet_from.slice(0, 5), until: row.quiet_until.slice(0, 5) }
        : null,
    zone: row?.timezone_id ?? 'UTC',
  };
}

/** Columns that are absent or undefined are not changed. */
export async function savePolicy(
  tx: Tx,
  { id: companyId }: Authorized<'edit', { id: string }>,
  change: Columns<'reminder_policy'>,
): Promise<void> {
  const columns = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Columns<'reminder_policy'>;
  await tx.run(
    query
      .insertInto('reminder_policy')
      .values({ ...columns, company_id: companyId })
      .onConflict((conflict) =>
        conflict.column('company_id').doUpdateSet({ ...columns, modified_at: sql<string>`now()` }),
      ),
  );
}

/** Companies that may have a reminder to send; read before the worker enters any company's scope. */
export async function companiesWithReminders(db: Db, until: string): Promise<string[]> {
  const rows = await db
    .reads(anonymous)
    .run(
      query.selectNoFrom(
        sql<string>`app.companies_with_reminders(${until}::date)`.as('company_id'),
      ),
    );
  return rows.map(({ company_id }) => company_id);
}

interface Which {
  readonly companyId: string;
  readonly loanId?: string;
  readonly accountId?: string;
  /** Only requests due by this day. Absent: also those without a due date. */
  readonly dueBy?: string;
  /** Only these requests. */
  readonly elementIds?: readonly string[];
  /** Checks that the recipient sees each request; required before anything is shown or sent. */
  readonly visible?: true;
}

export interface OpenRow {
  account_id: string;
  level: RoleLevel;
  element_id: string;
  loan_id: string;
  title: string;
  due_date: string | null;
  asked_at: string;
  sent_count: number;
  last_sent_on: string | null;
  snoozed_until: string | null;
  member_paused: boolean;
  /** Paused by the lender. */
  loan_paused: boolean;
  /** The loan is on hold, ended or archived. */
  on_hold: boolean;
}

/** A promised later date replaces the due date: until then the borrower is not reminded. */
const DUE = sql`greatest(e.due_date, case when e.due_date is not null then e.promised_date end)`;

/** Open requests of borrowers, for each person who should answer them. */
export const findOpen = (reads: Queries, which: Which): Promise<OpenRow[]> => {
  const { companyId, loanId = null, accountId = null, dueBy = null, elementIds } = which;
  const open = sql`e.company_id = ${companyId}::uuid and e.storage_type = 'FILE' and e.target_id is null
    and e.continues_id is null
    and not e.in_trash and (not e.answered or e.rejected_by is not null or ${hasUnusableAnswer('e')})
    and (${dueBy}::date is null or e.due_date <= ${dueBy}::date)
    and (${elementIds ? [...elementIds] : null}::uuid[] is null
      or e.id = any (${elementIds ? [...elementIds] : null}::uuid[]))`;
  return reads.run(
    query
      .selectFrom(
        sql<OpenRow>`(
          select p.account_id, p.level, e.id as element_id, e.loan_id, coalesce(e.borrower_title, e.title) as title,
            ${DUE} as due_date, greatest(e.created_at, told.requested_at, told.rejected_at) as asked_at,
            sent.count as sent_count, sent.day as last_sent_on, member.snoozed_until,
            coalesce(member.paused, false) as member_paused,
            coalesce(setting.paused, false) as loan_paused,
            not app.asks_for_documents(l.company_id, l.id) as on_hold
          from loan l
          cross join lateral app.people_on_loan(l.company_id, l.id) p
          join element e on e.company_id = l.company_id and e.loan_id = l.id
          left join loan_reminder setting on setting.company_id = l.company_id and setting.loan_id = l.id
          left join loan_reminder_member member on member.company_id = l.company_id
            and member.loan_id = l.id and member.account_id = p.account_id
          cross join lateral (select max(n.created_at) filter (where n.kind = 'REQUESTED') as requested_at,
              max(n.created_at) filter (where n.kind = 'REJECTED') as rejected_at
            from notification n where n.company_id = e.company_id and n.element_id = e.id
              and n.account_id = p.account_id and n.kind in ('REQUESTED', 'REJECTED')) told
          cross join lateral (select count(*)::int as count, max(i.day) as day from reminder_item i
            where i.company_id = e.company_id and i.element_id = e.id and i.account_id = p.account_id
              and i.due_date is not distinct from ${DUE}
              and i.created_at > coalesce(told.rejected_at, '-infinity')) sent
          where l.company_id = ${companyId}::uuid
            and (${loanId}::uuid is null or l.id = ${loanId}::uuid)
            and l.id in (select e.loan_id from element e where ${open}) and ${open}
            and p.level <> 'LENDER' and (${accountId}::uuid is null or p.account_id = ${accountId}::uuid)
            and (e.assigned_to is null or e.assigned_to = p.account_id)
            and not app.is_unreviewed(l.company_id, l.id)
            ${which.visible ? sql`and app.sees_element_as(p.account_id, p.level, e.company_id, e.id)` : sql``}
        )`.as<'open'>(sql`open`),
      )
      .selectAll('open')
      .orderBy(sql`open.due_date nulls last`)
      .orderBy('open.title'),
  );
};

export const toRequest = (row: OpenRow & { due_date: string }, zone: string): OpenRequest => ({
  accountId: row.account_id,
  elementId: row.element_id,
  loanId: row.loan_id,
  dueDate: row.due_date,
  askedOn: localDay(new Date(row.asked_at), zone),
  sentCount: row.sent_count,
  lastSentOn: row.last_sent_on,
  snoozedUntil: row.snoozed_until,
  paused: row.on_hold || row.loan_paused || row.member_paused,
});

/** Each with the time zone that they chose, otherwise the company's. */
export async function findRecipients(
  reads: Queries,
  companyId: string,
  accountIds: readonly string[],
  zone: string,
): Promise<Recipient[]> {
  const rows = await reads.run(
    query
      .selectFrom(
        sql<{ id: string }>`unnest(${[...accountIds]}::uuid[])`.as<'given'>(sql`given (id)`),
      )
      .select([
        'given.id',
        sql<string | null>`app.zone_of(given.id)`.as('zone'),
        sql<string | null>`(select max(r.day) from reminder r
          where r.company_id = ${companyId}::uuid and r.account_id = given.id)`.as(
          'last_digest_on',
        ),
      ]),
  );
  return rows.map((row) => ({
    accountId: row.id,
    zone: row.zone ?? zone,
    lastDigestOn: row.last_digest_on,
  }));
}

export interface NewReminder extends Pick<PlannedDigest, 'accountId' | 'day'> {
  readonly companyId: string;
  readonly id: string;
  readonly eventId: string;
}

/** False if this person already has a digest for the day. */
export async function insertReminder(tx: Tx, reminder: NewReminder): Promise<boolean> {
  const rows = await tx.run(
    query
      .insertInto('reminder')
      .values({
        company_id: reminder.companyId,
        id: reminder.id,
        account_id: reminder.accountId,
        day: reminder.day,
        event_id: reminder.eventId,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );
  return rows.length > 0;
}

export async function insertItems(
  tx: Tx,
  { companyId, id, accountId, day }: NewReminder,
  rows: readonly OpenRow[],
): Promise<void> {
  await tx.run(
    query.insertInto('reminder_item').values(
      rows.map((row) => ({
        company_id: companyId,
        reminder_id: id,
        loan_id: row.loan_id,
        element_id: row.element_id,
        account_id: accountId,
        day,
        due_date: row.due_date,
      })),
    ),
  );
}
