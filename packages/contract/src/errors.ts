import { FILE_MESSAGES, SERVER_ERROR_MESSAGE, SESSION_EXPIRED_MESSAGE } from './constants.ts';

/**
 * Every error, defined once: its code, its status, and the sentence that header, toast and tests use. The reply of a
 * failed call is { code, message, fieldErrors? }; the `messages` header has the same sentence, percent-encoded.
 */
export const errors = {
  INVALID_REQUEST: [400, 'Please check the highlighted fields.'],
  SESSION_EXPIRED: [401, SESSION_EXPIRED_MESSAGE],
  WRONG_PASSWORD: [401, 'That email address and password don’t match.'],
  WRONG_CODE: [400, 'That code doesn’t match or has expired. You can have it sent again.'],
  WRONG_LINK: [400, 'This link has expired or was already used. Ask for a new one.'],
  PASSWORD_EXPIRED: [401, 'Your password has expired. Please choose a new one.'],
  ACCOUNT_EXISTS: [
    409,
    'There’s already an account with this email address. Log in, or reset its password.',
  ],
  INVITATION_OVER: [
    409,
    'This invitation is no longer valid. Ask the person who sent it for a new one.',
  ],
  LAST_OWNER: [409, 'A company needs an owner. Make someone else an owner first.'],
  SENT_RECENTLY: [429, 'This was just sent. Please wait a moment before you send it again.'],
  UNAUTHORIZED: [403, 'UNAUTHORIZED'],
  FOREIGN_ORIGIN: [403, 'This request did not come from the application.'],
  NOT_FOUND: [404, 'Not found.'],
  METHOD_NOT_ALLOWED: [405, 'This address doesn’t support that method.'],
  LOAN_NOT_FOUND: [
    404,
    'Loan either does not exist or you are not authorized to access, please contact your administrator if this continues',
  ],
  STATUS_NOT_NEXT: [409, 'This loan can’t move to that status from its current one.'],
  PHASE_NOT_NEXT: [
    409,
    'A loan can move to the next stage or to the archive. Only a company owner can move it back.',
  ],
  APPLICATION_NOT_NEXT: [409, 'This step isn’t available right now.'],
  APPLICATION_NOT_OPEN: [409, 'This application was submitted. Contact the lender to change it.'],
  APPLICATION_INCOMPLETE: [409, 'Something is still missing. Please check the steps.'],
  TOO_MANY_APPLICATIONS: [
    409,
    'You have several new applications at this lender. Finish one of them first, or try again tomorrow.',
  ],
  CONFLICT: [409, 'Someone else just changed this. Refresh and try again.'],
  NOTE_HAS_REPLIES: [
    409,
    'Others have replied to this note. Ask an owner of the company to delete it.',
  ],
  TOO_MANY_NOTES: [409, 'This loan has too many notes. Delete some of them first.'],
  SHEET_NOT_BALANCED: [409, 'Sources and uses don’t balance yet.'],
  TOO_MANY_SAVED_REPLIES: [
    409,
    'A company keeps at most 200 saved replies. Delete some of them first.',
  ],
  CREDIT_NOT_CONFIGURED: [409, 'This service isn’t set up. Ask your administrator.'],
  CREDIT_CONSENT_MISSING: [
    409,
    'This person hasn’t agreed to a credit check yet. They can do so in their profile.',
  ],
  CREDIT_RUN_EXISTS: [409, 'This check was run before. Run it again instead.'],
  CREDIT_RUN_MISSING: [409, 'This check hasn’t been run yet.'],
  CREDIT_RUN_OPEN: [409, 'This check is already under way.'],
  NOT_DECLINED: [409, 'Only a declined application can have an adverse-action notice.'],
  SLUG_IN_USE: [409, 'This address is already in use. Choose another one.'],
  CATEGORY_NOT_EMPTY: [409, 'This topic still has articles. Move or delete them first.'],
  TOO_MANY_ARTICLES: [409, 'This is full. Delete something first.'],
  PHASE_IN_USE: [
    409,
    'This phase still holds loans. Move them to another phase first, then remove it.',
  ],
  ALREADY_ON_LOAN: [409, 'This entity is already on the loan.'],
  UPLOAD_MISSING: [409, 'The upload didn’t finish. Please upload the file again.'],
  FILE_NOT_CLEAN: [409, FILE_MESSAGES.FILE_NOT_CLEAN],
  FILE_NOT_KEPT: [409, 'We keep a locked file for two days. Please send this one again.'],
  TOO_MANY_PASSWORDS: [
    429,
    'Too many passwords were tried for this file. Wait an hour, or send a copy without a password.',
  ],
  NO_PAGES: [409, 'This file has no pages to show.'],
  FILE_CHANGED: [
    409,
    'Someone saved this file while you had it open. Open it again and add your annotations.',
  ],
  NOTHING_TO_ANSWER: [409, 'Choose a request in this folder to upload the file to.'],
  NOTHING_TO_DECIDE: [409, 'There’s no scanned file to review yet.'],
  FOUR_EYES: [409, 'You uploaded this file, so someone else must approve it.'],
  PACKAGE_STAYS: [409, 'The root folder can’t be changed.'],
  NOT_A_PLACE: [409, 'Choose a folder that is not inside this item.'],
  ALREADY_FILED: [409, 'Someone already filed this. You’ll find it in the package.'],
  ALREADY_ANSWERED: [
    409,
    'This request already has a file. Choose another request, or confirm that you want to replace it.',
  ],
  SHOEBOX_FULL: [409, 'A shoebox holds at most 1,000 files. File some of them first.'],
  NOT_IN_TRASH: [409, 'This isn’t in the trash.'],
  LOAN_PLAN_FULL: [
    409,
    'Your plan has no room for another active loan. Archive a loan first, or ask for a larger plan.',
  ],
  PACKAGE_FULL: [409, 'A package holds at most 20,000 items.'],
  TOO_MANY_FILES: [409, 'A request takes at most 100 files. Put the rest into one PDF.'],
  NO_ANSWER: [409, 'There’s no answer here.'],
  TEMPLATE_IN_USE: [
    409,
    'This template is in use by a loan. Leave it in the trash: it isn’t offered for new loans.',
  ],
  TEMPLATE_NOT_PUBLISHED: [409, 'Publish this template before you apply it.'],
  TEMPLATE_DOES_NOT_FIT: [409, 'This template doesn’t fit here. Choose one of the right type.'],
  NOTHING_TO_PUBLISH: [409, 'Nothing has changed since the last version.'],
  FILE_TOO_SMALL: [400, FILE_MESSAGES.FILE_TOO_SMALL],
  FILE_TOO_LARGE: [400, FILE_MESSAGES.FILE_TOO_LARGE],
  FILE_INVALID_TYPE: [400, FILE_MESSAGES.FILE_INVALID_TYPE],
  NO_PHONE: [409, 'Add a phone number to your details first.'],
  UPLOAD_QUOTA: [
    429,
    'Too many uploads were started today. Finish those that are under way, or try again tomorrow.',
  ],
  UPLOAD_SESSION_ENDED: [409, 'This session has ended. Extend it to send more files.'],
  ALREADY_SUBMITTED: [409, 'This file was sent already. Ask your lender to remove it.'],
  NO_MORE_EXTENSIONS: [
    409,
    'This session can’t be extended again. Open your lender’s link to start a new one.',
  ],
  DERIVED_QUOTA: [
    429,
    'Too many files were converted or put together today. Please try again tomorrow.',
  ],
  UPLOAD_LINK_QUOTA: [
    429,
    'This link takes no more files for now. Try again tomorrow, or ask your lender.',
  ],
  PACKAGE_NOT_READY: [409, 'This package is not ready. Prepare the download again.'],
  SHAREPOINT_NOT_CONNECTED: [
    409,
    'No SharePoint library is connected. An owner of your company connects one in the company profile.',
  ],
  NOTHING_TO_EXPORT: [409, 'There’s no document to export yet.'],
  NOTHING_TO_DOWNLOAD: [409, 'There’s no file to download here yet.'],
  TOO_MANY_DOWNLOADS: [
    429,
    'You have too many downloads at once. Wait for those being prepared, or try again tomorrow.',
  ],
  RANGE_NOT_SATISFIABLE: [416, 'The file has no such range.'],
  KEY_REUSED: [422, 'This request was already sent with other contents.'],
  LOCKED_USER: [423, 'Too many attempts. This account is locked for a while.'],
  TOO_MANY_REQUESTS: [429, 'Too many attempts from your network. Please wait a few minutes.'],
  RATE_LIMITED: [429, 'Too many requests. Please wait a few seconds and try again.'],
  REMINDED_TODAY: [
    409,
    'This person already got a reminder today. You can send the next one tomorrow.',
  ],
  NOTHING_TO_REMIND: [409, 'There’s nothing to remind this person of right now.'],
  LABEL_EXISTS: [409, 'A label with this name already exists. Please choose another name.'],
  MAINTENANCE: [503, 'Cairn is down for maintenance. Please try again in a little while.'],
  UNAVAILABLE: [503, 'Cairn isn’t available right now. Please try again in a minute.'],
  SERVER_ERROR: [500, SERVER_ERROR_MESSAGE],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errors;

export interface Problem {
  code: ErrorCode;
  message: string;
  fieldErrors?: Record<string, string>;
}

export const statusOf = (code: ErrorCode): number => errors[code][0];
export const messageOf = (code: ErrorCode): string => errors[code][1];
