import type { Employee } from '@cairn/contract';
import { Button, Modal } from '@mantine/core';
import { personName } from '../../format/names.ts';
import type { CallError } from '../../kit/CallError.ts';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import classes from './People.module.css';

interface RemoveDialogProps {
  companyId: string;
  person: Employee;
  opened: boolean;
  onClose: () => void;
  onRemoved?: () => void;
}

const CONSEQUENCES = {
  invited: 'The link in the mail stops working. You can invite them again at any time.',
  working:
    'They are logged out of this company at once and lose their part in its loans. What they did stays in the records.',
};

export default function RemoveDialog(props: RemoveDialogProps) {
  const { companyId, person, opened, onClose, onRemoved } = props;
  const invited = person.status === 'INVITED';
  const name = personName(person);
  const onFailure = (_error: CallError): boolean => {
    onClose();
    return false;
  };
  const remove = useAction('removeUser', { onFailure });
  const confirm = () =>
    remove.mutate(
      { params: { id: person.id }, query: { companyId } },
      {
        onSuccess: () => {
          toast.success(invited ? 'Invitation taken back' : `${name} was removed`);
          onClose();
          onRemoved?.();
        },
      },
    );
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={invited ? `Take back the invitation of ${name}?` : `Remove ${name}?`}
      size={420}
      padding={24}
      classNames={{ title: classes.dialogTitle ?? '', header: classes.dialogHeader ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p className={classes.dialogText}>{invited ? CONSEQUENCES.invited : CONSEQUENCES.working}</p>
      <div className={classes.actions}>
        <Button variant="subtle" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button className={classes.danger ?? ''} loading={remove.isPending} onClick={confirm}>
          {invited ? 'Take it back' : 'Remove'}
        </Button>
      </div>
    </Modal>
  );
}
