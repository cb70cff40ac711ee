import type { DateFilterDays, Element, Person, TaskViewer } from '@cairn/contract';
import { DATE_FILTER_DAYS } from '@cairn/contract/constants';
import { waitsOnViewer } from '@cairn/contract/task-terms';
import { startOfDaysAgo } from '../../lib/format/dates.ts';
import { personName } from '../../lib/format/names.ts';
import type { FilterOption } from '../../ui/FilterMenu.tsx';
import { FILE_KINDS, kindOf } from '@cairn/contract/file-kinds';
import { type Folder, pathTo } from './packageTree.ts';
import { statusOf } from './status.ts';

/** Filters are in the URL, so that a filtered package can be shared. */
export interface PackageSearch {
  /** Search words. Each must occur in a title, in a file name or in the title of a folder above. */
  words?: string | undefined;
  type?: string[] | undefined;
  status?: string[] | undefined;
  modified?: string | undefined;
  assignee?: string[] | undefined;
  entity?: string[] | undefined;
  /** Only requests that wait for the viewer: in a shared URL, for the user who opens it. */
  waiting?: 'me' | undefined;
}

export const NO_FILTER: PackageSearch = {
  words: undefined,
  type: undefined,
  status: undefined,
  modified: undefined,
  assignee: undefined,
  entity: undefined,
  waiting: undefined,
};

/** A document and the folder that contains it. */
export interface PackageMatch {
  file: Element;
  folder: Folder;
}

export const UNASSIGNED = 'nobody';

/** Normalizes text for comparison by removing case and accents, so that "resume" finds "Résumé". */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const wantedWords = ({ words = '' }: PackageSearch): string[] =>
  plain(words).split(/\s+/).filter(Boolean);

const modifiedDays = (search: PackageSearch): DateFilterDays | undefined =>
  DATE_FILTER_DAYS.find((days) => String(days) === search.modified);

export const isFiltered = (search: PackageSearch): boolean =>
  [search.type, search.status, search.assignee, search.entity].some(
    (chosen) => chosen !== undefined && chosen.length > 0,
  ) ||
  modifiedDays(search) !== undefined ||
  wantedWords(search).length > 0 ||
  search.waiting !== undefined;

const typeOf = ({ questionType, answer }: Element): string =>
  questionType ? 'question' : answer?.document ? kindOf(answer.document.name) : 'none';

const TYPES: readonly FilterOption[] = [
  ...Object.entries(FILE_KINDS).map(([value, { label }]) => ({ value, label })),
  { value: 'question', label: 'Question' },
  { value: 'none', label: 'No file yet' },
];

/**
 * The entity of the document or else of the nearest folder above it: contents of an entity's folder are about the
 * entity.
 */
function entityOf({ file, folder }: PackageMatch): string | null {
  if (file.sherpaEntityId !== null) return file.sherpaEntityId;
  for (let at: Folder | null = folder; at; at = at.parent) {
    if (at.element.sherpaEntityId !== null) return at.element.sherpaEntityId;
  }
  return null;
}

/** All documents below a folder, at any depth, top to bottom. */
export const filesBelow = (folder: Folder): PackageMatch[] => [
  ...folder.folders.flatMap(filesBelow),
  ...folder.files.map((file) => ({ file, folder })),
];

interface FilterContext {
  viewer: TaskViewer;
  now: Date;
}

/** Folders below the given one, each with the titles of the folders between the two. */
const foldersBelow = (folder: Folder, above = ''): { folder: Folder; above: string }[] =>
  folder.folders.flatMap((child) => [
    { folder: child, above },
    ...foldersBelow(child, `${above} ${child.element.title}`),
  ]);

/**
 * Whether all words occur in the names of an item and of the folders above it. At least one word must occur in the
 * item's own name; otherwise a search for a folder would list all of its contents besides the folder itself.
 */
function hasWords(words: readonly string[], own: string, above: () => string): boolean {
  const name = plain(own);
  if (!words.some((word) => name.includes(word))) return false;
  const names = `${name} ${plain(above())}`;
  return words.every((word) => names.includes(word));
}

