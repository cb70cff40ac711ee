import { z } from 'zod';
import {
  CHANGED_FIELDS,
  KEPT_REASONS,
  type ChangedField,
  type KeptReason,
} from './needs-list-terms.ts';
import { FACTS, type Fact } from './conditions.ts';
import { DEFAULT_COLOR, STORAGE_TYPES } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { ASKED_FACTS } from './fact-questions.ts';
import { ENTITY_KIND_CODES } from './entity-fields.ts';
import { amount } from './loan-states.ts';
import { byId, color, day, email, id, moment, text } from './shapes.ts';
import { entityType, loanType } from './template-shapes.ts';
import { RELEASE_PHASE_CODES } from './template-terms.ts';

/** Maximum number of rows of each kind in a preview; the totals count all of them. */
export const MAX_PREVIEW = 500;
/** Maximum number of people that are added when a loan is created. */
const MAX_PEOPLE = 20;

const facts = z.array(z.enum(Object.keys(FACTS) as [Fact, ...Fact[]]));

/** Identifies a request: the template's element, the entity (null for the loan itself), and its repetition. */
export const requestKey = z.strictObject({
  templateElementId: id,
  entityId: id.nullable(),
  repeat: z.string().max(40),
});
export type RequestKey = z.infer<typeof requestKey>;

/** Identifies a request of a loan that does not exist yet, whose borrower has no id. */
const requestOfTemplate = requestKey.omit({ entityId: true });

const planned = requestKey.extend({
  title: z.string(),
  /** Titles of the folders that contain it, from the top of the package down. */
  path: z.array(z.string()),
  storageType: z.enum(STORAGE_TYPES),
  entityName: z.string().nullable(),
  hidden: z.boolean(),
  /** The phase until which the request is held. */
  releasePhase: z.enum(RELEASE_PHASE_CODES).nullable(),
  /** The condition that holds, or that has to hold for the request to be made. */
  rule: z.string().nullable(),
  /** The comparisons of the condition that decided its result. */
  because: z.array(z.string()),
});
export type PlannedRequest = z.infer<typeof planned>;

/** A request for which it is not known yet whether it is needed. */
const waiting = planned.extend({ missing: facts });
export type WaitingRequest = z.infer<typeof waiting>;

/** A loan can have several templates. */
const byTemplate = { templateName: z.string() };

const existing = z.object({ elementId: id, title: z.string() });
const changedItem = existing.extend({
  fields: z.array(
    z.object({
      field: z.enum(Object.keys(CHANGED_FIELDS) as [ChangedField, ...ChangedField[]]),
      from: z.string(),
      to: z.string(),
    }),
  ),
});
const keptItem = existing.extend({
  why: z.enum(Object.keys(KEPT_REASONS) as [KeptReason, ...KeptReason[]]),
});

/** The effects of applying a template. */
export const application = z.object({
  /** Null in the preview for a loan that does not exist yet. */
  loanId: id.nullable(),
  templateId: id,
  templateVersion: z.number().int(),
  done: z.boolean(),
  /** A fingerprint of the previewed effects: when it is sent back, exactly these are applied. */
  fingerprint: z.string(),
  totals: z.object({
    added: z.number().int(),
    changed: z.number().int(),
    removed: z.number().int(),
    kept: z.number().int(),
    waiting: z.number().int(),
  }),
  added: z.array(planned),
  changed: z.array(changedItem),
  removed: z.array(existing),
  kept: z.array(keptItem),
  waiting: z.array(waiting),
});
export type Application = z.infer<typeof application>;

const askedFact = z.enum(ASKED_FACTS);

const factQuestion = z.object({
  loanId: id,
  fact: askedFact,
  /** Null: the question is about the loan itself. */
  entityId: id.nullable(),
  entityName: z.string().nullable(),
  /** Number of requests that depended on the answer when the question was asked. */
  requests: z.number().int(),
  /** Null: not answered yet. */
  answer: z.boolean().nullable(),
  answeredByUserId: id.nullable(),
  answeredDate: moment.nullable(),
});
export type FactQuestion = z.infer<typeof factQuestion>;

const previewing = {
  /** Reports what would change, without changing anything. */
  dryRun: z.boolean().default(false),
  fingerprint: z.string().max(64).optional(),
};

const entityInformation = z
  .record(z.string().max(40), z.union([z.string().max(2000), z.number(), z.null()]))
  .refine((fields) => Object.keys(fields).length <= 40, 'Too many fields')
  .meta({ maxProperties: 40 });

const changes = ['loan', 'loanList', 'phase', 'element', 'entity', 'detail'] as const;
const refusals = [
  'INVALID_REQUEST',
  'NOT_FOUND',
  'UNAUTHORIZED',
  'TEMPLATE_NOT_PUBLISHED',
  'TEMPLATE_DOES_NOT_FIT',
  'PACKAGE_FULL',
  'CONFLICT',
] as const;

