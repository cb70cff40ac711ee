/**
 * Aims of the calls of upload sessions without an account. A session is reached with its secret id and its cookie,
 * which no caller of the matrix has: modules/anonymous-sessions tests what a visitor with them may do.
 */
import type { anonymousSessions } from '@cairn/contract/anonymous-sessions';
import { COMPANY, LOAN, NOTHING, type Aim } from './aims.ts';

const SECRET = 'A'.repeat(43);
const NO_CODE = '0'.repeat(32);
const EMAIL = 'visitor@example.com';
const session = { session: SECRET };
const bySession: Aim = { scopes: NOTHING, at: () => ({ params: session }) };
const bySecretId: Aim = { scopes: NOTHING, at: () => ({ params: { id: SECRET } }) };
const STARTED = { key: 'no key of ours', uploadId: 'none', size: 8 * 2 ** 20 };
const FILE = { name: 'tax return.pdf', size: 7 };

export const ANONYMOUS_SESSION_AIMS: Record<keyof typeof anonymousSessions, Aim> = {
  verifyAnonymousEmail: {
    scopes: NOTHING,
    at: () => ({ body: { emailAddress: EMAIL, lenderUniqueCode: NO_CODE } }),
  },
  verifyAnonymousCode: {
    scopes: NOTHING,
    at: () => ({ body: { emailAddress: EMAIL, code: '0000-0000', lenderUniqueCode: NO_CODE } }),
  },
  verifyConfirmationCode: {
    scopes: NOTHING,
    at: () => ({ body: { emailAddress: EMAIL, code: '0000-0000' } }),
  },
  createSecureUploadVisit: { scopes: NOTHING, at: () => ({ params: { lenderId: NO_CODE } }) },
  createSessionUploadVisit: {
    scopes: NOTHING,
    at: () => ({ params: { sessionId: SECRET, lenderId: NO_CODE } }),
  },
  getAnonymousSession: bySecretId,
  getAnonymousUser: bySecretId,
  listAnonymousLoans: bySession,
  getAnonymousPdfKey: bySession,
  getAnonymousUploadUrl: { scopes: NOTHING, at: () => ({ params: session, query: FILE }) },
  createAnonymousUpload: {
    scopes: NOTHING,
    at: () => ({ params: session, body: { ...FILE, size: 8 * 2 ** 20 } }),
  },
  listAnonymousUploadParts: { scopes: NOTHING, at: () => ({ params: session, query: STARTED }) },
  signAnonymousUploadParts: {
    scopes: NOTHING,
    at: () => ({ params: session, query: { ...STARTED, part: [`1:${'0'.repeat(32)}`] } }),
  },
  completeAnonymousUpload: { scopes: NOTHING, at: () => ({ params: session, body: STARTED }) },
  abortAnonymousUpload: { scopes: NOTHING, at: () => ({ params: session, body: STARTED }) },
  createAnonymousDocument: {
    scopes: NOTHING,
    at: () => ({ params: session, body: { ...FILE, key: 'no key of ours' } }),
  },
  editAnonymousDocument: {
    scopes: LOAN,
    at: ({ documentId }) => ({ params: session, body: { id: documentId, remove: true } }),
  },
  unlockAnonymousDocument: {
    scopes: LOAN,
    at: ({ documentId }) => ({ params: session, body: { id: documentId, password: 'none' } }),
  },
  submitAnonymousDocuments: {
    scopes: LOAN,
    at: ({ loan, documentId }) => ({
      params: session,
      body: { loanId: loan.id, documentIds: [documentId] },
    }),
  },
  getAnonymousDocument: {
    scopes: LOAN,
    at: ({ documentId }) => ({ params: { ...session, documentId } }),
  },
  downloadAnonymousDocument: {
    scopes: LOAN,
    at: ({ documentId }) => ({ params: { ...session, documentId } }),
  },
  getLenderDocument: {
    scopes: LOAN,
    at: ({ documentId }) => ({ params: { lenderUniqueCode: NO_CODE, documentId } }),
  },
  requestAnonymousExtension: bySecretId,
  verifyAnonymousExtension: {
    scopes: NOTHING,
    at: () => ({ params: { id: SECRET }, body: { code: '0000-0000' } }),
  },
  notifyCompanyOfShoebox: {
    scopes: COMPANY,
    at: ({ companyId }) => ({ params: { companyId } }),
  },
  createAnonymousSession: {
    scopes: LOAN,
    at: ({ loan }) => ({ body: { emailAddress: EMAIL, loanId: loan.id } }),
  },
  extendAnonymousSession: {
    scopes: COMPANY,
    at: ({ anonymousSessionId }) => ({ params: { id: anonymousSessionId } }),
  },
};
