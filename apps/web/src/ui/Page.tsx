import type { ReactNode } from 'react';
import classes from './Page.module.css';

interface PageProps {
  /** A board fills the window; lists and forms keep a width that can be read. */
  width?: 'wide' | 'list' | 'form' | 'narrow';
  children: ReactNode;
}

/** The space around a page of the shell. */
export function Page({ width = 'wide', children }: PageProps) {
  return (
    <div className={classes.wide} data-width={width}>
      {children}
    </div>
  );
}

interface PageHeaderProps {
  title: ReactNode;
  lead?: ReactNode;
  /** The link to the page above. */
  back?: ReactNode;
  /** Buttons at the end of the line. */
  children?: ReactNode;
}

/** The title of a page, a sentence about it, and what can be done on it. */
export function PageHeader({ title, lead, back, children }: PageHeaderProps) {
  return (
    <>
      {back}
      <header className={classes.head}>
        <div>
          <h1 className={classes.title}>{title}</h1>
          {lead !== undefined && <p className={classes.lead}>{lead}</p>}
        </div>
        {children}
      </header>
    </>
  );
}

/** The title of a page whose header has a shape of its own. */
export function PageTitle({ children }: { children: ReactNode }) {
  return <h1 className={classes.title}>{children}</h1>;
}
