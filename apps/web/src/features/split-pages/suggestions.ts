/** Converts the suggested parts of the scan into steps that can be applied one by one. */
import type { SuggestedPart } from '@cairn/contract/document-pages';
import {
  chooseRequest,
  type Division,
  LEFT_OUT,
  MAX_LANES,
  moveSheets,
  type PagedFile,
  pageRanges,
} from './lanes.ts';

export interface Suggestion {
  readonly title: string;
  readonly reason: string;
  readonly action: 'Move' | 'Leave out';
  readonly sheets: readonly number[];
  /** The request whose title contains the label, if there is exactly one. */
  readonly elementId: string | null;
}

interface Request {
  readonly id: string;
  readonly title: string;
}

const words = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

/** The only request whose title contains the label. Null if several match, because the user has to choose. */
function requestFor(label: string | null, requests: readonly Request[]): string | null {
  if (label === null) return null;
  const matches = requests.filter(({ title }) => words(title).includes(words(label)));
  return matches.length === 1 ? matches[0]!.id : null;
}

/** The first part stays in the scan's own answer, so a scan with only one part has no moves to suggest. */
export function suggestionsOf(
  { parts, blankPages }: { parts: readonly SuggestedPart[]; blankPages: readonly number[] },
  files: readonly PagedFile[],
  requests: readonly Request[],
): Suggestion[] {
  const pages = files[0]!.pages;
  const ownSheets = (sheets: readonly number[]) => sheets.filter((sheet) => sheet <= pages);
  const moves = parts.slice(1).map(({ pages: sheets, label, evidence }) => ({
    title: `${sheets.length > 1 ? 'Pages' : 'Page'} ${pageRanges(ownSheets(sheets), files)}: ${label ?? 'another document'}`,
    reason: evidence
      ? `Page ${evidence.page} says “${evidence.words}”`
      : `It starts on page ${sheets[0]}`,
    action: 'Move' as const,
    sheets: ownSheets(sheets),
    elementId: requestFor(label, requests),
  }));
  const blanks = ownSheets(blankPages).map((sheet) => ({
    title: `Page ${sheet}`,
    reason: 'It looks blank',
    action: 'Leave out' as const,
    sheets: [sheet],
    elementId: null,
  }));
  return [...moves, ...blanks].filter(({ sheets }) => sheets.length > 0);
}

/**
 * True if the sheets are already where the suggestion puts them: together in a lane other than the first, or left out.
 */
export function isTaken({ action, sheets }: Suggestion, { lanes, leftOut }: Division): boolean {
  if (action === 'Leave out') return sheets.every((sheet) => leftOut.includes(sheet));
  const lane = lanes.findIndex((each) => each.sheets.includes(sheets[0]!));
  return lane > 0 && sheets.every((sheet) => lanes[lane]!.sheets.includes(sheet));
}

/** Moves the sheets to the answer of the suggested request, or to a new one. */
export function take(division: Division, { action, sheets, elementId }: Suggestion): Division {
  if (action === 'Leave out') return moveSheets(division, sheets, LEFT_OUT);
  const same = division.lanes.findIndex(
    (lane, index) => index > 0 && elementId !== null && lane.elementId === elementId,
  );
  const to = same > 0 ? same : division.lanes.length;
  if (to >= MAX_LANES) return division;
  const moved = moveSheets(division, sheets, to);
  // If another lane already has this request, it keeps it.
  const isFree = moved.lanes.every((lane) => lane.elementId !== elementId);
  return same > 0 || elementId === null || !isFree ? moved : chooseRequest(moved, to, elementId);
}
