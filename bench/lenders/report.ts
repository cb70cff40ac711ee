/** Compares the cost of the same call with few and with many lenders. */
import type { Measurement } from './measurement.ts';

export interface Cell {
  readonly name: string;
  readonly bySize: Map<number, Measurement>;
}

const MAX_RATIO = 1.2;
/** Smaller differences are ignored: one search more than four is already a ratio of 1.25. */
const SLACK_SEARCHES = 2;
const SLACK_PAGES = 8;

/** The operator's calls whose reply covers all lenders: it grows up to a limit (decision 0144). Reported only. */
const OF_ALL_LENDERS = new Set(['ADM listLenderShoebox', 'ADM search', 'ADM quickSearch']);

export interface Verdict {
  readonly cells: readonly Cell[];
  readonly grown: readonly Cell[];
  /** Cells that have grown because their reply has. */
  readonly ofAll: readonly Cell[];
}

const ends = ({ bySize }: Cell, sizes: readonly number[]): [Measurement, Measurement] => [
  bySize.get(sizes[0]!)!,
  bySize.get(sizes.at(-1)!)!,
];

/**
 * With few lenders some tables are only a few pages, which the planner scans instead of using an index. That is a
 * different plan, not growth; so with three sizes, the middle one counts as well.
 */
function hasGrown(cell: Cell, sizes: readonly number[]): boolean {
  const many = cell.bySize.get(sizes.at(-1)!)!;
  const fewer = sizes.slice(0, -1).map((size) => cell.bySize.get(size)!);
  const most = (pick: (measured: Measurement) => number): number => Math.max(...fewer.map(pick));
  return (
    fewer.some(({ status }) => status !== many.status) ||
    many.searches > most((each) => each.searches) * MAX_RATIO + SLACK_SEARCHES ||
    many.pages > most((each) => each.pages) * MAX_RATIO + SLACK_PAGES
  );
}

export function judgeCells(cells: readonly Cell[], sizes: readonly number[]): Verdict {
  const grown = cells.filter((cell) => hasGrown(cell, sizes));
  return {
    cells,
    grown: grown.filter(({ name }) => !OF_ALL_LENDERS.has(name)),
    ofAll: grown.filter(({ name }) => OF_ALL_LENDERS.has(name)),
  };
}

/** The table whose page count grew most. */
function culprit(few: Measurement, many: Measurement): string {
  const growth = [...many.tables].map(([name, { pages, searches }]) => ({
    name,
    pages: pages - (few.tables.get(name)?.pages ?? 0),
    searches: searches - (few.tables.get(name)?.searches ?? 0),
  }));
  return growth
    .filter(({ pages, searches }) => pages > 1 || searches > 0)
    .toSorted((one, other) => other.pages - one.pages)
    .slice(0, 3)
    .map(({ name, pages, searches }) => `${name} +${searches}/+${pages}`)
    .join(', ');
}

const ratio = (few: number, many: number): string => (few === 0 ? '-' : (many / few).toFixed(2));

export function printTable(
  { cells, grown, ofAll }: Verdict,
  sizes: readonly number[],
  all: boolean,
): void {
  const rows = all ? cells : [...grown, ...ofAll];
  const growthOf = (cell: Cell): number => {
    const [few, many] = ends(cell, sizes);
    return many.pages - few.pages;
  };
  for (const cell of rows.toSorted((one, other) => growthOf(other) - growthOf(one))) {
    const [few, many] = ends(cell, sizes);
    const at = (pick: (m: Measurement) => number): string =>
      sizes.map((size) => pick(cell.bySize.get(size)!)).join(' → ');
    const times = sizes.map((size) => cell.bySize.get(size)!.milliseconds.toFixed(1)).join(' → ');
    console.log(
      `${cell.name} (${few.status}${few.status === many.status ? '' : ` → ${many.status}`}): ` +
        `searches ${at((m) => m.searches)} (${ratio(few.searches, many.searches)}), ` +
        `pages ${at((m) => m.pages)} (${ratio(few.pages, many.pages)}), ms ${times}; ${culprit(few, many)}`,
    );
  }
  summarize(cells, sizes);
  console.log(
    `${cells.length} calls measured, ${grown.length} cost more than ${MAX_RATIO} times with ` +
      `${sizes.at(-1)} lenders than with ${sizes[0]}; and ${ofAll.length} that answer with all lenders' rows`,
  );
}

/** Prints, for each caller, the sums over all calls and the largest ratio among calls above a minimum size. */
function summarize(cells: readonly Cell[], sizes: readonly number[]): void {
  const byCaller = Map.groupBy(cells, ({ name }) => name.split(' ')[0]!);
  for (const [caller, own] of byCaller) {
    const sum = (size: number, pick: (m: Measurement) => number): number =>
      own.reduce((all, { bySize }) => all + pick(bySize.get(size)!), 0);
    const [few, many] = [sizes[0]!, sizes.at(-1)!];
    console.log(
      `${caller}: ${own.length} calls, searches ${sum(few, (m) => m.searches)} → ${sum(many, (m) => m.searches)} ` +
        `(${ratio(
          sum(few, (m) => m.searches),
          sum(many, (m) => m.searches),
        )}), ` +
        `pages ${sum(few, (m) => m.pages)} → ${sum(many, (m) => m.pages)} ` +
        `(${ratio(
          sum(few, (m) => m.pages),
          sum(many, (m) => m.pages),
        )}), ` +
        `ms ${sum(few, (m) => m.milliseconds).toFixed(0)} → ${sum(many, (m) => m.milliseconds).toFixed(0)}`,
    );
  }
}
