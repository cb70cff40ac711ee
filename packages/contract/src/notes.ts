import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { MAX_MENTIONS, NOTE_STATUSES, NOTE_TEXT_MAX } from './note-terms.ts';
import { byId, id, person, timestamp, success } from './shapes.ts';

const status = z.enum(NOTE_STATUSES);
const noteText = z
  .string()
  .trim()
  .min(1, 'Required')
  .max(NOTE_TEXT_MAX, `Must be at most ${NOTE_TEXT_MAX} characters`);
const page = z.number().int().min(1).max(100_000);
const userIds = z.array(id).min(1, 'Required').max(MAX_MENTIONS, `At most ${MAX_MENTIONS} people`);

/** [R135] */
const note = z.object({
  id,
  loanId: id,
  author: person,
  text: z.string(),
  read: z.boolean(),
  /** NONE for replies. */
  status,
  statusBy: person.nullable(),
  statusDate: timestamp.nullable(),
  /** The request whose document it is about; null for the whole loan. */
  element: z.object({ id, title: z.string() }).nullable(),
  page: z.number().int().nullable(),
  /** The note that this one answers. */
  replyToId: id.nullable(),
  /** People who were notified of the note. */
  mentions: z.array(person),
  createdDate: timestamp,
  editedDate: timestamp.nullable(),
  abilities: z.object({ edit: z.boolean(), delete: z.boolean() }),
});
export type Note = z.infer<typeof note>;

/** Internal to the lender: no call shows a note to borrowers. */
export const notes = {
  listNotes: endpoint({
    method: 'GET',
    path: '/v2/notes/loan/{loanId}',
    audience: 'lender',
    summary: 'The lender’s notes about a loan and its documents, newest first, with their replies',
    params: z.strictObject({ loanId: id }),
    query: z.strictObject({
      elementId: id.optional().describe('Only those about this document'),
      status: status.optional(),
      cursor: id.optional().describe('The last note of the page before'),
    }),
    reply: z.object({
      notes: z.array(note),
      nextCursor: id.nullable(),
      counts: z.object({ all: z.number().int(), open: z.number().int(), done: z.number().int() }),
      /** People who can be notified of a note on this loan. */
      team: z.array(person),
      abilities: z.object({ write: z.boolean() }),
    }),
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['note'],
    silent: true,
  }),
  createNote: endpoint({
    method: 'POST',
    path: '/v2/notes',
    audience: 'lender',
    summary: 'Note something about a loan or a document, or reply to a note',
    body: z
      .strictObject({
        loanId: id,
        text: noteText,
        elementId: id.optional(),
        page: page.optional(),
        replyToId: id.optional(),
        status: status.default('NONE'),
        userIds: userIds.optional().describe('Notified of it, as by …/notify'),
      })
      .refine(({ page: at, elementId }) => at === undefined || elementId !== undefined, {
        path: ['page'],
        message: 'A page needs a document',
      })
      .refine(
        ({ replyToId, elementId, status: ownStatus }) =>
          replyToId === undefined || (elementId === undefined && ownStatus === 'NONE'),
        { path: ['replyToId'], message: 'A reply has no document and no status of its own' },
      )
      .meta({
        anyOf: [
          { required: ['elementId'], not: { required: ['replyToId'] } },
          {
            not: {
              anyOf: [
                { required: ['elementId'] },
                { required: ['page'] },
                { required: ['replyToId'] },
              ],
            },
          },
          {
            required: ['replyToId'],
            properties: { status: { const: 'NONE' } },
            not: { anyOf: [{ required: ['elementId'] }, { required: ['page'] }] },
          },
        ],
      }),
    reply: note,
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED', 'TOO_MANY_NOTES'],
    changes: ['note'],
  }),
  editNote: endpoint({
    method: 'PUT',
    path: '/v2/notes/{id}',
    audience: 'lender',
    summary: 'Change the text of one’s own note',
    params: byId,
    body: z.strictObject({ text: noteText }),
    reply: note,
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['note'],
  }),
  deleteNote: endpoint({
    method: 'DELETE',
    path: '/v2/notes/{id}',
    audience: 'lender',
    summary: 'Delete one’s own note, or any as the company’s owner, with its replies',
    params: byId,
    reply: success,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'NOTE_HAS_REPLIES'],
    changes: ['note'],
  }),
  notifyOfNote: endpoint({
    method: 'PUT',
    path: '/v2/notes/{id}/notify',
    audience: 'lender',
    summary: 'Notify members of the lender’s team of a note',
    params: byId,
    body: z.strictObject({ userIds }),
    reply: note,
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['note'],
  }),
  markNoteRead: endpoint({
    method: 'POST',
    path: '/v2/notes/{id}/read',
    audience: 'lender',
    summary: 'Mark a note as read by the caller',
    params: byId,
    reply: note,
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['note'],
    silent: true,
  }),
  markNoteUnread: endpoint({
    method: 'POST',
    path: '/v2/notes/{id}/unread',
    audience: 'lender',
    summary: 'Mark a note as unread by the caller',
    params: byId,
    reply: note,
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['note'],
  }),
  setNoteStatus: endpoint({
    method: 'POST',
    path: '/v2/notes/{id}/status/{status}',
    audience: 'lender',
    summary: 'Open a note for follow-up, mark it done, or neither',
    params: z.strictObject({ id, status }),
    reply: note,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'INVALID_REQUEST'],
    changes: ['note'],
  }),
};
