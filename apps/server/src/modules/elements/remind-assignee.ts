/** The lead borrower reminds the assignee of a request; an assignee who was only invited gets the invitation again. */
import { createHmac } from 'node:crypto';
import { LENDER_ROLES, MAX_ASSIGNEE_REMINDERS_A_DAY } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import { authorize } from '../../platform/authorize.ts';
import { keyFor } from '../../platform/crypto.ts';
import type { Tx } from '../../platform/db/db.ts';
import { countUp } from '../../platform/rate-limit.ts';
import { lockInvitedToLoan, resendInvitation } from '../invitations/index.ts';
import { isAnswered } from './answer-patch.ts';
import { elementPolicy } from './policy.ts';
import { recordElementEvent } from './record-element-event.ts';
import { lockElements, type ElementRow } from './store.ts';

const DAY_SECONDS = 86_400;
const lenderRoles: ReadonlySet<string> = new Set(LENDER_ROLES);

const isWithSomeoneElse = (element: ElementRow, { accountId }: Actor): boolean =>
  element.storage_type === 'FILE' &&
  element.target_id === null &&
  !element.in_trash &&
  (element.assigned_to ?? element.assigned_invitation_id) !== null &&
  element.assigned_to !== accountId &&
  (!element.answered || !isAnswered(element));

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
  // A refusal below rolls back the transaction, including the counts.
  const invitationId = element.assigned_invitation_id;
  // An invitation names no request, so it is sent once a day for all requests that wait for it.
  const { calls: ofRequest } = await countToday(
    invitationId === null
      ? `request ${element.id} ${element.assigned_to}`
      : `invitation ${invitationId}`,
  );
  if (ofRequest > 1) throw new ApiError('REMINDED_TODAY');
  const { calls: byCaller, left: secondsLeft } = await countToday(`caller ${actor.accountId}`);
  if (byCaller > MAX_ASSIGNEE_REMINDERS_A_DAY) {
    throw new ApiError('TOO_MANY_REQUESTS', { headers: { 'retry-after': String(secondsLeft) } });
  }
  if (invitationId !== null) await inviteAgain(tx, actor, element, invitationId);
  const detail = { elementId: element.id, ...(invitationId !== null && { invitationId }) };
  const notifies = invitationId === null ? {} : { notifies: false as const };
  recordElementEvent(tx, actor, { kind: 'element.reminded', detail, ...notifies }, [element]);
}

/**
 * Sends the invitation again, within the limits of all invitations. A borrower may not send the lender's invitations.
 */
async function inviteAgain(
  tx: Tx,
  actor: Actor,
  { company_id, loan_id }: ElementRow,
  invitationId: string,
): Promise<void> {
  const invited = await lockInvitedToLoan(tx, company_id, loan_id, invitationId);
  if (!invited || lenderRoles.has(invited.role)) throw new ApiError('NOTHING_TO_REMIND');
  await resendInvitation(tx, invited, actor.accountId);
}
