/** Aims of the calls about credit checks. */
import type { credit } from '@cairn/contract/credit';
import { LOAN, type Aim } from './aims.ts';
import type { Target } from './targets.ts';

type Subject = 'personId' | 'businessId' | 'checkedPersonId' | 'checkedBusinessId';
const about = (subject: Subject): Aim => ({
  scopes: LOAN,
  at: ({ loan, credit: runs }: Target) => ({ params: { a: loan.id, b: runs[subject] } }),
});

export const CREDIT_AIMS: Record<keyof typeof credit, Aim> = {
  scheduleBusinessQuickFlag: about('businessId'),
  scheduleIndividualQuickFlag: about('personId'),
  rescheduleBusinessQuickFlag: about('checkedBusinessId'),
  rescheduleIndividualQuickFlag: about('checkedPersonId'),
  reescheduleBusinessQuickFlag: about('checkedBusinessId'),
  reescheduleIndividualQuickFlag: about('checkedPersonId'),
  reescheduleTransUnion: about('personId'),
  listCreditChecks: {
    scopes: LOAN,
    at: ({ loan, credit: _made }) => ({ params: { loanId: loan.id } }),
  },
  getCreditReport: {
    scopes: LOAN,
    at: ({ credit: { runId } }) => ({ params: { id: runId } }),
  },
  saveAdverseActionNotice: {
    scopes: LOAN,
    at: ({ credit: { declined, declinedEntityId } }) => ({
      params: { loanId: declined.id, loanEntityId: declinedEntityId },
      body: { reasons: ['BANKRUPTCY'] },
    }),
  },
};
