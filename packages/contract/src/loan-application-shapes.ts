/** An application as it is answered: in a list, whole, and the templates it can be made of. */
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

/** Why an application cannot be submitted, in words, and where to correct it. */
const lacking = z.object({ step: z.enum(APPLICATION_STEP_CODES), text: z.string() });

export const summary = z.object({
  /** The loan’s id, as applicationId and as loanId. */
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
  /** Who filled it in. */
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
  /** What its lender calls the roles, and which of them it offers. */
  roles: z.array(applicationRole),
  lacking: z.array(lacking),
  /** Requested documents that go with the application: how many there are, how many came. */
  documents: z.object({ asked: z.number().int(), answered: z.number().int() }),
  /** The employee of the lender whom the application is assigned to. */
  applicationLenderUserReferred: person.nullable(),
  /** The lender's message with the decision. */
  responseMessage: z.string().nullable(),
  /** The caller’s own individual on it. */
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
  /** How many documents are asked for with the application. */
  documents: z.number().int(),
});
export type OfferedTemplate = z.infer<typeof offered>;
