import { Button, Center, Flex, Modal, Text } from '@mantine/core';
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
  // Keeps the last message, so that it stays visible while the dialog fades out.
  const [shownNotice, setShownNotice] = useState(refused);
  if (refused && refused !== shownNotice) setShownNotice(refused);
  const { icon: Icon, hue } = looks[shownNotice?.severity ?? 'warning'];
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
      <Flex
        className={classes.body}
        align="flex-start"
        gap="md"
        c="var(--ink-2)"
        data-severity={shownNotice?.severity}
      >
        <Center
          component="span"
          flex="none"
          w={40}
          h={40}
          bdrs="var(--radius-menu)"
          style={{ color: `var(--${hue}-fg)`, background: `var(--${hue}-bg)` }}
        >
          <Icon size={20} stroke={1.7} aria-hidden />
        </Center>
        <div>
          <p>{shownNotice?.message}</p>
          {shownNotice?.quoted && (
            <Text className={classes.quoted} mt="xs" c="dimmed" size="table">
              The link says: <q>{shownNotice.quoted}</q>
            </Text>
          )}
        </div>
      </Flex>
      <Flex justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Flex>
    </Modal>
  );
}
