export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

export interface Piece {
  text: string;
  marked: boolean;
}

/** Splits a title into pieces and marks those that the user typed. Only beginnings of words match. */
export function markedPieces(title: string, query: string): Piece[] {
  const queryWords = wordsOf(query).toSorted((one, other) => other.length - one.length);
  return title.split(/([\p{L}\p{N}]+)/u).flatMap((text) => {
    if (text === '') return [];
    const hit = queryWords.find((word) => text.toLowerCase().startsWith(word));
    if (hit === undefined) return [{ text, marked: false }];
    return [
      { text: text.slice(0, hit.length), marked: true },
      ...(text.length > hit.length ? [{ text: text.slice(hit.length), marked: false }] : []),
    ];
  });
}
