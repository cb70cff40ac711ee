import type { ReactNode } from 'react';
import { Mark } from '../../kit/Mark.tsx';
import classes from './AuthFrame.module.css';
import { LoginArt } from './LoginArt.tsx';

interface AuthFrameProps {
  title: string;
  lead: ReactNode;
  children: ReactNode;
  /** Ways to the neighbouring pages. */
  foot?: ReactNode;
}

/** The frame of every page before the log-in: art on the left, one narrow column on the right. */
export function AuthFrame({ title, lead, children, foot }: AuthFrameProps) {
  return (
    <main id="main" className={classes.page} tabIndex={-1}>
      <LoginArt />
      <div className={classes.side}>
        <div className={classes.column}>
          <span className={classes.mark}>
            <Mark size={36} />
          </span>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.lead}>{lead}</p>
          {children}
          {foot !== undefined && <div className={classes.foot}>{foot}</div>}
        </div>
      </div>
    </main>
  );
}
