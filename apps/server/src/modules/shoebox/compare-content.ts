/** Compares what files say inside with requests, and with files that this company filed before. Pure. */
import { callOf, wordsOf, type Words } from './title-words.ts';

/** What the pipeline read in a file. */
export interface FileContent {
  /** In the order in which they come: the heading leads. */
  readonly words: readonly string[];
  readonly kind: string | null;
  /** As the file writes it. */
  readonly kindWords: string | null;
  /** That it says are its own: tax year, or the years of a statement. */
  readonly years: readonly number[];
  /** 1 to 12, of a statement. */
  readonly months: readonly number[];
}

/** Words that are in a heading; what is said later counts for less. */
const LEADING = 22;
const LATER_COUNTS = 0.45;

export interface ContentWords extends FileContent {
  readonly leading: Words;
  readonly all: Words;
  /** Where each word comes first. */
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

/** How much of what is asked for the file says inside, 0 to 1: rarer words more, those of the heading most. */
export function contentMatch(
  inside: ContentWords,
  asked: Words,
  weight: (word: string) => number,
): number {
  let [sum, shared] = [0, 0];
  for (const word of asked.words) {
    const each = weight(word);
    sum += each;
    if (inside.leading.words.has(word)) shared += each;
    else if (inside.all.words.has(word)) shared += each * LATER_COUNTS;
  }
  return sum === 0 ? 0 : shared / sum;
}

/** Where the last of an entity's words comes; undefined where one of them is missing. */
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
  /** By what the request is called apart from its numbers. */
  readonly call: string;
  readonly filedAs: string;
  readonly norm: number;
}

/** Finds earlier filings with the same words inside. A word that most of them have says nothing. */
export class FiledBefore {
  private readonly filings: Learned[] = [];
  private readonly byWord = new Map<string, number[]>();

  constructor(filed: readonly FiledContent[]) {
    const known = filed.filter(({ words }) => words !== null && words.length > 0);
    for (const [at, { words }] of known.entries()) {
      for (const word of new Set(words)) {
        const filings = this.byWord.get(word);
        if (filings) filings.push(at);
        else this.byWord.set(word, [at]);
      }
    }
    for (const { filedAs, words } of known) {
      const call = callOf(wordsOf(filedAs));
      this.filings.push({ call, filedAs, norm: this.normOf(words!, known.length) });
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

  /** How alike the closest filing of each name is, 0 to 1. */
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
