import { z } from 'zod';
import {
  ANONYMOUS_NOTE_MAX,
  ANONYMOUS_SESSION_STATES,
  MAX_ANONYMOUS_FILES,
} from './anonymous-session-terms.ts';
import {
  PROVIDERS,
  SCAN_REASONS,
  UPLOAD_MAX_BYTES,
  UPLOAD_PART_BYTES,
  VIRUS_SCAN_STATES,
} from './constants.ts';
import { filePassword, newFileErrors, signedUpload, uploadInParts } from './documents.ts';
import { endpoint, type Tag } from './endpoint.ts';
import { byId, email, id, knownEmail, text, timestamp, success } from './shapes.ts';

const emailAddress = email;
/** Typed by a person: any case, with or without its hyphen. */
const code = z.string().trim().min(1, 'Required').max(20);
/** The secret of an employee's link. */
const lenderUniqueCode = z.string().regex(/^[0-9a-f]{32}$/, 'The link is incomplete');
/** A secret: it works only in the browser that verified the address. */
const secret = z.string().regex(/^[\w-]{43}$/);
const bySession = z.strictObject({ session: secret });
const bySecretId = z.strictObject({ id: secret });
/** The owner of a link: a company's name and logo, and the employee who issued it. */
const linkOwner = z.object({
  companyId: id,
  companyName: z.string(),
  logo: z.string().nullable(),
  givenName: z.string().nullable(),
  familyName: z.string().nullable(),
});
export type UploadLinkOwner = z.infer<typeof linkOwner>;

const anonymousDocument = z.object({
  id,
  name: z.string(),
  provider: z.enum(PROVIDERS),
  size: z.number().int(),
  virusScanState: z.enum(VIRUS_SCAN_STATES).nullable(),
  scanReason: z.enum(SCAN_REASONS).nullable(),
  /** SHA-256 of the stored bytes, set after the scan: 64 hexadecimal digits. */
  sha256: z.string().nullable(),
  createdDate: timestamp,
  /** Null: uploaded and not submitted yet. */
  submittedDate: timestamp.nullable(),
});
export type AnonymousDocument = z.infer<typeof anonymousDocument>;

const session = z.object({
  id,
  /** The secret that later calls must send. Present only in the reply that created the session. */
  session: z.string().optional(),
  state: z.enum(ANONYMOUS_SESSION_STATES),
  emailAddress: z.string(),
  endsAt: timestamp,
  /** Seconds until the session expires, for clients whose clock is wrong. */
  secondsLeft: z.number().int(),
  extensionsLeft: z.number().int(),
  owner: linkOwner,
  documents: z.array(anonymousDocument),
});
export type AnonymousSession = z.infer<typeof session>;

const shows: readonly Tag[] = [];
const ended = ['NOT_FOUND', 'UPLOAD_SESSION_ENDED'] as const;

const upload = { key: z.string().max(300), uploadId: z.string().min(1).max(300) };
const ofUpload = {
  ...upload,
  size: z.coerce.number().int().min(UPLOAD_PART_BYTES).max(UPLOAD_MAX_BYTES),
};
const inUpload = z.strictObject({
  ...upload,
  size: z.number().int().min(UPLOAD_PART_BYTES).max(UPLOAD_MAX_BYTES),
});

