import { Modal } from '@mantine/core';
import { useEffect } from 'react';
import { NO_ACCESS_MESSAGE, noAccess } from '../../kit/noAccess.ts';
import { useCall } from '../../kit/useCall.ts';
import { AddUserForm } from './AddUserForm.tsx';
import classes from './People.module.css';

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
    <Modal
      opened={opened && mayAdd === true}
      onClose={onClose}
      title="Add a person"
      size={480}
      padding={24}
      classNames={{ title: classes.dialogTitle ?? '', header: classes.dialogHeader ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p className={classes.dialogText}>
        We invite them by mail to {data?.company.name}. They join when they accept.
      </p>
      <AddUserForm
        companyId={companyId}
        className={classes.dialogForm ?? ''}
        onAdded={onClose}
        onCancel={onClose}
      />
    </Modal>
  );
}
