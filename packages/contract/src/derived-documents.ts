/**
 * Documents that the worker creates: from pictures, from an empty template, or from pages of other documents. The
 * sources are not changed.
 */
import { z } from 'zod';
import { document } from './documents.ts';
import { element, title } from './elements.ts';
import { endpoint } from './endpoint.ts';
import { MAX_PAGE_SOURCES, OFFICE_FILE_CODES } from './file-terms.ts';
import { id } from './shapes.ts';

const MAX_DIVIDED_ANSWERS = 20;
/** Maximum number of pages over all answers. */
const MAX_DIVIDED_PAGES = 2000;

const sourcePage = z.strictObject({
  /** Index into `sources`, from 0. */
  source: z
    .number()
    .int()
    .min(0)
    .max(MAX_PAGE_SOURCES - 1),
  /** Counted from 1. */
  page: z.number().int().min(1).max(100_000),
  /** Clockwise. */
  turn: z.literal([0, 90, 180, 270]).default(0),
});

const dividedAnswer = z.strictObject({
  elementId: id,
  /** Replaces the request's answer, which is kept in its history. */
  replace: z.boolean().default(false),
  /**
   * Pages in the order of the new document. An answer contains a page at most once; several answers may contain the
   * same page.
   */
  pages: z
    .array(sourcePage)
    .min(1)
    .max(MAX_DIVIDED_PAGES)
    .refine((pages) => isUnique(pages.map(({ source, page }) => `${source} ${page}`)), {
      message: 'Each page once',
    }),
});

const isUnique = (keys: readonly string[]): boolean => new Set(keys).size === keys.length;

export const derivedDocuments = {
  convertImage: endpoint({
    method: 'POST',
    path: '/v2/conversion/image',
    audience: 'session',
    summary: 'A JPEG copy of an uploaded HEIC picture: a document of its own; the original is kept',
    body: z.strictObject({ documentId: id }),
    reply: document,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'FILE_NOT_CLEAN', 'FILE_INVALID_TYPE', 'DERIVED_QUOTA'],
    changes: ['document'],
  }),
  createOfficeDocument: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/element/newdoc',
    audience: 'session',
    summary: 'An empty office document in a folder of the package',
    body: z.strictObject({
      loanId: id,
      /** The ID of a folder. Absent: the package's root folder. */
      parentId: id.optional(),
      title,
      type: z.enum(OFFICE_FILE_CODES),
      /** True: hidden from borrowers until the lender shows the document. */
      hidden: z.boolean().default(true),
    }),
    reply: element,
    errors: [
      'LOAN_NOT_FOUND',
      'NOT_FOUND',
      'UNAUTHORIZED',
      'NOT_A_PLACE',
      'PACKAGE_FULL',
      'DERIVED_QUOTA',
    ],
    changes: ['element', 'document', 'loan', 'loanList'],
  }),
  dividePages: endpoint({
    method: 'POST',
    path: '/v1/documents/pages',
    audience: 'session',
    summary:
      'Answer requests with pages of documents of the loan: split, merged, reordered, turned; the documents are kept. All or none',
    body: z.strictObject({
      loanId: id,
      /** The versions that the caller saw. */
      sources: z
        .array(z.strictObject({ documentId: id, version: z.number().int().min(1) }))
        .min(1)
        .max(MAX_PAGE_SOURCES)
        .refine((sources) => isUnique(sources.map(({ documentId }) => documentId)), {
          message: 'Each document once',
        }),
      answers: z
        .array(dividedAnswer)
        .min(1)
        .max(MAX_DIVIDED_ANSWERS)
        .refine((answers) => isUnique(answers.map(({ elementId }) => elementId)), {
          message: 'Each request once',
        })
        .refine(
          (answers) =>
            answers.reduce((sum, { pages }) => sum + pages.length, 0) <= MAX_DIVIDED_PAGES,
          { message: `At most ${MAX_DIVIDED_PAGES} pages` },
        ),
    }),
    /** The answered requests, in the order of the answers. */
    reply: z.object({ elementIds: z.array(id) }),
    errors: [
      'LOAN_NOT_FOUND',
      'NOT_FOUND',
      'UNAUTHORIZED',
      'NOTHING_TO_ANSWER',
      'ALREADY_ANSWERED',
      'FILE_CHANGED',
      'FILE_NOT_CLEAN',
      'NO_PAGES',
      'DERIVED_QUOTA',
    ],
    changes: ['element', 'document', 'loan', 'loanList'],
  }),
};
