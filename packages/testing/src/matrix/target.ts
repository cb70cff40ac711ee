/** What calls are aimed at, and where it is made. */
import type { AskedFact } from '@cairn/contract/fact-questions';
import type { Account, Company, Element, Entity, Loan } from '../factories/test-data.ts';
import type { TestServer } from '../server.ts';
import type { PeopleThere } from './people.ts';
import type { Scope } from './scopes.ts';

export interface Target {
  companyId: string;
  /** A user of that scope who is not the caller. */
  accountId: string;
  /** That user's picture. */
  avatarId: string;
  /** That user, who has an individual at the company of the loan. */
  individualUserId: string;
  /** A loan member. */
  partyId: string;
  labelId: string;
  /** A label that nothing else needs: it can be deleted, once. */
  spareLabelId: string;
  loan: Loan;
  /** The phase that the loan is in. */
  loanPhaseId: string;
  element: Element;
  documentId: string;
  entity: Entity;
  /** A detail field of the loan. */
  fieldId: string;
  /** A template with one requested document, in a folder. */
  templateId: string;
  templateElementId: string;
  fieldSetId: string;
  /** A phase of that company without loans. */
  phaseId: string;
  /** An employee of that company, made for this target. */
  employeeId: string;
  /** People on the loan, made for this target, where the call is about them. */
  people: PeopleThere;
  /** To that company; addressed to the caller in scope `own`, else to another person. */
  invitationId: string;
  /** A conversation of the caller's where it is their own, with what they said there; else of others. */
  threadId: string;
  messageId: string;
  draftId: string;
  /** A line of the caller's bell where it is their own; else of someone else's. */
  notificationId: string;
  /** An email about the loan to a stopped address. */
  deliveryId: string;
  /** A note on the loan, the caller's own where they are of the lender. */
  noteId: string;
  /** A person who consented and a business on the loan, each with a report where `ran`; and a declined application. */
  credit: {
    personId: string;
    businessId: string;
    checkedPersonId: string;
    checkedBusinessId: string;
    runId: string;
    declined: Loan;
    declinedEntityId: string;
  };
  /** A saved reply of that company. */
  savedReplyId: string;
  /** The loan, with sources and uses. */
  sheetLoanId: string;
  /** A question that is asked on the loan. */
  askedFact: AskedFact;
  /** A download of a selection of the loan, the caller's in scope `own`. */
  downloadJobId: string;
  /** An article of the learning center, for everyone or a draft, and a topic without articles. */
  article: {
    id: string;
    supportId: string;
    categoryId: string;
    pictureId: string;
  };
  emptyTopicId: string;
  /** What waits to be filed on the loan, and a file that the caller brought there for nothing yet. */
  shoeboxItemId: string;
  ownDocumentId: string;
  /** A visitor's, at that company. */
  anonymousSessionId: string;
  /** The loan as an application that is being filled in, that was sent in, that is being read. */
  draft: Loan;
  submitted: Loan;
  inReview: Loan;
  /** An individual without a login, and collateral of the loan. */
  individual: Entity;
  collateral: Entity;
  /** A template that the company offers to applicants. */
  offeredId: string;
}
export type Part = keyof Target | 'stored bytes';

/** Where a target is made: for which scope, and with which existing rows. */
export interface Place {
  server: TestServer;
  scope: Scope;
  /** The caller. */
  account: Account;
  company: Company;
  isTheirs: boolean;
  loan: Loan;
  /** The loan that the lead borrower leads, whichever this is about. */
  ledLoan: Loan;
  /** Role of the permanent borrower. */
  borrowerRoleId: string;
  /** Asks everybody to everything. */
  host: Account;
  stranger: Account;
  colleague: Account;
  /** Of the request, and of all that is as visible as it is. */
  title: string;
  known: Partial<Target>;
  put(key: string): Promise<void>;
}
