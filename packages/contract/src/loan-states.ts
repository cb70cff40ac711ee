import { z } from 'zod';
import { LOAN_STATUS_CODES, LOAN_TYPE_CODES, REVIEW_STATUS_PATHS } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { loan } from './loans.ts';
import { byId, color, day, id, text, timestamp } from './shapes.ts';

/** A loan's amount in dollars and cents; the maximum is that of the column. */
export const amount = z.number().min(0).max(999_999_999_999).multipleOf(0.01);

/** Calls that change the status, phase and details of a loan. */
export const loanStates = {
  updateLoan: endpoint({
    method: 'PUT',
    path: '/v1/loans/{id}',
    audience: 'session',
    summary: 'Change what a loan says of itself: name, type, purpose, amount, color, close date',
    params: byId,
    body: z.strictObject({
      name: text,
      loanType: z.enum(LOAN_TYPE_CODES),
      loanPurpose: text.nullable(),
      amount: amount.nullable(),
      color,
      closeDate: day.nullable(),
      /** The value that the form loaded, so that a concurrent change is not overwritten. */
      lastModifiedDate: timestamp,
    }),
    reply: loan,
    errors: ['INVALID_REQUEST', 'LOAN_NOT_FOUND', 'UNAUTHORIZED', 'CONFLICT'],
    changes: ['loan', 'loanList', 'phase'],
  }),
  setLoanStatus: endpoint({
    method: 'POST',
    path: '/v1/loans/{id}/status',
    audience: 'session',
    summary: 'Take a loan to another status; those on the loan who asked for it get an email',
    params: byId,
    body: z.strictObject({ loanStatus: z.enum(LOAN_STATUS_CODES) }),
    reply: loan,
    errors: ['INVALID_REQUEST', 'LOAN_NOT_FOUND', 'UNAUTHORIZED', 'STATUS_NOT_NEXT'],
    changes: ['loan', 'loanList'],
  }),
  setLoanPhase: endpoint({
    method: 'POST',
    path: '/v1/loans/{id}/phase',
    audience: 'session',
    summary: 'Move a loan to another phase of its company',
    params: byId,
    body: z.strictObject({ id }),
    reply: loan,
    errors: [
      'INVALID_REQUEST',
      'LOAN_NOT_FOUND',
      'UNAUTHORIZED',
      'NOT_FOUND',
      'PHASE_NOT_NEXT',
      'LOAN_PLAN_FULL',
      'CONFLICT',
    ],
    changes: ['loan', 'loanList', 'phase', 'element'],
  }),
  setReviewStatus: endpoint({
    method: 'PUT',
    path: '/v1/loans/{id}/setReviewStatus/{status}',
    audience: 'session',
    summary: 'Take the review of a loan a step on; the lead borrower says that it is ready',
    params: z.strictObject({ id, status: z.enum(REVIEW_STATUS_PATHS) }),
    reply: loan,
    errors: ['INVALID_REQUEST', 'LOAN_NOT_FOUND', 'UNAUTHORIZED', 'STATUS_NOT_NEXT'],
    changes: ['loan', 'loanList', 'element'],
  }),
};
