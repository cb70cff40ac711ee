import { z } from 'zod';
import { PRIORITIES, STORAGE_TYPES } from './constants.ts';
import { document } from './documents.ts';
import {
  DOES_NOT_APPLY_CODES,
  ELEMENT_STATUSES,
  LOCATIONS,
  QUESTION_TYPES,
  REJECTION_CODES,
  REVIEW_STATUS_CODES,
} from './element-terms.ts';
import { endpoint } from './endpoint.ts';
import { ENTITY_KIND_CODES } from './entity-fields.ts';
import { SBA_TABS } from './sba-tabs.ts';
import { DOCUMENT_FLAG_CODES, RELEASE_PHASE_CODES } from './template-terms.ts';
import { byId, day, id, person, repeatedParam, text, timestamp } from './shapes.ts';

const address = z.strictObject({
  street: text,
  unit: z.string().max(255).optional(),
  city: text,
  state: z.string().length(2),
  postalCode: z.string().regex(/^\d{5}(-\d{4})?$/, 'Five digits, or nine with a hyphen'),
});
/** The value that answers a question; the question's type determines the type of the value. */
export const answerValue = z.union([
  z.string().trim().min(1, 'Required').max(4000),
  z.number(),
  z.boolean(),
  address,
]);
export type AnswerValue = z.infer<typeof answerValue>;
/** Not validated in replies: it was validated as input, and a union of all four types serializes slowly. */
const givenValue = z.any() as unknown as z.ZodType<AnswerValue | null>;

/** Why a request does not apply: an answer that the lender accepts or rejects. */
export const doesNotApply = z.strictObject({
  code: z.enum(DOES_NOT_APPLY_CODES),
  /** Required if the code does not explain the reason. */
  note: z.string().trim().min(1).max(1000).nullable().default(null),
});
export type DoesNotApply = z.infer<typeof doesNotApply>;

const answer = z.object({
  document: document.nullable(),
  value: givenValue,
  answeredDate: timestamp,
  answeredByUserId: id.nullable(),
  inProgress: z.boolean(),
  doesNotApply: doesNotApply.nullable(),
  /** The person whose driver's license answers the request; its pictures stay with the person. */
  driversLicenseOf: id.nullable(),
  /** The sender's note. */
  note: z.string().nullable(),
});

/** An answer that was replaced, or removed to the request's trash. */
export const pastAnswer = z.object({
  id,
  document: document.nullable(),
  value: givenValue,
  /** The sender's note to the lender. */
  note: z.string().nullable(),
  answeredDate: timestamp,
  answeredByUser: person.nullable(),
  approvedByUserId: id.nullable(),
  rejectedByUserId: id.nullable(),
  rejectionReason: z.string().nullable(),
  ended: z.enum(['REPLACED', 'DELETED']),
  endedDate: timestamp,
});
export type PastAnswer = z.infer<typeof pastAnswer>;

/** A share of an element with another loan or with one person. */
export const share = z.object({
  id,
  loanId: id,
  elementId: id,
  targetLoanId: id.nullable(),
  userId: id.nullable(),
  createdDate: timestamp,
});
export type Share = z.infer<typeof share>;

