import { messageOf, statusOf, type ErrorCode } from '@cairn/contract';
import { eventOfCode, type SecurityEvent } from './security-events.ts';

/** A call refused for a reason that the contract names. The HTTP layer turns it into an answer. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly fieldErrors: Record<string, string> | undefined;
  readonly headers: Record<string, string>;
  /** The entry for the security log, if this may be an attack. */
  readonly securityEvent: SecurityEvent | undefined;
  /** The account that was tried, while no user is logged in. */
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
