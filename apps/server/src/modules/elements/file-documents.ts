/** Files uploaded documents to requests, and undoes that. */
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { ApiError } from '../../platform/api-error.ts';
import { authorize } from '../../platform/authorize.ts';
import { isAnswered, NO_ANSWER_PATCH } from './answer-patch.ts';
import { putAnswer } from './answer-element.ts';
import { replacedAnswer } from './past-answers-store.ts';
import { elementPolicy } from './policy.ts';
import { recordElementEvent } from './record-element-event.ts';
import { lockElements, saveElement, type ElementRow } from './store.ts';

export interface Filing {
  elementId: string;
  documentId: string;
  /** Replaces the current answer of the request. */
  replace: boolean;
  note?: string | undefined;
  expirationDate?: string | null;
}

/**
 * Answers requests with files of their loans: all or none. Loans are locked together first, so that concurrent calls
 * do not deadlock. Returns the requests in the order of the filings.
 */
export async function fileDocuments(
  tx: Tx,
  actor: Actor,
  filings: readonly Filing[],
): Promise<ElementRow[]> {
  const { elements } = await lockElements(
    tx,
    actor,
    filings.map(({ elementId }) => elementId),
  );
  const byId = new Map(elements.map((element) => [element.id, element]));
  const filed: ElementRow[] = [];
  for (const { elementId, documentId, replace, note, expirationDate } of filings) {
    const element = byId.get(elementId)!;
    if (isAnswered(element) && !replace) throw new ApiError('ALREADY_ANSWERED');
    const remarks = { note, expirationDate };
    const answer = { elementId, documentId, ...remarks, submit: true, inProgress: false };
    const detail = await putAnswer(tx, actor, element, answer);
    recordElementEvent(tx, actor, { kind: 'element.answered', detail }, [element]);
    filed.push(element);
  }
  return filed;
}

/**
 * Undoes a filing: each request is open again, as before its file was filed. Refused if the file replaced another
 * answer, or the request was decided or answered since. The file returns to the shoebox, not to the request's trash.
 */
export async function unfileDocuments(
  tx: Tx,
  actor: Actor,
  filings: readonly Pick<Filing, 'elementId' | 'documentId'>[],
): Promise<void> {
  const { elements } = await lockElements(
    tx,
    actor,
    filings.map(({ elementId }) => elementId),
  );
  const byId = new Map(elements.map((element) => [element.id, element]));
  for (const { elementId, documentId } of filings) {
    const element = authorize(elementPolicy, 'takeBack', actor, byId.get(elementId)!);
    const isAsFiled =
      element.answer_document_id === documentId &&
      element.approved_by === null &&
      element.rejected_by === null &&
      !(await replacedAnswer(tx, element));
    if (!isAsFiled) throw new ApiError('CONFLICT');
    await saveElement(tx, element, NO_ANSWER_PATCH);
    recordElementEvent(tx, actor, { kind: 'answer.removed', detail: { elementId, documentId } }, [
      element,
    ]);
  }
}
