import { VisuallyHidden } from '@mantine/core';
import { RELEASE_PHASES } from '@cairn/contract/template-terms';
import { IconClockPause, IconEyeOff } from '@tabler/icons-react';
import type { Element } from '@cairn/contract';
import { hint } from '../../lib/hint.ts';
import classes from './ElementTable.module.css';

/** Shown beside the title and not in place of the status, because a hidden element has a status too. */
export function HiddenMark({ element }: { element: Element }) {
  if (element.heldUntil !== null) {
    const text = `Held until ${RELEASE_PHASES[element.heldUntil]}`;
    return (
      <span className={classes.mark} {...hint(`${text}. The borrower can’t see it yet.`)}>
        <IconClockPause size={14} stroke={1.7} aria-hidden />
        <VisuallyHidden>{text}</VisuallyHidden>
      </span>
    );
  }
  if (!element.hidden) return null;
  return (
    <span className={classes.mark} {...hint('Hidden from the borrower')}>
      <IconEyeOff size={14} stroke={1.7} aria-hidden />
      <VisuallyHidden>Hidden</VisuallyHidden>
    </span>
  );
}
