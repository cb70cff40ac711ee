import type { ReactNode } from 'react';
import classes from './Truncate.module.css';

/** One line of text that is cut off with an ellipsis if it does not fit. The tooltip contains the whole text. */
export function Truncate({ children, title }: { children: ReactNode; title?: string }) {
  const text = title ?? (typeof children === 'string' ? children : undefined);
  return (
    <span className={classes.line} title={text}>
      {children}
    </span>
  );
}
