import { z } from 'zod';
import { LOAN_TYPE_CODES } from './constants.ts';
import { REJECTION_CODES } from './element-terms.ts';
import { endpoint } from './endpoint.ts';
import { day, id, repeatedParam } from './shapes.ts';

/** Null for a figure without source data in the period: a zero would look like a measurement. */
const figure = z.number().nullable();
/** The last 90 days, and the 90 days before them. */
const compared = z.object({ now: figure, before: figure });

const figures = z.object({
  /** Number of loans in origination. */
  activeLoans: z.number().int(),
  requested: z.number(),
  /** Days from the creation of a loan to its move into the portfolio. */
  daysToClose: compared,
  /** Percentage of the accepted documents that were never rejected. */
  acceptedFirstTime: compared,
  pastCloseDate: z.object({
    /** Counted up to 100. */
    total: z.number().int(),
    more: z.boolean(),
    /** The loan that has waited longest. */
    longest: z.object({ id, name: z.string() }).nullable(),
  }),
  /** The last twelve months, the current one last. */
  volume: z.array(
    z.object({
      month: z.string(),
      loans: z.number().int(),
      closed: z.number(),
      /** Amount of the loans in the last phase before the portfolio; for the current month only. */
      inClosing: z.number(),
    }),
  ),
  /** In the order of phases: `now` is the last 90 days, `before` the year before them. */
  daysInPhase: z.array(z.object({ id, name: z.string(), now: figure, before: figure })),
  /** Periods of two weeks, the latest last. */
  turnaround: z.array(z.object({ from: day, upload: figure, accept: figure })),
  /** Rejection reasons of the last 180 days, the most frequent first; null for the lender's own text. */
  sentBack: z.array(
    z.object({ code: z.enum(REJECTION_CODES).nullable(), documents: z.number().int() }),
  ),
  /** Files of the last twelve months that were filed after a suggestion, and how often the suggestion was accepted. */
  suggestions: z.array(
    z.object({ month: z.string(), suggested: z.number().int(), taken: z.number().int() }),
  ),
});
export type Charts = z.infer<typeof figures>;

export const chartsFilter = {
  companyId: id.optional().describe('Administrators say whose figures they want'),
  loanType: repeatedParam(z.enum(LOAN_TYPE_CODES)),
  phaseId: repeatedParam(id).describe(
    'Narrows what is about loans in a phase; what has closed is in none',
  ),
};

/** Additions to the specification, which has the page but no call [G-B21]. */
export const charts = {
  getCharts: endpoint({
    method: 'GET',
    path: '/v1/charts',
    audience: 'lender',
    summary: 'How a company does: loans, volume, days in each phase, documents',
    query: z.strictObject(chartsFilter),
    reply: figures,
    errors: ['INVALID_REQUEST', 'UNAUTHORIZED', 'NOT_FOUND'],
    silent: true,
    slow: true,
  }),
  exportCharts: endpoint({
    method: 'POST',
    path: '/v1/charts/export',
    audience: 'lender',
    summary: 'An address, good for one minute and for this caller, that gives the figures as CSV',
    body: z.strictObject(chartsFilter),
    reply: z.object({ downloadUrl: z.string() }),
    errors: ['INVALID_REQUEST', 'UNAUTHORIZED', 'NOT_FOUND'],
  }),
  downloadCharts: endpoint({
    method: 'GET',
    path: '/v1/charts/export',
    audience: 'lender',
    summary: 'The CSV that was asked for a moment ago',
    query: z.strictObject({ token: z.string().max(8000) }),
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
  }),
};
