/** The format of ids in the contract: a UUID of RFC 9562, including its version digit. */
const ID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

export const isId = (value: unknown): value is string =>
  typeof value === 'string' && ID.test(value);

/**
 * The valid ids, at most as many as one call accepts, because one invalid value makes the server refuse the whole call.
 * Undefined if none is valid.
 */
export function idsIn(values: readonly string[] = []): string[] | undefined {
  const ids = values.filter(isId).slice(0, 100);
  return ids.length > 0 ? ids : undefined;
}

/**
 * Search text, cut to the length that the server accepts. A lone surrogate that the cut leaves is replaced, because the
 * server refuses it.
 */
export const wordsIn = (text = ''): string => text.trim().slice(0, 200).toWellFormed();
