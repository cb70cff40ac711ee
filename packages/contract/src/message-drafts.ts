import { z } from 'zod';
import { MAX_LISTED_DRAFTS, MESSAGE_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { attachment, documentIds, userIds } from './messages.ts';
import { byId, id, text, timestamp, success } from './shapes.ts';

const TOO_LONG = `Must be at most ${MESSAGE_MAX.toLocaleString('en-US')} characters`;

/** A draft: a reply in a conversation, or a new conversation on a loan. */
const draft = z.object({
  id,
  loanId: id,
  threadId: id.nullable(),
  userIds: z.array(id),
  subject: z.string().nullable(),
  body: z.string(),
  attachments: z.array(attachment),
  createdDate: timestamp,
  updatedDate: timestamp,
});
export type Draft = z.infer<typeof draft>;
/** A draft in a list across loans; the full draft is read on its loan. */
const draftOnLoan = draft
  .pick({ id: true, loanId: true, threadId: true, subject: true, updatedDate: true })
  .extend({
    /** The first words, on one line. */
    textPreview: z.string(),
    loan: z.object({ id, name: z.string(), color: z.string() }),
  });
export type DraftOnLoan = z.infer<typeof draftOnLoan>;

const ofLoan = z.strictObject({ loanId: id });
const content = {
  userIds: userIds.default([]),
  subject: text.optional(),
  body: z.string().max(MESSAGE_MAX, TOO_LONG),
  /** Documents to attach; the draft keeps only those that the caller may attach. */
  documentIds: documentIds.default([]),
};

export const drafts = {
  createDraft: endpoint({
    method: 'POST',
    path: '/v1/messages/draft',
    audience: 'session',
    summary:
      'Keep what is not sent yet: one for each conversation, and one for a new one on a loan',
    body: z.strictObject({ threadId: id.optional(), loanId: id, ...content }),
    reply: draft,
    errors: ['INVALID_REQUEST', 'LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['draft'],
    silent: true,
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/v1/messages/draft/{id}',
    audience: 'session',
    summary: 'Change a draft',
    params: byId,
    body: z.strictObject(content),
    reply: draft,
    errors: ['INVALID_REQUEST', 'NOT_FOUND'],
    changes: ['draft'],
    silent: true,
  }),
  deleteDraft: endpoint({
    method: 'DELETE',
    path: '/v1/messages/draft/{id}',
    audience: 'session',
    summary: 'Throw a draft away',
    params: byId,
    reply: success,
    errors: ['NOT_FOUND'],
    changes: ['draft'],
    silent: true,
  }),
  listDrafts: endpoint({
    method: 'GET',
    path: '/v1/messages/draft/{loanId}',
    audience: 'session',
    summary: 'The caller’s drafts on a loan, the latest first',
    params: ofLoan,
    reply: z.object({ drafts: z.array(draft) }),
    errors: ['LOAN_NOT_FOUND'],
    shows: ['draft', 'document'],
  }),
  listAllDrafts: endpoint({
    method: 'GET',
    path: '/v1/messages/drafts',
    audience: 'session',
    summary: `The caller’s latest ${MAX_LISTED_DRAFTS} drafts on all loans, the latest first`,
    reply: z.object({ drafts: z.array(draftOnLoan).max(MAX_LISTED_DRAFTS) }),
    shows: ['draft'],
    silent: true,
  }),
  countDrafts: endpoint({
    method: 'GET',
    path: '/v1/messages/draft/{loanId}/count',
    audience: 'session',
    summary: 'How many drafts the caller has on a loan',
    params: ofLoan,
    reply: z.object({ count: z.number().int() }),
    errors: ['LOAN_NOT_FOUND'],
    shows: ['draft'],
    silent: true,
  }),
};
