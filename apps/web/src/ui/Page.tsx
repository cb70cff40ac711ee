import type { ReactNode } from 'react';
import classes from './Page.module.css';

interface PageProps {
  /** Boards fill the window; lists and forms keep a readable width. */
  width?: 'wide' | 'list' | 'form' | 'narrow';
  children: ReactNode;
}

/** The width and padding of a page in the shell. */
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
  /** The link to the parent page. */
  back?: ReactNode;
  /** Buttons at the end of the title line. */
  children?: ReactNode;
}

/** The title of a page, with an optional sentence about the page and its actions. */
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

/** The title of a page whose header has its own layout. */
export function PageTitle({ children }: { children: ReactNode }) {
  return <h1 className={classes.title}>{children}</h1>;
}
