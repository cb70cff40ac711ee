import {
  ENTITY_TYPES,
  KNOWLEDGE_BASES,
  LOAN_STATUSES,
  LOAN_TYPES,
  PHASE_CATEGORIES,
  PRIORITIES,
  type JavascriptConstants,
  type Option,
} from '@cairn/contract';
import { US_STATES } from '@cairn/contract/states';

const options = (labels: Readonly<Record<string, string>>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const byLabel = (list: Option[]): Option[] =>
  list.toSorted((one, other) => one.label.localeCompare(other.label, 'en', { numeric: true }));

const titleCase = (word: string): string => word[0]! + word.slice(1).toLowerCase();

/** Statuses and entity types keep their usual order; the others are sorted by label. */
export const constants: Omit<JavascriptConstants, 'maintenance'> = {
  states: { ...US_STATES },
  loanStatuses: options(LOAN_STATUSES),
  loanTypes: byLabel(options(LOAN_TYPES)),
  entityTypes: options(ENTITY_TYPES),
  knowledgeBases: byLabel(options(KNOWLEDGE_BASES)),
  priorities: byLabel(PRIORITIES.map((value) => ({ value, label: titleCase(value) }))),
  phaseCategories: [...PHASE_CATEGORIES],
};
