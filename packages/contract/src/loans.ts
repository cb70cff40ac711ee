import { z } from 'zod';
import { phase } from './companies.ts';
import { LOAN_ROLES, LOAN_TYPE_CODES, PHASE_CATEGORIES } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { byId, day, id, person, repeated, timestamp } from './shapes.ts';

const teamMember = z.object({ role: z.enum(LOAN_ROLES), user: person });

/** A row of the pipeline. */
export const loanSummary = z.object({
  id,
  shortCode: z.string(),
  name: z.string(),
  loanType: z.enum(LOAN_TYPE_CODES),
  loanPurpose: z.string().nullable(),
  amount: z.number().nullable(),
  color: z.string(),
  loanPhase: phase,
  phaseEnteredDate: timestamp,
  closeDate: day.nullable(),
  percentageAnswered: z.number(),
  percentageApproved: z.number(),
  pinned: z.boolean(),
  team: z.array(teamMember),
  lastModifiedDate: timestamp,
});
export type LoanSummary = z.infer<typeof loanSummary>;

/** One loan, with what this caller may do to it. */
export const loan = loanSummary.extend({
  companyId: id,
  companyName: z.string(),
  status: z.string(),
  createdDate: timestamp,
  packageTotals: z.object({
    totalFiles: z.number().int(),
    totalAnsweredFiles: z.number().int(),
    totalApprovedFiles: z.number().int(),
  }),
  loanRoles: z.array(z.object({ id, loanId: id, role: z.enum(LOAN_ROLES), user: person })),
  abilities: z.object({ upload: z.boolean() }),
});
export type Loan = z.infer<typeof loan>;

export const loans = {
  viewLoans: endpoint({
    method: 'GET',
    path: '/v1/loans/view',
    audience: 'session',
    summary: 'The loans the caller sees: first those pinned, then by close date, a page at a time',
    query: z.strictObject({
      category: z.enum(PHASE_CATEGORIES).optional(),
      phaseId: repeated(id),
      loanType: repeated(z.enum(LOAN_TYPE_CODES)),
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    reply: z.object({
      /** Sent with the first page only; a pinned loan is not repeated in `loans`. */
      pinned: z.array(loanSummary),
      loans: z.array(loanSummary),
      nextCursor: z.string().nullable(),
    }),
    errors: ['INVALID_REQUEST'],
    shows: ['loanList'],
  }),
  getLoan: endpoint({
    method: 'GET',
    path: '/v1/loans/{id}',
    audience: 'session',
    summary: 'One loan',
    params: byId,
    reply: loan,
    errors: ['LOAN_NOT_FOUND'],
    shows: ['loan'],
  }),
  pinLoan: endpoint({
    method: 'PUT',
    path: '/v1/loans/{id}/pin',
    audience: 'session',
    summary: 'Keep a loan at the top of my own lists',
    params: byId,
    reply: z.object({ id, pinned: z.boolean() }),
    errors: ['LOAN_NOT_FOUND'],
    changes: ['loanList', 'loan'],
  }),
  unpinLoan: endpoint({
    method: 'PUT',
    path: '/v1/loans/{id}/unpin',
    audience: 'session',
    summary: 'Let a pinned loan take its place by date again',
    params: byId,
    reply: z.object({ id, pinned: z.boolean() }),
    errors: ['LOAN_NOT_FOUND'],
    changes: ['loanList', 'loan'],
  }),
};
