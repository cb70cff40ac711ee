import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { brokeForeignKey } from '../../platform/db/violation.ts';
import { grant } from '../../platform/grant.ts';
import { record } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import { answersForCompany, statePolicy } from './policy.ts';
import { atStage } from './stages.ts';
import { findPhase, holdPhaseTotals, lockLoans, saveMoved } from './state-store.ts';

/** All of them or none; gives those that were elsewhere before. */
export async function moveToPhase(
  tx: Tx,
  actor: Actor,
  loanIds: readonly string[],
  phaseId: string,
): Promise<string[]> {
  const wanted = [...new Set(loanIds)];
  const found = await lockLoans(tx, actor, wanted);
  // One that is not there, or not this caller's to see, refuses them all.
  if (found.length < wanted.length) throw new Refusal('LOAN_NOT_FOUND');
  const loans = found.map((loan) => grant(statePolicy, 'edit', actor, loan));
  const companyId = loans[0]!.company_id;
  const phase = await findPhase(tx, companyId, phaseId);
  if (!phase || loans.some((loan) => loan.company_id !== companyId)) throw new Refusal('NOT_FOUND');
  const moving = loans
    .filter((loan) => loan.phase_id !== phase.id)
    .map((loan) => ({
      id: loan.id,
      from: loan.phase_id,
      ...atStage(loan, phase.category, answersForCompany(actor, loan)),
    }));
  if (moving.length === 0) return [];
  await holdPhaseTotals(tx, companyId, [phase.id, ...moving.map(({ from }) => from)]);
  // Somebody may remove the phase between looking and moving.
  await saveMoved(tx, actor, companyId, phase, moving).catch((error: unknown) => {
    throw brokeForeignKey(error) ? new Refusal('CONFLICT') : error;
  });
  for (const { id, from } of moving) {
    record(tx, {
      kind: 'loan.phaseChanged',
      companyId,
      actorId: actor.accountId,
      loanId: id,
      changes: ['loan', 'loanList', 'phase'],
      detail: { from, to: phase.id, phase: phase.name },
    });
  }
  return moving.map(({ id }) => id);
}
