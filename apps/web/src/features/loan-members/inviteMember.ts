import type { Party } from '@cairn/contract';
import type { CallError } from '../../lib/CallError.ts';
import { calls } from '../../lib/calls.ts';
import { send } from '../../lib/client.ts';
import { reportFailure } from '../../lib/failures.ts';
import { refresh } from '../../lib/queries.ts';
import { createStore } from '../../lib/store.ts';
import { toast } from '../../lib/toast.ts';

/** The ids of the people whose invitation is being sent [R230]. */
export const invitesUnderWay = createStore<ReadonlySet<string>>(new Set());

const mark = (id: string, underWay: boolean) =>
  invitesUnderWay.set(
    (now) => new Set(underWay ? [...now, id] : [...now].filter((each) => each !== id)),
  );

const SENT_A_MOMENT_AGO =
  'The address can be used again, but an invitation went there less than a minute ago. Wait a minute, then press Resend.';

/**
 * Sends the invitation after an address was confirmed. The user has just pressed a button for it, so a failure shows a
 * toast.
 */
export const inviteAfterConfirming = (loanId: string, party: Pick<Party, 'id'>): Promise<void> =>
  invite(loanId, party, ({ code, message }) => {
    toast.error(code === 'SENT_RECENTLY' ? SENT_A_MOMENT_AGO : message);
    return true;
  });

/**
 * Sends an invitation, for the first time or again. The call is silent: a failure shows no toast, and the row stays as
 * it was.
 */
export async function invite(
  loanId: string,
  { id }: Pick<Party, 'id'>,
  onFailure?: (error: CallError) => boolean,
): Promise<void> {
  if (invitesUnderWay.get().has(id)) return;
  mark(id, true);
  try {
    await send('inviteBorrower', { params: { id: loanId }, body: { userId: id } });
    toast.success('Invitation Sent!');
    void refresh(calls.inviteBorrower.changes);
  } catch (error) {
    reportFailure(error, calls.inviteBorrower, onFailure);
  } finally {
    mark(id, false);
  }
}
