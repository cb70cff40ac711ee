/** The aim of each call. A call of the contract without an aim does not compile. */
import { randomUUID } from 'node:crypto';
import { CREDIT_CONSENT_VERSION, type CallName } from '@cairn/contract';
import { COMPANY, ELEMENT, LOAN, loanById, NOTHING, type Aim, type Aimed } from './aims.ts';
import { ANONYMOUS_SESSION_AIMS } from './requests-anonymous-sessions.ts';
import { LOAN_APPLICATION_AIMS } from './requests-loan-applications.ts';
import { NEEDS_LIST_AIMS } from './requests-needs-list.ts';
import { ELEMENT_AIMS } from './requests-elements.ts';
import { DRIVERS_LICENSE_AIMS } from './requests-drivers-licenses.ts';
import { ENTITY_AIMS } from './requests-entities.ts';
import { DRAFT_AIMS, MESSAGE_AIMS } from './requests-messages.ts';
import { DELIVERY_AIMS } from './requests-deliveries.ts';
import { LEARNING_CENTER_AIMS } from './requests-learning-center.ts';
import { CREDIT_AIMS } from './requests-credit.ts';
import { SOURCES_USES_AIMS } from './requests-sources-uses.ts';
import { SERVICE_AIMS } from './requests-services.ts';
import { SETTINGS_AIMS } from './requests-settings.ts';
import { NOTE_AIMS } from './requests-notes.ts';
import { PAGE_AIMS } from './requests-pages.ts';
import { NOTIFICATION_AIMS } from './requests-notifications.ts';
import { EMAIL_TEXT_AIMS } from './requests-email-texts.ts';
import { SAVED_REPLY_AIMS } from './requests-saved-replies.ts';
import { PORTAL_AIMS } from './requests-portal.ts';
import { REMINDER_AIMS } from './requests-reminders.ts';
import { DOWNLOAD_AIMS, EXPORT_AIMS } from './requests-exports.ts';
import { LOAN_MEMBER_AIMS } from './requests-loan-members.ts';
import { SHOEBOX_AIMS } from './requests-shoebox.ts';
import { TEMPLATE_AIMS } from './requests-templates.ts';
import { UPLOAD_AIMS } from './requests-uploads.ts';
import type { Target } from './targets.ts';

export type { Aimed } from './aims.ts';

const byCompany = ({ companyId }: Target): Aimed => ({ params: { companyId } });
const employeeAt = ({ employeeId, companyId }: Target) => ({ userId: employeeId, companyId });
const NO_LINK = `${randomUUID()}.not-a-signature-of-ours-0000000`;

const documentById = ({ documentId }: Target): Aimed => ({ params: { id: documentId } });

const hoursAhead = (hours: number): string => new Date(Date.now() + hours * 3600_000).toISOString();

/** A new address each time: an address that is asked about often is locked, whether or not it has an account. */
const randomEmail = (): string => `${randomUUID()}@example.com`;
const WRONG = 'wrong password entirely';
const BETTER = 'granite under the north path';

export type Aimable = Exclude<CallName, 'streamEvents'>;

