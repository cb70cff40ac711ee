import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { LEFT_OUT_REASONS, MAX_SELECTED, PACKAGE_STATES } from './export-terms.ts';
import { byId, id, timestamp } from './shapes.ts';

/** NEVER: this kind was not requested [R152]. */
const part = z.object({
  state: z.enum(PACKAGE_STATES),
  /** Serves the file to the caller only; null until it is READY, and after its content is out of date. */
  url: z.string().nullable(),
  percent: z.number().int(),
  size: z.number().int().nullable(),
  expiresDate: timestamp.nullable(),
  leftOut: z.array(
    z.object({ folder: z.string(), title: z.string(), reason: z.enum(LEFT_OUT_REASONS) }),
  ),
});
export type DownloadPart = z.infer<typeof part>;

const job = z.object({
  id,
  pdf: part,
  zip: part,
  /** The selected files have changed since, so the download has to be prepared again. */
  outOfDate: z.boolean(),
  /** It failed, expired or is out of date, and the caller can still see what was selected. */
  repeatable: z.boolean(),
  files: z.number().int(),
  /** Titles of the first few selected files that the caller can see now. */
  titles: z.array(z.string()),
  createdDate: timestamp,
});
export type DownloadJob = z.infer<typeof job>;

const jobs = z.object({ jobs: z.array(job) });
const onLoan = z.strictObject({ loanId: id });
const selected = z.array(id).min(1).max(MAX_SELECTED);
const off = z.boolean().default(false);
const kinds = { zip: off, pdf: off };
/** Options of the merged PDF. */
const pages = { cover: off, stamps: off };
/** The ID of an earlier job, in place of a selection: its selection and options are prepared again. */
const again = { jobid: id.optional() };

/** JSON Schema for the API's description; the handlers check the same. */
const oneSelectionAndKind = (selection: 'elementIds' | 'itemIds') => ({
  anyOf: Object.keys(kinds).map((kind) => ({
    required: [kind],
    properties: { [kind]: { const: true } },
  })),
  oneOf: [{ required: [selection] }, { required: ['jobid'] }],
});

/** One job if given, otherwise all jobs of the caller on this loan or shoebox [C12] [G-C3]. */
const oneOrAll = z.strictObject({ jobid: id.optional() });

export const downloads = {
  listElementDownloads: endpoint({
    method: 'GET',
    path: '/v2/loanmanager/{loanId}/elementsDownload',
    audience: 'session',
    summary: 'The caller’s downloads of selected elements of a loan, newest first',
    params: onLoan,
    reply: jobs,
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['package', 'element', 'document'],
    silent: true,
    slow: true,
  }),
  createElementDownload: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/{loanId}/elementsDownload',
    audience: 'session',
    summary:
      'Prepare a zip, a PDF or both of selected elements and of everything in selected folders; one element that the caller does not see refuses all',
    params: onLoan,
    body: z
      .strictObject({
        elementIds: selected.optional(),
        ...again,
        ...kinds,
        ...pages,
        approvedOnly: off,
      })
      .meta(oneSelectionAndKind('elementIds')),
    reply: jobs,
    errors: [
      'NOT_FOUND',
      'UNAUTHORIZED',
      'INVALID_REQUEST',
      'NOTHING_TO_DOWNLOAD',
      'TOO_MANY_DOWNLOADS',
    ],
    changes: ['package'],
    slow: true,
  }),
  removeElementDownloads: endpoint({
    method: 'DELETE',
    path: '/v2/loanmanager/{loanId}/elementsDownload',
    audience: 'session',
    summary: 'Cancel or remove a download of a loan, or without jobid all of the caller’s',
    params: onLoan,
    query: oneOrAll,
    body: oneOrAll,
    reply: jobs,
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['package'],
    slow: true,
  }),
  listShoeboxDownloads: endpoint({
    method: 'GET',
    path: '/v2/loanmanager/UserShoeboxDownload',
    audience: 'session',
    summary: 'The caller’s downloads of files that wait in the shoebox, newest first',
    reply: jobs,
    shows: ['package', 'shoebox', 'document'],
    silent: true,
    slow: true,
  }),
  createShoeboxDownload: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/UserShoeboxDownload',
    audience: 'session',
    summary:
      'Prepare a zip, a PDF or both of selected files of the shoebox; one that the caller does not see refuses all',
    body: z
      .strictObject({ itemIds: selected.optional(), ...again, ...kinds, ...pages })
      .meta(oneSelectionAndKind('itemIds')),
    reply: jobs,
    errors: [
      'NOT_FOUND',
      'UNAUTHORIZED',
      'INVALID_REQUEST',
      'NOTHING_TO_DOWNLOAD',
      'TOO_MANY_DOWNLOADS',
    ],
    changes: ['package'],
    slow: true,
  }),
  removeShoeboxDownloads: endpoint({
    method: 'DELETE',
    path: '/v2/loanmanager/UserShoeboxDownload',
    audience: 'session',
    summary: 'Cancel or remove a download of the shoebox, or without jobid all of the caller’s',
    query: oneOrAll,
    body: oneOrAll,
    reply: jobs,
    errors: ['NOT_FOUND'],
    changes: ['package'],
    slow: true,
  }),
  /**
   * An addition to the specification, which uses URLs of the object store: those would keep working after the download
   * is removed.
   */
  downloadJobFile: endpoint({
    method: 'GET',
    path: '/v2/loanmanager/downloadJob/{id}',
    audience: 'session',
    summary: 'The file of a download, while its content is what the caller sees now; takes a Range',
    params: byId,
    query: z.strictObject({ kind: z.enum(['zip', 'pdf']) }),
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'PACKAGE_NOT_READY', 'RANGE_NOT_SATISFIABLE'],
    traced: true,
    slow: true,
  }),
};
