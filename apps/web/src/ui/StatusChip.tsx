import type { Icon } from '@tabler/icons-react';
import { clsx } from 'clsx';
import classes from './StatusChip.module.css';

export type Hue = 'gray' | 'blue' | 'green' | 'orange' | 'red' | 'violet' | 'teal';

export interface StatusChipProps {
  hue: Hue;
  icon: Icon;
  label: string;
  /** Rotates the icon while an operation is in progress. */
  busy?: boolean;
  /** A tooltip with details. */
  title?: string;
}

/** A status as an icon and a label, so that color is never the only signal. */
export function StatusChip({ hue, icon: ChipIcon, label, busy = false, title }: StatusChipProps) {
  return (
    <span
      title={title}
      className={classes.chip}
      style={{ color: `var(--${hue}-fg)`, background: `var(--${hue}-bg)` }}
    >
      <ChipIcon className={clsx(busy && classes.busy)} size={13} stroke={1.9} aria-hidden />
      {label}
    </span>
  );
}
