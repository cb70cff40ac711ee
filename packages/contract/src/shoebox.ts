import { z } from 'zod';
import { document } from './documents.ts';
import { endpoint, type Tag } from './endpoint.ts';
import { PHASE_CATEGORIES } from './constants.ts';
import { FILE_KIND_CODES } from './file-kinds.ts';
import {
  byId,
  flag,
  id,
  loanWords,
  moment,
  person,
  repeatedParam,
  requiredParam,
  text,
  timestamp,
} from './shapes.ts';
import {
  SHOEBOX_AT_ONCE,
  SHOEBOX_LISTED,
  SHOEBOX_TYPES,
  WAITING_FILE_STATUSES,
} from './shoebox-terms.ts';

/** A suggested request for a file, with the reason. A person decides whether to file it there. */
const suggestion = z.object({
  elementId: id,
  title: z.string(),
  /** The entity that the request is about. */
  entityName: z.string().nullable(),
  /** 0 to 1. */
  score: z.number(),
  /** A text for the user who decides. */
  reason: z.string(),
});
export type ShoeboxSuggestion = z.infer<typeof suggestion>;

/** A file that is not filed yet [R099]. */
const item = z.object({
  id,
  loanId: id.nullable(),
  documentId: id,
  title: z.string(),
  /** The sender. */
  userId: id,
  shoeboxType: z.enum(SHOEBOX_TYPES),
  /** The owner of the personal shoebox that contains it. Null: it is in the loan's shoebox. */
  shoeboxOwnerId: id.nullable(),
  uploadedById: id,
  /** True while no lender has opened the file. */
  newFile: z.boolean(),
  documentType: z.string().nullable(),
  sherpaEntityId: id.nullable(),
  whenDeleted: timestamp.nullable(),
  /** The loan that the file is for, and its sender. */
  loanRole: z.object({ loanId: id, user: person }).nullable(),
  /** Sent without an account, from an address that was verified by a code. */
  anonymousSender: z.object({ emailAddress: z.string(), note: z.string().nullable() }).nullable(),
  document,
  loan: z.object({ id, name: z.string(), shortCode: z.string(), color: z.string() }).nullable(),
  createdDate: timestamp,
  suggestion: suggestion.nullable(),
  /** Other requests that it may answer, the most likely first. */
  possible: z.array(suggestion),
  abilities: z.object({
    file: z.boolean(),
    edit: z.boolean(),
    trash: z.boolean(),
    remove: z.boolean(),
  }),
});
export type ShoeboxItem = z.infer<typeof item>;

const changes: readonly Tag[] = ['shoebox'];
const filing: readonly Tag[] = ['shoebox', 'element', 'document', 'loan', 'loanList'];
const shows: readonly Tag[] = ['shoebox', 'document'];

const listFilter = {
  userId: id.optional(),
  status: z.enum(['ACTIVE', 'TRASHED']).default('ACTIVE'),
};

/** Values of one filter are combined with OR, different filters with AND. */
const filter = {
  type: repeatedParam(z.enum(FILE_KIND_CODES)).describe('By the ending of the file’s name'),
  fileStatus: repeatedParam(z.enum(WAITING_FILE_STATUSES)),
  modifiedSince: moment
    .optional()
    .describe('Only files that came since; of the trash, those that were removed since'),
  category: repeatedParam(z.enum(PHASE_CATEGORIES)).describe('Only files of loans in these stages'),
  officerId: repeatedParam(id).describe('Only files of loans that one of these employees works on'),
  entity: loanWords.describe('Only files of loans with an entity whose name has these words'),
};

/** Ids in the body, or repeated in the query: some proxies drop bodies of DELETE. */
const chosenBody = z.strictObject({ ids: z.array(id).min(1).max(SHOEBOX_AT_ONCE).optional() });
const chosenQuery = z.strictObject({ id: repeatedParam(id) });

/** An existing document that may already answer the request that is being created. */
const existingDocument = z.object({
  documentId: id,
  name: z.string(),
  loanId: id,
  loanName: z.string(),
  /** The request that the document answers, and the request's folder. */
  elementId: id,
  folderId: id.nullable(),
  title: z.string(),
  answeredDate: timestamp,
  /** A text for the user who decides. */
  reason: z.string(),
});
export type ExistingDocument = z.infer<typeof existingDocument>;

const change = z.strictObject({
  id,
  title: text.optional(),
  documentType: text.nullable().optional(),
  /** The entity of the loan that the file is about. */
  sherpaEntityId: id.nullable().optional(),
  /** False marks the file as opened by a lender. */
  newFile: z.literal(false).optional(),
  /** Moves a file from the caller's own shoebox to a loan. */
  loanId: id.optional(),
  /** Files it: the file answers the request and leaves the shoebox. */
  elementId: id.optional(),
  /** True: the file replaces the request's answer. Otherwise nothing is replaced. */
  replace: z.boolean().optional(),
  /** The request that was suggested when the file was filed; only whether the suggestion was accepted is stored. */
  suggestedElementId: id.optional(),
});

