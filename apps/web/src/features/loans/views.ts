import type { LoanView, PipelineSection } from '@cairn/contract';
import type { Shown } from './filters.ts';

export const viewOf = (
  section: PipelineSection,
  { phaseIds, types, modified, toReview, idle, officerIds, words, direction, layout }: Shown,
): Omit<LoanView, 'id' | 'name'> => ({
  section,
  layout,
  direction,
  modifiedDays: modified,
  phaseIds,
  loanTypes: types,
  toReview,
  idle,
  officerIds,
  words,
});

/** Converts a saved view to filters. Phases that no longer exist are left out. */
export const shownByView = (view: LoanView, phaseIds: readonly string[]): Shown => ({
  phaseIds: view.phaseIds.filter((id) => phaseIds.includes(id)),
  types: view.loanTypes,
  modified: view.modifiedDays,
  toReview: view.toReview,
  idle: view.idle,
  officerIds: view.officerIds,
  words: view.words,
  direction: view.direction,
  layout: view.layout,
});

const sortedText = (values: readonly string[]): string => values.toSorted().join();

export const sameShown = (one: Shown, other: Shown): boolean =>
  one.modified === other.modified &&
  one.toReview === other.toReview &&
  one.idle === other.idle &&
  one.words === other.words &&
  sortedText(one.officerIds) === sortedText(other.officerIds) &&
  one.direction === other.direction &&
  one.layout === other.layout &&
  sortedText(one.phaseIds) === sortedText(other.phaseIds) &&
  sortedText(one.types) === sortedText(other.types);
