import { z } from 'zod';
import { APPLICATION_STATE_CODES } from './loan-application-terms.ts';
import { phase } from './companies.ts';
import {
  LOAN_ROLES,
  LOAN_STATUS_CODES,
  LOAN_TYPE_CODES,
  PHASE_CATEGORIES,
  SORT_DIRECTIONS,
} from './constants.ts';
import { endpoint } from './endpoint.ts';
import { ENTITY_KIND_CODES, ENTITY_LABEL_CODES } from './entity-fields.ts';
import { loanRole } from './labels.ts';
import {
  byId,
  day,
  flag,
  id,
  loanWords,
  moment,
  person,
  repeatedParam,
  timestamp,
} from './shapes.ts';
import { REVIEW_STATUSES, type ReviewStatus } from './template-terms.ts';

const reviewStatus = z.enum(Object.keys(REVIEW_STATUSES) as [ReviewStatus, ...ReviewStatus[]]);

const teamMember = z.object({ role: z.enum(LOAN_ROLES), user: person });

/** The lender and its contact person: the first lender of the loan's team who works there. */
const loanLender = z.object({
  id,
  name: z.string(),
  /** An address on this host; null where there is none. */
  logo: z.string().nullable(),
  officer: person.extend({ phone: z.string().nullable() }).nullable(),
});
export type LoanLender = z.infer<typeof loanLender>;

/** A row of the pipeline. */
const loanSummary = z.object({
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
  packageTotals: z.object({
    totalFiles: z.number().int(),
    totalAnsweredFiles: z.number().int(),
    totalApprovedFiles: z.number().int(),
    /** Answered, and neither approved nor rejected. */
    totalFilesToReview: z.number().int(),
  }),
  pinned: z.boolean(),
  team: z.array(teamMember),
  /** Null for the lender's employees and for platform administrators. */
  lender: loanLender.nullable(),
  lastModifiedDate: timestamp,
  /** `move`: whether the caller may move the loan to another phase (section F.1 of the specification). */
  abilities: z.object({ move: z.boolean() }),
});
export type LoanSummary = z.infer<typeof loanSummary>;

const entityOnLoan = z.object({
  id,
  entityId: id,
  name: z.string(),
  sherpaEntityType: z.enum(ENTITY_KIND_CODES),
  label: z.enum(ENTITY_LABEL_CODES).nullable(),
  labels: z.array(z.enum(ENTITY_LABEL_CODES)),
});

/** One loan, with the caller's abilities. */
export const loan = loanSummary.extend({
  companyId: id,
  companyName: z.string(),
  status: z.enum(LOAN_STATUS_CODES),
  /** Status of the review [R225]. */
  reviewStatus,
  createdDate: timestamp,
  /** Null for an imported loan, or if the user is no longer in the company's directory. */
  lastModifiedByUser: person.nullable(),
  /** When the caller last opened the loan; null if that is not recorded. */
  whenLastViewed: timestamp.nullable(),
  /** The mean of answered and approved requests that are assigned to the caller, in percent. */
  userProgress: z.number().int().nullable(),
  /** The template it was created from, by its current name; for readers of the company's templates. */
  template: z.object({ id, name: z.string(), version: z.number().int() }).nullable(),
  /** The template's name at the time the loan or its application was created [R070]. */
  templateProjectName: z.string().nullable(),
  packageTotals: loanSummary.shape.packageTotals.extend({
    totalFilesHidden: z.number().int(),
    totalFolders: z.number().int(),
    totalFoldersHidden: z.number().int(),
    totalPackagesItems: z.number().int(),
    /** Spelt as the specification spells it [R071]. */
    totalShoexboxItems: z.number().int(),
  }),
  /** The entities that the caller sees, in the order in which they were added. */
  loanEntities: z.array(entityOnLoan),
  /** The first of these entities that has a label [R063]. */
  applicantEntity: entityOnLoan.nullable(),
  loanRoles: z.array(loanRole),
  /** Null for a loan without an application. The fields below give the progress of the application. */
  applicationState: z.enum(APPLICATION_STATE_CODES).nullable(),
  applicationSubmittedAt: timestamp.nullable(),
  applicationReviewStartedAt: timestamp.nullable(),
  applicationResponseAt: timestamp.nullable(),
  /** The lender's employee to whom the application is assigned. */
  applicationLenderUserReferred: person.nullable(),
  /** Statuses to which this caller may move it; empty for callers who are not its lenders. */
  nextStatuses: z.array(z.enum(LOAN_STATUS_CODES)),
  nextCategories: z.array(z.enum(PHASE_CATEGORIES)),
  nextReviewStatuses: z.array(reviewStatus),
  abilities: loanSummary.shape.abilities.extend({
    upload: z.boolean(),
    edit: z.boolean(),
    invite: z.boolean(),
    readLabels: z.boolean(),
    putLabels: z.boolean(),
  }),
});
export type Loan = z.infer<typeof loan>;

/** Filters of a list of loans, on the page and in an export. */
export const loanFilter = {
  category: z.enum(PHASE_CATEGORIES).optional(),
  phaseId: repeatedParam(id),
  loanType: repeatedParam(z.enum(LOAN_TYPE_CODES)),
  loanStatus: repeatedParam(z.enum(LOAN_STATUS_CODES)).describe(
    'Only loans with one of these statuses',
  ),
  modifiedSince: moment
    .optional()
    .describe('Only loans changed since; they come with the latest change first'),
  unmodifiedSince: moment.optional().describe('Only loans without a change since'),
  toReview: flag.describe('Only loans in which a file waits for review'),
  words: loanWords.describe(
    'Only loans with these words in their name, their code or the name of a borrower or an entity',
  ),
  officerId: repeatedParam(id).describe('Only loans that one of these employees works on'),
  entity: loanWords.describe('Only loans with an entity whose name has these words'),
  direction: z.enum(SORT_DIRECTIONS).default('asc').describe('Of the close dates'),
};

export const loans = {
  viewLoans: endpoint({
    method: 'GET',
    path: '/v1/loans/view',
    audience: 'session',
    summary: 'The loans the caller sees: first those pinned, then by close date, a page at a time',
    query: z.strictObject({
      ...loanFilter,
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
    shows: ['loan', 'label'],
  }),
  viewLoansWithTrash: endpoint({
    method: 'GET',
    path: '/v1/loans/view/withtrashelements',
    audience: 'session',
    summary: 'The loans that have something in the trash which the caller sees, a page at a time',
    query: z.strictObject({
      ...loanFilter,
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    reply: z.object({
      loans: z.array(loanSummary.extend({ totalTrashed: z.number().int() })),
      nextCursor: z.string().nullable(),
    }),
    errors: ['INVALID_REQUEST'],
    shows: ['loanList', 'element'],
  }),
  pinLoan: endpoint({
    method: 'PUT',
    path: '/v1/loans/{id}/pin',
    audience: 'session',
    summary: 'Keep a loan at the top of my own lists',
    params: byId,
    reply: z.object({ id, pinned: z.boolean() }),
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['loanList', 'loan'],
  }),
  unpinLoan: endpoint({
    method: 'PUT',
    path: '/v1/loans/{id}/unpin',
    audience: 'session',
    summary: 'Let a pinned loan take its place by date again',
    params: byId,
    reply: z.object({ id, pinned: z.boolean() }),
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['loanList', 'loan'],
  }),
};
