import { z } from 'zod';
import {
  CONTENT_STATES,
  PROVIDERS,
  SCAN_REASONS,
  UPLOAD_MAX_BYTES,
  UPLOAD_PART_BYTES,
  VIRUS_SCAN_STATES,
} from './constants.ts';
import { endpoint } from './endpoint.ts';
import { FILE_PASSWORD_MAX } from './file-terms.ts';
import { byId, flag, id, person, requiredParam, text, timestamp } from './shapes.ts';

export const document = z.object({
  id,
  /** Null: a file of the company itself. */
  loanId: id.nullable(),
  name: z.string(),
  provider: z.enum(PROVIDERS),
  size: z.number().int().nullable(),
  virusScanState: z.enum(VIRUS_SCAN_STATES).nullable(),
  /** Why the file was blocked, for the uploader. Texts are in file-terms. */
  scanReason: z.enum(SCAN_REASONS).nullable(),
  /** Null: the scan has not found it clean yet, or the file predates the conversion of files on arrival. */
  contentState: z.enum(CONTENT_STATES).nullable(),
  pages: z.number().int().nullable(),
  createdByUser: person.nullable(),
  createdDate: timestamp,
  lastModifiedDate: timestamp,
});
export type Document = z.infer<typeof document>;

/** A single line, because the conversion program reads the password as one line. */
export const filePassword = z
  .string()
  .min(1, 'Required')
  .refine((password) => new TextEncoder().encode(password).length <= FILE_PASSWORD_MAX, 'Too long')
  .regex(/^[^\r\n\0]*$/, 'One line');

/** A document opened by a user, with what they may do with it. */
const openedDocument = document.extend({
  /** Version of the file's content: a save names the version on which it is based. */
  version: z.number().int(),
  /** The request that it answers; null if it answers none that the caller can see. */
  formElementId: id.nullable(),
  abilities: z.object({ save: z.boolean() }),
});
export type OpenedDocument = z.infer<typeof openedDocument>;

/**
 * The owner of a file: a loan, otherwise a company, otherwise the caller's own company. With `personal`, the file
 * belongs to an employee's own shoebox.
 */
const destination = { loanId: id.optional(), companyId: id.optional() };

/** Maximum number of parts that one call signs. */
const MAX_SIGNED_PARTS = 16;

const startedUpload = {
  ...destination,
  formElementId: id.optional(),
  key: z.string().max(300),
  uploadId: z.string().min(1).max(300),
};
const ofUpload = {
  ...startedUpload,
  personal: flag,
  size: z.coerce.number().int().min(UPLOAD_PART_BYTES).max(UPLOAD_MAX_BYTES),
};
const inUpload = z.strictObject({
  ...startedUpload,
  personal: z.boolean().default(false),
  size: z.number().int().min(UPLOAD_PART_BYTES).max(UPLOAD_MAX_BYTES),
});
const destinationErrors = [
  'LOAN_NOT_FOUND',
  'NOT_FOUND',
  'UNAUTHORIZED',
  'NOTHING_TO_ANSWER',
] as const;
const uploadErrors = [...destinationErrors, 'UPLOAD_MISSING'] as const;
/** Errors of every call that begins an upload. */
export const newFileErrors = [
  'FILE_TOO_SMALL',
  'FILE_TOO_LARGE',
  'FILE_INVALID_TYPE',
  'UPLOAD_QUOTA',
] as const;
/** The presigned URL to which one file is PUT. */
export const signedUpload = z.object({
  uploadUrl: z.string(),
  /** Must be sent unchanged with the PUT, because the signature covers them. */
  headers: z.record(z.string(), z.string()),
  key: z.string(),
  provider: z.enum(PROVIDERS),
});
/** Number and MD5 in hex, as in "3:9e107d9d372bb6826bd81d3542a419d6". */
const partToSign = z.string().regex(/^[1-9]\d{0,3}:[0-9a-f]{32}$/);
/** Input and replies of the steps of a multipart upload, also used for visitors without an account. */
export const uploadInParts = {
  partsToSign: requiredParam(partToSign, MAX_SIGNED_PARTS),
  started: z.object({ key: z.string(), uploadId: z.string(), partSize: z.number().int() }),
  arrived: z.object({
    parts: z.array(z.object({ number: z.number().int(), size: z.number().int(), md5: z.string() })),
  }),
  signed: z.object({
    parts: z.array(
      z.object({
        number: z.number().int(),
        url: z.string(),
        headers: z.record(z.string(), z.string()),
      }),
    ),
  }),
};