/** A node of the package tree: a folder, a request for a file or an answer, or a link to one. */
export const element = z.object({
  id,
  /** The element that it shows: its own ID, or the target of a link [R085]. */
  elementId: id,
  loanId: id,
  parentId: id.nullable(),
  parentInfoId: id.nullable(),
  childrenIds: z.array(id),
  title: z.string(),
  description: z.string().nullable(),
  includeDescription: z.boolean(),
  storageType: z.enum(STORAGE_TYPES),
  questionType: z.enum(QUESTION_TYPES).nullable(),
  choices: z.array(z.string()),
  priorityType: z.enum(PRIORITIES),
  flags: z.array(z.string()),
  color: z.string(),
  displayOrder: z.number().int(),
  locations: z.array(z.enum([...LOCATIONS, 'TRASH'])),
  originalLocation: z.enum(LOCATIONS).nullable(),
  visibleAtStatus: z.enum(REVIEW_STATUS_CODES).nullable(),
  /** The release phase until which the request is held; for the loan's lenders only. Null: released, or never held. */
  heldUntil: z.enum(RELEASE_PHASE_CODES).nullable(),
  /** The title that borrowers see, if it differs; for the loan's lenders only. */
  borrowerTitle: z.string().nullable(),
  /** Hidden from everyone outside the lender, directly or by a parent folder. */
  hidden: z.boolean(),
  hasExpiration: z.boolean(),
  expirationDate: day.nullable(),
  dueDate: day.nullable(),
  assignedToUserId: id.nullable(),
  /** Assigned to an invited person who has not accepted yet. */
  assignedToInvitationId: id.nullable(),
  /** The date by which the borrower promised to send it. */
  promisedDate: day.nullable(),
  /** The entity of the loan that it is about. */
  sherpaEntityId: id.nullable(),
  sherpaEntityType: z.enum(ENTITY_KIND_CODES).nullable(),
  /** The SBA tab, 1 to 10, that the document belongs to. */
  sbaTab: z.number().int().nullable(),
  status: z.enum(ELEMENT_STATUSES).nullable(),
  answer: answer.nullable(),
  deletedAnswers: z.array(pastAnswer),
  approved: z.boolean(),
  approvedByUserId: id.nullable(),
  rejectedByUserId: id.nullable(),
  rejectionCode: z.enum(REJECTION_CODES).nullable(),
  rejectionReason: z.string().nullable(),
  size: z.number().int().nullable(),
  deleted: z.boolean(),
  whenDeleted: timestamp.nullable(),
  deletedByUser: person.nullable(),
  /** A form or spreadsheet that the template provides for the borrower to fill in; it has passed the virus scan. */
  form: z.object({ id, name: z.string(), size: z.number().int() }).nullable(),
  /** The template's condition under which it was requested; for lenders only. */
  rule: z.string().nullable(),
  sharedInfo: z.array(share),
  version: z.number().int(),
  lastModifiedDate: timestamp,
  abilities: z.object({
    answer: z.boolean(),
    edit: z.boolean(),
    assign: z.boolean(),
    decide: z.boolean(),
    /** Moving the answer to the request's trash. */
    takeBack: z.boolean(),
    trash: z.boolean(),
    remove: z.boolean(),
  }),
});
export type Element = z.infer<typeof element>;

/** A folder as an entry of the folder tree. */
export const folder = z.object({
  id,
  parentInfoId: id.nullable(),
  elementId: id,
  childrenIds: z.array(id),
  title: z.string(),
  priorityType: z.enum(PRIORITIES),
  color: z.string(),
  status: z.enum(['ACTIVE', 'TRASHED']),
  entityType: z.string().nullable(),
  sherpaEntityId: id.nullable(),
  answered: z.number().int(),
  total: z.number().int(),
});
export type PackageFolder = z.infer<typeof folder>;

const totals = z.object({
  answered: z.number().int(),
  files: z.number().int(),
  folders: z.number().int(),
});

/** A link and its target. */
const link = z.object({ id, elementId: id });

export const packageReply = z.object({
  elements: z.array(element),
  totals,
  /** Elements of other loans that are shared with this one. */
  sharedInfo: z.array(share.extend({ element })),
  linkInfo: z.array(link),
  /** The caller's abilities on the package as a whole. */
  abilities: z.object({ request: z.boolean(), download: z.boolean() }),
});

/** A tab of the SBA view, with the number of its requests and how many of them are answered. */
const sbaTab = z.object({
  number: z.number().int(),
  title: z.string(),
  elementIds: z.array(id),
  answered: z.number().int(),
  total: z.number().int(),
});

export const title = text;
export const description = z.string().trim().max(2000, 'Must be at most 2000 characters');
/** A color in the format of the browser's color input. */
export const color = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'A color like #FAC014');

