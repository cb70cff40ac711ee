import { Button } from '@mantine/core';
import classes from './DialogActions.module.css';

interface DialogActionsProps {
  /** What the dialog does. */
  label: string;
  disabled?: boolean;
  danger?: boolean;
  busy?: boolean;
  onClose: () => void;
}

/** The foot of a dialog with a form: the way out, and what it does. */
export function DialogActions({ label, disabled, danger, busy, onClose }: DialogActionsProps) {
  return (
    <div className={classes.actions}>
      <Button variant="subtle" onClick={onClose}>
        Cancel
      </Button>
      <Button
        type="submit"
        disabled={disabled ?? false}
        loading={busy ?? false}
        {...(danger && { color: 'red' })}
      >
        {label}
      </Button>
    </div>
  );
}
