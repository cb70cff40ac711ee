import { z } from 'zod';
import { SAVED_REPLY_MAX, SAVED_REPLY_TITLE_MAX } from './constants.ts';
import { endpoint, type Tag } from './endpoint.ts';
import { bodyOfAtMost } from './messages.ts';
import { id, success } from './shapes.ts';

const savedReply = z.object({ id, title: z.string(), body: z.string() });
export type SavedReply = z.infer<typeof savedReply>;

const content = z.strictObject({
  title: z
    .string()
    // oxlint-disable-next-line no-control-regex -- exactly these end a line or do not show
    .regex(/^[^\u0000-\u001F\u007F-\u009F\u2028\u2029]*$/, 'Must be one line')
    .trim()
    .min(1, 'Required')
    .max(SAVED_REPLY_TITLE_MAX, `Must be at most ${SAVED_REPLY_TITLE_MAX} characters`),
  /** Plain text, like the message into which it is inserted. */
  body: bodyOfAtMost(SAVED_REPLY_MAX),
});
const byCompany = z.strictObject({ companyId: id });
const one = z.strictObject({ companyId: id, id });
const TAGS: readonly Tag[] = ['savedReply'];
const PATH = '/v1/lenders/{companyId}/savedReplies';

/** Texts that a company keeps for its employees to insert into messages. */
export const savedReplies = {
  listSavedReplies: endpoint({
    method: 'GET',
    path: PATH,
    audience: 'lender',
    summary: 'A company’s saved replies, by title; for those who work there',
    params: byCompany,
    reply: z.object({
      replies: z.array(savedReply),
      abilities: z.object({ edit: z.boolean() }),
    }),
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    shows: TAGS,
    silent: true,
  }),
  createSavedReply: endpoint({
    method: 'POST',
    path: PATH,
    audience: 'lender',
    summary: 'Keep a reply; for those who run the company',
    params: byCompany,
    body: content,
    reply: savedReply,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'TOO_MANY_SAVED_REPLIES'],
    changes: TAGS,
  }),
  updateSavedReply: endpoint({
    method: 'PUT',
    path: '/v1/lenders/{companyId}/savedReplies/{id}',
    audience: 'lender',
    summary: 'Change the title and text of a saved reply; messages that have it stay as they are',
    params: one,
    body: content,
    reply: savedReply,
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    changes: TAGS,
  }),
  deleteSavedReply: endpoint({
    method: 'DELETE',
    path: '/v1/lenders/{companyId}/savedReplies/{id}',
    audience: 'lender',
    summary: 'Delete a saved reply; messages that have it stay as they are',
    params: one,
    reply: success,
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    changes: TAGS,
  }),
};
