const MAX_WORDS = 8;
/** A shorter prefix matches too many words in a company's pages. */
const SHORTEST_BEGINNING = 3;
/** Shorter words are similar to almost anything. */
const SHORTEST_SIMILAR = 4;

/** What a name must match: for each word, one that begins with it or is similar to it. */
export interface Patterns {
  /** The longest word, which the index is searched for because it has the fewest matches. */
  longest: string;
  all: string[];
}

/** What a text must contain: exact phrases, and the prefix that is being typed. */
export interface TextWords {
  phrases: string[];
  beginning: string;
}

export interface SearchWords {
  names: Patterns;
  /** Null if all words are too short for a similarity search. */
  similar: Patterns | null;
  text: TextWords;
}

const wordsOf = (typed: string): string[] =>
  typed
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);

/** Null if there is nothing to search for: neither a letter nor a digit was typed. */
export function parseWords(typed: string): SearchWords | null {
  const words = wordsOf(typed);
  const [longest] = words.toSorted((one, other) => other.length - one.length);
  if (longest === undefined) return null;
  const pattern = (word: string): string => `% ${word}%`;
  return {
    names: { longest: pattern(longest), all: words.map(pattern) },
    similar: longest.length < SHORTEST_SIMILAR ? null : { longest, all: words },
    text: textWordsOf(typed),
  };
}

/**
 * Words in quotes form one phrase. Others are split as Postgres splits a page, so that "LKSP-2041" is found as
 * written.
 */
function textWordsOf(typed: string): TextWords {
  // Every second part was in quotes; an unclosed quote extends to the end.
  const phrases = typed
    .replaceAll('\0', ' ')
    .split(/["“”]/)
    .flatMap((piece, index) => (index % 2 === 1 ? [piece.trim()] : piece.split(/\s+/)))
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
    .slice(0, MAX_WORDS);
  const last = phrases.at(-1);
  const isBegun =
    last !== undefined && /[\p{L}\p{N}]$/u.test(typed) && /^[\p{L}\p{N}]+$/u.test(last);
  if (!isBegun || last.length < SHORTEST_BEGINNING) return { phrases, beginning: '' };
  return { phrases: phrases.slice(0, -1), beginning: last };
}
