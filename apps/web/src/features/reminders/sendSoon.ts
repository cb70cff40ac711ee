/** Sends a reminder only when its toast with Undo closes, because a sent email cannot be taken back. */
import type { PlannedReminder, RemindedPerson } from '@cairn/contract';
import { announce } from '../../lib/announce.ts';
import { calls } from '../../lib/calls.ts';
import { send } from '../../lib/client.ts';
import { reportFailure } from '../../lib/failures.ts';
import { personName } from '../../lib/format/names.ts';
import { warnBeforeLeaving } from '../../lib/leaveWarning.ts';
import { refresh } from '../../lib/queries.ts';
import { createStore } from '../../lib/store.ts';
import { toast } from '../../lib/toast.ts';
import { toastWithUndo, UNDO_MS } from '../../lib/toastWithUndo.ts';

interface Leaving {
  person: RemindedPerson;
  reminder: PlannedReminder;
}

/** Ids of people whose reminder is about to be sent. A person gets at most one a day, across all loans. */
export const leavingSoon = createStore<ReadonlySet<string>>(new Set());

async function sendNow(loanId: string, { person, reminder }: Leaving): Promise<void> {
  const elementIds = reminder.requests.map(({ id }) => id);
  try {
    await send('sendReminder', {
      params: { id: loanId },
      body: { userId: person.user.id, elementIds },
    });
    toast.success(`Reminder to ${personName(person.user)} is on its way`);
  } catch (failure) {
    reportFailure(failure, calls.sendReminder);
  }
  await refresh(calls.sendReminder.changes);
}

export function sendSoon(loanId: string, leaving: Leaving): void {
  const { id: userId } = leaving.person.user;
  if (leavingSoon.get().has(userId)) return;
  const name = personName(leaving.person.user);
  leavingSoon.set((all) => new Set(all).add(userId));
  const stopWarning = warnBeforeLeaving();
  const end = () => {
    stopWarning();
    leavingSoon.set((all) => new Set([...all].filter((id) => id !== userId)));
  };
  const timer = setTimeout(() => {
    // The pointer can hold the toast open, but Undo is no longer possible.
    toast.remove(toastId);
    void sendNow(loanId, leaving).finally(end);
  }, UNDO_MS);
  const toastId = toastWithUndo(`The reminder to ${name} goes out in a few seconds`, () => {
    clearTimeout(timer);
    end();
    announce(`The reminder to ${name} was not sent`);
  });
}
