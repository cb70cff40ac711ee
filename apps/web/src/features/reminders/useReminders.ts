import type { LoanReminders, RemindedPerson } from '@cairn/contract';
import type { Request } from '../../lib/client.ts';
import { formatDay } from '../../lib/format/dates.ts';
import { personName } from '../../lib/format/names.ts';
import { callKey, queryClient } from '../../lib/queries.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';

/** Optimistic update of the switch; a failure restores it. */
async function showPaused({ params, body }: Request<'pauseReminders'>): Promise<() => void> {
  const queryKey = callKey('listLoanReminders', { params: { id: params.id } });
  await queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueryData<LoanReminders>(queryKey);
  const { userId, paused } = body;
  queryClient.setQueryData<LoanReminders>(queryKey, (now) => {
    if (!now || userId === undefined) return now && { ...now, paused };
    const people = now.people.map((person) =>
      person.user.id === userId ? { ...person, paused } : person,
    );
    return { ...now, people };
  });
  return () => {
    queryClient.setQueryData(queryKey, before);
    void queryClient.invalidateQueries({ queryKey });
  };
}

/** The actions of lenders on the reminders of a loan, with their toasts. */
export function useReminders(loanId: string) {
  const params = { id: loanId };
  const snoozing = useAction('snoozeReminders');
  const pausing = useAction('pauseReminders', { optimistic: showPaused });
  return {
    busy: snoozing.isPending || pausing.isPending,
    /** Snoozes until a day; null ends the snooze. */
    snooze: ({ user }: RemindedPerson, until: string | null) =>
      snoozing.mutate(
        { params, body: { userId: user.id, until } },
        {
          onSuccess: () =>
            toast.success(
              until === null
                ? `Reminders to ${personName(user)} are on again`
                : `No reminders to ${personName(user)} until ${formatDay(until)}`,
            ),
        },
      ),
    /** Pauses or resumes one person's reminders, or without a person those of the whole loan. */
    pause: (paused: boolean, person?: RemindedPerson) =>
      pausing.mutate(
        { params, body: { paused, ...(person && { userId: person.user.id }) } },
        {
          onSuccess: () => {
            const recipient = person ? ` to ${personName(person.user)}` : '';
            toast.success(`Reminders${recipient} ${paused ? 'paused' : 'resumed'}`);
          },
        },
      ),
  };
}

export type ReminderActions = ReturnType<typeof useReminders>;
