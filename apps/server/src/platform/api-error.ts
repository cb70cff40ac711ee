import { messageOf, statusOf, type ErrorCode } from '@cairn/contract';
import { eventOfCode, type SecurityEvent } from './security-events.ts';

/** A call refused with an error code of the contract. The HTTP layer turns it into a reply. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly fieldErrors: Record<string, string> | undefined;
  readonly headers: Record<string, string>;
  /** The security event to log, if the refusal may be an attack. */
  readonly securityEvent: SecurityEvent | undefined;
  /** The account that was tried, when no user is logged in. */
  readonly accountId: string | undefined;

  constructor(
    code: ErrorCode,
    more: {
      fieldErrors?: Record<string, string>;
      headers?: Record<string, string>;
      securityEvent?: SecurityEvent;
      accountId?: string | undefined;
    } = {},
  ) {
    super(messageOf(code));
    this.code = code;
    this.fieldErrors = more.fieldErrors;
    this.headers = more.headers ?? {};
    this.securityEvent = more.securityEvent ?? eventOfCode(code);
    this.accountId = more.accountId;
  }

  get status(): number {
    return statusOf(this.code);
  }
}

/** A call refused because of one field, with the text that the form shows beside it. */
export const invalidField = (field: string, message: string): ApiError =>
  new ApiError('INVALID_REQUEST', { fieldErrors: { [field]: message } });
