import { Button, Modal, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { countdown } from '../../lib/format/dates.ts';
import { announce } from '../../lib/announce.ts';
import { prolongSession, sessionEnd } from '../../lib/sessionEnd.ts';
import { endingIn, isSaid } from '../../lib/sessionWatch.ts';
import { useStore } from '../../lib/store.ts';

function useAnnouncements(left: number | null) {
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (left !== null && isSaid(before.current, left)) {
      announce(`Your session ends in ${left} seconds`);
    }
    before.current = left;
  }, [left]);
}

/** Warns in every tab before the session ends. Staying logged in from one tab closes the warning in all of them. */
export default function SessionWarning() {
  const left = useStore(endingIn);
  const last = useStore(sessionEnd)?.last ?? false;
  const [asking, setAsking] = useState(false);
  const [isDismissed, setIsDismissed] = useState(false);
  if (left === null && isDismissed) setIsDismissed(false);
  useAnnouncements(left);

  const stay = async () => {
    if (last) return setIsDismissed(true);
    setAsking(true);
    await prolongSession();
    setAsking(false);
  };
  return (
    <Modal
      opened={left !== null && left > 0 && !isDismissed}
      onClose={() => void stay()}
      title={last ? 'Please log in again soon' : 'Are you still there?'}
      size={400}
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      <Text c="var(--ink-2)" size="body">
        {last
          ? 'A session lasts at most 12 hours. Finish what you’re doing and log in again. You’ll be logged out in'
          : 'To protect your information, you’ll be logged out in'}
      </Text>
      <Text size="display" fw={600} ta="center" my="md" aria-hidden>
        {countdown(left ?? 0)}
      </Text>
      <Button fullWidth size="md" data-autofocus loading={asking} onClick={() => void stay()}>
        {last ? 'OK' : 'Stay logged in'}
      </Button>
    </Modal>
  );
}
