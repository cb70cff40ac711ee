import type { Element } from '@cairn/contract';

/**
 * The words of a title or file name without the file extension. Single letters are dropped and single digits are kept.
 */
const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .replace(/\.[A-Za-z0-9]{1,5}$/, '')
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .split(/[^a-z0-9]+/)
      .filter((word) => word.length > 1 || /\d/.test(word)),
  );

const NEEDED_SHARE = 0.5;

const years = (words: Set<string>) => [...words].filter((word) => /^(19|20)\d\d$/.test(word));

/** The share of the title's words that the file name contains, from 0 to 1; 0 if the two name different years. */
function likeness(titleWords: Set<string>, nameWords: Set<string>): number {
  const wrongYear =
    years(nameWords).length > 0 &&
    years(titleWords).length > 0 &&
    !years(titleWords).some((year) => nameWords.has(year));
  if (titleWords.size === 0 || wrongYear) return 0;
  return [...titleWords].filter((word) => nameWords.has(word)).length / titleWords.size;
}

export interface Matched<F> {
  file: F;
  /** The matching request; undefined if no request is similar enough. */
  element: Element | undefined;
}

/** Assigns each file to the request whose title its name matches best. A request gets at most one file. */
export function matchFiles<F extends { name: string }>(
  files: readonly F[],
  requests: readonly Element[],
): Matched<F>[] {
  const withWords = requests.map((element) => ({ element, words: wordsOf(element.title) }));
  const pairs = files
    .flatMap(({ name }, index) => {
      const nameWords = wordsOf(name);
      return withWords.map(({ element, words }) => ({
        index,
        element,
        like: likeness(words, nameWords),
      }));
    })
    .filter(({ like }) => like >= NEEDED_SHARE)
    .toSorted(
      (one, other) =>
        other.like - one.like ||
        Number(one.element.answer !== null) - Number(other.element.answer !== null),
    );
  const elementOfFile = new Map<number, Element>();
  const used = new Set<string>();
  for (const { index, element } of pairs) {
    if (elementOfFile.has(index) || used.has(element.id)) continue;
    elementOfFile.set(index, element);
    used.add(element.id);
  }
  return files.map((file, index) => ({ file, element: elementOfFile.get(index) }));
}
