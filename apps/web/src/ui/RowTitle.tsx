import type { ReactNode } from 'react';
import classes from './DataTable.module.css';

interface RowTitleProps {
  /** A link or a button; its `rowTarget` class makes the whole row its target. */
  title: ReactNode;
  meta?: ReactNode;
  /** An icon, an avatar or a mark of color. */
  start?: ReactNode;
  children?: ReactNode;
}

/** Makes the whole row the target of a link in it. */
export const rowTarget = classes.target ?? '';
export const rowLink = classes.link ?? '';

/** The first cell of a row: a title with a line about it. */
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
