import { z } from 'zod';
import { PROVIDERS, UPLOAD_MAX_BYTES, VIRUS_SCAN_STATES } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { byId, flag, id, person, text, timestamp } from './shapes.ts';

export const document = z.object({
  id,
  /** Null: a file of the company itself. */
  loanId: id.nullable(),
  name: z.string(),
  provider: z.enum(PROVIDERS),
  size: z.number().int().nullable(),
  virusScanState: z.enum(VIRUS_SCAN_STATES).nullable(),
  createdByUser: person.nullable(),
  createdDate: timestamp,
  lastModifiedDate: timestamp,
});
export type Document = z.infer<typeof document>;

/** A document that somebody opens, and what they may do with it. */
const openedDocument = document.extend({
  /** Counts its bytes: whoever saves says which ones they had before them. */
  version: z.number().int(),
  /** A request that it answers. Null: none that the caller sees. */
  formElementId: id.nullable(),
  abilities: z.object({ save: z.boolean() }),
});
export type OpenedDocument = z.infer<typeof openedDocument>;

/**
 * Where a file belongs: to a loan, else to a company, else to the caller's own company. `personal`: to an
 * employee alone, for their own shoebox.
 */
const place = { loanId: id.optional(), companyId: id.optional() };

export const documents = {
  getUploadUrl: endpoint({
    method: 'GET',
    path: '/v1/documents/uploadUrlFor',
    audience: 'session',
    summary: 'An address to PUT one file to, good for 15 minutes and for this caller only',
    query: z.strictObject({
      name: text,
      ...place,
      /** What the file is to answer. Left out: it is brought for nothing in particular. */
      formElementId: id.optional(),
      personal: flag,
      provider: z.enum(PROVIDERS).default('S3'),
      size: z.coerce.number().int(),
    }),
    reply: z.object({
      uploadUrl: z.string(),
      /** Must be sent with the PUT as they are: they are part of the signature. */
      headers: z.record(z.string(), z.string()),
      key: z.string(),
      provider: z.enum(PROVIDERS),
    }),
    errors: [
      'LOAN_NOT_FOUND',
      'NOT_FOUND',
      'UNAUTHORIZED',
      'NOTHING_TO_ANSWER',
      'FILE_TOO_SMALL',
      'FILE_TOO_LARGE',
      'FILE_INVALID_TYPE',
    ],
  }),
  createDocument: endpoint({
    method: 'POST',
    path: '/v1/documents',
    audience: 'session',
    summary: 'Make a document of an uploaded file; it is checked for viruses before anyone gets it',
    body: z.strictObject({
      name: text,
      key: z.string().max(300),
      provider: z.enum(PROVIDERS).default('S3'),
      size: z.number().int().min(1).max(UPLOAD_MAX_BYTES),
      ...place,
      formElementId: id.optional(),
      personal: z.boolean().default(false),
    }),
    reply: document,
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED', 'NOTHING_TO_ANSWER', 'UPLOAD_MISSING'],
    changes: ['document'],
  }),
  getDocumentWithDownloadUrl: endpoint({
    method: 'GET',
    path: '/v1/documents/{id}/withDownloadUrl',
    audience: 'session',
    summary: 'The document, with an address that serves it for one minute once it is clean',
    params: byId,
    reply: openedDocument.extend({ downloadUrl: z.string().nullable() }),
    errors: ['NOT_FOUND'],
    traced: true,
  }),
  saveDocument: endpoint({
    method: 'PUT',
    path: '/v1/documents/{id}',
    audience: 'session',
    summary:
      'Save new bytes of a document that answers a request: they are checked before anyone gets them, and the earlier ones are kept',
    params: byId,
    body: z.strictObject({
      key: z.string().max(300),
      size: z.number().int().min(1).max(UPLOAD_MAX_BYTES),
      /** Of the bytes that were changed. */
      version: z.number().int(),
      name: text.optional(),
    }),
    reply: openedDocument,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'FILE_NOT_CLEAN', 'UPLOAD_MISSING', 'FILE_CHANGED'],
    changes: ['document', 'element', 'loan', 'loanList'],
  }),
  downloadDocument: endpoint({
    method: 'GET',
    path: '/v1/documents/{id}/download',
    audience: 'session',
    summary: 'The bytes of a clean document, always as an attachment',
    params: byId,
    errors: ['NOT_FOUND', 'FILE_NOT_CLEAN'],
    traced: true,
  }),
};
