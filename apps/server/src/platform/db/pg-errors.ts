/** Classifies errors of Postgres and its driver by SQLSTATE. */
const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505';
/** Postgres chose this transaction as the deadlock victim. */
export const isDeadlock = (error: unknown): boolean => codeOf(error) === '40P01';
export const isForeignKeyViolation = (error: unknown): boolean => codeOf(error) === '23503';
export const isInsufficientPrivilege = (error: unknown): boolean => codeOf(error) === '42501';

/** A full disk, no memory, no connection left; shutting down or starting up; read-only, being the standby. */
const UNAVAILABLE_CODES = /^(53|08)|^57P0[123]$|^58030$|^25006$/;
const SOCKET_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH']);
/** node-postgres and its pool have no codes for these. */
const CONNECTION_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Postgres did not answer in time|Client has encountered a connection error)/;

/** Whether the database is temporarily unavailable, so that the same call may succeed later. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (typeof code === 'string' && (UNAVAILABLE_CODES.test(code) || SOCKET_CODES.has(code))) {
    return true;
  }
  return error instanceof Error && CONNECTION_LOST.test(error.message);
}
