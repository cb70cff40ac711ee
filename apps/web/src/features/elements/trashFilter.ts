/** The filters of a loan's trash. The URL contains them, as in the package. */
import type { Element } from '@cairn/contract';
import { DATE_FILTER_DAYS } from '@cairn/contract/constants';
import { startOfDaysAgo } from '../../lib/format/dates.ts';
import { type Filter, MODIFIED } from '../../ui/FilterBar.tsx';
import type { FilterOption } from '../../ui/FilterMenu.tsx';
import { FILE_KINDS, kindOf } from '@cairn/contract/file-kinds';
import type { PackageSearch } from './packageFilter.ts';

export interface TrashedFacts {
  id: string;
  type: string;
  /** When it was moved to the trash. */
  modified: string | null;
  entity: string | null;
}

const TYPES: readonly FilterOption[] = [
  { value: 'folder', label: 'Folder' },
  ...Object.entries(FILE_KINDS).map(([value, { label }]) => ({ value, label })),
  { value: 'question', label: 'Question' },
  { value: 'none', label: 'No file yet' },
];

function typeOf({ storageType, questionType }: Element, fileName: string | undefined): string {
  if (storageType === 'FOLDER') return 'folder';
  if (questionType !== null) return 'question';
  return fileName === undefined ? 'none' : kindOf(fileName);
}

/** The entity of the element or else of the nearest folder above it. */
function entityOf(element: Element, byId: ReadonlyMap<string, Element>): string | null {
  for (let at: Element | undefined = element; at; at = byId.get(at.parentId ?? '')) {
    if (at.sherpaEntityId !== null) return at.sherpaEntityId;
  }
  return null;
}

export const factsOf = (
  element: Element,
  byId: ReadonlyMap<string, Element>,
  trashed: { id: string; fileName: string | undefined; when: string | null },
): TrashedFacts => ({
  id: trashed.id,
  type: typeOf(element, trashed.fileName),
  modified: trashed.when,
  entity: entityOf(element, byId),
});

/** Values of one filter are combined with or, filters with and. */
export function isShown(facts: TrashedFacts, search: PackageSearch, now: Date): boolean {
  const days = DATE_FILTER_DAYS.find((each) => String(each) === search.modified);
  const isWanted = (chosen: string[] | undefined, value: string | null): boolean =>
    chosen === undefined || chosen.length === 0 || (value !== null && chosen.includes(value));
  return (
    isWanted(search.type, facts.type) &&
    isWanted(search.entity, facts.entity) &&
    (days === undefined ||
      (facts.modified !== null &&
        Date.parse(facts.modified) >= startOfDaysAgo(days, now).getTime()))
  );
}

/**
 * The filter options. Only values that occur in the trash are offered, so that no single option gives an empty list.
 */
export function trashFilters(
  all: readonly TrashedFacts[],
  elements: Iterable<Element>,
): Filter<'type' | 'modified' | 'entity'>[] {
  const types = new Set(all.map(({ type }) => type));
  const entities = new Set(all.map(({ entity }) => entity));
  const entityOptions = new Map<string, FilterOption>();
  for (const { storageType, sherpaEntityId, title } of elements) {
    if (storageType !== 'FOLDER' || sherpaEntityId === null || !entities.has(sherpaEntityId)) {
      continue;
    }
    if (!entityOptions.has(sherpaEntityId)) {
      entityOptions.set(sherpaEntityId, { value: sherpaEntityId, label: title });
    }
  }
  return [
    { name: 'type', label: 'Type', options: TYPES.filter(({ value }) => types.has(value)) },
    MODIFIED,
    { name: 'entity', label: 'Entity', options: [...entityOptions.values()] },
  ];
}
