const MAX_WORDS = 8;

/** What a row must contain, as patterns over app.search_text: each word at the beginning of one. */
export interface Patterns {
  /** The one that the index is asked for: the longest leaves the fewest. */
  longest: string;
  all: string[];
}

/** Null where there is nothing to search for: neither a letter nor a digit was typed. */
export function patternsOf(typed: string): Patterns | null {
  const words = typed
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);
  const [longest] = words.toSorted((one, other) => other.length - one.length);
  if (longest === undefined) return null;
  const pattern = (word: string): string => `% ${word}%`;
  return { longest: pattern(longest), all: words.map(pattern) };
}
