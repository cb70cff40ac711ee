import type { AnswerValue, QuestionType } from '@cairn/contract';
import type { Granted } from '../../platform/grant.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isPast } from './status.ts';
import type { ElementRow } from './store.ts';

export interface Answer {
  documentId?: string | undefined;
  value?: AnswerValue | undefined;
  expirationDate?: string | null | undefined;
  inProgress: boolean;
  answeredBy: string;
}

/** No answer, and nothing decided about one. */
export const unanswered = {
  answer_document_id: null,
  answer_value: null,
  answer_in_progress: false,
  answered_at: null,
  answered_by: null,
  expiration_date: null,
  expired: false,
  approved_by: null,
  rejected_by: null,
  rejection_code: null,
  rejection_reason: null,
  decided_at: null,
};

const wrong = (message: string): Refusal =>
  new Refusal('INVALID_REQUEST', { fieldErrors: { value: message } });

const isDay = (given: AnswerValue): boolean =>
  typeof given === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(given) &&
  !Number.isNaN(Date.parse(given)) &&
  new Date(given).toISOString().startsWith(given);

const CHECKS: Record<QuestionType, (given: AnswerValue, choices: string[]) => string | null> = {
  TEXT: (given) => (typeof given === 'string' ? null : 'A text'),
  NUMBER: (given) => (typeof given === 'number' ? null : 'A number'),
  DATE: (given) => (isDay(given) ? null : 'A day, like 2026-03-05'),
  CHOICE: (given, choices) =>
    typeof given === 'string' && choices.includes(given) ? null : 'One of the choices',
  ADDRESS: (given) => (typeof given === 'object' ? null : 'An address'),
  YES_NO: (given) => (typeof given === 'boolean' ? null : 'Yes or no'),
};

/** A requested document takes a file, a question its own kind of value; what was decided earlier is void. */
export function answered(element: Granted<'answer', ElementRow>, answer: Answer) {
  const { storage_type, question_type, target_id } = element;
  if (storage_type !== 'FILE' || target_id !== null || element.in_trash) {
    throw new Refusal('NOTHING_TO_ANSWER');
  }
  if (question_type === null) {
    if (answer.documentId === undefined || answer.value !== undefined)
      throw new Refusal('NOT_FOUND');
  } else {
    if (answer.value === undefined || answer.documentId !== undefined) throw wrong('Required');
    const refused = CHECKS[question_type](answer.value, element.choices);
    if (refused) throw wrong(refused);
  }
  const expires = answer.expirationDate ?? null;
  return {
    ...unanswered,
    answer_document_id: answer.documentId ?? null,
    answer_value: answer.value === undefined ? null : JSON.stringify(answer.value),
    answer_in_progress: answer.inProgress,
    answered_by: answer.answeredBy,
    answered_at: new Date().toISOString(),
    expiration_date: expires,
    expired: isPast(expires, new Date()),
  };
}

export const hasAnswer = (
  element: Pick<ElementRow, 'answer_document_id' | 'answer_value'>,
): boolean => element.answer_document_id !== null || element.answer_value !== null;
