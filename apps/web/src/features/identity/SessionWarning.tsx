import { Button, Modal } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { countdown } from '../../format/dates.ts';
import { announce } from '../../kit/announce.ts';
import { prolongSession, sessionEnd } from '../../kit/sessionEnd.ts';
import { endingIn, isSaid } from '../../kit/sessionWatch.ts';
import { useStore } from '../../kit/store.ts';
import classes from './SessionWarning.module.css';

function useAnnouncements(left: number | null) {
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (left !== null && isSaid(before.current, left)) {
      announce(`Your session ends in ${left} seconds`);
    }
    before.current = left;
  }, [left]);
}

/** Every tab shows it; to stay in one of them closes it in all. */
export default function SessionWarning() {
  const left = useStore(endingIn);
  const last = useStore(sessionEnd)?.last ?? false;
  const [asking, setAsking] = useState(false);
  const [seen, setSeen] = useState(false);
  if (left === null && seen) setSeen(false);
  useAnnouncements(left);

  const stay = async () => {
    if (last) return setSeen(true);
    setAsking(true);
    await prolongSession();
    setAsking(false);
  };
  return (
    <Modal
      opened={left !== null && left > 0 && !seen}
      onClose={() => void stay()}
      title={last ? 'Please log in again soon' : 'Are you still there?'}
      size={400}
      padding={24}
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      classNames={{ title: classes.title ?? '', header: classes.header ?? '' }}
    >
      <p className={classes.text}>
        {last
          ? 'A session lasts twelve hours at most. Finish what you are doing, and log in again. You are logged out in'
          : 'To protect what is on your screen, you are logged out in'}
      </p>
      <p className={classes.left} aria-hidden>
        {countdown(left ?? 0)}
      </p>
      <Button fullWidth size="md" data-autofocus loading={asking} onClick={() => void stay()}>
        {last ? 'I see' : 'Stay logged in'}
      </Button>
    </Modal>
  );
}