/** Fields that can be set when an element is created or changed. */
export const settable = {
  title,
  /** Null: borrowers see the title. */
  borrowerTitle: title.nullable(),
  description: description.nullable(),
  includeDescription: z.boolean(),
  parentId: id,
  displayOrder: z.number().int().min(0).max(100_000),
  priorityType: z.enum(PRIORITIES),
  flags: z.array(z.enum(DOCUMENT_FLAG_CODES)).max(DOCUMENT_FLAG_CODES.length),
  color: color.nullable(),
  locations: z.array(z.enum(LOCATIONS)).min(1).max(LOCATIONS.length),
  visibleAtStatus: z.enum(REVIEW_STATUS_CODES).nullable(),
  /** The request is held until the loan reaches this phase. Null releases it now. */
  releasePhase: z.enum(RELEASE_PHASE_CODES).nullable(),
  hasExpiration: z.boolean(),
  expirationDate: day.nullable(),
  dueDate: day.nullable(),
  assignedToUserId: id.nullable(),
  /** An invited person who has not accepted yet; when they accept, the request is assigned to their user. */
  assignedToInvitationId: id.nullable(),
  choices: z.array(text).max(100),
  sbaTab: z.number().int().min(1).max(SBA_TABS.length).nullable(),
};

const packageTotals = z.object({
  totalFiles: z.number().int(),
  totalAnsweredFiles: z.number().int(),
  totalFilesHidden: z.number().int(),
  totalFolders: z.number().int(),
  totalFoldersHidden: z.number().int(),
  totalPackagesItems: z.number().int(),
  /** Spelt as the specification spells it [R071]. */
  totalShoexboxItems: z.number().int(),
});
export type PackageTotals = z.infer<typeof packageTotals>;

export const elements = {
  listElements: endpoint({
    method: 'GET',
    path: '/v2/loanmanager/{id}/elements',
    audience: 'session',
    summary: 'The package of a loan as the caller sees it: folders, requests, links, shared items',
    params: byId,
    query: z.strictObject({
      view: z.enum(['CONVENTIONAL', 'SBA']).default('CONVENTIONAL'),
      status: z.enum(['ACTIVE', 'TRASHED', 'ALL']).default('ACTIVE'),
    }),
    reply: packageReply.extend({
      /** All ten tabs in order in the SBA view, otherwise none. */
      tabs: z.array(sbaTab),
    }),
    errors: ['LOAN_NOT_FOUND'],
    shows: ['element', 'document'],
    silent: true,
  }),
  listFolders: endpoint({
    method: 'GET',
    path: '/v2/loanmanager/{id}/folders',
    audience: 'session',
    summary: 'The folders of a package, each with how much below it is answered',
    params: byId,
    reply: z.object({ folders: z.array(folder) }),
    errors: ['LOAN_NOT_FOUND'],
    shows: ['element'],
  }),
  listStatusChangeElements: endpoint({
    method: 'GET',
    path: '/v2/loanmanager/{id}/statusChangeElements',
    audience: 'lender',
    summary: 'What the borrowers would come to see with a change of the review status',
    params: byId,
    query: z.strictObject({ loanReviewStatus: z.enum(REVIEW_STATUS_CODES) }),
    reply: z.object({ elements: z.array(element) }),
    errors: ['LOAN_NOT_FOUND'],
    shows: ['element', 'loan'],
  }),
  totalPackagesLoansUser: endpoint({
    method: 'GET',
    path: '/v2/loanmanager/totalPackagesLoansUser',
    audience: 'session',
    summary: 'How much there is in the packages of the loans on which the caller holds a role',
    query: z.strictObject({ loanId: repeatedParam(id) }),
    reply: packageTotals.extend({ byLoanId: z.record(z.string(), packageTotals) }),
    shows: ['element', 'loan', 'shoebox'],
    silent: true,
  }),
};
