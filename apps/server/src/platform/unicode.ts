/** Text that Postgres can store: no NUL, no lone surrogates. */
export const isKeepableText = (text: string): boolean =>
  !text.includes('\0') && text.isWellFormed();

/** The beginning of a text, at most this long, and never ending in half a surrogate pair. */
export const cutTo = (text: string, most: number): string => {
  const cut = text.slice(0, most);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
};

const BIDIRECTIONAL = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Like toPlainLine, but keeps line breaks. */
export const toPlainText = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replaceAll(BIDIRECTIONAL, '')
    .replaceAll(/(?!\n)\p{Cc}+/gu, ' ')
    .trim();

/**
 * Removes control characters and bidirectional overrides: the result is one line that is displayed in the order in
 * which it is written.
 */
export const toPlainLine = (text: string): string =>
  text
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
