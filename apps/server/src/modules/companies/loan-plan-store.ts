/** A company's plan, and the loans that count toward it. */
import { sql } from 'kysely';
import { query } from '../../platform/db/query.ts';

export const planOf = (companyId: string) =>
  query
    .selectFrom('company')
    .where('id', '=', companyId)
    .where('plan_max_active_loans', 'is not', null)
    .select('plan_max_active_loans as most');

export const lockPlan = (companyId: string) =>
  query.selectNoFrom(
    sql`pg_advisory_xact_lock(hashtextextended(${`loan plan ${companyId}`}, 0))`.as('locked'),
  );

/** All loans outside the archive, including applications. */
export const activeLoansOf = (companyId: string) =>
  query
    .selectFrom('phase_total')
    .innerJoin('phase', (join) =>
      join
        .onRef('phase.company_id', '=', 'phase_total.company_id')
        .onRef('phase.id', '=', 'phase_total.phase_id'),
    )
    .where('phase_total.company_id', '=', companyId)
    .where('phase.category', '!=', 'ARCHIVE')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('phase_total.loans'), eb.lit(0)).as('loans'));
