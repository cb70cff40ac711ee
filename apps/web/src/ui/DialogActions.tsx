import { Button, Group, type GroupProps } from '@mantine/core';

/** The footer of a dialog, with its buttons. */
export function DialogFoot(props: GroupProps) {
  return <Group justify="flex-end" gap="xs" {...props} />;
}

interface DialogActionsProps {
  /** The label of the submit button. */
  label: string;
  disabled?: boolean;
  danger?: boolean;
  busy?: boolean;
  onClose: () => void;
}

/** The footer of a dialog with a form: Cancel and the submit button. */
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
