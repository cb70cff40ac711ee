import type { Message } from '@cairn/contract';
import { toast } from '../../lib/toast.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useAction } from '../../lib/useAction.ts';

interface DeleteDialogProps {
  message: Message;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
}

export default function DeleteDialog({ message, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useAction('deleteMessage', {
    onFailure: () => {
      onClose();
      return false;
    },
  });
  const confirm = () =>
    remove.mutate(
      { params: { id: message.id } },
      {
        onSuccess: () => {
          toast.success('Message deleted');
          onClose();
          onDeleted?.();
        },
      },
    );
  return (
    <ConfirmDialog
      title="Delete this message?"
      confirm="Delete"
      busy={remove.isPending}
      size={440}
      onConfirm={confirm}
      onClose={onClose}
    >
      This deletes it for everyone in this conversation
      {onDeleted ? ', and the conversation with it' : ''}.
    </ConfirmDialog>
  );
}
