/**
 * What a contact can see of a loan. Shown to the borrower before a request is assigned to a contact; a test compares it
 * with the reply.
 */
import type { Loan } from './loans.ts';

/** Texts for the borrower, each with the fields of the loan that it describes. */
export const LOAN_FACTS_OF_CONTACTS = {
  name: ['name', 'shortCode', 'color'],
  type: ['loanType', 'templateProjectName'],
  purpose: ['loanPurpose'],
  amount: ['amount'],
  'closing date': ['closeDate'],
  progress: [
    'status',
    'loanPhase',
    'phaseEnteredDate',
    'reviewStatus',
    'createdDate',
    'lastModifiedDate',
    'applicationState',
    'applicationSubmittedAt',
    'applicationReviewStartedAt',
    'applicationResponseAt',
  ],
} as const satisfies Record<string, readonly (keyof Loan)[]>;
