/**
 * Every error once: its code, its status, and the one sentence that header, toast and test quote.
 * The reply of a failed call is { code, message, fieldErrors? } and the same sentence,
 * percent-encoded, in the `messages` header.
 */
export const errors = {
  INVALID_REQUEST: [400, 'Please check the highlighted fields.'],
  SESSION_EXPIRED: [401, 'Session expired, please log in again.'],
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
  UNAUTHORIZED: [403, 'UNAUTHORIZED'],
  FOREIGN_ORIGIN: [403, 'This request did not come from the application.'],
  NOT_FOUND: [404, 'Not found.'],
  LOAN_NOT_FOUND: [
    404,
    'Loan either does not exist or you are not authorized to access, please contact your administrator if this continues',
  ],
  CONFLICT: [409, 'Somebody else changed this a moment ago. Please look again and repeat.'],
  UPLOAD_MISSING: [409, 'The file has not arrived in the store yet. Please upload it again.'],
  FILE_NOT_CLEAN: [409, 'This file is not available: it has not passed the virus check.'],
  NOTHING_TO_ANSWER: [409, 'A folder cannot take a file. Choose a requested document in it.'],
  FILE_TOO_SMALL: [
    400,
    'File is empty or folder has not be unzipped.  Please check file or unzip folder prior to uploading file',
  ],
  FILE_TOO_LARGE: [400, 'This file is larger than 250 MB. Please send a smaller one.'],
  FILE_INVALID_TYPE: [400, 'Invalid file type.  Please upload a valid file type.'],
  KEY_REUSED: [422, 'This request was already sent with other contents.'],
  LOCKED_USER: [423, 'Too many attempts. This account is locked for a while.'],
  SERVER_ERROR: [500, 'Server error happened when executing operation.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errors;

export interface Problem {
  code: ErrorCode;
  message: string;
  fieldErrors?: Record<string, string>;
}

export const statusOf = (code: ErrorCode): number => errors[code][0];
export const messageOf = (code: ErrorCode): string => errors[code][1];