export const needsList = {
  createFromTemplate: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/createFromTemplate',
    audience: 'lender',
    summary: 'A new loan from a published template, with its people and its borrower, in one step',
    body: z.strictObject({
      templateId: id,
      name: text,
      /** Absent: the template's. */
      loanType,
      /** The type of a business that is created with the loan, if its information does not have one. */
      entityType,
      closeDate: day.nullable().default(null),
      loanPurpose: text.nullable().default(null),
      amount: amount.nullable().default(null),
      color: color.default(DEFAULT_COLOR),
      /** Employees to add to the loan's team, besides its creator. */
      lenderUserIds: z.array(id).max(MAX_PEOPLE).default([]),
      /** People to invite by email; the first one is the lead borrower. */
      borrowers: z
        .array(z.strictObject({ emailAddress: email, givenName: text, familyName: text }))
        .max(MAX_PEOPLE)
        .default([]),
      /** The borrower: a new entity, or one that the company already has. */
      entity: z
        .union([
          z.strictObject({ id }),
          z.strictObject({ type: z.enum(ENTITY_KIND_CODES), information: entityInformation }),
        ])
        .optional(),
      /** Requests of the preview to leave out on this loan. */
      leaveOut: z.array(requestOfTemplate).max(MAX_PREVIEW).default([]),
      /** Requests of the preview to release in another phase than the template's. */
      postpone: z
        .array(requestOfTemplate.extend({ releasePhase: z.enum(RELEASE_PHASE_CODES).nullable() }))
        .max(MAX_PREVIEW)
        .default([]),
      ...previewing,
    }),
    reply: application,
    errors: [...refusals, 'LOAN_PLAN_FULL', 'SENT_RECENTLY', 'CONFLICT'],
    slow: true,
    changes,
  }),
  applyTemplate: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/applyTemplate',
    audience: 'session',
    summary: 'Ask for what a template asks for, on a loan or for one of its entities; adds only',
    body: z.strictObject({
      loanId: id,
      templateId: id,
      loanEntityId: id.optional(),
      ...previewing,
    }),
    reply: application,
    errors: [...refusals, 'LOAN_NOT_FOUND'],
    slow: true,
    changes,
  }),
  applyNewTemplateToExistingLoan: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/applyNewTemplateToExistingLoan',
    audience: 'session',
    summary:
      'Bring a loan to the newest version of its template, or to another one: adds, changes, removes',
    body: z.strictObject({
      loanId: id,
      /** Absent: the loan's own. */
      templateId: id.optional(),
      ...previewing,
    }),
    reply: application,
    errors: [...refusals, 'LOAN_NOT_FOUND'],
    slow: true,
    changes,
  }),
  applyNewTemplateToExistingEntity: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/applyNewTemplateToExistingEntity',
    audience: 'session',
    summary: 'The same for one entity of a loan',
    body: z.strictObject({
      loanId: id,
      loanEntityId: id,
      /** Absent: the entity's own, or the loan's. */
      templateId: id.optional(),
      ...previewing,
    }),
    reply: application,
    errors: [...refusals, 'LOAN_NOT_FOUND'],
    slow: true,
    changes,
  }),
  listSuggestions: endpoint({
    method: 'GET',
    path: '/v2/loanmanager/{id}/suggestions',
    audience: 'session',
    summary: 'Requests that a rule of the template suggests, or that need more information',
    params: byId,
    reply: z.object({
      /** Null: the loan was not created from a template. */
      template: z
        .object({
          id,
          name: z.string(),
          version: z.number().int(),
          newestVersion: z.number().int(),
        })
        .nullable(),
      suggested: z.array(planned.extend(byTemplate)),
      waiting: z.array(waiting.extend(byTemplate)),
      abilities: z.object({ decide: z.boolean() }),
    }),
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['element', 'loan', 'entity'],
  }),
  decideSuggestions: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/{id}/suggestions',
    audience: 'session',
    summary: 'Ask for what was suggested, or say that it is not needed; all or none',
    params: byId,
    body: z.strictObject({
      add: z.array(requestKey).max(MAX_PREVIEW).default([]),
      dismiss: z.array(requestKey).max(MAX_PREVIEW).default([]),
    }),
    reply: z.object({ added: z.number().int(), dismissed: z.number().int() }),
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED', 'PACKAGE_FULL'],
    changes: ['element', 'loan', 'loanList'],
  }),
  listFactQuestions: endpoint({
    method: 'GET',
    path: '/v2/loanmanager/{id}/facts',
    audience: 'session',
    summary: 'Facts that requests of a loan wait for, asked as questions, with the answers',
    params: byId,
    reply: z.object({ questions: z.array(factQuestion) }),
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['element', 'loan', 'entity'],
  }),
  listOwnFactQuestions: endpoint({
    method: 'GET',
    path: '/v2/loanmanager/facts',
    audience: 'session',
    summary: 'The same of every loan on which the caller is the lead borrower',
    reply: z.object({ questions: z.array(factQuestion) }),
    shows: ['element', 'loan', 'entity'],
  }),
  answerFact: endpoint({
    method: 'PUT',
    path: '/v2/loanmanager/{id}/facts',
    audience: 'session',
    summary: 'Answer one of them: adds the requests that depend on it, or takes them back',
    params: byId,
    body: z.strictObject({
      fact: askedFact,
      entityId: id.nullable().default(null),
      /** Null removes the answer. */
      answer: z.boolean().nullable(),
    }),
    reply: z.object({}),
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['element', 'loan', 'loanList'],
  }),
};
