import { z } from 'zod';
import { document } from './documents.ts';
import { REJECTION_CODES } from './element-terms.ts';
import { doesNotApply } from './elements.ts';
import { endpoint } from './endpoint.ts';
import { byId, id, person, repeatedParam, timestamp, success } from './shapes.ts';

/** The result of comparing a document's text with its request. It is only a hint for the reviewer. */
const documentCheck = z.object({
  kind: z.enum(['KIND', 'ENTITY', 'PERIOD', 'SIGNATURE', 'AGE']),
  /** NOTE: neither passed nor failed. */
  state: z.enum(['PASSED', 'FAILED', 'NOTE']),
  label: z.string(),
  detail: z.string(),
  /** The page with the words; null if words are missing. */
  page: z.number().int().nullable(),
  words: z.string().nullable(),
});
export type DocumentCheck = z.infer<typeof documentCheck>;

/** An answer that a lender approves or rejects, with the parts of its request that the decision needs. */
const reviewItem = z.object({
  /** Id of the request. */
  id,
  loanId: id,
  /** Sent with the decision, which is refused if the request has changed in the meantime. */
  version: z.number().int(),
  title: z.string(),
  description: z.string().nullable(),
  folder: z.string().nullable(),
  entity: z.string().nullable(),
  flags: z.array(z.string()),
  document: document.nullable(),
  /** Empty: the document has no text, or was not read yet. */
  checks: z.array(documentCheck),
  doesNotApply: doesNotApply.nullable(),
  /** The person whose driver's license is the answer. */
  driversLicenseOf: id.nullable(),
  note: z.string().nullable(),
  answeredDate: timestamp.nullable(),
  /** CLOSED: cannot be decided for another reason, such as a new file that is being scanned. */
  state: z.enum(['OPEN', 'APPROVED', 'REJECTED', 'CLOSED']),
  decidedBy: person.nullable(),
  rejectionCode: z.enum(REJECTION_CODES).nullable(),
  rejectionReason: z.string().nullable(),
  /** Four-eyes approval: the caller uploaded the answer, so someone else has to approve it. */
  needsOtherReviewer: z.boolean(),
});
export type ReviewItem = z.infer<typeof reviewItem>;

const reviewQueue = z.object({
  loans: z.array(z.object({ id, name: z.string() })),
  /**
   * Grouped by loan, the loan with the earliest closing date first; within a loan, the answer that has waited longest
   * first.
   */
  items: z.array(reviewItem),
  /** Including those beyond the first hundred. */
  total: z.number().int(),
  /** The number of loans, those that close first, to which `items` and `total` are limited. Null: no limit. */
  limitedToLoans: z.number().int().nullable(),
});

export const review = {
  listReviewQueue: endpoint({
    method: 'GET',
    path: '/v2/loanmanager/review',
    audience: 'lender',
    summary:
      'Answers that wait for the caller’s decision, on one loan or on all; named ones also after the decision',
    query: z.strictObject({ loanId: id.optional(), elementId: repeatedParam(id) }),
    reply: reviewQueue,
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['element', 'document'],
    silent: true,
  }),
  tellReviewing: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/review/{id}/looking',
    audience: 'lender',
    summary:
      'Tell the other reviewers’ open pages that the caller looks at an answer; nothing is kept',
    params: byId,
    /** False: the caller no longer looks at it. */
    body: z.strictObject({ looking: z.boolean().default(true) }),
    reply: success,
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    silent: true,
  }),
};
