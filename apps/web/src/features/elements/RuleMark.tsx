import { VisuallyHidden } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import type { Element } from '@cairn/contract';
import { hint } from '../../lib/hint.ts';
import { ruleWords } from '../needs-list/ruleWords.ts';
import classes from './ElementTable.module.css';

/** The template rule that requires the document, shown to lenders. */
export function RuleMark({ element }: { element: Element }) {
  if (element.rule === null) return null;
  const why = ruleWords(element.rule);
  return (
    <span className={classes.mark} {...hint(`Required by rule: ${why}`)}>
      <IconListCheck size={14} stroke={1.7} aria-hidden />
      <VisuallyHidden>Required by rule: {why}</VisuallyHidden>
    </span>
  );
}
