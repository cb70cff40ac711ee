import type { Message } from '@cairn/contract';
import { Button, Modal } from '@mantine/core';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import classes from './Conversation.module.css';

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
    <Modal
      opened
      onClose={onClose}
      title="Delete this message?"
      size={440}
      padding={24}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p className={classes.dialogText}>
        It is gone for everybody in this conversation
        {onDeleted ? ', and the conversation with it' : ''}.
      </p>
      <div className={classes.dialogActions}>
        <Button variant="subtle" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button className={classes.danger ?? ''} loading={remove.isPending} onClick={confirm}>
          Delete
        </Button>
      </div>
    </Modal>
  );
}
