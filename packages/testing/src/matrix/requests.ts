/** How each call is aimed at a target. A call of the contract that is missing here does not compile. */
import { randomUUID } from 'node:crypto';
import type { CallName } from '@cairn/contract';
import type { Scope, Target } from './world.ts';

export interface Aimed {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: object;
}
interface Aim {
  /** The objects that make a difference to this call. */
  scopes: readonly Scope[];
  at(target: Target): Aimed;
}

const LOAN: readonly Scope[] = ['own', 'same-company', 'other-company', 'missing'];
const ELEMENT: readonly Scope[] = [
  'own',
  'assigned',
  'assigned-elsewhere',
  'hidden',
  'same-company',
  'other-company',
  'missing',
];
/** Calls that name no object: the reply itself is searched for what the caller may not see. */
const NOTHING: readonly Scope[] = ['own'];

const loanById = ({ loan }: Target): Aimed => ({ params: { id: loan.id } });
const documentById = ({ documentId }: Target): Aimed => ({ params: { id: documentId } });

/** Each time another one: an address that is asked about often locks, whether anybody has it or not. */
const somebody = (): string => `${randomUUID()}@example.com`;
const WRONG = 'wrong password entirely';
const BETTER = 'granite under the north path';

export const AIMS: Record<Exclude<CallName, 'streamEvents'>, Aim> = {
  login: {
    scopes: NOTHING,
    at: () => ({ body: { username: somebody(), password: WRONG } }),
  },
  signup: {
    scopes: NOTHING,
    at: () => ({
      body: { emailAddress: somebody(), password: BETTER, givenName: 'Ada', familyName: 'Moss' },
    }),
  },
  confirmSignup: {
    scopes: NOTHING,
    at: () => ({ body: { username: somebody(), code: '0000-0000' } }),
  },
  resendConfirmationCode: {
    scopes: NOTHING,
    at: () => ({ body: { username: somebody(), provider: 'EMAIL' } }),
  },
  loginWithConfirmCode: {
    scopes: NOTHING,
    at: () => ({ body: { username: somebody(), code: '0000-0000' } }),
  },
  forgotPassword: { scopes: NOTHING, at: () => ({ body: { username: somebody() } }) },
  confirmForgotPassword: {
    scopes: NOTHING,
    at: () => ({ body: { username: somebody(), code: '0000-0000', newPassword: BETTER } }),
  },
  newPassword: {
    scopes: NOTHING,
    at: () => ({ body: { username: somebody(), oldPassword: WRONG, newPassword: BETTER } }),
  },
  // The callers of this world have no password: whoever is let in is told that theirs is wrong.
  changePassword: {
    scopes: NOTHING,
    at: () => ({ body: { oldPassword: WRONG, newPassword: BETTER } }),
  },
  adminResetPassword: {
    scopes: ['own', 'same-company', 'other-company', 'missing'],
    at: ({ accountId }) => ({ body: { userId: accountId } }),
  },
  logout: { scopes: NOTHING, at: () => ({}) },
  logoutAddress: { scopes: NOTHING, at: () => ({}) },
  isAuthenticated: { scopes: NOTHING, at: () => ({}) },
  updateCookieTimeout: { scopes: NOTHING, at: () => ({}) },
  getLoggedUser: { scopes: NOTHING, at: () => ({}) },
  getVersion: { scopes: NOTHING, at: () => ({}) },
  listPossibleGroupRoles: { scopes: NOTHING, at: () => ({}) },
  // The staff role of a company: only its own staff have it.
  setLoggedRole: {
    scopes: ['own', 'other-company', 'missing'],
    at: ({ companyId }) => ({ params: { roleLevel: 'LENDER' }, query: { companyId } }),
  },
  resetLoggedRole: { scopes: NOTHING, at: () => ({}) },
  getUserSettings: { scopes: NOTHING, at: () => ({}) },
  updateUserSettings: { scopes: NOTHING, at: () => ({ body: { sendTextLoanStatus: false } }) },
  getFePreference: { scopes: NOTHING, at: () => ({ params: { key: 'hiddenPhases' } }) },
  setFePreference: {
    scopes: NOTHING,
    at: () => ({ params: { key: 'hiddenPhases' }, body: { value: '%5B%5D' } }),
  },
  listTimezones: { scopes: NOTHING, at: () => ({}) },
  updateOwnProfile: {
    scopes: NOTHING,
    at: () => ({ body: { givenName: 'Renamed', familyName: 'Person' } }),
  },
  getJavascriptConstants: { scopes: NOTHING, at: () => ({}) },
  getFrontendKeys: { scopes: NOTHING, at: () => ({}) },
  listPhases: {
    scopes: ['own', 'other-company', 'missing'],
    at: ({ companyId }) => ({ params: { companyId } }),
  },
  viewLoans: { scopes: NOTHING, at: () => ({ query: { limit: 200 } }) },
  getLoan: { scopes: LOAN, at: loanById },
  pinLoan: { scopes: LOAN, at: loanById },
  unpinLoan: { scopes: LOAN, at: loanById },
  listElements: { scopes: LOAN, at: loanById },
  answerElement: {
    scopes: ELEMENT,
    at: ({ loan, element, documentId }) => ({
      body: { loanId: loan.id, elementId: element.id, documentId },
    }),
  },
  getUploadUrl: {
    scopes: LOAN,
    at: ({ loan }) => ({ query: { loanId: loan.id, name: 'file.pdf', size: 10 } }),
  },
  // A key that we never gave out: whoever is let in is told that the file is not there.
  createDocument: {
    scopes: LOAN,
    at: ({ loan }) => ({ body: { loanId: loan.id, name: 'file.pdf', size: 10, key: 'a/b/c.d' } }),
  },
  getDocumentWithDownloadUrl: { scopes: ELEMENT, at: documentById },
  downloadDocument: { scopes: ELEMENT, at: documentById },
};
