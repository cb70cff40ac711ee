import type { Employee } from '@cairn/contract';
import { Button, Group, Modal, Text } from '@mantine/core';
import { personName } from '../../lib/format/names.ts';
import type { CallError } from '../../lib/CallError.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';

interface RemoveDialogProps {
  companyId: string;
  person: Employee;
  opened: boolean;
  onClose: () => void;
  onRemoved?: () => void;
}

const CONSEQUENCES = {
  invited: 'The link in the email stops working. You can invite them again anytime.',
  working:
    'They’re logged out of this company immediately and removed from its loans. Their activity stays in the records.',
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
          toast.success(invited ? 'Invitation revoked' : `${name} removed`);
          onClose();
          onRemoved?.();
        },
      },
    );
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={invited ? `Revoke the invitation for ${name}?` : `Remove ${name}?`}
      size={420}
    >
      <Text c="var(--ink-2)" size="body">
        {invited ? CONSEQUENCES.invited : CONSEQUENCES.working}
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" loading={remove.isPending} onClick={confirm}>
          {invited ? 'Revoke' : 'Remove'}
        </Button>
      </Group>
    </Modal>
  );
}
