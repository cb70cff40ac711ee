/** Pure functions that match the pages of two documents by their text and find the differing words of two pages. */

export interface PageText {
  readonly page: number;
  readonly text: string;
}

export interface PagePair {
  /** Null if the page was added. */
  readonly left: number | null;
  /** Null if the page was removed. */
  readonly right: number | null;
  readonly state: 'SAME' | 'CHANGED' | 'ADDED' | 'REMOVED';
}

/**
 * A range of differing words on each side, from the first index up to but excluding the second. One range may be empty.
 */
export interface Hunk {
  readonly left: readonly [from: number, to: number];
  readonly right: readonly [from: number, to: number];
}

export const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** Minimum similarity of two pages that count as versions of the same page. */
const MIN_ALIKE = 0.5;
/** The score of two blank pages. It is low so that pages with matching text take precedence. */
const BLANK_ALIKE = 0.1;
const MIN_BAND = 20;
/** Bounds the number of unequal page pairs whose words are compared. */
const MAX_COMPARED = 20_000;

interface Sheet {
  page: number;
  /** Equal if and only if the texts are equal. */
  key: number;
  /** The distinct words of the page as ascending numbers. */
  words: readonly number[];
}

function numbered() {
  const numbers = new Map<string, number>();
  return (text: string): number => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
}

function alike(one: readonly number[], other: readonly number[]): number {
  let [at, to, common] = [0, 0, 0];
  while (at < one.length && to < other.length) {
    const difference = one[at]! - other[to]!;
    if (difference === 0) common += 1;
    if (difference <= 0) at += 1;
    if (difference >= 0) to += 1;
  }
  return (2 * common) / (one.length + other.length);
}

/**
 * Scores the similarity of two pages. Pages that are far apart are only tested for equality, which keeps documents of a
 * thousand pages fast.
 */
function scoreOf(lefts: readonly Sheet[], rights: readonly Sheet[]) {
  const width = MIN_BAND + Math.abs(lefts.length - rights.length);
  const band = Math.min(width, MAX_COMPARED / Math.min(lefts.length, rights.length));
  return (left: Sheet, right: Sheet): number => {
    if (left.key === right.key) return left.words.length === 0 ? BLANK_ALIKE : 1;
    if (Math.abs(left.page - right.page) > band) return 0;
    if (left.words.length === 0 || right.words.length === 0) return 0;
    const score = alike(left.words, right.words);
    return score < MIN_ALIKE ? 0 : score;
  };
}

/** Matches pages in the order of both documents so that the total similarity is as high as possible. */
function matchByText(lefts: readonly Sheet[], rights: readonly Sheet[]): [Sheet, Sheet][] {
  const columns = rights.length + 1;
  const best = new Float64Array((lefts.length + 1) * columns);
  const own = new Float64Array(best.length);
  const score = scoreOf(lefts, rights);
  for (let row = lefts.length - 1; row >= 0; row -= 1) {
    for (let column = rights.length - 1; column >= 0; column -= 1) {
      const at = row * columns + column;
      const alone = score(lefts[row]!, rights[column]!);
      own[at] = alone;
      const paired = alone > 0 ? alone + best[at + columns + 1]! : 0;
      best[at] = Math.max(paired, best[at + columns]!, best[at + 1]!);
    }
  }
  const pairs: [Sheet, Sheet][] = [];
  let [row, column] = [0, 0];
  while (row < lefts.length && column < rights.length) {
    const at = row * columns + column;
    const paired = own[at]! + best[at + columns + 1]!;
    if (own[at]! > 0 && best[at] === paired) pairs.push([lefts[row++]!, rights[column++]!]);
    else if (best[at] === best[at + columns]) row += 1;
    else column += 1;
  }
  return pairs;
}

/**
 * Pairs the unmatched pages between two matches: pages with the same number count as changed, the others as removed or
 * added.
 */
function pairGap(lefts: readonly Sheet[], rights: readonly Sheet[]): PagePair[] {
  const numbers = new Set(rights.map(({ page }) => page));
  const pairs: PagePair[] = [];
  let next = 0;
  const addBefore = (page: number): void => {
    for (; next < rights.length && rights[next]!.page < page; next += 1) {
      pairs.push({ left: null, right: rights[next]!.page, state: 'ADDED' });
    }
  };
  for (const { page } of lefts) {
    if (numbers.has(page)) {
      addBefore(page);
      next += 1;
      pairs.push({ left: page, right: page, state: 'CHANGED' });
    } else pairs.push({ left: page, right: null, state: 'REMOVED' });
  }
  addBefore(Infinity);
  return pairs;
}

