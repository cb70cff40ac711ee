import { z } from 'zod';
import { PRIORITIES, STORAGE_TYPES } from './constants.ts';
import { document } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { byId, id, timestamp } from './shapes.ts';

/** A folder, or a document asked for, with the file that answers it. */
export const element = z.object({
  id,
  loanId: id,
  parentId: id.nullable(),
  title: z.string(),
  description: z.string().nullable(),
  storageType: z.enum(STORAGE_TYPES),
  priorityType: z.enum(PRIORITIES),
  displayOrder: z.number().int(),
  assignedToUserId: id.nullable(),
  answer: z.object({ document, answeredDate: timestamp, inProgress: z.boolean() }).nullable(),
  approvedByUserId: id.nullable(),
  rejectedByUserId: id.nullable(),
  lastModifiedDate: timestamp,
  abilities: z.object({ answer: z.boolean() }),
});
export type Element = z.infer<typeof element>;

export const elements = {
  listElements: endpoint({
    method: 'GET',
    path: '/v2/loanmanager/{id}/elements',
    audience: 'session',
    summary: 'The package of a loan as the caller sees it: folders and requested documents',
    params: byId,
    query: z.strictObject({
      view: z.enum(['CONVENTIONAL', 'SBA']).default('CONVENTIONAL'),
      status: z.enum(['ACTIVE']).default('ACTIVE'),
    }),
    reply: z.object({
      elements: z.array(element),
      totals: z.object({
        answered: z.number().int(),
        files: z.number().int(),
        folders: z.number().int(),
      }),
    }),
    errors: ['LOAN_NOT_FOUND'],
    shows: ['element', 'document'],
  }),
  answerElement: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/elements/answer',
    audience: 'session',
    summary: 'Answer a requested document with an uploaded one',
    body: z.strictObject({
      elementId: id,
      loanId: id,
      documentId: id,
      submit: z.boolean().default(true),
      isMerged: z.boolean().default(false),
      inProgress: z.boolean().default(false),
      isNew: z.boolean().default(true),
    }),
    reply: element,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'NOTHING_TO_ANSWER'],
    changes: ['element', 'loan', 'loanList'],
  }),
};
