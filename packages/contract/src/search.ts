import { z } from 'zod';
import { SEARCH_DEVICES } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { day, id } from './shapes.ts';

/** Something that can be opened: a loan, or a document asked for in one. */
export const found = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('LOAN'),
    id,
    loanId: id,
    title: z.string(),
    shortCode: z.string(),
    color: z.string(),
    phaseName: z.string(),
    closeDate: day.nullable(),
  }),
  z.object({
    kind: z.literal('DOCUMENT'),
    id,
    loanId: id,
    title: z.string(),
    loanName: z.string(),
    /** The folder it is asked for in. */
    folderId: id.nullable(),
    /** The file that answers it, if one does. */
    fileName: z.string().nullable(),
  }),
]);
export type Found = z.infer<typeof found>;

const words = z.string().trim().max(200, 'Must be at most 200 characters');
const device = z.enum(SEARCH_DEVICES).default('d');
/** The loan that the user has open: its results come first. */
const context = id.optional();

export const search = {
  search: endpoint({
    method: 'GET',
    path: '/v1/search',
    audience: 'session',
    summary: 'Loans and documents by the beginnings of words, a page at a time',
    query: z.strictObject({
      q: words,
      p: z.coerce.number().int().min(0).max(1000).default(0).describe('Page minus one'),
      d: device,
      c: context,
    }),
    reply: z.object({
      page: z.number().int(),
      perPage: z.number().int(),
      totalRecords: z.number().int(),
      totalPages: z.number().int(),
      results: z.array(found),
      device: z.enum(SEARCH_DEVICES),
    }),
    errors: ['INVALID_REQUEST'],
    silent: true,
  }),
  quickSearch: endpoint({
    method: 'GET',
    path: '/v2/search',
    audience: 'session',
    summary: 'The best of what a search finds, for the search box',
    query: z.strictObject({ q: words, d: device, c: context }),
    reply: z.object({ results: z.array(found) }),
    errors: ['INVALID_REQUEST'],
    shows: ['loanList', 'element', 'document'],
    silent: true,
  }),
  listRecent: endpoint({
    method: 'GET',
    path: '/v2/search/recent',
    audience: 'session',
    summary: 'What the caller opened last and may still see, the latest first',
    reply: z.object({ results: z.array(found) }),
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