/** Pairs all pages of both documents in order, by their text or otherwise by their page number. */
export function matchPages(left: readonly PageText[], right: readonly PageText[]): PagePair[] {
  const [keyOf, numberOf] = [numbered(), numbered()];
  const sheetOf = ({ page, text }: PageText): Sheet => {
    const words = wordsOf(text);
    const numbers = [...new Set(words.map(numberOf))].toSorted((one, other) => one - other);
    return { page, key: keyOf(words.join(' ')), words: numbers };
  };
  const [lefts, rights] = [left.map(sheetOf), right.map(sheetOf)];
  const pairs: PagePair[] = [];
  let [fromLeft, fromRight] = [0, 0];
  const addGap = (toLeft: number, toRight: number): void => {
    pairs.push(...pairGap(lefts.slice(fromLeft, toLeft), rights.slice(fromRight, toRight)));
  };
  for (const [one, other] of matchByText(lefts, rights)) {
    const [atLeft, atRight] = [lefts.indexOf(one, fromLeft), rights.indexOf(other, fromRight)];
    addGap(atLeft, atRight);
    const state = one.key === other.key ? 'SAME' : 'CHANGED';
    pairs.push({ left: one.page, right: other.page, state });
    [fromLeft, fromRight] = [atLeft + 1, atRight + 1];
  }
  addGap(lefts.length, rights.length);
  return pairs;
}

/**
 * Maximum size of the table below. Two larger sections are reported as one change from their first to their last
 * difference.
 */
const MAX_CELLS = 4_000_000;

/** The differing words in order. Words of the longest common subsequence count as unchanged. */
export function changedWords(left: readonly string[], right: readonly string[]): Hunk[] {
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let [leftEnd, rightEnd] = [left.length, right.length];
  while (leftEnd > start && rightEnd > start && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd -= 1;
    rightEnd -= 1;
  }
  if (start === leftEnd && start === rightEnd) return [];
  const [rows, columns] = [leftEnd - start, rightEnd - start + 1];
  if ((rows + 1) * columns > MAX_CELLS) {
    return [{ left: [start, leftEnd], right: [start, rightEnd] }];
  }
  const common = new Uint16Array((rows + 1) * columns);
  const isEqual = (row: number, column: number) => left[start + row] === right[start + column];
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 2; column >= 0; column -= 1) {
      const at = row * columns + column;
      common[at] = isEqual(row, column)
        ? common[at + columns + 1]! + 1
        : Math.max(common[at + columns]!, common[at + 1]!);
    }
  }
  const hunks: Hunk[] = [];
  let [row, column, fromRow, fromColumn] = [0, 0, 0, 0];
  const close = (): void => {
    if (row > fromRow || column > fromColumn) {
      hunks.push({
        left: [start + fromRow, start + row],
        right: [start + fromColumn, start + column],
      });
    }
  };
  while (row < rows && column < columns - 1) {
    const at = row * columns + column;
    if (isEqual(row, column)) {
      close();
      row += 1;
      column += 1;
      [fromRow, fromColumn] = [row, column];
    } else if (common[at + columns]! >= common[at + 1]!) row += 1;
    else column += 1;
  }
  [row, column] = [rows, columns - 1];
  close();
  return hunks;
}

/** For example "1 page changed, 6 added, 7 the same". */
export function summaryOf(pairs: readonly PagePair[]): string {
  const count = (state: PagePair['state']) => pairs.filter((pair) => pair.state === state).length;
  const parts = [
    [count('CHANGED'), 'changed'],
    [count('ADDED'), 'added'],
    [count('REMOVED'), 'removed'],
    [count('SAME'), 'the same'],
  ] as const;
  const nonEmpty = parts.filter(([pages]) => pages > 0);
  return nonEmpty
    .map(([pages, what], index) => {
      const unit = pages === 1 ? ' page' : ' pages';
      return `${pages}${index === 0 ? unit : ''} ${what}`;
    })
    .join(', ');
}
