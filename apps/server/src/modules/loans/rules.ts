import type { DomainEvent } from '../../platform/record-event.ts';

/** What this changes may make a rule of the loan's template hold: it is looked at again. */
export const asksRules = (companyId: string, loanId: string): Pick<DomainEvent, 'starts'> => ({
  starts: { workflow: 'askByRules', input: { companyId, loanId } },
});
