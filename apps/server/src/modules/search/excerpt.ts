import type { Excerpt } from '@cairn/contract';

/** Private characters of Unicode, which the query removes from the text itself. */
export const START_OF_MATCH = '\uE000';
export const END_OF_MATCH = '\uE001';

/** The words around a match, in pieces: a page decides how a match looks, and no text of a file is markup. */
export function excerptOf(marked: string): Excerpt {
  return marked
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(START_OF_MATCH)
    .flatMap((piece, index) => {
      if (index === 0) return [{ text: piece, isMatch: false }];
      const [match = '', ...rest] = piece.split(END_OF_MATCH);
      return [
        { text: match, isMatch: true },
        { text: rest.join(''), isMatch: false },
      ];
    })
    .filter(({ text }) => text !== '');
}
