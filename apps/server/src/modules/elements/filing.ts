/** Files that came first, and find their requests afterwards. */
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { hasAnswer } from './answering.ts';
import { putAnswer } from './answer-routes.ts';
import { recordDeed } from './recording.ts';
import { lockElements, type ElementRow } from './store.ts';

export interface Filing {
  elementId: string;
  documentId: string;
  /** Takes the place of what answers the request. */
  replace: boolean;
}

/** A file that was sent back, is over or was blocked is waited for anew. */
const stands = (element: ElementRow): boolean =>
  hasAnswer(element) &&
  element.rejected_by === null &&
  !element.expired &&
  element.virus_scan_state !== 'INFECTED';

/**
 * Answers requests with files of their loans, all or none. The loans are locked together first, so that two who
 * file several at once do not wait for each other in a circle. Returns the requests in the order of the filings.
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
  for (const { elementId, documentId, replace } of filings) {
    const element = byId.get(elementId)!;
    if (stands(element) && !replace) throw new Refusal('ALREADY_ANSWERED');
    const answer = { elementId, documentId, submit: true, inProgress: false };
    const detail = await putAnswer(tx, actor, element, answer);
    recordDeed(tx, actor, { kind: 'element.answered', detail }, [element]);
    filed.push(element);
  }
  return filed;
}
