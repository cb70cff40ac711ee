import type { Excerpt } from '@cairn/contract';

/** Unicode private-use characters, which the query removes from the text itself. */
export const START_OF_MATCH = '\uE000';
export const END_OF_MATCH = '\uE001';

/**
 * The text around a match, in pieces: the page decides how to highlight a match, and no text of a file is treated as
 * markup.
 */
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
