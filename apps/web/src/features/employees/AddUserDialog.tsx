import { Modal, Text } from '@mantine/core';
import { useEffect } from 'react';
import { NO_ACCESS_MESSAGE, noAccess } from '../../lib/noAccess.ts';
import { useCall } from '../../lib/useCall.ts';
import { AddUserForm } from './AddUserForm.tsx';

interface AddUserDialogProps {
  companyId: string;
  opened: boolean;
  onClose: () => void;
}

export default function AddUserDialog({ companyId, opened, onClose }: AddUserDialogProps) {
  const { data } = useCall('listEmployees', { params: { companyId } }, { enabled: opened });
  const mayAdd = data?.abilities.add;
  useEffect(() => {
    if (!opened || mayAdd !== false) return;
    noAccess.set({ message: NO_ACCESS_MESSAGE, severity: 'warning' });
    onClose();
  }, [opened, mayAdd, onClose]);
  return (
    <Modal opened={opened && mayAdd === true} onClose={onClose} title="Add a person" size={480}>
      <Text c="var(--ink-2)" size="body" mb="s20">
        We’ll email them an invitation to {data?.company.name}. They join when they accept.
      </Text>
      <AddUserForm companyId={companyId} onAdded={onClose} onCancel={onClose} />
    </Modal>
  );
}
