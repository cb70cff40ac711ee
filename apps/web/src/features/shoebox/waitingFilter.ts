import type { ShoeboxItem } from '@cairn/contract';
import { DATE_FILTER_DAYS, PHASE_CATEGORIES } from '@cairn/contract/constants';
import { FILE_KIND_CODES, kindOf } from '@cairn/contract/file-kinds';
import { WAITING_FILE_STATUSES, type WaitingFileStatus } from '@cairn/contract/shoebox-terms';
import { idsIn, wordsIn } from '../../lib/addressValues.ts';
import type { Request } from '../../lib/client.ts';
import { startOfDaysAgo } from '../../lib/format/dates.ts';

/** The filters are in the URL, so that a link to a filtered list can be shared. */
export interface ShoeboxSearch {
  type?: string[] | undefined;
  status?: string[] | undefined;
  modified?: string | undefined;
  /** IDs of employees who work on the loan. */
  assignee?: string[] | undefined;
  stage?: string[] | undefined;
  /** Words from the name of an entity of the loan. */
  entity?: string | undefined;
}

export const isFiltered = (search: ShoeboxSearch): boolean => {
  const { type, status, modified, assignee, stage, entity } = search;
  return [type, status, modified, assignee, stage, entity].some((each) => each !== undefined);
};

/** The known values among the selected ones. Undefined if there are none. */
function among<Value extends string>(
  values: readonly Value[],
  chosen: string[] | undefined,
): Value[] | undefined {
  const selected = values.filter((each) => chosen?.includes(each));
  return selected.length > 0 ? selected : undefined;
}

function since(modified: string | undefined, now: Date): Date | undefined {
  const days = DATE_FILTER_DAYS.find((each) => String(each) === modified);
  return days === undefined ? undefined : startOfDaysAgo(days, now);
}

/** Converts the filters into the query for the server. Unknown values in the URL are ignored. */
export function filterOf(search: ShoeboxSearch, now: Date) {
  const type = among(FILE_KIND_CODES, search.type);
  const fileStatus = among(WAITING_FILE_STATUSES, search.status);
  const category = among(PHASE_CATEGORIES, search.stage);
  const officerId = idsIn(search.assignee);
  const entity = wordsIn(search.entity);
  const modifiedSince = since(search.modified, now)?.toISOString();
  return {
    ...(type && { type }),
    ...(fileStatus && { fileStatus }),
    ...(category && { category }),
    ...(modifiedSince && { modifiedSince }),
    ...(officerId && { officerId }),
    ...(entity && { entity }),
  } satisfies NonNullable<Request<'listLenderShoebox'>['query']>;
}

/** Whether a filter applies in the shoebox of one loan, where only the file filters are shown and applied. */
export const isFilteredByFile = ({ type, status, modified }: ShoeboxSearch, now: Date): boolean =>
  Object.keys(filterOf({ type, status, modified }, now)).length > 0;

const statusesOf = ({ newFile, document }: ShoeboxItem): WaitingFileStatus[] => [
  ...(newFile ? (['NEW'] as const) : []),
  ...(document.virusScanState === 'PENDING' ? (['CHECKING'] as const) : []),
  ...(document.virusScanState === 'CLEAN' || document.virusScanState === 'PENDING'
    ? []
    : (['BLOCKED'] as const)),
];

/**
 * Filters in the browser for the shoebox of one loan, which is loaded completely because hidden files still take part
 * in suggestions.
 */
export function isShown(item: ShoeboxItem, search: ShoeboxSearch, now: Date): boolean {
  const type = among(FILE_KIND_CODES, search.type);
  const status = among(WAITING_FILE_STATUSES, search.status);
  const from = since(search.modified, now);
  return (
    (type === undefined || type.includes(kindOf(item.document.name))) &&
    (status === undefined || statusesOf(item).some((each) => status.includes(each))) &&
    (from === undefined || Date.parse(item.createdDate) >= from.getTime())
  );
}

/** The URL can also name the item that is open. */
export interface BenchSearch extends ShoeboxSearch {
  item?: string | undefined;
}

/** The open item always stays in the list: viewing it, or its virus scan, can change whether it matches the filters. */
export const itemsShown = (items: readonly ShoeboxItem[], search: BenchSearch, now: Date) =>
  items.filter((each) => each.id === search.item || isShown(each, search, now));
