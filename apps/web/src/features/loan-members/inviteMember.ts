import type { Party } from '@cairn/contract';
import { calls } from '../../lib/calls.ts';
import { send } from '../../lib/client.ts';
import { reportFailure } from '../../lib/failures.ts';
import { refresh } from '../../lib/queries.ts';
import { createStore } from '../../lib/store.ts';
import { toast } from '../../lib/toast.ts';

/** Whose invitation is on its way, person by person [R230]. */
export const invitesUnderWay = createStore<ReadonlySet<string>>(new Set());

const mark = (id: string, underWay: boolean) =>
  invitesUnderWay.set(
    (now) => new Set(underWay ? [...now, id] : [...now].filter((each) => each !== id)),
  );

/** For the first time or again. A failure is swallowed: the row still says that nothing was sent. */
export async function invite(loanId: string, { id }: Pick<Party, 'id'>): Promise<void> {
  if (invitesUnderWay.get().has(id)) return;
  mark(id, true);
  try {
    await send('inviteBorrower', { params: { id: loanId }, body: { userId: id } });
    toast.success('Invitation Sent!');
    void refresh(calls.inviteBorrower.changes);
  } catch (error) {
    reportFailure(error, calls.inviteBorrower);
  } finally {
    mark(id, false);
  }
}
