import type { ErrorCode, Problem } from '@cairn/contract';
import { messageOf } from '@cairn/contract/errors';

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

/** A call that did not succeed. Status 0: no answer came at all. */
export class CallError extends Error {
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly fieldErrors: Record<string, string>;
  readonly headers: ProblemHeaders;

  constructor(status: number, problem: Partial<Problem>, headers: ProblemHeaders = NO_HEADERS) {
    super(headers.messages || problem.message || messageOf('SERVER_ERROR'));
    this.name = 'CallError';
    this.status = status;
    this.code = problem.code ?? null;
    this.fieldErrors = problem.fieldErrors ?? {};
    this.headers = headers;
  }
}

const isSet = (value: string | null): boolean => value !== null && value !== 'false';

function decoded(value: string | null): string | null {
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
    messages: decoded(headers.get('messages')),
    lockedUser: isSet(headers.get('locked-user')),
    remainingLockedSeconds: seconds === null ? null : Number(seconds),
    passwordExpired: isSet(headers.get('password-expired')),
    oneLoginAttemptLeft: isSet(headers.get('one-login-attempt-left')),
  };
}