/** Upload without an account [R009]: an address is verified by a code, and the files go to the link's owner. */
export const anonymousSessions = {
  verifyAnonymousEmail: endpoint({
    method: 'POST',
    path: '/v1/noauth/anonSession/verifyEmail',
    audience: 'public',
    summary: 'Send a code to an address; the same reply for every address',
    body: z.strictObject({ emailAddress, lenderUniqueCode }),
    reply: success,
    errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
    limit: 'mail',
    silent: true,
  }),
  verifyAnonymousCode: endpoint({
    method: 'POST',
    path: '/v1/noauth/anonSession/verifyCode',
    audience: 'public',
    summary: 'The code from the email starts an upload session, in the browser that asked for it',
    body: z.strictObject({ emailAddress, code, lenderUniqueCode }),
    reply: z.object({ success: z.boolean(), session }),
    errors: ['NOT_FOUND', 'WRONG_CODE', 'TOO_MANY_REQUESTS'],
    limit: 'code',
    silent: true,
  }),
  verifyConfirmationCode: endpoint({
    method: 'POST',
    path: '/v1/noauth/verifyConfirmationCode',
    audience: 'public',
    summary:
      'Whether a code is the one that was sent; a right one stays good, a wrong one is a try',
    body: z.strictObject({ emailAddress: knownEmail, code }),
    reply: success,
    errors: ['WRONG_CODE', 'TOO_MANY_REQUESTS'],
    limit: 'code',
    silent: true,
  }),
  createSecureUploadVisit: endpoint({
    method: 'POST',
    path: '/v1/noauth/secureUploadVisit/{lenderId}',
    audience: 'public',
    summary: 'Count that a link was opened, and tell whose it is; lenderId is the code of the link',
    params: z.strictObject({ lenderId: lenderUniqueCode }),
    reply: z.object({ success: z.boolean(), owner: linkOwner }),
    errors: ['NOT_FOUND'],
    limit: 'code',
    silent: true,
  }),
  createSessionUploadVisit: endpoint({
    method: 'POST',
    path: '/v1/noauth/{sessionId}/secureUploadVisit/{lenderId}',
    audience: 'public',
    summary: 'The same, by a visitor who has a session',
    params: z.strictObject({ sessionId: secret, lenderId: lenderUniqueCode }),
    reply: z.object({ success: z.boolean(), owner: linkOwner }),
    errors: ['NOT_FOUND'],
    limit: 'code',
    silent: true,
  }),
  getAnonymousSession: endpoint({
    method: 'GET',
    path: '/v1/noauth/anonSession/{id}',
    audience: 'public',
    summary: 'The session with its files: the receipt of those that were submitted',
    params: bySecretId,
    reply: session,
    errors: ['NOT_FOUND'],
    shows,
    silent: true,
  }),
  getAnonymousUser: endpoint({
    method: 'GET',
    path: '/v1/noauth/anonSession/{id}/loggedUser',
    audience: 'public',
    summary: 'Who the session is for',
    params: bySecretId,
    reply: z.object({ id, type: z.literal('ANONYMOUS'), emailAddress: z.string() }),
    errors: ['NOT_FOUND'],
    silent: true,
  }),
  listAnonymousLoans: endpoint({
    method: 'GET',
    path: '/v1/noauth/anonSession/{session}/loans',
    audience: 'public',
    summary: 'Loans of the link’s company on which the verified address is known; names only',
    params: bySession,
    reply: z.object({
      loans: z.array(z.object({ id, shortCode: z.string(), name: z.string() })),
    }),
    errors: ended,
    silent: true,
  }),
  getAnonymousPdfKey: endpoint({
    method: 'GET',
    path: '/v1/noauth/anonSession/{session}/pdfKey',
    audience: 'public',
    summary: 'License key of the PDF viewer; empty where none was bought',
    params: bySession,
    reply: z.object({ pdfKey: z.string() }),
    errors: ended,
    silent: true,
  }),
  getAnonymousUploadUrl: endpoint({
    method: 'GET',
    path: '/v1/noauth/anonSession/{session}/getUploadUrl',
    audience: 'public',
    summary: 'An address to PUT one file to, good for 15 minutes and for this session only',
    params: bySession,
    query: z.strictObject({
      name: text,
      provider: z.enum(PROVIDERS).default('S3'),
      size: z.coerce.number().int(),
    }),
    reply: signedUpload,
    errors: [...ended, ...newFileErrors, 'UPLOAD_LINK_QUOTA'],
    silent: true,
  }),
  createAnonymousUpload: endpoint({
    method: 'POST',
    path: '/v1/noauth/anonSession/{session}/uploads',
    audience: 'public',
    summary: 'Start the upload of one file in parts; this session continues an interrupted one',
    params: bySession,
    body: z.strictObject({ name: text, size: z.number().int() }),
    reply: uploadInParts.started,
    errors: [...ended, ...newFileErrors, 'UPLOAD_LINK_QUOTA'],
    silent: true,
  }),
  listAnonymousUploadParts: endpoint({
    method: 'GET',
    path: '/v1/noauth/anonSession/{session}/uploads/parts',
    audience: 'public',
    summary: 'The parts of an upload of this session that have arrived, with the MD5 of each',
    params: bySession,
    query: z.strictObject(ofUpload),
    reply: uploadInParts.arrived,
    errors: [...ended, 'UPLOAD_MISSING'],
    silent: true,
  }),
  signAnonymousUploadParts: endpoint({
    method: 'GET',
    path: '/v1/noauth/anonSession/{session}/uploads/partUrls',
    audience: 'public',
    summary:
      'Addresses to PUT parts to, each good for 15 minutes and for the bytes with its MD5 only',
    params: bySession,
    query: z.strictObject({ ...ofUpload, part: uploadInParts.partsToSign }),
    reply: uploadInParts.signed,
    errors: [...ended, 'UPLOAD_MISSING', 'INVALID_REQUEST'],
    silent: true,
  }),
  completeAnonymousUpload: endpoint({
    method: 'POST',
    path: '/v1/noauth/anonSession/{session}/uploads/complete',
    audience: 'public',
    summary: 'Join the parts of an upload, all of which have arrived',
    params: bySession,
    body: inUpload,
    reply: z.object({ key: z.string() }),
    errors: [...ended, 'UPLOAD_MISSING'],
    silent: true,
  }),
  abortAnonymousUpload: endpoint({
    method: 'POST',
    path: '/v1/noauth/anonSession/{session}/uploads/abort',
    audience: 'public',
    summary: 'Give an upload of this session up: its parts are deleted',
    params: bySession,
    body: inUpload,
    reply: z.object({}),
    errors: [...ended, 'UPLOAD_MISSING'],
    silent: true,
  }),
  createAnonymousDocument: endpoint({
    method: 'POST',
    path: '/v1/noauth/anonSession/{session}/createDocument',
    audience: 'public',
    summary: 'Make a document of an uploaded file; it is scanned, and waits to be submitted',
    params: bySession,
    body: z.strictObject({
      name: text,
      key: z.string().max(300),
      provider: z.enum(PROVIDERS).default('S3'),
      size: z.number().int().min(1).max(UPLOAD_MAX_BYTES),
    }),
    reply: anonymousDocument,
    errors: [...ended, 'FILE_INVALID_TYPE', 'UPLOAD_MISSING', 'CONFLICT', 'UPLOAD_LINK_QUOTA'],
    silent: true,
  }),
  editAnonymousDocument: endpoint({
    method: 'POST',
    path: '/v1/noauth/anonSession/{session}/editDocument',
    audience: 'public',
    summary: 'Rename or remove a file of this session that was not submitted yet',
    params: bySession,
    body: z.strictObject({ id, name: text.optional(), remove: z.boolean().optional() }),
    reply: z.object({ documents: z.array(anonymousDocument) }),
    errors: [...ended, 'FILE_INVALID_TYPE', 'ALREADY_SUBMITTED'],
    silent: true,
  }),
  unlockAnonymousDocument: endpoint({
    method: 'POST',
    path: '/v1/noauth/anonSession/{session}/unlockDocument',
    audience: 'public',
    summary: 'Unlock a PDF of this session with its password, which is used once and not kept',
    params: bySession,
    body: z.strictObject({ id, password: filePassword }),
    reply: anonymousDocument,
    errors: [
      ...ended,
      'ALREADY_SUBMITTED',
      'FILE_NOT_CLEAN',
      'FILE_NOT_KEPT',
      'TOO_MANY_PASSWORDS',
    ],
    silent: true,
  }),
  submitAnonymousDocuments: endpoint({
    method: 'POST',
    path: '/v1/noauth/anonSession/{session}/submit',
    audience: 'public',
    summary:
      'Hand files in: to the shoebox of a loan, or to that of the link’s owner, who is notified',
    params: bySession,
    body: z.strictObject({
      loanId: id.optional(),
      documentIds: z.array(id).min(1).max(MAX_ANONYMOUS_FILES),
      comment: z.string().trim().min(1).max(ANONYMOUS_NOTE_MAX).optional(),
    }),
    reply: session,
    errors: [...ended, 'LOAN_NOT_FOUND', 'FILE_NOT_CLEAN', 'SHOEBOX_FULL', 'ALREADY_SUBMITTED'],
    silent: true,
  }),
  getAnonymousDocument: endpoint({
    method: 'GET',
    path: '/v1/noauth/anonSession/{session}/documentWithDownloadUrl/{documentId}',
    audience: 'public',
    summary: 'A file of this session, with an address that serves it until it is submitted',
    params: z.strictObject({ session: secret, documentId: id }),
    reply: anonymousDocument.extend({ downloadUrl: z.string().nullable() }),
    errors: ended,
    silent: true,
  }),
  downloadAnonymousDocument: endpoint({
    method: 'GET',
    path: '/v1/noauth/anonSession/{session}/documents/{documentId}/download',
    audience: 'public',
    summary: 'The bytes of a clean file of this session, until it is submitted',
    params: z.strictObject({ session: secret, documentId: id }),
    errors: [...ended, 'FILE_NOT_CLEAN', 'RANGE_NOT_SATISFIABLE'],
    silent: true,
  }),
  getLenderDocument: endpoint({
    method: 'GET',
    path: '/v1/noauth/anonSession/lenderDoc/{lenderUniqueCode}/{documentId}',
    audience: 'public',
    summary: 'The receipt of one file that this browser sent by a link',
    params: z.strictObject({ lenderUniqueCode, documentId: id }),
    reply: anonymousDocument,
    errors: ['NOT_FOUND'],
    silent: true,
  }),
  requestAnonymousExtension: endpoint({
    method: 'POST',
    path: '/v1/noauth/anonSession/{id}/requestExtension',
    audience: 'public',
    summary: 'Send a code with which the session can be extended, also after it ended',
    params: bySecretId,
    reply: success,
    errors: ['NOT_FOUND', 'NO_MORE_EXTENSIONS', 'TOO_MANY_REQUESTS'],
    limit: 'mail',
    silent: true,
  }),
  verifyAnonymousExtension: endpoint({
    method: 'POST',
    path: '/v1/noauth/anonSession/{id}/verifyExtension',
    audience: 'public',
    summary: 'The code from the email extends the session by a day, at most three times',
    params: bySecretId,
    body: z.strictObject({ code }),
    reply: session,
    errors: ['NOT_FOUND', 'WRONG_CODE', 'NO_MORE_EXTENSIONS', 'TOO_MANY_REQUESTS'],
    limit: 'code',
    silent: true,
  }),
  notifyCompanyOfShoebox: endpoint({
    method: 'POST',
    path: '/v1/noauth/notifyCompany/{companyId}/shoebox',
    audience: 'public',
    summary:
      'Whether the company was notified of what this browser submitted: submitting notifies it',
    params: z.strictObject({ companyId: id }),
    reply: success,
    errors: ['NOT_FOUND'],
    limit: 'code',
    silent: true,
  }),
  createAnonymousSession: endpoint({
    method: 'POST',
    path: '/v1/auth/anonSession',
    audience: 'lender',
    summary:
      'Vouch for an address: its visitor may choose the loan. They still verify it by a code',
    body: z.strictObject({ emailAddress, loanId: id.optional() }),
    reply: z.object({ id, url: z.string(), endsAt: timestamp }),
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED'],
    changes: [],
  }),
  extendAnonymousSession: endpoint({
    method: 'POST',
    path: '/v1/auth/anonSession/{id}/extend',
    audience: 'lender',
    summary: 'Extend the session of a visitor by a day, at most three times',
    params: byId,
    reply: z.object({ id, endsAt: timestamp, extensionsLeft: z.number().int() }),
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'NO_MORE_EXTENSIONS'],
    changes: [],
  }),
};
