import { z } from 'zod';
import { MAX_ATTACHMENTS, MAX_THREAD_MEMBERS, MESSAGE_MAX } from './constants.ts';
import { document } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { byId, id, person, text, timestamp, success } from './shapes.ts';

/** Plain text with paragraphs, list lines that begin with "- ", and links; the page determines how they look. */
export const bodyOfAtMost = (max: number) =>
  z
    .string()
    .overwrite((value) => value.replaceAll('\r\n', '\n').trim())
    .min(1, 'Write something first')
    .max(max, `Must be at most ${max.toLocaleString('en-US')} characters`);
const messageBody = bodyOfAtMost(MESSAGE_MAX);
export const userIds = z.array(id).max(MAX_THREAD_MEMBERS);
/** Documents of the loan that the caller can see. */
export const documentIds = z
  .array(id)
  .max(MAX_ATTACHMENTS, `Attach at most ${MAX_ATTACHMENTS} files`)
  .refine((ids) => new Set(ids).size === ids.length, 'Each file once')
  .meta({ uniqueItems: true });

/** A file of a message or a draft, for readers who may see it. */
export const attachment = document.pick({
  id: true,
  name: true,
  size: true,
  virusScanState: true,
  scanReason: true,
});
export type Attachment = z.infer<typeof attachment>;

