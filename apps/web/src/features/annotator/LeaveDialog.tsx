import { Button, Modal } from '@mantine/core';
import classes from './Annotator.module.css';

interface LeaveDialogProps {
  onStay: () => void;
  onLeave: () => void;
}

export default function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  return (
    <Modal opened onClose={onStay} title="Leave without saving?">
      <p className={classes.question}>
        The marks that you made since you last saved would be lost.
      </p>
      <div className={classes.answers}>
        <Button variant="default" onClick={onLeave}>
          Leave without saving
        </Button>
        <Button data-autofocus onClick={onStay}>
          Stay
        </Button>
      </div>
    </Modal>
  );
}
