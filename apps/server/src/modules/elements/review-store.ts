/** Finds what waits for a lender's decision: first loans, by their marks, then answers on them. */
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { CAN_BE_REVIEWED } from '../../platform/db/counted-answers.ts';
import type { Queries } from '../../platform/db/db.ts';
import { firstKnown, query } from '../../platform/db/query.ts';
import { hasFilesToReview, viewerOf } from '../loans/index.ts';
import { packagesOf, packagesSeenBy, withAnswers, type OfLoan, type PackageRow } from './store.ts';

/** Maximum number of loans in the queue over all loans. */
export const MAX_REVIEW_LOANS = 200;

/** Matches policy.ts: owners of the company on all its loans, other lenders on their loans. */
const lendsOn = ({ accountId }: Actor) => sql<boolean>`(
  exists (select from employee e where e.company_id = loan.company_id
    and e.account_id = ${accountId} and e.level = 'OWNER')
  or exists (select from loan_role r where r.company_id = loan.company_id and r.loan_id = loan.id
    and r.account_id = ${accountId} and r.role in ('LENDER', 'UNDERWRITER_LENDER')))`;

const withNames = (loans: ReturnType<typeof packagesSeenBy>) =>
  loans.select(['loan.name', 'loan.files_to_review']);

export const namedLoans = (actor: Actor, ids: readonly string[]) =>
  withNames(packagesOf(actor, ids));

/** Loans that close first, plus one that shows whether there are more. */
export const loansToReview = (actor: Actor) =>
  withNames(packagesSeenBy(actor))
    .where(hasFilesToReview(viewerOf(actor), actor))
    .where(lendsOn(actor))
    .clearOrderBy()
    .orderBy(sql`loan.close_date nulls last`)
    .orderBy('loan.id')
    .limit(MAX_REVIEW_LOANS + 1);
export type LoanToReview = PackageRow & { name: string; files_to_review: number };

const answersWithPlace = (actor: Actor) =>
  withAnswers(actor)
    .leftJoin('person as decider', (join) =>
      join
        .onRef('decider.company_id', '=', 'element.company_id')
        .on('decider.account_id', '=', firstKnown('element.approved_by', 'element.rejected_by')),
    )
    .leftJoin('element as folder', (join) =>
      join
        .onRef('folder.company_id', '=', 'element.company_id')
        .onRef('folder.id', '=', 'element.parent_id')
        .on('folder.parent_id', 'is not', null),
    )
    .leftJoin('entity', (join) =>
      join
        .onRef('entity.company_id', '=', 'element.company_id')
        .onRef('entity.id', '=', 'element.sherpa_entity_id'),
    )
    .select([
      'folder.title as folder_title',
      'entity.name as entity_name',
      'decider.account_id as decider_id',
      'decider.given_name as decider_given_name',
      'decider.family_name as decider_family_name',
      'decider.email_address as decider_email_address',
    ]);
type AnswersQuery = ReturnType<typeof answersWithPlace>;
export type ReviewRow = AnswersQuery extends { execute(): Promise<(infer Row)[]> } ? Row : never;

/**
 * Answers without a decision: scanned files, "doesn't apply" and driver's licenses; sent and not expired. For each loan
 * the first ones in the index element_to_review are selected before any join. Materialized, because without table statistics
 * Postgres would run this for each element of the company.
 */
const firstOpenAnswers = (loans: readonly OfLoan[], limit: number) => sql<string>`(
  with first_answer as materialized (select answer.id
  from unnest(${loans.map(({ company_id }) => company_id)}::uuid[], ${loans.map(({ id }) => id)}::uuid[])
      with ordinality as listed (company_id, loan_id, position),
    lateral (
      select e.id, e.answered_at from element e
      where e.company_id = listed.company_id and e.loan_id = listed.loan_id
        and e.storage_type = 'FILE' and e.target_id is null and not e.in_trash and e.answered
        and not e.answer_in_progress and not e.expired and e.approved_by is null and e.rejected_by is null
        and ${sql.raw(CAN_BE_REVIEWED)}
      order by e.answered_at, e.id
      limit ${sql.lit(limit)}) answer
  order by listed.position, answer.answered_at, answer.id
  limit ${sql.lit(limit)})
  select id from first_answer)`;

/** Ordered by loan as given, oldest answer first. */
export const openAnswers = (actor: Actor, loans: readonly OfLoan[], limit: number) =>
  answersWithPlace(actor)
    .where(sql<boolean>`element.id in ${firstOpenAnswers(loans, limit)}`)
    .orderBy(sql`array_position(${loans.map(({ id }) => id)}::uuid[], element.loan_id)`)
    .orderBy('element.answered_at')
    .orderBy('element.id')
    .limit(limit);

export const namedAnswers = (actor: Actor, ids: readonly string[]) =>
  answersWithPlace(actor).where(sql<boolean>`element.id = any(${ids}::uuid[])`);

/** The people who decide on a loan: its lenders and the company's owners. */
export async function reviewersOf(
  reads: Queries,
  { company_id, id }: OfLoan,
  max: number,
): Promise<string[]> {
  const rows = await reads.run(
    query
      .selectFrom('loan_role')
      .where('company_id', '=', company_id)
      .where('loan_id', '=', id)
      .where('role', 'in', ['LENDER', 'UNDERWRITER_LENDER'])
      .select('account_id')
      .union(
        query
          .selectFrom('employee')
          .where('company_id', '=', company_id)
          .where('level', '=', 'OWNER')
          .select('account_id'),
      )
      .limit(max),
  );
  return rows.map(({ account_id }) => account_id);
}

export async function nameOf(
  reads: Queries,
  { company_id }: OfLoan,
  accountId: string,
): Promise<string | undefined> {
  const [row] = await reads.run(
    query
      .selectFrom('person')
      .where('company_id', '=', company_id)
      .where('account_id', '=', accountId)
      .select(
        sql<string>`coalesce(nullif(concat_ws(' ', given_name, family_name), ''), email_address)`.as(
          'name',
        ),
      ),
  );
  return row?.name;
}

/** The maximum age of the documents of these requests, from their templates. */
export async function freshDaysOf(
  reads: Queries,
  companyId: string,
  requests: readonly { id: string; loan_id: string }[],
): Promise<Map<string, number>> {
  const rows = await reads.run(
    query
      .selectFrom('asked_for')
      .innerJoin('template_element', (join) =>
        join
          .onRef('template_element.company_id', '=', 'asked_for.company_id')
          .onRef('template_element.id', '=', 'asked_for.template_element_id'),
      )
      .where('asked_for.company_id', '=', companyId)
      .where(
        sql<boolean>`(asked_for.loan_id, asked_for.element_id) in (select * from unnest(
          ${requests.map(({ loan_id }) => loan_id)}::uuid[], ${requests.map(({ id }) => id)}::uuid[]))`,
      )
      .where('template_element.fresh_days', 'is not', null)
      .select([
        sql<string>`asked_for.element_id`.as('element_id'),
        sql<number>`template_element.fresh_days`.as('days'),
      ]),
  );
  return new Map(rows.map(({ element_id, days }) => [element_id, days]));
}
