/** Text that Postgres can store: no NUL, no lone surrogates. */
export const isKeepableText = (text: string): boolean =>
  !text.includes('\0') && text.isWellFormed();

/** The beginning of a text, at most so long, and never ending in half a surrogate pair. */
export const cutTo = (text: string, most: number): string => {
  const cut = text.slice(0, most);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
};

/** On one line, and read in the order in which it is written: without control characters and bidirectional overrides. */
export const toPlainLine = (text: string): string =>
  text
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
