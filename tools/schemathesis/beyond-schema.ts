import type { contract } from '@cairn/contract';

const EITHER_PLACE =
  'The ids come in the body or, as proxies drop the body of a DELETE, in the query: OpenAPI relates no two places';
const EITHER_FLAG =
  'At least one of two flags of the query: OpenAPI describes each parameter by itself';
const OWN_PASSWORD = 'The password has to be that of the caller';
const ONE_TIME_CODE = 'The code has to be the one that was sent';
const SAFE_PASSWORD = 'The new password must not be guessable or among leaked ones';
const CURSOR = 'The cursor is opaque: only one that a page before gave is readable';
const UPLOAD_KEY = 'The key has to be one that was signed for this caller, place and size';
const CSV = 'The rows of the CSV file are checked one by one';
const PICTURE = 'The bytes have to be a picture of the named kind and of a small size';
const COMPANY = 'An administrator names the company, an employee has one';
const CONDITION = 'The condition is a language of its own, and fields depend on the stored element';
const TOPIC = 'The topic of an article has to be one that there is';
const TIMEZONE = 'The time zone has to be one that the server knows';

/**
 * Calls with a rule that JSON Schema and OpenAPI cannot express: these may answer 400 or 423 to a request that fits
 * its schema, which is a failure for all other calls. Rules that can be expressed are in the contract, see
 * tools/generate/openapi.ts.
 */
export const BEYOND_SCHEMA: Readonly<Partial<Record<keyof typeof contract, string>>> = {
  deletePhases: EITHER_PLACE,
  deleteLabels: EITHER_PLACE,
  removeApplicationElements: EITHER_PLACE,
  removeElements: EITHER_PLACE,
  removeAnswer: EITHER_PLACE,
  purgeAnswer: EITHER_PLACE,
  trashElements: EITHER_PLACE,
  removeShoeboxItems: EITHER_PLACE,
  trashShoeboxItems: EITHER_PLACE,
  deleteTemplates: EITHER_PLACE,
  deleteTemplateElements: EITHER_PLACE,

  downloadPackage: EITHER_FLAG,
  getPackageUrls: EITHER_FLAG,
  refreshPackages: EITHER_FLAG,

  closeAccount: OWN_PASSWORD,
  endOtherDevices: OWN_PASSWORD,
  endDevice: OWN_PASSWORD,
  changePassword: OWN_PASSWORD,
  newPassword: OWN_PASSWORD,
  updateOwnProfile: 'A new phone number needs the password of the caller',
  login: 'The password has to be that of the account',
  loginWithConfirmCode: ONE_TIME_CODE,
  verifyMobilePhoneWithConfirmCode: ONE_TIME_CODE,
  confirmForgotPassword: ONE_TIME_CODE,
  confirmSignup: ONE_TIME_CODE,
  verifyConfirmationCode: ONE_TIME_CODE,
  resetPasswordByLink: 'The link has to be one that was sent',
  unsubscribe: 'The token has to be one that was signed for an email',
  signup: SAFE_PASSWORD,

  setFePreference: 'The value is URL-encoded JSON, which no format of JSON Schema names',
  updateUserSettings: `${TIMEZONE}; preferences are URL-encoded JSON; terms can be agreed to where the operator has some`,
  listCompanies: CURSOR,
  listAuditEntries: CURSOR,
  viewLoans: CURSOR,
  viewLoansWithTrash: CURSOR,
  listApplications: CURSOR,
  listLenderApplications: CURSOR,
  listLenderShoebox: CURSOR,
  createTemplateElements: CONDITION,
  updateTemplateElements: CONDITION,

  createSupportEntry: TOPIC,
  updateSupportEntry: TOPIC,
  previewEmailText: 'Which placeholders may be in braces depends on the kind of email',
  updateEmailText: 'Which placeholders may be in braces depends on the kind of email',
  setMaintenance: 'The end has to be after the start',
  setOwners: 'A share has at most two decimals, which multipleOf cannot say of binary fractions',

  getUploadUrl: 'Only a caller with a company may leave the loan out',
  createUpload: 'Only a caller with a company may leave the loan out',
  createDocument: UPLOAD_KEY,
  signUploadParts: UPLOAD_KEY,
  listUploadParts: UPLOAD_KEY,
  abortUpload: UPLOAD_KEY,
  completeUpload: UPLOAD_KEY,
  createAvatar: PICTURE,
  replaceAvatar: PICTURE,
  addSupportPicture: PICTURE,
  uploadTemplates: CSV,
  uploadTemplateFields: CSV,

  editUser: 'The name can be changed only until the person has accepted',
  addContactRelation:
    'The address must not be of a member of the loan, and the subrole the company’s',
  editContactRelation: 'The name can be changed only while the contact has no account',
  sendMessage: 'At least one recipient has to be another person than the caller',
  forwardMessage: 'At least one recipient has to be another person than the caller',
  createNote: 'Only members of the lender’s team can be notified',

  createApplication:
    'The loan type is needed where the template has none, the borrower where an employee applies',
  createLoanView: 'The name must not be that of another view of the caller',
  createCompanyUser: 'The subdomain must not be that of another company',
  updateCompany: `The subdomain must not be that of another company, quiet hours end at another time than they begin. ${TIMEZONE}`,
  savePhases: 'Phases of one call are of one company, and each is named once by its id',
  saveSourcesUses: 'Each use has as many amounts as there are sources',
  saveSharePointSettings: 'The secret can be left out where one was saved for the same app',
  dividePages: 'Documents, requests and pages are named once each, by one of their fields',
  updateIndividual:
    'Information is tidied and read by the kind of each field, so that no fixed pattern describes it',
  unfileShoeboxItems: 'Files and requests are named once each, by one of their fields',
  updateShoeboxItems: 'Files and requests are named once each, by one of their fields',

  copyTemplate: COMPANY,
  createTemplate: COMPANY,
  createLoanTemplate: COMPANY,
  exportAudit: COMPANY,
  getCharts: COMPANY,
  exportCharts: COMPANY,
  getCalendar: `${COMPANY}; the last day is not before the first`,
};
