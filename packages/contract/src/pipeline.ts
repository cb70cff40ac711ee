import { z } from 'zod';
import {
  MAX_BULK_LOANS,
  DATE_FILTER_DAYS,
  LOAN_TYPE_CODES,
  PHASE_CATEGORIES,
  PIPELINE_SECTIONS,
  SORT_DIRECTIONS,
} from './constants.ts';
import { endpoint } from './endpoint.ts';
import { loanFilter } from './loans.ts';
import { byId, id, text } from './shapes.ts';

const { direction: _direction, phaseId: _phaseId, ...countedBy } = loanFilter;

const view = {
  name: text,
  section: z.enum(PIPELINE_SECTIONS),
  layout: z.enum(['LIST', 'BOARD']),
  direction: z.enum(SORT_DIRECTIONS),
  /** Null: no limit on the date. */
  modifiedDays: z.literal(DATE_FILTER_DAYS).nullable(),
  phaseIds: z.array(id).max(100),
  loanTypes: z.array(z.enum(LOAN_TYPE_CODES)).max(LOAN_TYPE_CODES.length),
  /** Only loans with a file that waits for review. */
  toReview: z.boolean(),
  /** Only loans without activity for IDLE_DAYS. */
  idle: z.boolean(),
  /** Only loans that have one of these employees on their team. */
  officerIds: z.array(id).max(100),
  /** Only loans that match these words. */
  words: z.string().trim().max(200),
};
export const loanView = z.object({ id, ...view });
export type LoanView = z.infer<typeof loanView>;

/** Additions to the specification, for the pages of the pipeline. */
export const pipeline = {
  setPhaseOfLoans: endpoint({
    method: 'POST',
    path: '/v1/loans/phase',
    audience: 'lender',
    summary: 'Move several loans to one phase, all of them or none',
    body: z.strictObject({
      /** The ID of the phase. */
      id,
      loanIds: z.array(id).min(1, 'Required').max(MAX_BULK_LOANS),
    }),
    reply: z.object({
      /** IDs of the loans that changed their phase. */
      moved: z.array(id),
    }),
    errors: [
      'INVALID_REQUEST',
      'LOAN_NOT_FOUND',
      'NOT_FOUND',
      'UNAUTHORIZED',
      'PHASE_NOT_NEXT',
      'LOAN_PLAN_FULL',
      'CONFLICT',
    ],
    changes: ['loan', 'loanList', 'phase', 'element'],
  }),
  countLoansByPhase: endpoint({
    method: 'GET',
    path: '/v1/loans/view/totals',
    audience: 'lender',
    summary: 'How many loans of the caller’s company a filter leaves in each phase, and their sum',
    // Limited to one stage, because all stages together contain every loan that the company ever had.
    query: z.strictObject({ ...countedBy, category: z.enum(PHASE_CATEGORIES) }),
    reply: z.object({
      /** Phases without such a loan are left out. */
      phases: z.array(z.object({ id, loanCount: z.number().int(), loanAmount: z.number() })),
    }),
    errors: ['UNAUTHORIZED'],
    shows: ['loanList', 'phase'],
    silent: true,
  }),
  exportLoans: endpoint({
    method: 'POST',
    path: '/v1/loans/export',
    audience: 'lender',
    summary:
      'An address, good for one minute and for this caller, that gives a filtered list as CSV',
    body: z.strictObject(loanFilter),
    reply: z.object({ downloadUrl: z.string() }),
  }),
  downloadLoans: endpoint({
    method: 'GET',
    path: '/v1/loans/export',
    audience: 'lender',
    summary: 'The CSV that was asked for a moment ago',
    query: z.strictObject({ token: z.string().max(8000) }),
    errors: ['NOT_FOUND'],
  }),
  listLoanViews: endpoint({
    method: 'GET',
    path: '/v1/loanViews',
    audience: 'lender',
    summary: 'The views of the pipeline that the caller keeps, by name',
    reply: z.object({ views: z.array(loanView) }),
    errors: ['UNAUTHORIZED'],
    shows: ['loanView'],
  }),
  createLoanView: endpoint({
    method: 'POST',
    path: '/v1/loanViews',
    audience: 'lender',
    summary: 'Keep filters, order and layout under a name',
    body: z.strictObject(view),
    reply: loanView,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['loanView'],
  }),
  updateLoanView: endpoint({
    method: 'PUT',
    path: '/v1/loanViews/{id}',
    audience: 'lender',
    summary:
      'Rename one of the caller’s views, or change its filters; omitted fields keep their value',
    params: byId,
    body: z.strictObject(view).partial(),
    reply: loanView,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['loanView'],
  }),
  deleteLoanView: endpoint({
    method: 'DELETE',
    path: '/v1/loanViews/{id}',
    audience: 'lender',
    summary: 'Remove one of the caller’s views',
    params: byId,
    reply: z.object({ id }),
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['loanView'],
  }),
};
