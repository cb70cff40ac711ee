/** The message of a failed command: one sentence that says which part of the installation could not be used. */
import { isStoreError, storeSentence } from './checks/store.ts';

export function failureSentence(error: unknown, env: Record<string, string | undefined>): string {
  if (isStoreError(error)) return storeSentence(error, env['S3_ENDPOINT'] ?? '');
  if (!(error instanceof Error)) return String(error);
  // An AggregateError of several addresses has no message; its first error has one.
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return error.message || (inner instanceof Error && inner.message) || error.name;
}
