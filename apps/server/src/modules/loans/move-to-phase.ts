import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { isForeignKeyViolation } from '../../platform/db/pg-errors.ts';
import { authorize } from '../../platform/authorize.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { refuseBeyondPlan } from '../companies/index.ts';
import { answersForCompany, statePolicy } from './policy.ts';
import { atStage } from './stages.ts';
import { findPhase, lockPhaseTotals, lockLoans, saveMoved } from './state-store.ts';

/** Moves all of the loans or none; returns those that were in another phase before. */
export async function moveToPhase(
  tx: Tx,
  actor: Actor,
  loanIds: readonly string[],
  phaseId: string,
): Promise<string[]> {
  const ids = [...new Set(loanIds)];
  const rows = await lockLoans(tx, actor, ids);
  // A single loan that is missing or not visible to the caller refuses the whole call.
  if (rows.length < ids.length) throw new ApiError('LOAN_NOT_FOUND');
  const loans = rows.map((loan) => authorize(statePolicy, 'edit', actor, loan));
  const companyId = loans[0]!.company_id;
  const phase = await findPhase(tx, companyId, phaseId);
  if (!phase || loans.some((loan) => loan.company_id !== companyId))
    throw new ApiError('NOT_FOUND');
  const moving = loans
    .filter((loan) => loan.phase_id !== phase.id)
    .map((loan) => ({
      ...loan,
      from: loan.phase_id,
      ...atStage(loan, phase.category, answersForCompany(actor, loan)),
    }));
  if (moving.length === 0) return [];
  const fromArchive = loans.filter((loan) => loan.phase_category === 'ARCHIVE');
  await refuseBeyondPlan(tx, companyId, phase.category === 'ARCHIVE' ? 0 : fromArchive.length);
  await lockPhaseTotals(tx, companyId, [phase.id, ...moving.map(({ from }) => from)]);
  // The phase may be deleted between the check and the move.
  await saveMoved(tx, actor, companyId, phase, moving).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? new ApiError('CONFLICT') : error;
  });
  for (const { id, from } of moving) {
    recordEvent(tx, {
      kind: 'loan.phaseChanged',
      companyId,
      actorId: actor.accountId,
      loanId: id,
      // `element`, because the phase may release requests.
      changes: ['loan', 'loanList', 'phase', 'element'],
      detail: { from, to: phase.id, phase: phase.name },
    });
  }
  return moving.map(({ id }) => id);
}
