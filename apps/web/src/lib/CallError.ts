import type { ErrorCode, Problem } from '@cairn/contract';
import { SERVER_ERROR_MESSAGE } from '@cairn/contract/constants';

export interface ProblemHeaders {
  messages: string | null;
  lockedUser: boolean;
  remainingLockedSeconds: number | null;
  passwordExpired: boolean;
  oneLoginAttemptLeft: boolean;
}

const NO_HEADERS: ProblemHeaders = {
  messages: null,
  lockedUser: false,
  remainingLockedSeconds: null,
  passwordExpired: false,
  oneLoginAttemptLeft: false,
};

/** Kinds of failure that the specification distinguishes. */
export type Failure =
  | 'network error'
  | 'timeout exceeded'
  | 'request aborted'
  | 'failed with status code';

/** A call that failed. Status 0 means that no response arrived. */
export class CallError extends Error {
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly fieldErrors: Record<string, string>;
  readonly headers: ProblemHeaders;
  readonly failure: Failure;

  constructor(
    status: number,
    problem: Partial<Problem>,
    headers: ProblemHeaders = NO_HEADERS,
    failure: Failure = 'failed with status code',
  ) {
    super(headers.messages || problem.message || SERVER_ERROR_MESSAGE);
    this.name = 'CallError';
    this.status = status;
    this.code = problem.code ?? null;
    this.fieldErrors = problem.fieldErrors ?? {};
    this.headers = headers;
    this.failure = failure;
  }

  static unanswered(failure: Failure): CallError {
    return new CallError(0, {}, NO_HEADERS, failure);
  }
}

const isSet = (value: string | null): boolean => value !== null && value !== 'false';

function decodeHeader(value: string | null): string | null {
  if (value === null) return null;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

export function readProblemHeaders(headers: Headers): ProblemHeaders {
  const seconds = headers.get('remaining-locked-seconds');
  return {
    messages: decodeHeader(headers.get('messages')),
    lockedUser: isSet(headers.get('locked-user')),
    remainingLockedSeconds: seconds === null ? null : Number(seconds),
    passwordExpired: isSet(headers.get('password-expired')),
    oneLoginAttemptLeft: isSet(headers.get('one-login-attempt-left')),
  };
}
