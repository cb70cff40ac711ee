/** The contract's ids: RFC 9562, with their version. */
const ID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

export const isId = (value: unknown): value is string =>
  typeof value === 'string' && ID.test(value);

/** As many as one call takes; any other value would have the whole call refused. Undefined: none is left. */
export function idsIn(values: readonly string[] = []): string[] | undefined {
  const ids = values.filter(isId).slice(0, 100);
  return ids.length > 0 ? ids : undefined;
}

/** As long as the server takes words. A surrogate pair that the cut splits would be refused. */
export const wordsIn = (text = ''): string => text.trim().slice(0, 200).toWellFormed();
