import { z } from 'zod';
import {
  ADVERSE_ACTION_REASON_CODES,
  ADVERSE_ACTION_TEXT_MAX,
  CREDIT_FAILURES,
  CREDIT_SERVICES,
  CREDIT_STATES,
  MAX_ADVERSE_ACTION_REASONS,
  type CreditFailure,
} from './credit-terms.ts';
import { endpoint } from './endpoint.ts';
import { ENTITY_KIND_CODES } from './entity-fields.ts';
import { CREDIT_TIERS, type CreditTier } from './field-checks.ts';
import { byId, id, person, timestamp } from './shapes.ts';

const creditTier = z.enum(Object.keys(CREDIT_TIERS) as [CreditTier, ...CreditTier[]]);
const count = z.number().int().nullable();

/** The state of one service's check of one person or business, and its reports. */
const creditCheck = z.object({
  service: z.enum(CREDIT_SERVICES),
  /** False: this installation has no account with the service. */
  configured: z.boolean(),
  state: z.enum(CREDIT_STATES),
  failure: z.enum(Object.keys(CREDIT_FAILURES) as [CreditFailure, ...CreditFailure[]]).nullable(),
  /** Null: the submission of the application started the check. */
  scheduledBy: person.nullable(),
  scheduledDate: timestamp.nullable(),
  finishedDate: timestamp.nullable(),
  /** Number of quick flags in the newest report. */
  flags: count,
  /** Newest first. */
  reports: z.array(z.object({ id, createdDate: timestamp })),
  /** The call that can start the check now; null if it cannot be started. */
  next: z.enum(['SCHEDULE', 'RESCHEDULE']).nullable(),
});
export type CreditCheck = z.infer<typeof creditCheck>;

const creditSubject = z.object({
  loanEntityId: id,
  entityId: id,
  kind: z.enum(ENTITY_KIND_CODES),
  name: z.string(),
  /** When the person consented to a credit check; null before that and for businesses. */
  consentDate: timestamp.nullable(),
  /** False: the person has no account and cannot consent. */
  hasAccount: z.boolean(),
  /** Derived from the score of the newest TransUnion report. */
  creditTier: creditTier.nullable(),
  checks: z.array(creditCheck),
});
export type CreditSubject = z.infer<typeof creditSubject>;

const notice = z.object({
  loanEntityId: id,
  reasons: z.array(z.enum(ADVERSE_ACTION_REASON_CODES)),
  text: z.string(),
  modifiedBy: person.nullable(),
  modifiedDate: timestamp,
});
export type AdverseActionNotice = z.infer<typeof notice>;

const trade = z.object({
  creditor: z.string(),
  kind: z.string().nullable(),
  opened: z.string().nullable(),
  closed: z.string().nullable(),
  balance: count,
  limit: count,
  pastDue: count,
});

const report = z.object({
  id,
  service: z.enum(CREDIT_SERVICES),
  name: z.string(),
  createdDate: timestamp,
  score: count,
  scoreModel: z.string().nullable(),
  creditTier: creditTier.nullable(),
  /** The score model's factor codes, the most important first. */
  factors: z.array(z.string()),
  summary: z.object({
    trades: count,
    balance: count,
    pastDue: count,
    monthlyPayment: count,
    publicRecords: count,
    collections: count,
    inquiries: count,
  }),
  trades: z.array(trade),
  flags: z.array(z.object({ name: z.string(), raised: z.boolean() })),
});
export type CreditReport = z.infer<typeof report>;

/** `a` is the loan's ID, `b` the loanEntityId of the entity. */
const onLoan = z.strictObject({ a: id, b: id });
const run = {
  audience: 'lender',
  params: onLoan,
  reply: creditSubject,
  changes: ['credit'],
} as const;
const RUN_ERRORS = [
  'LOAN_NOT_FOUND',
  'NOT_FOUND',
  'UNAUTHORIZED',
  'CREDIT_NOT_CONFIGURED',
  'CREDIT_RUN_OPEN',
] as const;
const first = [...RUN_ERRORS, 'CREDIT_RUN_EXISTS'] as const;
const again = [...RUN_ERRORS, 'CREDIT_RUN_MISSING'] as const;

