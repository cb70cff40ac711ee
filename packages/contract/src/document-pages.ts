/** Pages and text that the pipeline extracted from a document; reading them takes the same rights as the document. */
import { z } from 'zod';
import { MAX_TEXT_PAGES, MAX_THUMBNAILS } from './file-terms.ts';
import { endpoint } from './endpoint.ts';
import { byId, id } from './shapes.ts';

/** The `pagesTicket` from withDownloadUrl, which recorded this read. Without a ticket, this call records the read. */
const ticket = z.string().max(500).optional();

export const MAX_FOUND = 500;
/** Maximum number of marked matches: a malicious file could contain millions. */
export const MAX_FOUND_BOXES = 5000;

/** Left, top, width and height, in ten-thousandths of the page as it is displayed. */
const box = z.tuple([z.number().int(), z.number().int(), z.number().int(), z.number().int()]);

const pageText = z.object({
  page: z.number().int(),
  /** Size as displayed, in points. */
  width: z.number(),
  height: z.number(),
  /** OCR: recognized from a picture. WAITING: OCR is pending. NONE: no text was found. */
  source: z.enum(['TEXT', 'OCR', 'NONE', 'WAITING']),
  text: z.string(),
  words: z.array(z.object({ text: z.string(), box })),
});

const pageMatches = z.object({ page: z.number().int(), boxes: z.array(box) });
export type FoundText = z.infer<typeof pageMatches>;

const suggestedPart = z.object({
  pages: z.array(z.number().int()),
  /** The kind of document, recognized by its text; null if it was not recognized. */
  label: z.string().nullable(),
  /**
   * The words on the page by which the start of the document was recognized. Null for the document at the start of the
   * scan.
   */
  evidence: z.object({ page: z.number().int(), words: z.string() }).nullable(),
});
export type SuggestedPart = z.infer<typeof suggestedPart>;

/** Only the first pages of a longer scan are analyzed. */
export const MAX_SUGGESTED_PAGES = 500;

export const documentPages = {
  downloadDocumentPdf: endpoint({
    method: 'GET',
    path: '/v1/documents/{id}/pdf',
    audience: 'session',
    summary:
      'The pages of a clean document as a PDF, made when it arrived; a PDF as it was uploaded. Takes a Range',
    params: byId,
    query: z.strictObject({ ticket }),
    errors: ['NOT_FOUND', 'FILE_NOT_CLEAN', 'NO_PAGES', 'RANGE_NOT_SATISFIABLE'],
    traced: true,
  }),
  getDocumentThumbnail: endpoint({
    method: 'GET',
    path: '/v1/documents/{id}/thumbnails/{page}',
    audience: 'session',
    summary: 'A small picture of one of the first pages of a clean document',
    params: z.strictObject({ id, page: z.coerce.number().int().min(1).max(MAX_THUMBNAILS) }),
    query: z.strictObject({ ticket }),
    errors: ['NOT_FOUND', 'FILE_NOT_CLEAN', 'NO_PAGES'],
    traced: true,
  }),
  getDocumentText: endpoint({
    method: 'GET',
    path: '/v1/documents/{id}/text',
    audience: 'session',
    summary: 'The text of some pages of a clean document, with the position of each word',
    params: byId,
    query: z.strictObject({
      ticket,
      from: z.coerce.number().int().min(1).max(100_000).default(1),
      pages: z.coerce.number().int().min(1).max(MAX_TEXT_PAGES).default(MAX_TEXT_PAGES),
    }),
    reply: z.object({ pages: z.array(pageText) }),
    errors: ['NOT_FOUND', 'FILE_NOT_CLEAN'],
    traced: true,
  }),
  findInDocument: endpoint({
    method: 'GET',
    path: '/v1/documents/{id}/find',
    audience: 'session',
    summary: 'Where words are in a clean document: page and positions, in reading order',
    params: byId,
    query: z.strictObject({ ticket, text: z.string().trim().min(1).max(100) }),
    reply: z.object({ found: z.array(pageMatches), isComplete: z.boolean() }),
    errors: ['NOT_FOUND', 'FILE_NOT_CLEAN'],
    traced: true,
  }),
  suggestPageSplit: endpoint({
    method: 'GET',
    path: '/v1/documents/{id}/suggestedSplit',
    audience: 'session',
    summary:
      'Where a scan of several documents divides, by the words on its first pages, and which pages are blank: suggestions with their evidence',
    params: byId,
    query: z.strictObject({ ticket }),
    reply: z.object({ parts: z.array(suggestedPart), blankPages: z.array(z.number().int()) }),
    errors: ['NOT_FOUND', 'FILE_NOT_CLEAN'],
    traced: true,
  }),
};
