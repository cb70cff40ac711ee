/** Some rows of a list that follow each other, both ends included. None: the last comes before the first. */
export interface RowSpan {
  readonly first: number;
  readonly last: number;
}

const NONE: RowSpan = { first: 0, last: -1 };

export const covers = (span: RowSpan, other: RowSpan): boolean =>
  span.first <= other.first && span.last >= other.last;

export const sameSpan = (one: RowSpan, other: RowSpan): boolean =>
  one.first === other.first && one.last === other.last;

/** With so many more rows on both sides, as far as the list goes. */
export const widened = (span: RowSpan | null, by: number, count: number): RowSpan =>
  span ? { first: Math.max(0, span.first - by), last: Math.min(count - 1, span.last + by) } : NONE;
