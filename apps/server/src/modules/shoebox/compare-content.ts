/** Compares the text of files with requests, and with files that this company filed earlier. Pure. */
import { callOf, wordsOf, type Words } from './title-words.ts';

/** What the document pipeline read in a file. */
export interface FileContent {
  /** In order of first occurrence, so that the heading comes first. */
  readonly words: readonly string[];
  readonly kind: string | null;
  /** The kind in the file's own words. */
  readonly kindWords: string | null;
  /** Years that the file is about: its tax year, or the years of a statement. */
  readonly years: readonly number[];
  /** Months of a statement, 1 to 12. */
  readonly months: readonly number[];
}

/** How many words may belong to the heading; later words have less weight. */
const LEADING = 22;
const LATER_COUNTS = 0.45;

export interface ContentWords extends FileContent {
  readonly leading: Words;
  readonly all: Words;
  /** Position of each word's first occurrence. */
  readonly place: ReadonlyMap<string, number>;
}

export function readContent(content: FileContent): ContentWords {
  const place = new Map<string, number>();
  for (const [at, word] of content.words.entries()) {
    for (const stem of wordsOf(word).words) if (!place.has(stem)) place.set(stem, at);
  }
  return {
    ...content,
    leading: wordsOf(content.words.slice(0, LEADING).join(' ')),
    all: wordsOf(content.words.join(' ')),
    place,
  };
}

/** How much of the request the file's text contains, 0 to 1: rare words and those of the heading have more weight. */
export function contentMatch(
  inside: ContentWords,
  title: Words,
  weight: (word: string) => number,
): number {
  let [sum, shared] = [0, 0];
  for (const word of title.words) {
    const each = weight(word);
    sum += each;
    if (inside.leading.words.has(word)) shared += each;
    else if (inside.all.words.has(word)) shared += each * LATER_COUNTS;
  }
  return sum === 0 ? 0 : shared / sum;
}

/** Position of the last of an entity's words; undefined if one of them is missing. */
export function placeOfName(inside: ContentWords, entity: readonly string[]): number | undefined {
  if (entity.length === 0) return undefined;
  const places = entity.map((word) => inside.place.get(word));
  return places.some((at) => at === undefined) ? undefined : Math.max(...(places as number[]));
}

export interface FiledContent {
  readonly filedAs: string;
  readonly words: readonly string[] | null;
}

interface Learned {
  /** The request's title without numbers. */
  readonly call: string;
  readonly filedAs: string;
  readonly norm: number;
}

/** Finds earlier filings with similar text. Words that most of them contain are ignored. */
export class FiledBefore {
  private readonly filings: Learned[] = [];
  private readonly byWord = new Map<string, number[]>();

  constructor(filed: readonly FiledContent[]) {
    const withText = filed.filter(({ words }) => words !== null && words.length > 0);
    for (const [at, { words }] of withText.entries()) {
      for (const word of new Set(words)) {
        const filings = this.byWord.get(word);
        if (filings) filings.push(at);
        else this.byWord.set(word, [at]);
      }
    }
    for (const { filedAs, words } of withText) {
      const call = callOf(wordsOf(filedAs));
      this.filings.push({ call, filedAs, norm: this.normOf(words!, withText.length) });
    }
  }

  private weight(word: string, count: number): number {
    const having = this.byWord.get(word)?.length ?? 0;
    return having === 0 ? 0 : Math.log(1 + count / having) - Math.LN2 * 0.9;
  }

  private normOf(words: readonly string[], count: number): number {
    let sum = 0;
    for (const word of new Set(words)) sum += this.weight(word, count) ** 2;
    return Math.sqrt(sum);
  }

  /** Similarity of the closest filing of each title, 0 to 1. */
  alike(words: readonly string[]): Map<string, { like: number; filedAs: string }> {
    const count = this.filings.length;
    const sums = new Map<number, number>();
    for (const word of new Set(words)) {
      const weight = this.weight(word, count) ** 2;
      if (weight === 0) continue;
      for (const at of this.byWord.get(word) ?? []) sums.set(at, (sums.get(at) ?? 0) + weight);
    }
    const norm = this.normOf(words, count);
    const best = new Map<string, { like: number; filedAs: string }>();
    for (const [at, sum] of sums) {
      const { call, filedAs, norm: other } = this.filings[at]!;
      const like = norm * other === 0 ? 0 : sum / (norm * other);
      if (like > (best.get(call)?.like ?? 0)) best.set(call, { like, filedAs });
    }
    return best;
  }
}
