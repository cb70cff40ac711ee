import type { ReactNode } from 'react';
import classes from './Truncate.module.css';

/** One line that ends in an ellipsis where it does not fit; the whole text is in its tooltip. */
export function Truncate({ children, title }: { children: ReactNode; title?: string }) {
  const text = title ?? (typeof children === 'string' ? children : undefined);
  return (
    <span className={classes.line} title={text}>
      {children}
    </span>
  );
}
