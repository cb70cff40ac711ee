/** What a command says when it fails: which part of the installation it could not use, in one sentence. */
import { isStoreError, storeSentence } from './checks/store.ts';

export function failureSentence(error: unknown, env: Record<string, string | undefined>): string {
  if (isStoreError(error)) return storeSentence(error, env['S3_ENDPOINT'] ?? '');
  if (!(error instanceof Error)) return String(error);
  // A connection that was tried at several addresses has no message of its own.
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return error.message || (inner instanceof Error && inner.message) || error.name;
}
