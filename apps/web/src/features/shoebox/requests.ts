/** The requests that a file can be filed under, as the page lists and searches them. */
import type { Element } from '@cairn/contract';
import { isWanted } from '@cairn/contract/task-terms';
import { buildPackage, type Folder } from '../elements/packageTree.ts';

export interface Target {
  element: Element;
  /** True if the request has no answer, an answer that was rejected, or one that expired. */
  open: boolean;
  /** The title of the top-level folder that the request is in, or of the root folder. */
  group: string;
}

export interface Group {
  folder: Element;
  targets: Target[];
}

/** A link only repeats a request, and a question takes no file. */
const takesFile = (element: Element): boolean =>
  element.id === element.elementId && element.questionType === null && element.abilities.answer;

const targetsIn = (folder: Folder, group: string): Target[] => [
  ...folder.files.filter(takesFile).map((element) => ({
    element,
    open: isWanted(element) || element.status === 'EXPIRED',
    group,
  })),
  ...folder.folders.flatMap((child) => targetsIn(child, group)),
];

/**
 * Groups requests by top-level folder, such as those of the entities. Requests directly in the root folder come last.
 */
export function groupsOf(elements: Element[]): Group[] {
  const root = buildPackage(elements)?.root;
  if (!root) return [];
  const own = targetsIn({ ...root, folders: [] }, root.element.title);
  return [
    ...root.folders.map((folder) => ({
      folder: folder.element,
      targets: targetsIn(folder, folder.element.title),
    })),
    { folder: root.element, targets: own },
  ].filter(({ targets }) => targets.length > 0);
}

export const openOnly = (groups: readonly Group[]): Group[] =>
  groups
    .map((group) => ({ ...group, targets: group.targets.filter(({ open }) => open) }))
    .filter(({ targets }) => targets.length > 0);

/**
 * Undoing a filing clears the answer and both dates. It restores the previous state only if the request had none of
 * them.
 */
export const isUndoable = ({ answer, promisedDate, expirationDate }: Element): boolean =>
  answer === null && promisedDate === null && expirationDate === null;

const SHOWN = 50;

/**
 * Finds requests that contain every word in their title or folder. Open requests come first; without words, only open
 * ones are listed.
 */
export function findTargets(groups: readonly Group[], words: string): Target[] {
  const searchWords = words.toLowerCase().split(/\s+/).filter(Boolean);
  const all = groups.flatMap(({ targets }) => targets);
  const matches = all.filter(({ element, group, open }) => {
    const text = `${element.title} ${group}`.toLowerCase();
    return searchWords.length === 0 ? open : searchWords.every((word) => text.includes(word));
  });
  return matches.toSorted((one, other) => Number(other.open) - Number(one.open)).slice(0, SHOWN);
}
