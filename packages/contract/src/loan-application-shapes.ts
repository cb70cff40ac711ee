/** Shapes of applications in replies: in a list, in full, and the templates from which one can be started. */
import { z } from 'zod';
import { APPLICATION_STATE_CODES, APPLICATION_STEP_CODES } from './loan-application-terms.ts';
import { LOAN_TYPE_CODES } from './constants.ts';
import { applicationRole, label } from './entity-shapes.ts';
import { id, person, timestamp } from './shapes.ts';
import { blockType } from './template-shapes.ts';

const state = z.enum(APPLICATION_STATE_CODES);

/** A person who must confirm that their information is complete before the application can be submitted. */
const personInApplication = z.object({
  loanEntityId: id,
  entityId: id,
  name: z.string(),
  emailAddress: z.string().nullable(),
  /** Null for a person without a login: they cannot confirm until they are invited. */
  userId: id.nullable(),
  labels: z.array(label),
  required: z.boolean(),
  invited: z.boolean(),
  ownInfoSubmittedAt: timestamp.nullable(),
});

/** Why an application cannot be submitted, as a text, and the step in which to correct it. */
const lacking = z.object({ step: z.enum(APPLICATION_STEP_CODES), text: z.string() });

export const summary = z.object({
  /** The loan’s ID, which is also sent as applicationId and loanId. */
  id,
  loanId: id,
  lenderId: id,
  lenderName: z.string(),
  shortCode: z.string(),
  name: z.string(),
  state,
  loanType: z.enum(LOAN_TYPE_CODES),
  loanPurpose: z.string().nullable(),
  amount: z.number().nullable(),
  /** The applicant who leads the application. */
  leadBorrower: person.nullable(),
  createdDate: timestamp,
  applicationSubmittedAt: timestamp.nullable(),
  applicationReviewStartedAt: timestamp.nullable(),
  applicationResponseAt: timestamp.nullable(),
});
export type ApplicationSummary = z.infer<typeof summary>;

export const loanApplication = summary.extend({
  templateId: id.nullable(),
  templateName: z.string().nullable(),
  people: z.array(personInApplication),
  /** The lender's names for the roles, and which roles it offers. */
  roles: z.array(applicationRole),
  lacking: z.array(lacking),
  /** Number of documents that are requested with the application, and how many of them are answered. */
  documents: z.object({ asked: z.number().int(), answered: z.number().int() }),
  /** The employee of the lender whom the application is assigned to. */
  applicationLenderUserReferred: person.nullable(),
  /** The lender's message with the decision. */
  responseMessage: z.string().nullable(),
  /** The caller’s own individual on the application. */
  ownLoanEntityId: id.nullable(),
  abilities: z.object({
    edit: z.boolean(),
    invite: z.boolean(),
    submitOwnInfo: z.boolean(),
    submit: z.boolean(),
    withdraw: z.boolean(),
    startReview: z.boolean(),
    finishReview: z.boolean(),
  }),
});
export type LoanApplication = z.infer<typeof loanApplication>;

/** A template as visible outside the company. */
export const offered = z.object({
  id,
  name: z.string(),
  blockType,
  loanType: z.enum(LOAN_TYPE_CODES).nullable(),
  entityType: z.string().nullable(),
  /** Number of documents that are requested with the application. */
  documents: z.number().int(),
});
export type OfferedTemplate = z.infer<typeof offered>;
