import type { Icon } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { hint } from '../../lib/hint.ts';
import classes from './Documents.module.css';

interface RowButtonProps {
  icon: Icon;
  /** Names the action and its document, for screen readers. */
  label: string;
  onClick: () => void;
  busy?: boolean;
}

/**
 * Plain HTML elements instead of Mantine components, because a list renders dozens of these buttons while it scrolls.
 */
export function RowIcon({
  icon: ButtonIcon,
  label,
  onClick,
  busy = false,
  hintText,
}: RowButtonProps & { hintText?: string }) {
  return (
    <button
      type="button"
      className={clsx(classes.icon, busy && classes.busy)}
      aria-label={label}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
      {...(hintText !== undefined && hint(hintText))}
    >
      <ButtonIcon size={16} stroke={1.7} aria-hidden />
    </button>
  );
}

export function RowButton({
  icon: ButtonIcon,
  label,
  onClick,
  children,
}: Omit<RowButtonProps, 'icon' | 'busy'> & { icon?: Icon; children: string }) {
  return (
    <button type="button" className={classes.upload} aria-label={label} onClick={onClick}>
      {ButtonIcon && <ButtonIcon size={14} stroke={1.7} aria-hidden />}
      {children}
    </button>
  );
}
