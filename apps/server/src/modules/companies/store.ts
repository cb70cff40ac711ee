import { sql, type ExpressionBuilder } from 'kysely';
import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import { query } from '../../platform/db/query.ts';
import type { Schema } from '../../platform/db/schema.ts';

/** Staff see their own company; everyone else the companies on whose loans they hold a role. */
const visible = (actor: Actor) => (eb: ExpressionBuilder<Schema, 'phase'>) => {
  if (isPlatformAdmin(actor)) return eb.lit(true);
  if (isStaff(actor)) return eb('phase.company_id', '=', actor.companyId);
  return eb.exists(
    eb
      .selectFrom('loan_role')
      .whereRef('loan_role.company_id', '=', 'phase.company_id')
      .where('loan_role.account_id', '=', actor.accountId)
      .where(sql`app.level_of(loan_role.role)`, '=', actor.roleLevel)
      .select('loan_role.id'),
  );
};

export const visiblePhases = (actor: Actor, companyId: string) =>
  query
    .selectFrom('phase')
    .leftJoin('phase_total', (join) =>
      join
        .onRef('phase_total.company_id', '=', 'phase.company_id')
        .onRef('phase_total.phase_id', '=', 'phase.id'),
    )
    .select([
      'phase.company_id',
      'phase.id',
      'phase.name',
      'phase.category',
      'phase.display_order',
      'phase_total.loans',
      'phase_total.amount',
    ])
    .where('phase.company_id', '=', companyId)
    .where(visible(actor))
    .orderBy('phase.display_order')
    .orderBy('phase.name');
