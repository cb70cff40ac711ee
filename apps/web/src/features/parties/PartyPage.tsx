import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { routes } from '../../app/routes.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { RowsSkeleton } from '../../kit/Skeleton.tsx';
import { useCall } from '../../kit/useCall.ts';
import { useDelayed } from '../../kit/useDelayed.ts';
import { throwUnlessRefused, useLeaveWhenRefused } from '../loans/useLeaveWhenRefused.ts';
import classes from './Parties.module.css';

/** The fragment by which a loan's page opens with its people. */
export const PEOPLE = 'people';

export function useBackToPeople(loanId: string) {
  const navigate = useNavigate();
  return () => void navigate({ to: routes.loan, params: { loanId }, hash: PEOPLE });
}

/** The loan and its people. Whoever loses the loan meanwhile is sent home from here, too. */
export function usePeople(loanId: string) {
  const onFailure = useLeaveWhenRefused();
  const loan = useCall('getLoan', { params: { id: loanId } }, { onFailure });
  const list = useCall('listParties', { params: { id: loanId } }, { onFailure });
  const waiting = useDelayed(loan.isPending || list.isPending);
  throwUnlessRefused(loan, list);
  return { loan: loan.data, list: list.data, waiting };
}

interface PartyPageProps {
  loanId: string;
  title: string;
  lead?: string;
  children: ReactNode;
}

/** A page about somebody on a loan, with the way back to everybody. */
export function PartyPage({ loanId, title, lead, children }: PartyPageProps) {
  return (
    <div className={classes.page}>
      <Link to={routes.loan} params={{ loanId }} hash={PEOPLE} className={classes.back}>
        <IconArrowLeft size={15} stroke={1.7} aria-hidden /> People on the loan
      </Link>
      <h1 className={classes.pageTitle}>{title}</h1>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </div>
  );
}

export const Waiting = ({ shown }: { shown: boolean }) => (
  <div className={classes.page}>{shown && <RowsSkeleton label="Loading the people" />}</div>
);

export const NotHere = ({ loanId }: { loanId: string }) => (
  <PartyPage loanId={loanId} title="Not on this loan">
    <EmptyState title="This person is not on the loan any more, or you cannot change their part." />
  </PartyPage>
);
