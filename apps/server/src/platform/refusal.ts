import { messageOf, statusOf, type ErrorCode } from '@cairn/contract';

/** A call refused for a reason that the contract names. The HTTP layer turns it into an answer. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly fieldErrors: Record<string, string> | undefined;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    more: { fieldErrors?: Record<string, string>; headers?: Record<string, string> } = {},
  ) {
    super(messageOf(code));
    this.code = code;
    this.fieldErrors = more.fieldErrors;
    this.headers = more.headers ?? {};
  }

  get status(): number {
    return statusOf(this.code);
  }
}
