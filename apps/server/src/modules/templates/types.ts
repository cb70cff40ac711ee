import type { ReplyOf } from '@cairn/contract';
import {
  BLOCK_TYPES,
  DOCUMENT_FLAGS,
  ENTITY_LABELS,
  LOAN_VIEWS,
  LOCATIONS,
  NAMING_STRATEGIES,
  SHERPA_ENTITIES,
  STORAGE_TYPE_LABELS,
} from '@cairn/contract/template-terms';
import type { templates } from '@cairn/contract/templates';

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const PRIORITY_LABELS = {
  URGENT: 'Urgent',
  HIGH: 'High',
  MEDIUM: 'Medium',
  LOW: 'Low',
  PRIVATE: 'Private',
  HIDDEN: 'Hidden',
};

/** The nine type maps, each under the specification's name. */
export const types: ReplyOf<typeof templates.listTemplateTypes> = {
  block: options(BLOCK_TYPES),
  loanView: options(LOAN_VIEWS),
  location: options(LOCATIONS),
  entityModifier: options(ENTITY_LABELS),
  namingStrategy: options(NAMING_STRATEGIES),
  priority: options(PRIORITY_LABELS),
  sherpaEntity: options(SHERPA_ENTITIES),
  storage: options(STORAGE_TYPE_LABELS),
  elementModifier: options(DOCUMENT_FLAGS),
};
