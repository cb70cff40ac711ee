import type { ElementFields } from '@cairn/contract';
import type { BlockType } from '@cairn/contract/template-terms';
import { invalidField } from '../../../platform/api-error.ts';
import type { ElementRow } from './store.ts';

/** An element with default values. */
export const blank = (
  id: string,
  storageType: ElementRow['storage_type'],
  blockType: BlockType,
): ElementRow => ({
  id,
  parent_id: null,
  position: 0,
  block_type: blockType,
  storage_type: storageType,
  answer_type: storageType === 'FILE' ? 'DOCUMENT' : null,
  choices: [],
  title: '',
  naming_strategy: 'TITLE',
  description: null,
  include_description: true,
  priority_type: 'MEDIUM',
  visible_at_status: null,
  release_phase: null,
  borrower_title: null,
  hidden: false,
  required: storageType === 'FILE',
  modifiers: [],
  locations: ['PACKAGE'],
  has_expiration: false,
  fresh_days: null,
  due_days: null,
  repeat_per: null,
  repeat_count: null,
  condition: null,
  key: null,
  aliases: [],
  provider: null,
  stage: null,
  doc_group: null,
  period: null,
  sba_tab: null,
  note: null,
  check_with_counsel: false,
  answer_document_id: null,
  revision: 1,
  deleted_in: null,
});

const COLUMN_OF: Record<keyof ElementFields, keyof ElementRow> = {
  title: 'title',
  answerType: 'answer_type',
  choices: 'choices',
  namingStrategy: 'naming_strategy',
  description: 'description',
  includeDescription: 'include_description',
  priorityType: 'priority_type',
  visibleAtStatus: 'visible_at_status',
  releasePhase: 'release_phase',
  borrowerTitle: 'borrower_title',
  hidden: 'hidden',
  required: 'required',
  modifiers: 'modifiers',
  locations: 'locations',
  hasExpiration: 'has_expiration',
  freshDays: 'fresh_days',
  dueDays: 'due_days',
  repeatPer: 'repeat_per',
  repeatCount: 'repeat_count',
  condition: 'condition',
  key: 'key',
  aliases: 'aliases',
  provider: 'provider',
  stage: 'stage',
  docGroup: 'doc_group',
  period: 'period',
  sbaTab: 'sba_tab',
  note: 'note',
  checkWithCounsel: 'check_with_counsel',
};

/** The element with the given fields; the others stay. */
export function withFields(row: ElementRow, fields: ElementFields): ElementRow {
  const columns: Record<string, unknown> = { ...row };
  for (const [field, column] of Object.entries(COLUMN_OF) as [keyof ElementFields, string][]) {
    if (fields[field] !== undefined) columns[column] = fields[field];
  }
  const next = columns as unknown as ElementRow;
  refuseContradictions(next);
  return next;
}

function refuseContradictions(row: ElementRow): void {
  if ((row.storage_type === 'FOLDER') !== (row.answer_type === null)) {
    throw invalidField('answerType', 'A folder holds elements and is not answered itself');
  }
  if ((row.repeat_per === null) !== (row.repeat_count === null)) {
    throw invalidField('repeatCount', 'Enter a number');
  }
  if (row.storage_type === 'FOLDER' && row.repeat_per !== null) {
    throw invalidField('repeatPer', 'Only a request is repeated; a folder comes with its block');
  }
  if (row.answer_document_id !== null && row.answer_type !== 'DOCUMENT') {
    throw invalidField('answerType', 'Remove the attached file first');
  }
}
