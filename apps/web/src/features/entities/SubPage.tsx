import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { routes } from '../../app/routes.ts';
import classes from './Entities.module.css';

interface SubPageProps {
  loanId: string;
  title: string;
  lead?: string;
  wide?: boolean;
  children: ReactNode;
}

/** A page about the entities of a loan, with the way back to them. */
export function SubPage({ loanId, title, lead, wide = false, children }: SubPageProps) {
  return (
    <div className={wide ? classes.widePage : classes.page}>
      <Link
        to={routes.loan}
        params={{ loanId }}
        search={{ view: 'entities' }}
        className={classes.back}
      >
        <IconArrowLeft size={15} stroke={1.7} aria-hidden /> Entities of the loan
      </Link>
      <h1 className={classes.title}>{title}</h1>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </div>
  );
}
