import { Button, Modal } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './NoAccessDialog.module.css';
import type { NoAccess } from '../lib/noAccess.ts';
import { useOpenAfterMount } from '../lib/useOpenAfterMount.ts';

const looks = {
  info: { icon: IconInfoCircle, hue: 'blue' },
  warning: { icon: IconLock, hue: 'orange' },
  error: { icon: IconAlertTriangle, hue: 'red' },
} as const;

interface NoAccessDialogProps {
  refused: NoAccess | null;
  onClose: () => void;
}

export default function NoAccessDialog({ refused, onClose }: NoAccessDialogProps) {
  // What was said stays on the card while it fades out.
  const [said, setSaid] = useState(refused);
  if (refused && refused !== said) setSaid(refused);
  const { icon: Icon, hue } = looks[said?.severity ?? 'warning'];
  return (
    <Modal
      opened={useOpenAfterMount(refused !== null)}
      onClose={onClose}
      title="No access"
      size={420}
      padding={24}
      classNames={{ title: classes.title ?? '', header: classes.header ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.body} data-severity={said?.severity}>
        <span
          className={classes.tile}
          style={{ color: `var(--${hue}-fg)`, background: `var(--${hue}-bg)` }}
        >
          <Icon size={20} stroke={1.7} aria-hidden />
        </span>
        <div>
          <p>{said?.message}</p>
          {said?.quoted && (
            <p className={classes.quoted}>
              The link says: <q>{said.quoted}</q>
            </p>
          )}
        </div>
      </div>
      <div className={classes.actions}>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </div>
    </Modal>
  );
}
