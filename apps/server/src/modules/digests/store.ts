/** Summaries: their recipients and content. The worker runs in the company's scope. */
import type { EmailFrequency } from '@cairn/contract';
import { sql } from 'kysely';
import { anonymous, type Db, type Queries, type Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import { hasUnusableAnswer } from '../../platform/db/unusable-answers.ts';
import type { DigestReader } from './plan-digest.ts';
import type { TodoRow } from './summary-email.ts';

export async function companiesWithDigests(db: Db): Promise<string[]> {
  const rows = await db
    .reads(anonymous)
    .run(query.selectNoFrom(sql<string>`app.companies_with_digests()`.as('company_id')));
  return rows.map(({ company_id }) => company_id);
}

interface ReaderRow {
  account_id: string;
  frequency: EmailFrequency;
  weekday: number;
  send_at: string;
  since: string;
  zone: string | null;
  last_day: string | null;
  waiting_since: string | null;
}

export interface Reader extends DigestReader {
  /** When the oldest notification that waits for a summary was written; null if there is none. */
  readonly waitingSince: Date | null;
}

export async function findReaders(reads: Queries, companyZone: string): Promise<Reader[]> {
  const rows = await reads.run(
    query
      .selectFrom(sql<ReaderRow>`app.digest_readers()`.as<'reader'>(sql`reader`))
      .selectAll('reader')
      .orderBy('reader.account_id'),
  );
  return rows.map((row) => ({
    accountId: row.account_id,
    frequency: row.frequency,
    weekday: row.weekday,
    sendAt: row.send_at,
    zone: row.zone ?? companyZone,
    since: new Date(row.since),
    lastDay: row.last_day,
    waitingSince: row.waiting_since === null ? null : new Date(row.waiting_since),
  }));
}

export interface NewDigest {
  readonly companyId: string;
  readonly id: string;
  readonly accountId: string;
  readonly day: string;
  readonly at: Date;
  readonly weekly: boolean;
}

/** Longer than the life of any workflow that sends a summary. */
const KEPT_DAYS = 60;

/** False if this person already has one for the day. */
export async function insertDigest(tx: Tx, digest: NewDigest): Promise<boolean> {
  await tx.run(
    query
      .deleteFrom('email_digest')
      .where('company_id', '=', digest.companyId)
      .where('account_id', '=', digest.accountId)
      .where(sql<boolean>`day < ${digest.day}::date - ${KEPT_DAYS}::int`),
  );
  const rows = await tx.run(
    query
      .insertInto('email_digest')
      .values({
        company_id: digest.companyId,
        id: digest.id,
        account_id: digest.accountId,
        day: digest.day,
        at: digest.at.toISOString(),
        weekly: digest.weekly,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );
  return rows.length > 0;
}

export async function findDigest(reads: Queries, companyId: string, id: string) {
  const [row] = await reads.run(
    query
      .selectFrom('email_digest')
      .select(['account_id', 'at', 'weekly'])
      .where('company_id', '=', companyId)
      .where('id', '=', id),
  );
  return row;
}

/** Claims notifications for the summary; a repeated call returns the same ones. */
export async function claimDigest(
  tx: Tx,
  { accountId, emailId, at }: { accountId: string; emailId: string; at: string },
): Promise<string[]> {
  const rows = await tx.run(
    query
      .selectFrom(
        sql<{
          id: string;
        }>`app.claim_digest(${accountId}::uuid, ${emailId}::uuid, ${at}::timestamptz)`.as<'claimed'>(
          sql`claimed (id)`,
        ),
      )
      .select('claimed.id'),
  );
  return rows.map(({ id }) => id);
}

const RECENT_HOURS = 12;

/** Whether this person got an email about requests so recently that a summary would repeat it. */
export async function wasRemindedRecently(
  reads: Queries,
  companyId: string,
  accountId: string,
): Promise<boolean> {
  const rows = await reads.run(
    query
      .selectFrom('message_delivery')
      .select('id')
      .where('company_id', '=', companyId)
      .where('account_id', '=', accountId)
      .where('topic', 'in', ['REQUESTS', 'REMINDERS'])
      .where('created_at', '>', sql<string>`now() - make_interval(hours => ${RECENT_HOURS})`)
      .limit(1),
  );
  return rows.length > 0;
}

/** Data of open requests for an email. The caller has checked that the recipient sees them. */
export const findTodo = (
  reads: Queries,
  companyId: string,
  elementIds: readonly string[],
): Promise<TodoRow[]> =>
  reads.run(
    query
      .selectFrom('element')
      .innerJoin('loan', (join) =>
        join
          .onRef('loan.company_id', '=', 'element.company_id')
          .onRef('loan.id', '=', 'element.loan_id'),
      )
      .leftJoin('entity', (join) =>
        join
          .onRef('entity.company_id', '=', 'element.company_id')
          .onRef('entity.id', '=', 'element.sherpa_entity_id'),
      )
      .select([
        'element.id',
        'element.loan_id',
        'loan.name as loan_name',
        sql<string>`coalesce(element.borrower_title, element.title)`.as('title'),
        sql<boolean>`element.rule is not null`.as('from_rule'),
        'entity.name as entity_name',
        sql<string | null>`greatest(element.due_date, element.promised_date)`.as('due_date'),
        sql<boolean>`element.rejected_by is not null`.as('rejected'),
        hasUnusableAnswer('element').as('unusable'),
      ])
      .where('element.company_id', '=', companyId)
      .where(sql<boolean>`element.id = any (${[...elementIds]}::uuid[])`)
      .orderBy(sql`7 nulls last`)
      .orderBy('element.title'),
  );

export interface Progress {
  approved: number;
  inReview: number;
}

/**
 * Progress of these loans as the recipient sees it. In a transaction, because app.sees_element_as sets the level that
 * it checks for.
 */
export async function findProgress(
  tx: Tx,
  {
    companyId,
    loanIds,
    accountId,
    level,
  }: {
    companyId: string;
    loanIds: readonly string[];
    accountId: string;
    level: string;
  },
): Promise<Progress> {
  const [row] = await tx.run(
    query
      .selectFrom('element as e')
      .select([
        sql<number>`count(*) filter (where e.approved_by is not null)::int`.as('approved'),
        sql<number>`count(*) filter (where e.approved_by is null)::int`.as('inReview'),
      ])
      .where('e.company_id', '=', companyId)
      .where(sql<boolean>`e.loan_id = any (${[...loanIds]}::uuid[]) and e.storage_type = 'FILE'
        and e.target_id is null and e.continues_id is null and not e.in_trash and e.answered
        and e.rejected_by is null and not ${hasUnusableAnswer('e')}
        and app.sees_element_as(${accountId}::uuid, ${level}::text, e.company_id, e.id)`),
  );
  return row!;
}

export async function findCompanyName(reads: Queries, companyId: string): Promise<string> {
  const [row] = await reads.run(
    query.selectFrom('company').select('name').where('id', '=', companyId),
  );
  return row!.name;
}
