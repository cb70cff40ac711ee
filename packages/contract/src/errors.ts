import { SERVER_ERROR_MESSAGE, SESSION_EXPIRED_MESSAGE } from './constants.ts';

/**
 * Every error once: its code, its status, and the one sentence that header, toast and test quote.
 * The reply of a failed call is { code, message, fieldErrors? } and the same sentence,
 * percent-encoded, in the `messages` header.
 */
export const errors = {
  INVALID_REQUEST: [400, 'Please check the highlighted fields.'],
  SESSION_EXPIRED: [401, SESSION_EXPIRED_MESSAGE],
  WRONG_PASSWORD: [401, 'That e-mail address and password do not match.'],
  WRONG_CODE: [
    400,
    'That code does not match, or it is no longer good. You can have it sent again.',
  ],
  PASSWORD_EXPIRED: [401, 'Your password has expired. Please choose a new one.'],
  ACCOUNT_EXISTS: [
    409,
    'There is an account with this address already. Log in, or choose a new password for it.',
  ],
  INVITATION_OVER: [
    409,
    'This invitation is no longer good. Ask the person who sent it to send it again.',
  ],
  LAST_OWNER: [409, 'A company needs an owner. Make somebody else an owner first.'],
  SENT_RECENTLY: [
    429,
    'This has been sent already. Please wait a little before you send it again.',
  ],
  UNAUTHORIZED: [403, 'UNAUTHORIZED'],
  FOREIGN_ORIGIN: [403, 'This request did not come from the application.'],
  NOT_FOUND: [404, 'Not found.'],
  LOAN_NOT_FOUND: [
    404,
    'Loan either does not exist or you are not authorized to access, please contact your administrator if this continues',
  ],
  STATUS_NOT_NEXT: [409, 'This loan cannot take that status from where it stands.'],
  PHASE_NOT_NEXT: [
    409,
    'A loan moves on to the next stage, or to the archive; its company’s owner can take it back.',
  ],
  APPLICATION_NOT_NEXT: [409, 'This step of the application is done, or not yet its turn.'],
  APPLICATION_NOT_OPEN: [
    409,
    'This application was sent in. It is changed together with the lender from here on.',
  ],
  APPLICATION_INCOMPLETE: [409, 'Something is missing still. Please look through the steps.'],
  TOO_MANY_APPLICATIONS: [
    409,
    'You have several applications open at this lender. Finish one of them first.',
  ],
  CONFLICT: [409, 'Somebody else changed this a moment ago. Please look again and repeat.'],
  PHASE_IN_USE: [
    409,
    'This phase still holds loans. Move them to another phase first, then remove it.',
  ],
  ALREADY_ON_LOAN: [409, 'This entity is on the loan already.'],
  UPLOAD_MISSING: [409, 'The file has not arrived in the store yet. Please upload it again.'],
  FILE_NOT_CLEAN: [409, 'This file is not available: it has not passed the virus check.'],
  FILE_CHANGED: [
    409,
    'Somebody saved this file while you had it open. Open it again, and add your marks to theirs.',
  ],
  NOTHING_TO_ANSWER: [409, 'A folder cannot take a file. Choose a requested document in it.'],
  NOTHING_TO_DECIDE: [409, 'There is no checked file here to decide about.'],
  FOUR_EYES: [409, 'You brought this file: somebody else has to approve it.'],
  PACKAGE_STAYS: [409, 'The package itself stays as it is.'],
  NOT_A_PLACE: [409, 'Choose a folder that is not inside this item.'],
  ALREADY_FILED: [409, 'Somebody has filed this already. You find it in the package.'],
  ALREADY_ANSWERED: [
    409,
    'There is a file under this request already. Choose another one, or say that you replace it.',
  ],
  SHOEBOX_FULL: [409, 'A shoebox holds at most 1,000 files. File some of them first.'],
  NOT_IN_TRASH: [409, 'This is not in the trash.'],
  PACKAGE_FULL: [409, 'A package holds at most 20,000 items.'],
  NO_ANSWER: [409, 'There is no answer here.'],
  TEMPLATE_IN_USE: [
    409,
    'A loan was made from this template. Leave it in the trash: it is not offered for new loans.',
  ],
  TEMPLATE_NOT_PUBLISHED: [
    409,
    'Publish this template first: only a published one can be applied.',
  ],
  TEMPLATE_DOES_NOT_FIT: [
    409,
    'This template is for something else. Choose one of the right kind.',
  ],
  NOTHING_TO_PUBLISH: [409, 'Nothing has changed since the last version.'],
  FILE_TOO_SMALL: [
    400,
    'File is empty or folder has not be unzipped.  Please check file or unzip folder prior to uploading file',
  ],
  FILE_TOO_LARGE: [400, 'This file is larger than 250 MB. Please send a smaller one.'],
  FILE_INVALID_TYPE: [400, 'Invalid file type.  Please upload a valid file type.'],
  NO_PHONE: [409, 'Add a phone number to your details first.'],
  KEY_REUSED: [422, 'This request was already sent with other contents.'],
  LOCKED_USER: [423, 'Too many attempts. This account is locked for a while.'],
  TOO_MANY_REQUESTS: [429, 'Too many attempts from your network. Please wait a few minutes.'],
  LABEL_EXISTS: [409, 'There is a label with this name already. Please choose another one.'],
  MAINTENANCE: [503, 'Cairn is down for maintenance. Please come back in a little while.'],
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