/** Only for the lender: no call reveals to a borrower that a report exists, or what is in it. */
export const credit = {
  scheduleBusinessQuickFlag: endpoint({
    ...run,
    method: 'PUT',
    path: '/v1/clear/schedule/businessquickflag/{a}/{b}',
    summary: 'Run CLEAR quick flags about a business for the first time',
    errors: [...first],
  }),
  scheduleIndividualQuickFlag: endpoint({
    ...run,
    method: 'PUT',
    path: '/v1/clear/schedule/individualquickflag/{a}/{b}',
    summary: 'Run CLEAR quick flags about a person, who has consented, for the first time',
    errors: [...first, 'CREDIT_CONSENT_MISSING'],
  }),
  rescheduleBusinessQuickFlag: endpoint({
    ...run,
    method: 'PUT',
    path: '/v1/clear/reschedule/businessquickflag/{a}/{b}',
    summary: 'Run CLEAR quick flags about a business again',
    errors: [...again],
  }),
  rescheduleIndividualQuickFlag: endpoint({
    ...run,
    method: 'PUT',
    path: '/v1/clear/reschedule/individualquickflag/{a}/{b}',
    summary: 'Run CLEAR quick flags about a person again',
    errors: [...again, 'CREDIT_CONSENT_MISSING'],
  }),
  reescheduleBusinessQuickFlag: endpoint({
    ...run,
    method: 'PUT',
    path: '/v1/clear/reeschedule/businessquickflag/{a}/{b}',
    summary: 'The same as reschedule, under its older name',
    errors: [...again],
  }),
  reescheduleIndividualQuickFlag: endpoint({
    ...run,
    method: 'PUT',
    path: '/v1/clear/reeschedule/individualquickflag/{a}/{b}',
    summary: 'The same as reschedule, under its older name',
    errors: [...again, 'CREDIT_CONSENT_MISSING'],
  }),
  reescheduleTransUnion: endpoint({
    ...run,
    method: 'PUT',
    path: '/v1/transunion/reeschedule/{a}/{b}',
    summary:
      'Ask TransUnion for a credit report again, or for the first one where no submitted application did',
    errors: [...RUN_ERRORS, 'CREDIT_CONSENT_MISSING'],
  }),
  listCreditChecks: endpoint({
    method: 'GET',
    path: '/v2/credit/loan/{loanId}',
    audience: 'lender',
    summary: 'Credit checks of the people and businesses of a loan, without the reports',
    params: z.strictObject({ loanId: id }),
    reply: z.object({
      subjects: z.array(creditSubject),
      /** Whether the application was declined; only then can notices be drafted. */
      declined: z.boolean(),
      notices: z.array(notice),
      abilities: z.object({ run: z.boolean() }),
    }),
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['credit'],
    silent: true,
  }),
  getCreditReport: endpoint({
    method: 'GET',
    path: '/v2/credit/report/{id}',
    audience: 'lender',
    summary: 'A credit report; every view is logged',
    params: byId,
    reply: report,
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    traced: true,
    silent: true,
  }),
  saveAdverseActionNotice: endpoint({
    method: 'PUT',
    path: '/v2/credit/loan/{loanId}/adverseAction/{loanEntityId}',
    audience: 'lender',
    summary:
      'Draft an adverse-action notice for a declined application; without a text it is written from the reasons',
    params: z.strictObject({ loanId: id, loanEntityId: id }),
    body: z.strictObject({
      reasons: z
        .array(z.enum(ADVERSE_ACTION_REASON_CODES))
        .min(1, 'Choose a reason')
        .max(MAX_ADVERSE_ACTION_REASONS, `At most ${MAX_ADVERSE_ACTION_REASONS} reasons`),
      text: z
        .string()
        .trim()
        .min(1, 'Required')
        .max(ADVERSE_ACTION_TEXT_MAX, `Must be at most ${ADVERSE_ACTION_TEXT_MAX} characters`)
        .optional(),
    }),
    reply: notice,
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED', 'NOT_DECLINED'],
    changes: ['credit'],
  }),
};
