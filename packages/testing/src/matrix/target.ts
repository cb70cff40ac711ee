/** The objects that calls are aimed at, and where they are created. */
import type { AskedFact } from '@cairn/contract/fact-questions';
import type { Account, Company, Element, Entity, Loan } from '../factories/test-data.ts';
import type { TestServer } from '../server.ts';
import type { PeopleThere } from './people.ts';
import type { Scope } from './scopes.ts';

export interface Target {
  companyId: string;
  /** A user of that scope other than the caller. */
  accountId: string;
  /** That user's picture. */
  avatarId: string;
  /** That user, who is represented by an individual at the loan's company. */
  individualUserId: string;
  /** A loan member. */
  partyId: string;
  labelId: string;
  /** A label that nothing else needs, so that it can be deleted once. */
  spareLabelId: string;
  loan: Loan;
  /** The loan's phase. */
  loanPhaseId: string;
  element: Element;
  documentId: string;
  entity: Entity;
  /** A detail field of the loan. */
  fieldId: string;
  /** A template with one request in a folder. */
  templateId: string;
  templateElementId: string;
  fieldSetId: string;
  /** A phase of that company without loans. */
  phaseId: string;
  /** An employee of that company, made for this target. */
  employeeId: string;
  /** Members of the loan, created for this target, if the call is about them. */
  people: PeopleThere;
  /** An invitation to that company; addressed to the caller in scope `own`, otherwise to another person. */
  invitationId: string;
  /** A conversation with the caller in scope `own`, otherwise between others. */
  threadId: string;
  messageId: string;
  draftId: string;
  /** A notification of the caller in scope `own`, otherwise of another person. */
  notificationId: string;
  /** An email about the loan to a stopped address. */
  deliveryId: string;
  /** A note on the loan; the caller's own if they work for the lender. */
  noteId: string;
  /** A person with consent and a business on the loan, each with a report where `ran`; and a declined application. */
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
  /** A fact question that is open on the loan. */
  askedFact: AskedFact;
  /** A download of selected elements of the loan; the caller's in scope `own`. */
  downloadJobId: string;
  /** An article of the learning center (public, or a draft), and a topic without articles. */
  article: {
    id: string;
    supportId: string;
    categoryId: string;
    pictureId: string;
  };
  emptyTopicId: string;
  /** A file in the loan's shoebox, and an upload of the caller that answers no request. */
  shoeboxItemId: string;
  ownDocumentId: string;
  /** A visitor's session at that company. */
  anonymousSessionId: string;
  /** The loan as an application: as a draft, submitted, and in review. */
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

/** Where a target is created: its scope, and existing rows to use. */
export interface Place {
  server: TestServer;
  scope: Scope;
  /** The caller. */
  account: Account;
  company: Company;
  isTheirs: boolean;
  loan: Loan;
  /** The loan that the lead borrower leads, whichever loan the target is about. */
  ledLoan: Loan;
  /** Role of the permanent borrower. */
  borrowerRoleId: string;
  /** The person who sends every invitation. */
  host: Account;
  stranger: Account;
  colleague: Account;
  /** Title of the request, and of everything with the same visibility. */
  title: string;
  known: Partial<Target>;
  put(key: string): Promise<void>;
}
