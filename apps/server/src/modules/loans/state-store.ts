import type { PhaseCategory } from '@cairn/contract';
import { sql, type Updateable } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorize.ts';
import type { Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { loansSeenBy, loanStanding } from './store.ts';

const loansToChange = (actor: Actor) =>
  loansSeenBy(actor)
    .select([
      'loan.company_id',
      'loan.id',
      'loan.name',
      'loan.status',
      'loan.held_status',
      'loan.review_status',
      'loan.phase_id',
      'loan.phase_category',
      'loan.archived_from',
      'loan.modified_at',
    ])
    .forUpdate('loan');

/** Locks the loan, so that concurrent changes are serialized. */
export async function lockLoan(tx: Tx, actor: Actor, id: string) {
  const [row] = await tx.run(loansToChange(actor).where('loan.id', '=', id));
  return row;
}

/** Includes the caller's roles on each loan. Always locked in the same order, to avoid deadlocks. */
export const lockLoans = (tx: Tx, actor: Actor, ids: readonly string[]) =>
  tx.run(
    loansToChange(actor)
      .select(loanStanding(actor))
      .where(sql<boolean>`loan.id = any(${ids}::uuid[])`)
      .orderBy('loan.id'),
  );
export type LockedLoan = NonNullable<Awaited<ReturnType<typeof lockLoan>>>;

export async function saveLoan(
  tx: Tx,
  { company_id, id }: Authorized<string, Pick<LockedLoan, 'company_id' | 'id'>>,
  actor: Actor,
  columns: Updateable<Schema['loan']>,
): Promise<void> {
  await tx.run(
    query
      .updateTable('loan')
      .set({ ...columns, modified_at: sql`now()`, modified_by: actor.accountId })
      .where('company_id', '=', company_id)
      .where('id', '=', id),
  );
}

interface Moving {
  id: string;
  phase_category: PhaseCategory;
  archived_from: PhaseCategory | null;
}

export async function saveMoved(
  tx: Tx,
  actor: Actor,
  companyId: string,
  phase: { id: string; category: PhaseCategory },
  moving: readonly Authorized<'edit', Moving>[],
): Promise<void> {
  const ids = moving.map(({ id }) => id);
  const archivedFrom = moving.map(({ archived_from }) => archived_from);
  const moved = sql<{ id: string; archived_from: PhaseCategory | null }>`unnest(
    ${ids}::uuid[], ${archivedFrom}::text[])`;
  await tx.run(
    query
      .updateTable('loan')
      .from(moved.as<'moved'>(sql`moved (id, archived_from)`))
      .set((eb) => ({
        phase_id: phase.id,
        phase_category: phase.category,
        phase_entered_at: sql`now()`,
        archived_from: eb.ref('moved.archived_from'),
        modified_at: sql`now()`,
        modified_by: actor.accountId,
      }))
      .where('loan.company_id', '=', companyId)
      .whereRef('loan.id', '=', 'moved.id'),
  );
}

/** Locks the totals of phases in one order, because loans that move in opposite directions update the same two. */
export async function lockPhaseTotals(
  tx: Tx,
  companyId: string,
  phaseIds: readonly string[],
): Promise<void> {
  await tx.run(
    query.selectNoFrom(
      sql`app.hold_phase_totals(${companyId}::uuid, ${phaseIds}::uuid[])`.as('held'),
    ),
  );
}

export async function findPhase(tx: Tx, companyId: string, id: string) {
  const [row] = await tx.run(
    query
      .selectFrom('phase')
      .select(['id', 'name', 'category'])
      .where('company_id', '=', companyId)
      .where('id', '=', id),
  );
  return row;
}
