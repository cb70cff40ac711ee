/**
 * Which pages of which files become which answer, before anything is saved. A sheet is a page of any of the open files.
 * Sheets are numbered from 1, first through the first file, then through the next one.
 */

export type Turn = 0 | 90 | 180 | 270;

export interface PagedFile {
  readonly documentId: string;
  readonly version: number;
  readonly name: string;
  /** The request that the file answers. */
  readonly elementId: string;
  readonly pages: number;
}

export interface Lane {
  /** The request that these sheets answer. Null if none is chosen yet. */
  readonly elementId: string | null;
  readonly sheets: readonly number[];
}

export interface Division {
  readonly lanes: readonly Lane[];
  readonly leftOut: readonly number[];
  readonly turns: Readonly<Record<number, Turn>>;
}

/** The limit is nine because each lane has a digit as its key. */
export const MAX_LANES = 9;
export const LEFT_OUT = -1;
export const EMPTY: Division = { lanes: [], leftOut: [], turns: {} };

/** The sheets of the file at this index. */
function sheetsOf(files: readonly PagedFile[], index: number): number[] {
  const before = files.slice(0, index).reduce((sum, { pages }) => sum + pages, 0);
  return Array.from({ length: files[index]!.pages }, (_, page) => before + page + 1);
}

/** The index of the sheet's file, and the page in that file. */
export function pageOf(
  files: readonly PagedFile[],
  sheet: number,
): { source: number; page: number } {
  let page = sheet;
  let source = 0;
  while (page > files[source]!.pages) {
    page -= files[source]!.pages;
    source += 1;
  }
  return { source, page };
}

/** All sheets in the order in which they are shown. */
export const sheetsInOrder = ({ lanes, leftOut }: Division): number[] => [
  ...lanes.flatMap(({ sheets }) => sheets),
  ...leftOut,
];

/** Appends the sheets of a file to the answer of its own request, or to a new lane if there is none. */
export function addFile(division: Division, files: readonly PagedFile[], index: number): Division {
  const { elementId } = files[index]!;
  const sheets = sheetsOf(files, index);
  const present = new Set(sheetsInOrder(division));
  if (sheets.some((sheet) => present.has(sheet))) return division;
  const at = division.lanes.findIndex((lane) => lane.elementId === elementId);
  if (at < 0 && division.lanes.length >= MAX_LANES) return division;
  const lanes =
    at < 0
      ? [...division.lanes, { elementId, sheets }]
      : division.lanes.with(at, { elementId, sheets: [...division.lanes[at]!.sheets, ...sheets] });
  return { ...division, lanes };
}

const without = (sheets: readonly number[], moved: ReadonlySet<number>): number[] =>
  sheets.filter((sheet) => !moved.has(sheet));

/** Inserts the sheets before the given sheet, or else in the order of their files. */
function insertSheets(
  sheets: readonly number[],
  moved: readonly number[],
  before?: number,
): number[] {
  const others = without(sheets, new Set(moved));
  const sorted = moved.toSorted((one, other) => one - other);
  const at =
    before === undefined ? others.findIndex((sheet) => sheet > sorted[0]!) : others.indexOf(before);
  return at < 0 ? [...others, ...sorted] : others.toSpliced(at, 0, ...sorted);
}

/** `to` is the zero-based index of a lane or LEFT_OUT. The index after the last lane creates a new lane. */
export function moveSheets(
  division: Division,
  moved: readonly number[],
  to: number,
  before?: number,
): Division {
  if (moved.length === 0 || to > division.lanes.length || to >= MAX_LANES) return division;
  const movedSheets = new Set(moved);
  const lanes = division.lanes.map((lane) => ({
    ...lane,
    sheets: without(lane.sheets, movedSheets),
  }));
  const leftOut = without(division.leftOut, movedSheets);
  if (to === LEFT_OUT) return { ...division, lanes, leftOut: insertSheets(leftOut, moved) };
  const target = lanes[to] ?? { elementId: null, sheets: [] };
  lanes[to] = { ...target, sheets: insertSheets(target.sheets, moved, before) };
  return { ...division, lanes, leftOut };
}

