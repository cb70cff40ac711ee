import type { AnswerValue, DoesNotApply, QuestionType } from '@cairn/contract';
import { isUnreadable } from '@cairn/contract/file-terms';
import type { Authorized } from '../../platform/authorize.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { isPast } from './status.ts';
import type { ElementRow } from './store.ts';

export interface Answer {
  documentId?: string | undefined;
  value?: AnswerValue | undefined;
  doesNotApply?: DoesNotApply | undefined;
  driversLicenseOf?: string | undefined;
  note?: string | undefined;
  expirationDate?: string | null | undefined;
  inProgress: boolean;
  answeredBy: string;
}

/** Columns of a request without answer and decision. */
export const NO_ANSWER_PATCH = {
  answer_document_id: null,
  answer_value: null,
  answer_note: null,
  promised_date: null,
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

const wrong = (message: string): ApiError => invalidField('value', message);

const isDay = (value: AnswerValue): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);

const CHECKS: Record<QuestionType, (given: AnswerValue, choices: string[]) => string | null> = {
  TEXT: (value) => (typeof value === 'string' ? null : 'A text'),
  NUMBER: (value) => (typeof value === 'number' ? null : 'Enter a number'),
  DATE: (value) => (isDay(value) ? null : 'Enter a date, like 2026-03-05'),
  CHOICE: (value, choices) =>
    typeof value === 'string' && choices.includes(value) ? null : 'Choose one of the choices',
  ADDRESS: (value) => (typeof value === 'object' ? null : 'An address'),
  YES_NO: (value) => (typeof value === 'boolean' ? null : 'Yes or no'),
};

/** Columns of a new answer: a document for a file request, a value for a question. Clears earlier decisions. */
export function answerPatch(element: Authorized<'answer', ElementRow>, answer: Answer) {
  const { storage_type, question_type, target_id } = element;
  if (storage_type !== 'FILE' || target_id !== null || element.in_trash) {
    throw new ApiError('NOTHING_TO_ANSWER');
  }
  if (answer.doesNotApply) refuseWithAnswer(answer, answer.doesNotApply);
  else if (answer.driversLicenseOf !== undefined) {
    if (question_type !== null) throw new ApiError('NOTHING_TO_ANSWER');
  } else if (question_type === null) {
    if (answer.documentId === undefined || answer.value !== undefined)
      throw new ApiError('NOT_FOUND');
  } else {
    if (answer.value === undefined || answer.documentId !== undefined) throw wrong('Required');
    const problem = CHECKS[question_type](answer.value, element.choices);
    if (problem) throw wrong(problem);
  }
  const expires = answer.expirationDate ?? null;
  return {
    ...NO_ANSWER_PATCH,
    answer_document_id: answer.documentId ?? null,
    answer_value: valueOf(answer),
    answer_note: answer.note ?? null,
    answer_in_progress: answer.inProgress,
    answered_by: answer.answeredBy,
    answered_at: new Date().toISOString(),
    expiration_date: expires,
    expired: isPast(expires, new Date()),
  };
}

const valueOf = ({ value, doesNotApply, driversLicenseOf }: Answer): string | null => {
  if (doesNotApply)
    return JSON.stringify({ doesNotApply: doesNotApply.code, note: doesNotApply.note });
  if (driversLicenseOf !== undefined) return JSON.stringify({ driversLicense: driversLicenseOf });
  return value === undefined ? null : JSON.stringify(value);
};

/** "Doesn't apply" replaces a file or a value. */
function refuseWithAnswer({ documentId, value }: Answer, { code, note }: DoesNotApply): void {
  if (documentId !== undefined || value !== undefined) throw wrong('Either an answer or a reason');
  if (code === 'OTHER' && note === null) {
    throw invalidField('doesNotApply.note', 'Required');
  }
}

/** The reason, if the answer is that the request does not apply. */
export function doesNotApplyOf(value: unknown): DoesNotApply | null {
  if (typeof value !== 'object' || value === null || !('doesNotApply' in value)) return null;
  const { doesNotApply: code, note } = value as { doesNotApply: DoesNotApply['code'] } & {
    note?: string | null;
  };
  return { code, note: note ?? null };
}

/** The person whose driver's license is the answer. */
export function driversLicenseIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('driversLicense' in value)) return null;
  return value.driversLicense as string;
}

export const hasAnswer = (
  element: Pick<ElementRow, 'answer_document_id' | 'answer_value'>,
): boolean => element.answer_document_id !== null || element.answer_value !== null;

type Answered = Pick<
  ElementRow,
  | 'answer_document_id'
  | 'answer_value'
  | 'approved_by'
  | 'rejected_by'
  | 'expired'
  | 'virus_scan_state'
  | 'content_state'
>;

/** False for a file that was rejected, has expired, was blocked or cannot be read: the request is open again. */
export const isAnswered = (element: Answered): boolean =>
  hasAnswer(element) &&
  element.rejected_by === null &&
  !element.expired &&
  element.virus_scan_state !== 'INFECTED' &&
  (element.approved_by !== null || !isUnreadable(element.content_state));
