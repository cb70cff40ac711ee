import { z } from 'zod';
import { SCAN_REASONS, VIRUS_SCAN_STATES } from './constants.ts';
import { MAX_ITEMS } from './element-terms.ts';
import { answerValue, doesNotApply, element, pastAnswer } from './elements.ts';
import { endpoint, type Tag } from './endpoint.ts';
import { byId, day, id, person, timestamp, success } from './shapes.ts';

const changes: readonly Tag[] = ['element', 'document', 'loan', 'loanList'];

const answerFields = {
  documentId: id.optional(),
  /** The value that answers a question. */
  value: answerValue.optional(),
  /** Why the request does not apply, in place of a file or a value; the lender accepts or rejects it. */
  doesNotApply: doesNotApply.optional(),
  /** Text for the lender, sent with the answer. */
  note: z.string().trim().min(1).max(1000).optional(),
  expirationDate: day.nullable().optional(),
  submit: z.boolean().default(true),
  /** The worker merges the file and those that already answer the request into one PDF; each original is kept. */
  isMerged: z.boolean().default(false),
  inProgress: z.boolean().default(false),
  /** False: the file is added to the files that answer the request; it does not replace them. */
  isNew: z.boolean().default(true),
};
const onElement = z.strictObject({ elementId: id, loanId: id });
const onElementQuery = z.strictObject({ elementId: id.optional(), loanId: id.optional() });
const trashed = { documentId: id.optional(), answerId: id.optional() };

/**
 * Proof of one file. Fingerprint, time and sender are those of the bytes that the lender has: saving an edit in the
 * office editor changes all three.
 */
const receipt = z.object({
  number: z.string(),
  /** The document's id: a clean file has a picture of its first page. */
  documentId: id,
  requestTitle: z.string(),
  companyName: z.string(),
  /** First name of the loan's officer: the first lender of its team. */
  officerName: z.string().nullable(),
  loanName: z.string().nullable(),
  fileName: z.string(),
  size: z.number().int(),
  /** Null until the file has been read. */
  pages: z.number().int().nullable(),
  /** 64 hexadecimal digits; null until the file has been scanned. */
  sha256: z.string().nullable(),
  virusScanState: z.enum(VIRUS_SCAN_STATES),
  scanReason: z.enum(SCAN_REASONS).nullable(),
  approved: z.boolean(),
  sentDate: timestamp,
  sentByUser: person.nullable(),
});
export type Receipt = z.infer<typeof receipt>;

const ANSWER_ERRORS = [
  'NOT_FOUND',
  'UNAUTHORIZED',
  'NOTHING_TO_ANSWER',
  'INVALID_REQUEST',
  'TOO_MANY_FILES',
  'FILE_TOO_LARGE',
  'PACKAGE_FULL',
  'DERIVED_QUOTA',
] as const;

export const answers = {
  answerElement: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/elements/answer',
    audience: 'session',
    summary: 'Answer a request with an uploaded document, or a question in place',
    body: z.strictObject({ elementId: id, loanId: id, ...answerFields }),
    reply: element,
    errors: ANSWER_ERRORS,
    changes,
  }),
  answerFormElement: endpoint({
    method: 'POST',
    path: '/v1/formElements/{id}/answer',
    audience: 'session',
    summary: 'Answer a request with an uploaded document, or a question in place',
    params: byId,
    body: z.strictObject({ loanId: id.optional(), ...answerFields }),
    reply: element,
    errors: ANSWER_ERRORS,
    changes,
  }),
  promiseElement: endpoint({
    method: 'PUT',
    path: '/v2/loanmanager/elements/{id}/promise',
    audience: 'session',
    summary: 'Say by when a request will be answered, or take that back',
    params: byId,
    body: z.strictObject({ loanId: id.optional(), promisedDate: day.nullable() }),
    reply: element,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'NOTHING_TO_ANSWER', 'INVALID_REQUEST'],
    changes,
  }),
  remindAssignee: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/elements/{id}/remind',
    audience: 'session',
    summary:
      'Remind the person to whom a request was handed over, an invitee by sending the invitation again: once a day each, ten a day in all',
    params: byId,
    body: z.strictObject({ loanId: id }),
    reply: success,
    errors: [
      'NOT_FOUND',
      'UNAUTHORIZED',
      'NOTHING_TO_REMIND',
      'REMINDED_TODAY',
      'SENT_RECENTLY',
      'TOO_MANY_REQUESTS',
      'INVALID_REQUEST',
    ],
  }),
  removeAnswer: endpoint({
    method: 'DELETE',
    path: '/v2/loanmanager/elements/answer',
    audience: 'session',
    summary: 'Take an answer back: it goes to the trash of its request',
    query: onElementQuery,
    body: onElement.partial().extend({
      /** The version that the caller saw, so that an answer given later is not removed. */
      version: z.number().int().optional(),
    }),
    reply: element,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'CONFLICT', 'NO_ANSWER'],
    changes,
  }),
  purgeAnswer: endpoint({
    method: 'DELETE',
    path: '/v2/loanmanager/elements/answer/fromtrash',
    audience: 'session',
    summary: 'Delete an answer of the trash for good',
    query: onElementQuery.extend(trashed),
    body: onElement.partial().extend(trashed),
    reply: element,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'NOT_IN_TRASH'],
    changes,
  }),
  copyAnswer: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/elements/copyanswer',
    audience: 'session',
    summary: 'Answer other requests of the loan with the same document or value; all or none',
    body: onElement.extend({ targetIds: z.array(id).min(1).max(MAX_ITEMS) }),
    reply: z.object({ elements: z.array(element) }),
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'NO_ANSWER', 'NOTHING_TO_ANSWER', 'INVALID_REQUEST'],
    changes,
  }),
  resetAnswer: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/elements/{id}/resetAnswer',
    audience: 'session',
    summary: 'Ask anew: no answer, no decision; what was there goes to the trash of the request',
    params: byId,
    body: z.strictObject({ loanId: id.optional() }),
    reply: element,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'NO_ANSWER'],
    changes,
  }),
  listAnswers: endpoint({
    method: 'GET',
    path: '/v1/loans/{id}/answers/{elementId}',
    audience: 'session',
    summary: 'What a request was answered with, newest first, with what became of each answer',
    params: z.strictObject({ id, elementId: id }),
    reply: z.object({ current: element.shape.answer, past: z.array(pastAnswer) }),
    errors: ['NOT_FOUND'],
    shows: ['element', 'document'],
    silent: true,
  }),
  getReceipt: endpoint({
    method: 'GET',
    path: '/v1/loans/{id}/answers/{elementId}/receipt',
    audience: 'session',
    summary: 'The receipt of the file that answers a request: what was sent, when, to whom',
    params: z.strictObject({ id, elementId: id }),
    reply: receipt,
    errors: ['NOT_FOUND', 'NO_ANSWER'],
    shows: ['element', 'document'],
    silent: true,
  }),
  emailReceipt: endpoint({
    method: 'POST',
    path: '/v1/loans/{id}/answers/{elementId}/receipt/email',
    audience: 'session',
    summary: 'Email the receipt to the caller',
    params: z.strictObject({ id, elementId: id }),
    reply: z.object({ emailAddress: z.string() }),
    errors: ['NOT_FOUND', 'NO_ANSWER'],
    changes: [],
  }),
};