/** Moves the sheet one place to the left (-1) or right (1) within its answer. */
export function shiftSheet(division: Division, sheet: number, by: -1 | 1): Division {
  const index = division.lanes.findIndex(({ sheets }) => sheets.includes(sheet));
  const lane = division.lanes[index];
  const at = lane?.sheets.indexOf(sheet) ?? -1;
  const to = at + by;
  if (!lane || to < 0 || to >= lane.sheets.length) return division;
  const sheets = lane.sheets.toSpliced(at, 1).toSpliced(to, 0, sheet);
  return { ...division, lanes: division.lanes.with(index, { ...lane, sheets }) };
}

export const turnSheets = (
  division: Division,
  sheets: readonly number[],
  by: 90 | -90,
): Division => ({
  ...division,
  turns: {
    ...division.turns,
    ...Object.fromEntries(
      sheets.map((sheet) => [sheet, ((division.turns[sheet] ?? 0) + by + 360) % 360]),
    ),
  },
});

export const chooseRequest = (division: Division, lane: number, elementId: string): Division => ({
  ...division,
  lanes: division.lanes.map((each, index) => (index === lane ? { ...each, elementId } : each)),
});

/** Ranges of consecutive pages, such as "1–6, 9". Pages of files other than the first one include the file's name. */
export function pageRanges(sheets: readonly number[], files: readonly PagedFile[]): string {
  const runs: { source: number; from: number; to: number }[] = [];
  for (const sheet of sheets) {
    const { source, page } = pageOf(files, sheet);
    const last = runs.at(-1);
    if (last?.source === source && last.to + 1 === page) last.to = page;
    else runs.push({ source, from: page, to: page });
  }
  return runs
    .map(({ source, from, to }, index) => {
      const isNamed = source > 0 && runs[index - 1]?.source !== source;
      return `${isNamed ? `${files[source]!.name} ` : ''}${from === to ? from : `${from}–${to}`}`;
    })
    .join(', ');
}

/** True if the lane contains exactly the file that already answers the request, so there is nothing to create. */
function isUnchanged(
  { elementId, sheets }: Lane,
  turns: Division['turns'],
  files: readonly PagedFile[],
): boolean {
  const index = files.findIndex((file) => file.elementId === elementId);
  if (index < 0) return false;
  const whole = sheetsOf(files, index);
  return (
    whole.length === sheets.length &&
    whole.every((sheet, at) => sheets[at] === sheet && (turns[sheet] ?? 0) === 0)
  );
}

/** The lanes for which answers will be created. */
export const changedLanes = ({ lanes, turns }: Division, files: readonly PagedFile[]) =>
  lanes.filter((lane) => lane.sheets.length > 0 && !isUnchanged(lane, turns, files));

/** Why the answers cannot be created yet. Undefined if they can. */
export function problemOf(division: Division, files: readonly PagedFile[]): string | undefined {
  const filled = division.lanes.filter(({ sheets }) => sheets.length > 0);
  if (filled.length === 0) return 'Every page is left out.';
  if (filled.some(({ elementId }) => elementId === null))
    return 'Choose a request for each answer.';
  const ids = filled.map(({ elementId }) => elementId);
  if (new Set(ids).size < ids.length) return 'Two answers are for the same request.';
  return changedLanes(division, files).length === 0
    ? 'Move, turn or leave out a page first.'
    : undefined;
}

export const answersOf = (
  division: Division,
  files: readonly PagedFile[],
  hasAnswer: (elementId: string) => boolean,
) =>
  changedLanes(division, files).map(({ elementId, sheets }) => ({
    elementId: elementId!,
    replace: hasAnswer(elementId!),
    pages: sheets.map((sheet) => ({
      ...pageOf(files, sheet),
      turn: division.turns[sheet] ?? (0 as const),
    })),
  }));
