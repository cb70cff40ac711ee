import type { contract } from '@cairn/contract';

const OLDER_SPELLING = 'an older spelling, for programs that have it; pages use';
const WITH_LIST = 'pages read it in';
const PER_KIND = 'for programs that know the kind; pages put an entity on a loan with createEntity';
const IN_LIST =
  'for programs that ask for one entity; pages read its information in listLoanEntities';
const ENTITY_TEMPLATES =
  'an applicant chooses the template of the loan with listLoanTemplatesOffered; entities get the one that it has for their kind';
const IN_FLOW = 'for programs with screens of their own; our upload page needs';

/**
 * Calls of the specification that no page makes, each with the reason, which names the calls that pages use instead.
 * Every other call must be made by a page. An entry for a call that a page makes is stale, see spec.ts.
 */
export const API_ONLY_CALLS: Readonly<Partial<Record<keyof typeof contract, string>>> = {
  forgotPassword: `${OLDER_SPELLING} resendConfirmationCode and confirmForgotPassword`,
  verifyConfirmationCode: 'checks a code without using it; pages use a code where it is asked for',
  getFrontendKeys:
    'keys of viewers and maps that pages do without: PDFs by pdf.js, addresses through the server (decision 0154)',
  validateAction:
    'tells whether a link in an email still works; pages do the same with getAction before doAction',

  reescheduleBusinessQuickFlag: `${OLDER_SPELLING} rescheduleBusinessQuickFlag`,
  reescheduleIndividualQuickFlag: `${OLDER_SPELLING} rescheduleIndividualQuickFlag`,
  markAllNotificationsReadById: `${OLDER_SPELLING} markAllNotificationsRead`,
  copyFormElements: `${OLDER_SPELLING} copyElements`,
  approveFormElement: `${OLDER_SPELLING} updateFormElements`,
  answerFormElement: `${OLDER_SPELLING} answerElement`,
  createLoanTemplate: `${OLDER_SPELLING} createTemplate`,
  updateLoanTemplate: `${OLDER_SPELLING} updateTemplate`,
  getLoanTemplate: `${OLDER_SPELLING} listTemplates`,

  notifyOfNote: 'a mention in the text of createNote and editNote notifies',
  listContactRelations: `${WITH_LIST} listParties`,
  listFolders: `${WITH_LIST} listElements, whose items name their folder`,
  listSharedElements: `${WITH_LIST} listElements, whose items name the loans they are shared with`,
  getLoanEntity: `${WITH_LIST} listLoanEntities`,
  getIndividualOfUser: `${WITH_LIST} listLoanEntities; one’s own with getOwnIndividual`,
  getShoeboxItem: `${WITH_LIST} listLoanShoebox and listLenderShoebox`,
  downloadDocument: 'pages open a file by the address that getDocumentWithDownloadUrl signs',
  getEmployeePublicDetails:
    'pages for visitors have name and picture in createSecureUploadVisit and getPortal',
  listTemplateTypes: 'names of the types are compiled into the pages',
  listMessages: `${WITH_LIST} listThreadMessages`,
  countUnreadInThread: `${WITH_LIST} listThreads, with a number for each thread`,
  listUnreadMessages: `${WITH_LIST} listThreads, filtered by unread`,
  listUnreadForCompany: `${WITH_LIST} listThreads, filtered by unread`,
  saveDraft: 'createDraft saves the draft of a thread again under its id',
  countDrafts: `${WITH_LIST} listDrafts`,

  createAsset: PER_KIND,
  createRealEstate: PER_KIND,
  createBusiness: PER_KIND,
  createEquipment: PER_KIND,
  createBankAsset: PER_KIND,
  createRandomAsset: PER_KIND,
  renameEntity:
    'a name is part of the information that the form of an entity saves; folders follow',
  getRealEstate: IN_LIST,
  getBusiness: IN_LIST,
  getEquipment: IN_LIST,
  getBankAsset: IN_LIST,
  getRandomAsset: IN_LIST,

  removeApplicationElements:
    'an applicant answers a request or says that it doesn’t apply; a lender removes it with removeElements',
  listCompanyTemplates: ENTITY_TEMPLATES,
  listTrustTemplates: ENTITY_TEMPLATES,
  listAssetTemplates: ENTITY_TEMPLATES,
  listTemplatesOfApplication: 'the template of an application is chosen before it begins',
  listApplicationInvites: 'the step about people shows in getApplication who was invited',
  listApplicationRoles: `${WITH_LIST} getApplication and getCompanyDetails`,

  createSessionUploadVisit: `${IN_FLOW} only createSecureUploadVisit, before there is a session`,
  getAnonymousUser: `${IN_FLOW} what getAnonymousSession tells of the visitor`,
  getAnonymousPdfKey: 'no page has a viewer that needs a key: pdf.js (decision 0034)',
  getAnonymousDocument: `${IN_FLOW} getAnonymousSession, which lists what was sent, and downloadAnonymousDocument`,
  getLenderDocument: `${IN_FLOW} no file that a lender hands out: those are in the loan`,
  notifyCompanyOfShoebox: `${IN_FLOW} submitAnonymousDocuments, which notifies`,
  createAnonymousSession: `${IN_FLOW} verifyAnonymousEmail and verifyAnonymousCode; a lender shares the address of the page`,
  extendAnonymousSession: `${IN_FLOW} requestAnonymousExtension and verifyAnonymousExtension, which the visitor does`,
};