export const AIMS: Record<Aimable, Aim> = {
  login: {
    scopes: NOTHING,
    at: () => ({ body: { username: randomEmail(), password: WRONG } }),
  },
  signup: {
    scopes: NOTHING,
    at: () => ({
      body: { emailAddress: randomEmail(), password: BETTER, givenName: 'Ada', familyName: 'Moss' },
    }),
  },
  confirmSignup: {
    scopes: NOTHING,
    at: () => ({ body: { username: randomEmail(), code: '0000-0000' } }),
  },
  resendConfirmationCode: {
    scopes: NOTHING,
    at: () => ({ body: { username: randomEmail(), provider: 'EMAIL' } }),
  },
  loginWithConfirmCode: {
    scopes: NOTHING,
    at: () => ({ body: { username: randomEmail(), code: '0000-0000' } }),
  },
  forgotPassword: { scopes: NOTHING, at: () => ({ body: { username: randomEmail() } }) },
  confirmForgotPassword: {
    scopes: NOTHING,
    at: () => ({ body: { username: randomEmail(), code: '0000-0000', newPassword: BETTER } }),
  },
  resetPasswordByLink: {
    scopes: NOTHING,
    at: () => ({ body: { link: 'no link of ours', newPassword: 'granite under the north path' } }),
  },
  newPassword: {
    scopes: NOTHING,
    at: () => ({ body: { username: randomEmail(), oldPassword: WRONG, newPassword: BETTER } }),
  },
  // Callers have no password: a permitted caller gets the error that it is wrong.
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
  listDevices: { scopes: NOTHING, at: () => ({}) },
  // Another user's device, and one that does not exist: both are not found.
  endDevice: {
    scopes: ['own', 'same-company', 'other-company', 'missing'],
    at: ({ accountId }) => ({ params: { id: accountId }, body: { password: WRONG } }),
  },
  endOtherDevices: { scopes: NOTHING, at: () => ({ body: { password: WRONG } }) },
  sendConfirmMobilePhone: { scopes: NOTHING, at: () => ({}) },
  verifyMobilePhoneWithConfirmCode: { scopes: NOTHING, at: () => ({ body: { code: '000000' } }) },
  createAvatar: { scopes: NOTHING, at: () => ({ body: { image: 'bm8gcGljdHVyZQ==' } }) },
  replaceAvatar: { scopes: NOTHING, at: () => ({ body: { image: 'bm8gcGljdHVyZQ==' } }) },
  deleteAvatar: { scopes: NOTHING, at: () => ({}) },
  listAvatars: { scopes: NOTHING, at: () => ({}) },
  getAvatar: {
    scopes: ['own', 'same-company', 'other-company', 'missing'],
    at: ({ avatarId }) => ({ params: { id: avatarId } }),
  },
  getCreditConsent: {
    scopes: ['own', 'same-company', 'other-company', 'missing'],
    at: ({ accountId }) => ({ params: { userId: accountId } }),
  },
  giveCreditConsent: {
    scopes: ['own', 'same-company', 'other-company', 'missing'],
    at: ({ accountId }) => ({
      params: { userId: accountId },
      body: { consent: true, version: CREDIT_CONSENT_VERSION },
    }),
  },
  updateAzureEmail: { scopes: NOTHING, at: () => ({ body: { azureEmail: randomEmail() } }) },
  listPossibleGroupRoles: { scopes: NOTHING, at: () => ({}) },
  // The company's staff role, which only its own staff has.
  setLoggedRole: {
    scopes: ['own', 'other-company', 'missing'],
    at: ({ companyId }) => ({ params: { roleLevel: 'LENDER' }, query: { companyId } }),
  },
  resetLoggedRole: { scopes: NOTHING, at: () => ({}) },
  ...SETTINGS_AIMS,
  ...SERVICE_AIMS,
  getJavascriptConstants: { scopes: NOTHING, at: () => ({}) },
  getFrontendKeys: { scopes: NOTHING, at: () => ({}) },
  isSubdomainUsed: { scopes: NOTHING, at: () => ({ params: { subdomain: 'northgate' } }) },
  isSubdomainUsedByOthers: {
    scopes: COMPANY,
    at: ({ companyId }) => ({ params: { subdomain: 'northgate', companyId } }),
  },
  getCompany: { scopes: COMPANY, at: byCompany },
  listCompanies: { scopes: NOTHING, at: () => ({ query: { limit: 200 } }) },
  savePhases: {
    scopes: COMPANY,
    at: ({ companyId }) => ({ body: [{ lenderId: companyId, name: 'New', category: 'LEAD' }] }),
  },
  deletePhases: { scopes: COMPANY, at: ({ phaseId }) => ({ body: [{ id: phaseId }] }) },
  listPhases: { scopes: COMPANY, at: byCompany },
  // Log-in pages show the company's name and logo to everyone.
  getCompanyLogo: { scopes: COMPANY, at: byCompany, open: ['CANARY-OTHER'] },
  getCompanyLogoImage: { scopes: COMPANY, at: byCompany },
  listCompaniesForBorrower: { scopes: NOTHING, at: () => ({}) },
  getLoanPlan: { scopes: COMPANY, at: byCompany },
  updateCompany: {
    scopes: COMPANY,
    at: (target) => ({ ...byCompany(target), body: { settings: { fourEyesApproval: false } } }),
  },
  listSubroles: { scopes: COMPANY, at: ({ companyId }) => ({ params: { id: companyId } }) },
  saveSubrole: {
    scopes: COMPANY,
    at: ({ companyId }) => ({ body: { companyId, name: `Sub-role ${randomUUID()}` } }),
  },
  getCompanyDetails: { scopes: COMPANY, at: ({ companyId }) => ({ params: { id: companyId } }) },
  getSubdomainLogoStub: { scopes: NOTHING, at: () => ({}) },
  getExcelTemplateId: { scopes: COMPANY, at: ({ companyId }) => ({ params: { id: companyId } }) },
  // Not a spreadsheet: a permitted caller gets that error.
  setExcelTemplateId: {
    scopes: COMPANY,
    at: ({ companyId, documentId }) => ({ params: { id: companyId, docId: documentId } }),
  },
  createCompanyUser: {
    scopes: NOTHING,
    at: () => ({
      body: {
        company: { name: 'A new lender', subdomain: `lender-${randomUUID()}` },
        user: { givenName: 'Ada', familyName: 'Moss', emailAddress: randomEmail() },
      },
    }),
  },
  listEmployees: { scopes: COMPANY, at: ({ companyId }) => ({ params: { companyId } }) },
  updateEmployeeInfo: {
    scopes: COMPANY,
    at: (target) => ({ body: { ...employeeAt(target), jobTitle: 'Loan officer' } }),
  },
  getEmployeePublicDetails: {
    scopes: COMPANY,
    at: ({ employeeId }) => ({ params: { id: employeeId } }),
  },
  getSecureUploadPageUrl: { scopes: COMPANY, at: (target) => ({ query: employeeAt(target) }) },
  renewSecureUploadPageUrl: { scopes: COMPANY, at: (target) => ({ body: employeeAt(target) }) },
  addUser: {
    scopes: COMPANY,
    at: ({ companyId }) => ({
      body: { companyId, givenName: 'Ada', familyName: 'Moss', emailAddress: randomEmail() },
    }),
  },
  editUser: {
    scopes: COMPANY,
    at: ({ employeeId, companyId }) => ({
      params: { id: employeeId },
      body: { companyId, level: 'OWNER' },
    }),
  },
  removeUser: {
    scopes: COMPANY,
    at: ({ employeeId, companyId }) => ({ params: { id: employeeId }, query: { companyId } }),
  },
  resendInvitation: {
    scopes: COMPANY,
    at: ({ invitationId, companyId }) => ({ params: { id: invitationId }, body: { companyId } }),
  },
  searchUsers: { scopes: NOTHING, at: () => ({ query: { query: 'CANARY' } }) },
  // Another user's account, because closing the caller's own account needs a password.
  closeAccount: {
    scopes: COMPANY,
    at: ({ employeeId }) => ({ body: { userId: employeeId } }),
  },
  // An invitation belongs to its addressee, whatever the company.
  getAction: {
    scopes: LOAN,
    at: ({ invitationId }) => ({ query: { id: invitationId } }),
  },
  doAction: {
    scopes: LOAN,
    at: ({ invitationId }) => ({ body: { id: invitationId, data: { action: 'DECLINE' } } }),
  },
  listPendingInvites: { scopes: NOTHING, at: () => ({}) },
  // Without the link from the email every caller is refused.
  validateAction: {
    scopes: COMPANY,
    at: ({ invitationId }) => ({
      query: { id: invitationId, data: JSON.stringify({ token: NO_LINK }) },
    }),
  },
  openInvitation: {
    scopes: COMPANY,
    at: ({ invitationId }) => ({ body: { id: invitationId, token: NO_LINK } }),
  },
  acceptInvitation: {
    scopes: COMPANY,
    at: ({ invitationId }) => ({
      body: {
        id: invitationId,
        token: NO_LINK,
        givenName: 'Ada',
        familyName: 'Moss',
        password: BETTER,
      },
    }),
  },
  declineInvitation: {
    scopes: COMPANY,
    at: ({ invitationId }) => ({ body: { id: invitationId, token: NO_LINK } }),
  },
  viewLoans: { scopes: NOTHING, at: () => ({ query: { limit: 200 } }) },
  getLoan: { scopes: LOAN, at: loanById },
  pinLoan: { scopes: LOAN, at: loanById },
  unpinLoan: { scopes: LOAN, at: loanById },
  // A stale lastModifiedDate: a caller who may edit gets a conflict.
  updateLoan: {
    scopes: LOAN,
    at: ({ loan }) => ({
      params: { id: loan.id },
      body: {
        name: 'Renamed',
        loanType: 'SBA_504',
        loanPurpose: null,
        amount: 1,
        color: '#FAC014',
        closeDate: null,
        lastModifiedDate: new Date(0).toISOString(),
      },
    }),
  },
  setLoanStatus: {
    scopes: LOAN,
    at: ({ loan }) => ({ params: { id: loan.id }, body: { loanStatus: 'APPLICATION' } }),
  },
  setLoanPhase: {
    scopes: LOAN,
    at: ({ loan, loanPhaseId }) => ({ params: { id: loan.id }, body: { id: loanPhaseId } }),
  },
  setPhaseOfLoans: {
    scopes: LOAN,
    at: ({ loan, loanPhaseId }) => ({ body: { id: loanPhaseId, loanIds: [loan.id] } }),
  },
  countLoansByPhase: { scopes: NOTHING, at: () => ({ query: { category: 'ORIGINATION' } }) },
  exportLoans: { scopes: NOTHING, at: () => ({ body: {} }) },
  // A URL that we never issued.
  downloadLoans: { scopes: NOTHING, at: () => ({ query: { token: 'made.up' } }) },
  listLoanViews: { scopes: NOTHING, at: () => ({}) },
  createLoanView: {
    scopes: COMPANY,
    at: ({ phaseId }) => ({
      body: {
        name: `View ${randomUUID()}`,
        section: 'origination',
        layout: 'BOARD',
        direction: 'asc',
        modifiedDays: 7,
        toReview: false,
        idle: false,
        officerIds: [],
        words: '',
        phaseIds: [phaseId],
        loanTypes: [],
      },
    }),
  },
  // The id of a phase instead of a view: a caller who may have views gets NOT_FOUND.
  updateLoanView: {
    scopes: COMPANY,
    at: ({ phaseId }) => ({ params: { id: phaseId }, body: { name: 'Renamed' } }),
  },
  deleteLoanView: { scopes: COMPANY, at: ({ phaseId }) => ({ params: { id: phaseId } }) },
  listLoanActivity: { scopes: LOAN, at: loanById },
  setReviewStatus: {
    scopes: LOAN,
    at: ({ loan }) => ({ params: { id: loan.id, status: 'ready-to-review' } }),
  },
  ...LOAN_MEMBER_AIMS,
  ...MESSAGE_AIMS,
  ...SHOEBOX_AIMS,
  ...ANONYMOUS_SESSION_AIMS,
  ...DRAFT_AIMS,
  ...DELIVERY_AIMS,
  ...LEARNING_CENTER_AIMS,
  ...CREDIT_AIMS,
  ...NOTE_AIMS,
  ...SOURCES_USES_AIMS,
  ...NOTIFICATION_AIMS,
  ...EMAIL_TEXT_AIMS,
  ...SAVED_REPLY_AIMS,
  ...PORTAL_AIMS,
  ...REMINDER_AIMS,
  listElements: { scopes: LOAN, at: loanById },
  answerElement: {
    scopes: [...ELEMENT, 'self'],
    at: ({ loan, element, documentId }) => ({
      body: { loanId: loan.id, elementId: element.id, documentId },
    }),
  },
  promiseElement: {
    scopes: [...ELEMENT, 'self'],
    at: ({ element }) => ({ params: { id: element.id }, body: { promisedDate: '2030-01-31' } }),
  },
  remindAssignee: {
    scopes: ELEMENT,
    at: ({ loan, element }) => ({ params: { id: element.id }, body: { loanId: loan.id } }),
  },
  ...ELEMENT_AIMS,
  ...EXPORT_AIMS,
  ...DOWNLOAD_AIMS,
  ...ENTITY_AIMS,
  ...DRIVERS_LICENSE_AIMS,
  ...NEEDS_LIST_AIMS,
  ...LOAN_APPLICATION_AIMS,
  getCalendar: {
    scopes: COMPANY,
    at: ({ companyId }) => ({ query: { from: '2030-01-01', to: '2030-01-31', companyId } }),
  },
  getCharts: { scopes: COMPANY, at: ({ companyId }) => ({ query: { companyId } }) },
  exportCharts: { scopes: COMPANY, at: ({ companyId }) => ({ body: { companyId } }) },
  downloadCharts: { scopes: NOTHING, at: () => ({ query: { token: 'made.up' } }) },
  search: { scopes: NOTHING, at: () => ({ query: { q: 'CANARY' } }) },
  quickSearch: { scopes: NOTHING, at: () => ({ query: { q: 'canary' } }) },
  listRecent: { scopes: NOTHING, at: () => ({}) },
  addRecent: {
    scopes: ELEMENT,
    at: ({ loan, element }) => ({ body: { loanId: loan.id, elementId: element.id } }),
  },
  ...UPLOAD_AIMS,
  ...TEMPLATE_AIMS,
  getDocumentWithDownloadUrl: { scopes: [...ELEMENT, 'self'], at: documentById },
  saveDocument: {
    scopes: ELEMENT,
    at: ({ documentId }) => ({
      params: { id: documentId },
      body: { key: 'a/b/c.d', size: 10, version: 1 },
    }),
  },
  ...PAGE_AIMS,
  listLabels: { scopes: COMPANY, at: ({ companyId }) => ({ params: { id: companyId } }) },
  saveLabels: {
    scopes: COMPANY,
    at: ({ companyId }) => ({
      params: { id: companyId },
      body: [{ name: `Label ${randomUUID()}`, color: '#5B8DEF' }],
    }),
  },
  deleteLabels: {
    scopes: COMPANY,
    at: ({ spareLabelId }) => ({ body: { toDelete: [spareLabelId] } }),
  },
  setLabelsForUser: {
    scopes: LOAN,
    at: ({ loan, partyId, labelId }) => ({
      params: { id: loan.id },
      body: { userId: partyId, labelIds: [labelId] },
    }),
  },
  listLabelsAvailableToMe: { scopes: LOAN, at: loanById },
  getSystemStatus: { scopes: NOTHING, at: () => ({}) },
  getMaintenance: { scopes: NOTHING, at: () => ({}) },
  // Far enough in the future that it starts after all other calls.
  setMaintenance: {
    scopes: NOTHING,
    at: () => ({ body: { start: hoursAhead(48), end: hoursAhead(50) } }),
  },
  clearMaintenance: { scopes: NOTHING, at: () => ({}) },
  listAuditEntries: { scopes: COMPANY, at: ({ companyId }) => ({ query: { companyId } }) },
  listAuditChoices: { scopes: COMPANY, at: ({ companyId }) => ({ query: { companyId } }) },
  verifyAuditChain: { scopes: LOAN, at: ({ loan }) => ({ params: { loanId: loan.id } }) },
  exportAudit: { scopes: COMPANY, at: ({ companyId }) => ({ body: { companyId } }) },
  // A URL that we never issued.
  downloadAudit: { scopes: NOTHING, at: () => ({ query: { token: 'made.up' } }) },
};