export const documents = {
  getUploadUrl: endpoint({
    method: 'GET',
    path: '/v1/documents/uploadUrlFor',
    audience: 'session',
    summary: 'An address to PUT one file to, good for 15 minutes and for this caller only',
    query: z.strictObject({
      name: text,
      ...destination,
      /** The request that the file answers; absent if it answers none. */
      formElementId: id.optional(),
      personal: flag,
      provider: z.enum(PROVIDERS).default('S3'),
      size: z.coerce.number().int(),
    }),
    reply: signedUpload,
    errors: [...destinationErrors, ...newFileErrors],
  }),
  createUpload: endpoint({
    method: 'POST',
    path: '/v1/documents/uploads',
    audience: 'session',
    summary: 'Start the upload of one file in parts; an interrupted one is continued for two days',
    body: z.strictObject({
      name: text,
      size: z.number().int(),
      ...destination,
      formElementId: id.optional(),
      personal: z.boolean().default(false),
    }),
    reply: uploadInParts.started,
    errors: [...destinationErrors, ...newFileErrors],
    changes: [],
  }),
  listUploadParts: endpoint({
    method: 'GET',
    path: '/v1/documents/uploads/parts',
    audience: 'session',
    summary: 'The parts of an upload that have arrived, with the MD5 of each',
    query: z.strictObject(ofUpload),
    reply: uploadInParts.arrived,
    errors: uploadErrors,
    silent: true,
  }),
  signUploadParts: endpoint({
    method: 'GET',
    path: '/v1/documents/uploads/partUrls',
    audience: 'session',
    summary:
      'Addresses to PUT parts to, each good for 15 minutes and for the bytes with its MD5 only',
    query: z.strictObject({ ...ofUpload, part: uploadInParts.partsToSign }),
    reply: uploadInParts.signed,
    errors: [...uploadErrors, 'INVALID_REQUEST'],
    silent: true,
  }),
  completeUpload: endpoint({
    method: 'POST',
    path: '/v1/documents/uploads/complete',
    audience: 'session',
    summary:
      'Join the parts of an upload, all of which have arrived; a document is made of it next',
    body: inUpload,
    reply: z.object({ key: z.string() }),
    errors: uploadErrors,
    changes: [],
  }),
  abortUpload: endpoint({
    method: 'POST',
    path: '/v1/documents/uploads/abort',
    audience: 'session',
    summary: 'Give an upload up: its parts are deleted',
    body: inUpload,
    reply: z.object({}),
    errors: uploadErrors,
    changes: [],
  }),
  reportUploadFailure: endpoint({
    method: 'POST',
    path: '/v1/documents/uploadFailures',
    audience: 'session',
    summary: 'Tell the operator of an upload that failed where only the browser saw it',
    body: z.strictObject({
      /** STORE: the object store refused the file. CALL: a call to this API failed. */
      step: z.enum(['STORE', 'CALL']),
      /** Zero: no reply arrived. */
      status: z.number().int().min(0).max(599),
      size: z.number().int().min(0).max(UPLOAD_MAX_BYTES),
    }),
    reply: z.object({}),
    errors: [],
    changes: [],
    silent: true,
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
      ...destination,
      formElementId: id.optional(),
      personal: z.boolean().default(false),
    }),
    reply: document,
    errors: [
      'LOAN_NOT_FOUND',
      'NOT_FOUND',
      'UNAUTHORIZED',
      'NOTHING_TO_ANSWER',
      'UPLOAD_MISSING',
      'FILE_INVALID_TYPE',
      'CONFLICT',
    ],
    changes: ['document'],
  }),
  getDocumentWithDownloadUrl: endpoint({
    method: 'GET',
    path: '/v1/documents/{id}/withDownloadUrl',
    audience: 'session',
    summary: 'The document, with an address that serves it to this caller once it is clean',
    params: byId,
    reply: openedDocument.extend({
      downloadUrl: z.string().nullable(),
      /** Its pages as a PDF: the file itself, or its conversion. Null if not converted yet, or not convertible. */
      pdfUrl: z.string().nullable(),
      /** Thumbnails of the first pages. */
      thumbnailUrls: z.array(z.string()),
      /** Proof for calls about its pages that this read is in the audit log. */
      pagesTicket: z.string().nullable(),
    }),
    errors: ['NOT_FOUND'],
    traced: true,
  }),
  getDocumentWithEditUrl: endpoint({
    method: 'GET',
    path: '/v1/documents/{id}/withEditDownloadUrl',
    audience: 'session',
    summary:
      'An office document to edit: an address that serves its bytes, and the version that a save of the edited ones names',
    params: byId,
    reply: openedDocument.extend({
      /** Null: the scan has not found it clean yet. */
      editDownloadUrl: z.string().nullable(),
      /**
       * The office server's page that edits the file: a form posts the token there as `access_token`, and its expiry as
       * `access_token_ttl`. Null if there is no office server, or it cannot edit files of this type.
       */
      editor: z
        .object({ url: z.string(), accessToken: z.string(), endsAt: z.number().int() })
        .nullable(),
    }),
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'FILE_INVALID_TYPE'],
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
      /** The version on which the change is based. */
      version: z.number().int(),
      name: text.optional(),
    }),
    reply: openedDocument,
    errors: [
      'NOT_FOUND',
      'UNAUTHORIZED',
      'FILE_INVALID_TYPE',
      'FILE_NOT_CLEAN',
      'UPLOAD_MISSING',
      'FILE_CHANGED',
    ],
    changes: ['document', 'element', 'loan', 'loanList'],
  }),
  unlockDocument: endpoint({
    method: 'POST',
    path: '/v1/documents/{id}/unlock',
    audience: 'session',
    summary:
      'Unlock a PDF with its password, which is used once and not kept; the unlocked copy is checked like an upload',
    params: byId,
    body: z.strictObject({ password: filePassword }),
    reply: document,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'FILE_NOT_CLEAN', 'FILE_NOT_KEPT', 'TOO_MANY_PASSWORDS'],
    changes: ['document', 'element', 'shoebox'],
    // With an Idempotency-Key, a hash of the request would be stored, from which the password could be guessed.
    recordedEachTime: true,
    silent: true,
  }),
  downloadDocument: endpoint({
    method: 'GET',
    path: '/v1/documents/{id}/download',
    audience: 'session',
    summary: 'The bytes of a clean document, always as an attachment; takes a Range',
    params: byId,
    query: z.strictObject({
      /** The ticket from withDownloadUrl, which recorded this read. Without a ticket, this call records the read. */
      ticket: z.string().max(500).optional(),
    }),
    errors: ['NOT_FOUND', 'FILE_NOT_CLEAN', 'RANGE_NOT_SATISFIABLE'],
    traced: true,
  }),
};
