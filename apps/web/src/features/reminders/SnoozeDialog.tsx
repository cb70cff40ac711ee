import type { RemindedPerson } from '@cairn/contract';
import { TextInput } from '@mantine/core';
import { useNow } from '../../lib/clock.ts';
import { formatDay, today } from '../../lib/format/dates.ts';
import { personName } from '../../lib/format/names.ts';
import { toast } from '../../lib/toast.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { addDays } from './reminderText.ts';

interface SnoozeDialogProps {
  loanId: string;
  person: RemindedPerson;
  onClose: () => void;
}

export default function SnoozeDialog({ loanId, person, onClose }: SnoozeDialogProps) {
  const now = useNow();
  const first = addDays(today(now), 1);
  const name = personName(person.user);
  const form = useCallForm('snoozeReminders', {
    initialValues: { until: person.snoozedUntil ?? addDays(today(now), 7) },
    validate: ({ until }): Record<string, string> =>
      until !== '' && until < first ? { until: 'Choose a day after today' } : {},
    request: ({ until }) => ({
      params: { id: loanId },
      body: { userId: person.user.id, until },
    }),
    onSuccess: ({ until }) => {
      toast.success(`No reminders to ${name} until ${formatDay(until)}`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Snooze reminders to ${name}`}
      lead="Reminders about this loan go out again from that day on."
      form={form}
      submit="Snooze"
      onClose={onClose}
    >
      <TextInput type="date" label="Until" min={first} data-autofocus {...form.field('until')} />
    </FormDialog>
  );
}
