/** Aims of the calls about a package. */
import { ELEMENT, LOAN, loanById, NOTHING, type Aim, type Aimed } from './aims.ts';
import type { Target } from './targets.ts';

const elementsById = ({ loan, element }: Target): Aimed => ({
  body: { loanId: loan.id, elements: [element.id] },
});
const sourcesById = ({ loan, element }: Target): Aimed => ({
  body: { loanId: loan.id, sourceIds: [element.id] },
});
const answerById = ({ loan, element }: Target): Aimed => ({
  body: { loanId: loan.id, elementId: element.id },
});
const shareWithPerson = ({ loan, element, partyId }: Target): Aimed => ({
  body: { loanId: loan.id, shares: [{ elementId: element.id, userId: partyId }] },
});

export const ELEMENT_AIMS = {
  answerFormElement: {
    scopes: ELEMENT,
    at: ({ element, documentId }) => ({ params: { id: element.id }, body: { documentId } }),
  },
  listFolders: { scopes: LOAN, at: loanById },
  getConsolidatedTasks: { scopes: LOAN, at: loanById },
  getTasksAsHtml: { scopes: LOAN, at: ({ loan }) => ({ query: { loanId: loan.id } }) },
  listStatusChangeElements: {
    scopes: LOAN,
    at: ({ loan }) => ({
      params: { id: loan.id },
      query: { loanReviewStatus: 'REVIEW_COMPLETE' },
    }),
  },
  listReviewQueue: { scopes: LOAN, at: ({ loan }) => ({ query: { loanId: loan.id } }) },
  tellReviewing: {
    scopes: ELEMENT,
    at: ({ element }) => ({ params: { id: element.id }, body: {} }),
  },
  createDeepLink: {
    scopes: ELEMENT,
    at: ({ loan, element }) => ({ body: { loanId: loan.id, elementId: element.id } }),
  },
  getDeepLink: {
    scopes: LOAN,
    at: ({ loan }) => ({ query: { loanId: loan.id, token: 'made.up' } }),
  },
  totalPackagesLoansUser: { scopes: NOTHING, at: () => ({}) },
  viewLoansWithTrash: { scopes: NOTHING, at: () => ({ query: { limit: 200 } }) },
  createElements: {
    scopes: LOAN,
    at: ({ loan }) => ({ body: { loanId: loan.id, elements: [{ title: 'Asked for' }] } }),
  },
  updateElement: {
    scopes: ELEMENT,
    at: ({ loan, element }) => ({
      body: { id: element.id, loanId: loan.id, description: 'All pages' },
    }),
  },
  updateFormElement: {
    scopes: ELEMENT,
    at: ({ element, partyId }) => ({
      params: { id: element.id },
      body: { assignedToUserId: partyId },
    }),
  },
  updateFormElements: {
    scopes: ELEMENT,
    at: ({ element }) => ({ body: { updates: [{ id: element.id, dueDate: '2030-01-31' }] } }),
  },
  approveFormElement: {
    scopes: ELEMENT,
    at: ({ element }) => ({ params: { id: element.id }, body: { approved: true } }),
  },
  trashElements: { scopes: ELEMENT, at: elementsById },
  // The element is not in the trash: a caller who may delete permanently gets that error.
  removeElements: { scopes: ELEMENT, at: elementsById },
  restoreElements: { scopes: ELEMENT, at: elementsById },
  copyElements: { scopes: ELEMENT, at: sourcesById },
  copyFormElements: { scopes: ELEMENT, at: sourcesById },
  duplicateElements: { scopes: ELEMENT, at: sourcesById },
  removeAnswer: { scopes: ELEMENT, at: answerById },
  // Nothing is in the trash of the request: a caller who may delete permanently gets that error.
  purgeAnswer: { scopes: ELEMENT, at: answerById },
  resetAnswer: {
    scopes: ELEMENT,
    at: ({ element }) => ({ params: { id: element.id }, body: {} }),
  },
  copyAnswer: {
    scopes: ELEMENT,
    at: ({ loan, element }) => ({
      body: { loanId: loan.id, elementId: element.id, targetIds: [element.id] },
    }),
  },
  listAnswers: {
    scopes: ELEMENT,
    at: ({ loan, element }) => ({ params: { id: loan.id, elementId: element.id } }),
  },
  getReceipt: {
    scopes: ELEMENT,
    at: ({ loan, element }) => ({ params: { id: loan.id, elementId: element.id } }),
  },
  emailReceipt: {
    scopes: ELEMENT,
    at: ({ loan, element }) => ({ params: { id: loan.id, elementId: element.id } }),
  },
  shareElements: { scopes: ELEMENT, at: shareWithPerson },
  // The element is not shared: a caller who may end a share gets that error.
  unshareElements: { scopes: ELEMENT, at: shareWithPerson },
  listSharedElements: { scopes: NOTHING, at: () => ({}) },
} satisfies Record<string, Aim>;
