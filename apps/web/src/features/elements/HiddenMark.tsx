import { VisuallyHidden } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import type { Element } from '@cairn/contract';
import { hint } from '../../kit/hint.ts';
import classes from './ElementTable.module.css';

/** Beside the title, not in place of a status: hidden things have a status too. */
export function HiddenMark({ element }: { element: Element }) {
  if (!element.hidden) return null;
  return (
    <span className={classes.hidden} {...hint('Hidden from the borrower')}>
      <IconEyeOff size={14} stroke={1.7} aria-hidden />
      <VisuallyHidden>Hidden</VisuallyHidden>
    </span>
  );
}