/**
 * Folders below the given one that match the search words. The other filters apply only to documents, so with one of
 * them set no folder is returned.
 */
export function filterFolders(folder: Folder, search: PackageSearch): Folder[] {
  const words = wantedWords(search);
  if (words.length === 0 || isFiltered({ ...search, words: undefined })) return [];
  return foldersBelow(folder)
    .filter((each) => hasWords(words, each.folder.element.title, () => each.above))
    .map((each) => each.folder);
}

/** The title of a document and the name of its file. */
const ownNames = ({ title, answer }: Element): string => `${title} ${answer?.document?.name ?? ''}`;

/** The matching documents below a folder. Values of one filter are combined with or, filters with and. */
export const filterPackage = (
  folder: Folder,
  search: PackageSearch,
  context: FilterContext,
): PackageMatch[] => filterFound(filesBelow(folder), search, context);

const titlesTo = (folder: Folder): string =>
  pathTo(folder)
    .slice(1)
    .map(({ element }) => element.title)
    .join(' ');

export function filterFound(
  all: readonly PackageMatch[],
  search: PackageSearch,
  { viewer, now }: FilterContext,
): PackageMatch[] {
  const days = modifiedDays(search);
  const words = wantedWords(search);
  const since = days === undefined ? null : startOfDaysAgo(days, now).getTime();
  const isWanted = (chosen: string[] | undefined, value: string): boolean =>
    chosen === undefined || chosen.length === 0 || chosen.includes(value);
  return all.filter((match) => {
    const { file } = match;
    if (words.length > 0 && !hasWords(words, ownNames(file), () => titlesTo(match.folder)))
      return false;
    const modified = file.answer?.document?.lastModifiedDate ?? file.lastModifiedDate;
    return (
      isWanted(search.type, typeOf(file)) &&
      isWanted(search.status, statusOf(file, !viewer.asLender).label) &&
      (since === null || Date.parse(modified) >= since) &&
      isWanted(search.assignee, file.assignedToUserId ?? UNASSIGNED) &&
      isWanted(search.entity, entityOf(match) ?? UNASSIGNED) &&
      (search.waiting === undefined || waitsOnViewer(file, viewer))
    );
  });
}

export interface PackageOptions {
  type: FilterOption[];
  status: FilterOption[];
  assignee: FilterOption[];
  entity: FilterOption[];
}

/** The number of documents that wait for the viewer. */
export const requestsToReview = (root: Folder, viewer: TaskViewer): number =>
  filesBelow(root).filter(({ file }) => waitsOnViewer(file, viewer)).length;

/**
 * The filter options. Only values that occur in the package are offered, so that no single option gives an empty list.
 */
export function optionsOf(
  root: Folder,
  people: readonly Person[],
  asBorrower: boolean,
): PackageOptions {
  const all = filesBelow(root);
  const types = new Set(all.map(({ file }) => typeOf(file)));
  const statuses = new Set(all.map(({ file }) => statusOf(file, asBorrower).label));
  const assigned = new Set(all.map(({ file }) => file.assignedToUserId ?? UNASSIGNED));
  return {
    type: TYPES.filter(({ value }) => types.has(value)),
    status: [...statuses].toSorted().map((label) => ({ value: label, label })),
    assignee: [
      ...people.map((person) => ({ value: person.id, label: personName(person) })),
      { value: UNASSIGNED, label: 'Unassigned' },
    ].filter(({ value }) => assigned.has(value)),
    entity: entityFolders(root).map(({ element }) => ({
      value: element.sherpaEntityId!,
      label: element.title,
    })),
  };
}

/** The folders that name the entities. If an entity has several folders, the first one is used. */
function entityFolders(root: Folder): Folder[] {
  const byEntity = new Map<string, Folder>();
  const walk = (folder: Folder): void => {
    const { sherpaEntityId } = folder.element;
    if (sherpaEntityId !== null && !byEntity.has(sherpaEntityId)) {
      byEntity.set(sherpaEntityId, folder);
    }
    folder.folders.forEach(walk);
  };
  walk(root);
  return [...byEntity.values()];
}
