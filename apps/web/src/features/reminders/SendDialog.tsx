import type { RemindedPerson } from '@cairn/contract';
import { personName } from '../../lib/format/names.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { channelWords } from './reminderText.ts';

interface SendDialogProps {
  loanId: string;
  person: RemindedPerson;
  onClose: () => void;
}

const allWords = (open: number): string =>
  open === 1 ? 'the open document on this loan.' : `all ${open} open documents on this loan.`;

/** Sends a reminder about all documents that the person still has to send. */
export default function SendDialog({ loanId, person, onClose }: SendDialogProps) {
  const send = useAction('sendReminder');
  const name = personName(person.user);
  const confirm = () =>
    send.mutate(
      {
        params: { id: loanId },
        body: { userId: person.user.id },
      },
      {
        onSuccess: () => toast.success(`Reminder to ${name} is on its way`),
        onSettled: onClose,
      },
    );
  return (
    <ConfirmDialog
      title={`Remind ${name} now?`}
      confirm="Send now"
      danger={false}
      busy={send.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {channelWords(person)} about {allWords(person.open)}
      </p>
      <p>People get one reminder a day. During quiet hours, it waits until they are over.</p>
    </ConfirmDialog>
  );
}
