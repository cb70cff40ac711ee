import { z } from 'zod';
import { DOCUMENT_KIND_CODES } from './document-kinds.ts';
import { FOUND_KINDS, LOAN_ROLES, PHASE_CATEGORIES, SEARCH_DEVICES } from './constants.ts';
import { ENTITY_KIND_CODES } from './entity-fields.ts';
import { endpoint } from './endpoint.ts';
import { day, id, moment, repeatedParam, timestamp } from './shapes.ts';

/** The words around a match, split into matching and other text. */
const excerpt = z.array(z.object({ text: z.string(), isMatch: z.boolean() }));
export type Excerpt = z.infer<typeof excerpt>;

const loanFound = z.object({
  kind: z.literal('LOAN'),
  id,
  loanId: id,
  title: z.string(),
  shortCode: z.string(),
  color: z.string(),
  phaseName: z.string(),
  closeDate: day.nullable(),
});
const requestFound = z.object({
  kind: z.literal('DOCUMENT'),
  id,
  loanId: id,
  title: z.string(),
  loanName: z.string(),
  /** The folder of the request. */
  folderId: id.nullable(),
  /** The name of the file that answers it, if any. */
  fileName: z.string().nullable(),
});
/** A loan or request that the user opened last. */
const opened = z.discriminatedUnion('kind', [loanFound, requestFound]);

/** A search result. DOCUMENT is a request, with or without a file; TEXT is a file that contains the words. */
export const found = z.discriminatedUnion('kind', [
  loanFound,
  z.object({
    kind: z.literal('PERSON'),
    id,
    /** The person's loan to open: the one that is open now, otherwise the one that changed last. */
    loanId: id,
    title: z.string(),
    loanName: z.string(),
    emailAddress: z.string(),
    role: z.enum(LOAN_ROLES),
  }),
  z.object({
    kind: z.literal('ENTITY'),
    id,
    loanId: id,
    title: z.string(),
    loanName: z.string(),
    entityKind: z.enum(ENTITY_KIND_CODES),
  }),
  requestFound,
  z.object({
    kind: z.literal('MESSAGE'),
    id,
    loanId: id,
    /** The subject of its conversation. */
    title: z.string(),
    loanName: z.string(),
    threadId: id,
    authorName: z.string(),
    sentDate: timestamp,
    excerpt,
  }),
  z.object({
    kind: z.literal('TEXT'),
    /** The document's id. */
    id,
    loanId: id,
    title: z.string(),
    loanName: z.string(),
    fileName: z.string(),
    /** The request that it answers. Null: it is in a shoebox. */
    elementId: id.nullable(),
    folderId: id.nullable(),
    pageCount: z.number().int().nullable(),
    /** The first pages that contain the words. */
    pages: z.array(z.number().int()),
    pagesFound: z.number().int(),
    /** The excerpt is from the first matching page. */
    excerpt,
  }),
]);
export type Found = z.infer<typeof found>;
export type Opened = z.infer<typeof opened>;
export type FoundKind = Found['kind'];

const words = z.string().trim().max(200, 'Must be at most 200 characters');
const device = z.enum(SEARCH_DEVICES).default('d');
/** The loan that the user has open: its results come first. */
const context = id.optional();
const kind = z.enum(FOUND_KINDS).optional().describe('Results of this kind alone');

/** Filters by the loan of a result; the date is that of the result itself if it has one. */
const filter = {
  category: repeatedParam(z.enum(PHASE_CATEGORIES)).describe('Only of loans in these stages'),
  officerId: repeatedParam(id).describe('Only of loans that one of these employees works on'),
  modifiedSince: moment.optional().describe('Only results that changed since'),
  loanId: repeatedParam(id).describe('Only of these loans'),
  documentKind: repeatedParam(z.enum(DOCUMENT_KIND_CODES)).describe(
    'Only files that are of one of these kinds by their words, and the requests that they answer',
  ),
  uploadedBy: repeatedParam(id).describe(
    'Only files that one of these users uploaded, and the requests that they answer',
  ),
};

/** Number of results of each kind that the caller may see. */
const counts = z.record(z.enum(FOUND_KINDS), z.number().int());
export type FoundCounts = z.infer<typeof counts>;
const totals = {
  counts,
  cutOffKinds: z
    .array(z.enum(FOUND_KINDS))
    .describe('Kinds of which not all matches were looked at: their counts are minimums'),
  /** Whether there may be more results than were counted. */
  isMore: z.boolean(),
  /** Whether the results are only similar names, because nothing contains the words. */
  isSimilar: z.boolean(),
};

export const search = {
  search: endpoint({
    method: 'GET',
    path: '/v1/search',
    audience: 'session',
    summary: 'Loans, people, entities, requests, messages and text in documents, a page at a time',
    query: z.strictObject({
      q: words,
      p: z.coerce.number().int().min(0).max(1000).default(0).describe('Page minus one'),
      d: device,
      c: context,
      kind,
      ...filter,
    }),
    reply: z.object({
      page: z.number().int(),
      perPage: z.number().int(),
      totalRecords: z.number().int(),
      totalPages: z.number().int(),
      results: z.array(found),
      device: z.enum(SEARCH_DEVICES),
      ...totals,
    }),
    errors: ['INVALID_REQUEST'],
    shows: ['loanList', 'element', 'document'],
    silent: true,
  }),
  quickSearch: endpoint({
    method: 'GET',
    path: '/v2/search',
    audience: 'session',
    summary:
      'The best of what a search finds, for the search box; with everything also text and totals',
    query: z.strictObject({
      q: words,
      d: device,
      c: context,
      kind,
      ...filter,
      everything: z.literal('true').optional().describe('Also messages and text in documents'),
    }),
    reply: z.object({ results: z.array(found), ...totals }),
    errors: ['INVALID_REQUEST'],
    shows: ['loanList', 'element', 'document'],
    silent: true,
  }),
  listRecent: endpoint({
    method: 'GET',
    path: '/v2/search/recent',
    audience: 'session',
    summary: 'What the caller opened last and may still see, the latest first',
    reply: z.object({ results: z.array(opened) }),
    shows: ['recent', 'loanList', 'element'],
    silent: true,
  }),
  addRecent: endpoint({
    method: 'POST',
    path: '/v2/search/recent',
    audience: 'session',
    summary: 'Remember that the caller opened a loan, or a document of it',
    body: z.strictObject({ loanId: id, elementId: id.optional() }),
    reply: z.object({ id }),
    errors: ['NOT_FOUND'],
    changes: ['recent'],
    silent: true,
  }),
};
