import { Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Keys } from '../../ui/Keys.tsx';
import { ProgressBar } from '../../ui/Progress.tsx';
import { percentOf } from '../../lib/progress.ts';
import classes from './Review.module.css';

interface ReviewBarProps {
  position: number;
  count: number;
  decided: number;
  onClose: () => void;
}

export function ReviewBar({ position, count, decided, onClose }: ReviewBarProps) {
  return (
    <header className={classes.bar}>
      <button type="button" className={classes.close} onClick={onClose}>
        <IconX size={18} stroke={1.7} aria-hidden />
        Close
      </button>
      <Text component="h1" size="subsection" fw={600} style={{ outline: 'none' }}>
        Review documents
      </Text>
      {count > 0 && (
        <>
          <Text span size="table" c="var(--ink-2)" style={{ whiteSpace: 'nowrap' }}>
            {position} of {count}
          </Text>
          <div className={classes.progress}>
            <ProgressBar answered={percentOf(decided, count)} approved={0} />
          </div>
        </>
      )}
      <div className={classes.hints} aria-hidden>
        <Keys keys="j" />
        <Keys keys="k" />
        next, previous
        <span className={classes.divider} />
        <Keys keys="?" />
        all shortcuts
      </div>
    </header>
  );
}