/** A message as one reader sees it [R200]. */
export const message = z.object({
  id,
  body: z.string(),
  processedTime: timestamp,
  createdDate: timestamp,
  /** Null for a message that was not edited. */
  updatedDate: timestamp.nullable(),
  messageThread: z.object({ id, loanId: id }),
  createdByUser: person,
  /** "Nov 16, 9:02 AM", in the reader's own time zone if they chose one. */
  createdAtFormatted: z.string(),
  textPreview: z.string(),
  read: z.boolean(),
  important: z.boolean(),
  /** Only attachments that the reader may see. */
  attachments: z.array(attachment),
  /** A message forwarded from another conversation. */
  forwarded: z
    .object({ createdByUser: person, createdDate: timestamp, body: z.string() })
    .nullable(),
  abilities: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type Message = z.infer<typeof message>;

/** A conversation as one member sees it [R201]. */
export const thread = z.object({
  id,
  loanId: id,
  loan: z.object({ id, name: z.string(), shortCode: z.string(), color: z.string() }),
  subject: z.string().nullable(),
  createdByUser: person,
  createdDate: timestamp,
  lastMessageDate: timestamp,
  lastMessage: message,
  users: z.array(
    z.object({
      user: person,
      /** Whether the user still receives new messages: they are a loan member, or work for the lender. */
      there: z.boolean(),
    }),
  ),
  unread: z.number().int(),
  important: z.number().int(),
  muted: z.boolean(),
});
export type Thread = z.infer<typeof thread>;

/** The cursor: the ID of the last entry of the previous page. */
const page = id.optional().describe('nextPage of the answer before; the first page without it');
const messagePage = z.object({ messages: z.array(message), nextPage: id.nullable() });
const count = z.object({ count: z.number().int() });
const SHOWS = ['message'] as const;

const markEndpoint = <const Path extends `/${string}`>(path: Path, summary: string) =>
  endpoint({
    method: 'POST',
    path,
    audience: 'session',
    summary,
    params: byId,
    reply: message,
    errors: ['NOT_FOUND'],
    changes: ['message'],
  });

const muteEndpoint = <const Path extends `/${string}`>(path: Path, summary: string) =>
  endpoint({
    method: 'POST',
    path,
    audience: 'session',
    summary,
    params: byId,
    reply: thread,
    errors: ['NOT_FOUND'],
    changes: ['message'],
  });

export const messages = {
  listMessages: endpoint({
    method: 'GET',
    path: '/v1/messages',
    audience: 'session',
    summary: 'The messages of the caller’s conversations, the newest first, of one loan or of all',
    query: z.strictObject({ loanId: id.optional(), page }),
    reply: messagePage,
    errors: ['INVALID_REQUEST'],
    shows: SHOWS,
  }),
  listThreads: endpoint({
    method: 'GET',
    path: '/v1/messages/threads',
    audience: 'session',
    summary: 'The caller’s conversations, the one with the newest message first',
    query: z.strictObject({
      loanId: id.optional(),
      show: z.enum(['all', 'unread', 'important']).default('all'),
      page,
    }),
    reply: z.object({ threads: z.array(thread), nextPage: id.nullable() }),
    errors: ['INVALID_REQUEST'],
    shows: SHOWS,
  }),
  countUnreadMessages: endpoint({
    method: 'GET',
    path: '/v1/messages/threads/messages/countunread',
    audience: 'session',
    summary: 'How many messages the caller has not read; muted conversations do not count',
    query: z.strictObject({ loanId: id.optional() }),
    reply: count,
    shows: SHOWS,
    silent: true,
  }),
  getThread: endpoint({
    method: 'GET',
    path: '/v1/messages/threads/{id}',
    audience: 'session',
    summary: 'One of the caller’s conversations',
    params: byId,
    reply: thread,
    errors: ['NOT_FOUND'],
    shows: SHOWS,
  }),
  listThreadMessages: endpoint({
    method: 'GET',
    path: '/v1/messages/threads/{id}/messages',
    audience: 'session',
    summary: 'The messages of a conversation, the newest first, a page at a time',
    params: byId,
    query: z.strictObject({ page }),
    reply: messagePage,
    errors: ['NOT_FOUND', 'INVALID_REQUEST'],
    /** `document`, because an attachment can be opened once its scan ends. */
    shows: ['message', 'document'],
  }),
  countUnreadInThread: endpoint({
    method: 'GET',
    path: '/v1/messages/threads/{id}/countUnread',
    audience: 'session',
    summary: 'How many messages of a conversation the caller has not read',
    params: byId,
    reply: count,
    errors: ['NOT_FOUND'],
    shows: SHOWS,
  }),
  listUnreadMessages: endpoint({
    method: 'GET',
    path: '/v1/messages/unread',
    audience: 'session',
    summary: 'The messages that the caller has not read, the newest first',
    query: z.strictObject({ page }),
    reply: messagePage,
    shows: SHOWS,
  }),
  listUnreadForCompany: endpoint({
    method: 'GET',
    path: '/v1/messages/unreadForCompany/{companyId}',
    audience: 'session',
    summary: 'The same, on the loans of one company',
    params: z.strictObject({ companyId: id }),
    query: z.strictObject({ page }),
    reply: messagePage,
    errors: ['NOT_FOUND'],
    shows: SHOWS,
  }),
  searchMessages: endpoint({
    method: 'GET',
    path: '/v1/messages/search',
    audience: 'session',
    summary: 'The messages of the caller’s conversations that contain some words',
    query: z.strictObject({
      q: z.string().trim().min(1, 'Required').max(200, 'Must be at most 200 characters'),
      loanId: id.optional(),
      page,
    }),
    reply: messagePage,
    errors: ['INVALID_REQUEST'],
    shows: SHOWS,
  }),
  sendMessage: endpoint({
    method: 'POST',
    path: '/v1/messages',
    audience: 'session',
    summary:
      'Write into a conversation, or without threadId begin one with people of a loan; the draft of it is gone',
    body: z
      .strictObject({
        threadId: id.optional(),
        loanId: id,
        userIds: userIds.default([]),
        subject: text.optional(),
        body: messageBody,
        documentIds: documentIds.default([]),
      })
      .meta({
        anyOf: [
          { required: ['threadId'] },
          { required: ['userIds'], properties: { userIds: { minItems: 1 } } },
        ],
      }),
    reply: message,
    errors: ['INVALID_REQUEST', 'LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED', 'FILE_NOT_CLEAN'],
    changes: ['message', 'draft'],
  }),
  editMessage: endpoint({
    method: 'PUT',
    path: '/v1/messages/{id}',
    audience: 'session',
    summary: 'Change the words of one’s own message',
    params: byId,
    body: z.strictObject({ body: messageBody }),
    reply: message,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['message'],
  }),
  deleteMessage: endpoint({
    method: 'DELETE',
    path: '/v1/messages/{id}',
    audience: 'session',
    summary: 'Delete one’s own message for everybody; with its last message a conversation is gone',
    params: byId,
    reply: success,
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['message', 'draft'],
  }),
  markMessageRead: markEndpoint(
    '/v1/messages/{id}/read',
    'Note that the caller has read a message and all before it',
  ),
  markMessageUnread: markEndpoint(
    '/v1/messages/{id}/unread',
    'Note that the caller wants to read a message again',
  ),
  markMessageImportant: markEndpoint(
    '/v1/messages/{id}/important',
    'Keep a message among the important ones',
  ),
  markMessageNotImportant: markEndpoint(
    '/v1/messages/{id}/notimportant',
    'No longer keep it there',
  ),
  muteThread: muteEndpoint(
    '/v1/messages/threads/mute/{id}',
    'Mute a conversation: no emails about it, and it is not counted as unread',
  ),
  unmuteThread: muteEndpoint('/v1/messages/threads/unmute/{id}', 'Unmute a conversation'),
  tellTyping: endpoint({
    method: 'POST',
    path: '/v1/messages/threads/userTyping/{threadId}',
    audience: 'session',
    summary: 'Tell the open pages of the other members that the caller is writing; nothing is kept',
    params: z.strictObject({ threadId: id }),
    reply: success,
    errors: ['NOT_FOUND'],
    silent: true,
  }),
  generateNeedsListBody: endpoint({
    method: 'POST',
    path: '/v1/messages/generateDynamicNeedsListBody',
    audience: 'lender',
    summary: 'Open requests of a loan that every member of it may see, as a list to send',
    body: z.strictObject({ loanId: id }),
    /** `text` is the same as the body of a message has it. */
    reply: z.object({ html: z.string(), text: z.string() }),
    errors: ['LOAN_NOT_FOUND'],
  }),
  generateShoeboxListBody: endpoint({
    method: 'POST',
    path: '/v1/messages/generateShoeboxItemsListBody',
    audience: 'lender',
    summary:
      'Files in the shoebox of a loan that were scanned and not filed yet, as a list to send',
    body: z.strictObject({ loanId: id }),
    /** `text` is the same as the body of a message has it. */
    reply: z.object({ html: z.string(), text: z.string() }),
    errors: ['LOAN_NOT_FOUND'],
  }),
  getOriginatorHtml: endpoint({
    method: 'GET',
    path: '/v1/messages/originatorimplementation/{id}',
    audience: 'lender',
    summary: 'A message as HTML, with the email signature of the person who wrote it',
    params: byId,
    reply: z.object({ htmlContent: z.string() }),
    errors: ['NOT_FOUND'],
  }),
  forwardMessage: endpoint({
    method: 'POST',
    path: '/v1/messages/threads/forwardMessage/{id}',
    audience: 'session',
    summary: 'Begin a conversation with other people of the loan, with a message in it',
    params: byId,
    body: z.strictObject({ userIds: userIds.min(1, 'Choose a recipient'), body: messageBody }),
    reply: message,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['message'],
  }),
};
