/** Aims of the calls that upload files. */
import { ELEMENT, NOTHING, type Aim } from './aims.ts';
import type { Target } from './targets.ts';
import type { Scope } from './world.ts';

/** Uploads for a request if the scope is about one, otherwise for the loan. */
function forRequest({ loan, element }: Target, scope: Scope): { loanId: string } {
  const isAsked = ['assigned', 'assigned-elsewhere', 'hidden'].includes(scope);
  return { loanId: loan.id, ...(isAsked && { formElementId: element.id }) };
}

/** A permitted caller gets the error that there is no such upload. */
const NEVER_STARTED = { key: 'a/b/c.d', uploadId: 'none', size: 8 * 2 ** 20 };

export const UPLOAD_AIMS = {
  getUploadUrl: {
    scopes: ELEMENT,
    at: (target, scope) => ({
      query: { ...forRequest(target, scope), name: 'file.pdf', size: 10 },
    }),
  },
  createUpload: {
    scopes: ELEMENT,
    at: (target, scope) => ({
      body: { ...forRequest(target, scope), name: 'file.pdf', size: 8 * 2 ** 20 },
    }),
  },
  listUploadParts: {
    scopes: ELEMENT,
    at: (target, scope) => ({ query: { ...forRequest(target, scope), ...NEVER_STARTED } }),
  },
  signUploadParts: {
    scopes: ELEMENT,
    at: (target, scope) => ({
      query: { ...forRequest(target, scope), ...NEVER_STARTED, part: [`1:${'0'.repeat(32)}`] },
    }),
  },
  completeUpload: {
    scopes: ELEMENT,
    at: (target, scope) => ({ body: { ...forRequest(target, scope), ...NEVER_STARTED } }),
  },
  abortUpload: {
    scopes: ELEMENT,
    at: (target, scope) => ({ body: { ...forRequest(target, scope), ...NEVER_STARTED } }),
  },
  reportUploadFailure: {
    scopes: NOTHING,
    at: () => ({ body: { step: 'STORE', status: 0, size: 1 } }),
  },
  // A key that was never issued: a permitted caller gets the error that the file does not exist.
  createDocument: {
    scopes: ELEMENT,
    at: (target, scope) => ({
      body: { ...forRequest(target, scope), name: 'file.pdf', size: 10, key: 'a/b/c.d' },
    }),
  },
} satisfies Record<string, Aim>;
