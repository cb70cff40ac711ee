/** What the database can keep as a text: neither NUL nor half a letter. */
export const isKeepableText = (text: string): boolean =>
  !text.includes('\0') && text.isWellFormed();

/** The beginning of a text, at most so long, and never with half of its last letter. */
export const cutTo = (text: string, most: number): string => {
  const cut = text.slice(0, most);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
};
