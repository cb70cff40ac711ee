import type { DomainEvent } from '../../platform/record-event.ts';

/** Evaluates the rules of the loan's template again after a change that may affect them. */
export const withRuleEvaluation = (
  companyId: string,
  loanId: string,
): Pick<DomainEvent, 'starts'> => ({
  starts: { workflow: 'askByRules', input: { companyId, loanId } },
});
