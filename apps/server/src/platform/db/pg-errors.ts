/** What the database refused, by the code of the SQL standard. */
const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505';
/** Postgres chose this transaction as the deadlock victim. */
export const isDeadlock = (error: unknown): boolean => codeOf(error) === '40P01';
export const isForeignKeyViolation = (error: unknown): boolean => codeOf(error) === '23503';
export const isInsufficientPrivilege = (error: unknown): boolean => codeOf(error) === '42501';
