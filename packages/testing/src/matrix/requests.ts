/** How each call is aimed at a target. A call of the contract that is missing here does not compile. */
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

export const AIMS: Record<Exclude<CallName, 'streamEvents'>, Aim> = {
  login: {
    scopes: NOTHING,
    at: () => ({ body: { username: 'somebody@example.com', password: 'wrong password' } }),
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
