import type { Granted } from '../../platform/grant.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { ElementRow } from './store.ts';

export interface Answer {
  documentId: string;
  inProgress: boolean;
  answeredBy: string;
}

/** Only a requested document takes a file; whatever was decided about an earlier one is void. */
export function answered(element: Granted<'answer', ElementRow>, answer: Answer) {
  if (element.storage_type !== 'FILE') throw new Refusal('NOTHING_TO_ANSWER');
  return {
    answer_document_id: answer.documentId,
    answer_in_progress: answer.inProgress,
    answered_by: answer.answeredBy,
    approved_by: null,
    rejected_by: null,
  };
}