export const shoebox = {
  listLenderShoebox: endpoint({
    method: 'GET',
    path: '/v2/shoebox/lender',
    audience: 'session',
    summary:
      'What waits to be filed: on all loans of the caller’s company and in their own shoebox; for all others what is theirs. The newest first, a page at a time',
    query: z.strictObject({
      ...listFilter,
      ...filter,
      shoeboxType: z.enum(SHOEBOX_TYPES).optional().describe('Left out: both'),
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(SHOEBOX_LISTED).default(SHOEBOX_LISTED),
    }),
    reply: z.object({
      items: z.array(item),
      /** At most MAX_COUNTED_ITEMS. */
      total: z.number().int(),
      nextCursor: z.string().nullable(),
    }),
    errors: ['INVALID_REQUEST'],
    shows,
    silent: true,
  }),
  listLoanShoebox: endpoint({
    method: 'GET',
    path: '/v2/shoebox/loan',
    audience: 'session',
    summary:
      'What waits to be filed on some loans, by title; suggest adds where each file seems to belong',
    query: z.strictObject({ loanId: requiredParam(id), ...listFilter, suggest: flag }),
    reply: z.object({ items: z.array(item) }),
    errors: ['LOAN_NOT_FOUND', 'INVALID_REQUEST'],
    shows: [...shows, 'element'],
    silent: true,
  }),
  getShoeboxItem: endpoint({
    method: 'GET',
    path: '/v2/shoebox/item/{id}',
    audience: 'session',
    summary: 'A file that waits to be filed, with where it seems to belong',
    params: byId,
    reply: item,
    errors: ['NOT_FOUND'],
    shows: [...shows, 'element'],
  }),
  findExistingDocuments: endpoint({
    method: 'GET',
    path: '/v1/loans/{id}/existing-documents',
    audience: 'session',
    summary:
      'Documents of the loan, or of the entity on other loans, that look like what is about to be requested',
    params: byId,
    query: z.strictObject({
      title: repeatedParam(text),
      /** The folder of the new request, which may be an entity's folder. */
      parentId: id.optional(),
    }),
    reply: z.object({
      matches: z.array(z.object({ title: z.string(), documents: z.array(existingDocument) })),
    }),
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED', 'INVALID_REQUEST'],
    shows: ['element', 'document'],
    silent: true,
  }),
  createShoeboxItem: endpoint({
    method: 'POST',
    path: '/v2/shoebox/item',
    audience: 'session',
    summary: 'Put an uploaded document into the shoebox of its loan, or into one’s own',
    body: z
      .strictObject({
        documentId: id,
        shoeboxType: z.enum(SHOEBOX_TYPES).default('LOAN'),
        loanId: id.optional(),
        /** The sender; by default the caller. */
        userId: id.optional(),
        title: text.optional(),
        documentType: text.optional(),
        sherpaEntityId: id.optional(),
      })
      .meta({
        anyOf: [
          { required: ['loanId'], properties: { shoeboxType: { const: 'LOAN' } } },
          {
            required: ['shoeboxType'],
            properties: { shoeboxType: { const: 'PERSONAL' } },
            not: { required: ['loanId'] },
          },
        ],
      }),
    reply: item,
    errors: [
      'LOAN_NOT_FOUND',
      'NOT_FOUND',
      'UNAUTHORIZED',
      'INVALID_REQUEST',
      'CONFLICT',
      'SHOEBOX_FULL',
    ],
    changes,
  }),
  updateShoeboxItems: endpoint({
    method: 'PUT',
    path: '/v2/shoebox/item',
    audience: 'session',
    summary:
      'Rename files, mark them as seen, bring them to a loan, or file them as answers; all or none',
    body: z.strictObject({ items: z.array(change).min(1).max(SHOEBOX_AT_ONCE) }),
    reply: z.object({
      items: z.array(item),
      filed: z.array(z.object({ id, elementId: id, title: z.string() })),
    }),
    errors: [
      'NOT_FOUND',
      'LOAN_NOT_FOUND',
      'UNAUTHORIZED',
      'INVALID_REQUEST',
      'ALREADY_FILED',
      'ALREADY_ANSWERED',
      'NOTHING_TO_ANSWER',
      'FILE_NOT_CLEAN',
      'SHOEBOX_FULL',
    ],
    changes: filing,
    slow: true,
  }),
  unfileShoeboxItems: endpoint({
    method: 'POST',
    path: '/v2/shoebox/unfile',
    audience: 'session',
    summary:
      'Put files that were just filed back into the shoebox: each request is open again; all or none, and only where the request was open before and nothing was decided since',
    body: z.strictObject({
      items: z
        .array(z.strictObject({ id, elementId: id }))
        .min(1)
        .max(SHOEBOX_AT_ONCE),
    }),
    reply: z.object({ items: z.array(item) }),
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'INVALID_REQUEST', 'CONFLICT', 'SHOEBOX_FULL'],
    changes: filing,
    slow: true,
  }),
  removeShoeboxItems: endpoint({
    method: 'DELETE',
    path: '/v2/shoebox/item',
    audience: 'session',
    summary: 'Delete files of the shoebox’s trash for good; all or none',
    query: chosenQuery,
    body: chosenBody,
    reply: z.object({ ids: z.array(id) }),
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'INVALID_REQUEST', 'NOT_IN_TRASH', 'ALREADY_FILED'],
    changes,
  }),
  trashShoeboxItems: endpoint({
    method: 'DELETE',
    path: '/v2/shoebox/markitem',
    audience: 'session',
    summary: 'Put files of the shoebox into the trash; all or none',
    query: chosenQuery,
    body: chosenBody,
    reply: z.object({ items: z.array(item) }),
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'INVALID_REQUEST', 'ALREADY_FILED'],
    changes,
  }),
  restoreShoeboxItems: endpoint({
    method: 'POST',
    path: '/v2/shoebox/unmarkitem',
    audience: 'session',
    summary: 'Take files out of the shoebox’s trash; all or none',
    body: chosenBody.required(),
    reply: z.object({ items: z.array(item) }),
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'INVALID_REQUEST', 'NOT_IN_TRASH', 'ALREADY_FILED'],
    changes,
  }),
};
