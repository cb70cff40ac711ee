/** The lead borrower reminds the person to whom they handed a request over. */
import { createHmac } from 'node:crypto';
import { MAX_ASSIGNEE_REMINDERS_A_DAY } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import { authorize } from '../../platform/authorize.ts';
import { keyFor } from '../../platform/crypto.ts';
import type { Tx } from '../../platform/db/db.ts';
import { countUp } from '../../platform/rate-limit.ts';
import { elementPolicy } from './policy.ts';
import { recordElementEvent } from './record-element-event.ts';
import { lockElements, type ElementRow } from './store.ts';

const DAY_SECONDS = 86_400;

const isWithSomeoneElse = (element: ElementRow, { accountId }: Actor): boolean =>
  element.storage_type === 'FILE' &&
  element.target_id === null &&
  !element.in_trash &&
  element.assigned_to !== null &&
  element.assigned_to !== accountId &&
  (!element.answered || element.rejected_by !== null);

export async function remindAssignee(
  tx: Tx,
  actor: Actor,
  secretKey: string,
  { elementId, loanId }: { elementId: string; loanId: string },
): Promise<void> {
  const locked = await lockElements(tx, actor, [elementId], loanId);
  const element = authorize(elementPolicy, 'remind', actor, locked.elements[0]!);
  if (!isWithSomeoneElse(element, actor)) throw new ApiError('NOTHING_TO_REMIND');
  const countToday = (what: string) => {
    const key = createHmac('sha256', keyFor(secretKey, 'reminders by borrowers'));
    return countUp(tx, key.update(what).digest(), DAY_SECONDS);
  };
  // Refused, the transaction takes the counts back.
  const { calls: ofRequest } = await countToday(`request ${element.id} ${element.assigned_to}`);
  if (ofRequest > 1) throw new ApiError('REMINDED_TODAY');
  const { calls: byCaller, left } = await countToday(`caller ${actor.accountId}`);
  if (byCaller > MAX_ASSIGNEE_REMINDERS_A_DAY) {
    throw new ApiError('TOO_MANY_REQUESTS', { headers: { 'retry-after': String(left) } });
  }
  const detail = { elementId: element.id };
  recordElementEvent(tx, actor, { kind: 'element.reminded', detail }, [element]);
}
