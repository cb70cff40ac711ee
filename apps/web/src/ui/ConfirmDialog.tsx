import { Button, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogFoot } from './DialogActions.tsx';

interface ConfirmDialogProps {
  opened?: boolean;
  title: string;
  /** Label of the confirming button. */
  confirm: string;
  icon?: ReactNode;
  danger?: boolean;
  busy?: boolean;
  size?: number;
  onConfirm: () => void;
  onClose: () => void;
  /** The text that describes the consequences. */
  children: ReactNode;
}

/**
 * Asks for confirmation of an action that cannot be undone. The focus is on Cancel, so that Enter alone changes
 * nothing.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened = true, title, confirm, danger = true, size = 420, onClose, children } = props;
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={size}>
      <Text component="div" c="var(--ink-2)" size="body">
        {children}
      </Text>
      <DialogFoot mt="lg">
        <Button variant="subtle" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant={danger ? 'danger' : 'filled'}
          leftSection={props.icon}
          loading={props.busy ?? false}
          onClick={props.onConfirm}
        >
          {confirm}
        </Button>
      </DialogFoot>
    </Modal>
  );
}
