/**
 * Security events: one structured log line each, for alerting and for the security team's log store.
 * The names are stable; docs/security/logging.md lists them. A line has ids and a network address, never
 * an email address, a name, a token, a code or anything else that a client typed.
 */
import type { ErrorCode } from '@cairn/contract';
import type { Logger } from 'pino';

type Level = 'info' | 'warn' | 'error';

/** `error` pages the person on call, `warn` is counted and alerted on by rate, `info` is for investigations. */
const SECURITY_EVENTS = {
  'login.succeeded': 'info',
  'login.failed': 'warn',
  'login.locked': 'warn',
  'code.failed': 'warn',
  'reauthentication.failed': 'warn',
  'authorization.refused': 'warn',
  'object.not-found': 'info',
  'request.foreign-origin': 'warn',
  'request.invalid': 'info',
  'idempotency.key-reused': 'warn',
  'upload.key-forged': 'warn',
  'upload.type-refused': 'warn',
  'rate-limit.exceeded': 'warn',
  'admin.action': 'info',
  'document.checksum-mismatch': 'error',
  'document.derived-mismatch': 'error',
  'audit.broken': 'error',
  'audit.unsealed': 'error',
  'sandbox.result-refused': 'error',
} as const satisfies Record<string, Level>;

export type SecurityEvent = keyof typeof SECURITY_EVENTS;

export interface SecurityFacts {
  /** The user who is logged in, or whose account was tried. */
  readonly accountId?: string | undefined;
  readonly companyId?: string | undefined;
  /** The source address reported by trusted proxies. */
  readonly address?: string | undefined;
  /** The name of the call in the contract. */
  readonly call?: string | undefined;
  /** The id of the affected row or object. */
  readonly subject?: string | undefined;
  /** A fixed word such as an error code, never text from outside. */
  readonly reason?: string | undefined;
}

export function logSecurityEvent(
  log: Logger,
  event: SecurityEvent,
  { accountId, companyId, address, call, subject, reason }: SecurityFacts,
): void {
  const line = { event, account: accountId, company: companyId, address, call, subject, reason };
  log[SECURITY_EVENTS[event]](line, `security event: ${event}`);
}

/** The security event of a refused call. Codes that are not listed are ordinary mistakes. */
const EVENT_OF_CODE: Partial<Record<ErrorCode, SecurityEvent>> = {
  WRONG_PASSWORD: 'login.failed',
  LOCKED_USER: 'login.locked',
  WRONG_CODE: 'code.failed',
  UNAUTHORIZED: 'authorization.refused',
  NOT_FOUND: 'object.not-found',
  LOAN_NOT_FOUND: 'object.not-found',
  FOREIGN_ORIGIN: 'request.foreign-origin',
  INVALID_REQUEST: 'request.invalid',
  KEY_REUSED: 'idempotency.key-reused',
  TOO_MANY_REQUESTS: 'rate-limit.exceeded',
  FILE_INVALID_TYPE: 'upload.type-refused',
};

export const eventOfCode = (code: ErrorCode): SecurityEvent | undefined => EVENT_OF_CODE[code];
