import type { ReactNode } from 'react';
import classes from './DataTable.module.css';

interface RowTitleProps {
  /** Text, a link or a button. With the class `rowTarget`, a link or button is clickable on the whole row. */
  title: ReactNode;
  meta?: ReactNode;
  /** An icon, an avatar or a colored marker. */
  start?: ReactNode;
  children?: ReactNode;
}

/** The class of a link or button that makes the whole row clickable. */
export const rowTarget = classes.target ?? '';
export const rowLink = classes.link ?? '';

/** The first cell of a row: a title with an optional line of details below it. */
export function RowTitle({ title, meta, start, children }: RowTitleProps) {
  return (
    <span className={classes.named}>
      {start}
      <span className={classes.lines}>
        <span className={classes.title}>
          {title}
          {children}
        </span>
        {meta !== undefined && <span className={classes.meta}>{meta}</span>}
      </span>
    </span>
  );
}
