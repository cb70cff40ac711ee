/** What the database refused, by the code of the SQL standard. */
const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

export const brokeUnique = (error: unknown): boolean => codeOf(error) === '23505';
/** Two waited for each other, and this one was let go so that the other could go on. */
export const wasInCircle = (error: unknown): boolean => codeOf(error) === '40P01';
export const brokeForeignKey = (error: unknown): boolean => codeOf(error) === '23503';
