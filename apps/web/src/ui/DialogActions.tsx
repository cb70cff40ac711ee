import { Button, Group, type GroupProps } from '@mantine/core';

/** The foot of a dialog, where its buttons are. */
export function DialogFoot(props: GroupProps) {
  return <Group justify="flex-end" gap="xs" {...props} />;
}

interface DialogActionsProps {
  /** What the dialog does. */
  label: string;
  disabled?: boolean;
  danger?: boolean;
  busy?: boolean;
  onClose: () => void;
}

/** The foot of a dialog with a form: the way out, and what it does. */
export function DialogActions(props: DialogActionsProps) {
  const { label, disabled = false, danger = false, busy = false, onClose } = props;
  return (
    <DialogFoot mt={4}>
      <Button variant="subtle" onClick={onClose}>
        Cancel
      </Button>
      <Button
        type="submit"
        variant={danger ? 'danger' : 'filled'}
        disabled={disabled}
        loading={busy}
      >
        {label}
      </Button>
    </DialogFoot>
  );
}
