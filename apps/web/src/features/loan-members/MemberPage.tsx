import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { routes } from '../../lib/routes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useCall } from '../../lib/useCall.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { throwUnlessRefused, useLeaveWhenRefused } from '../../lib/useLeaveWhenRefused.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';

/** The URL fragment that opens a loan's list of members. */
const PEOPLE = 'people';

export function useBackToPeople(loanId: string) {
  const navigate = useNavigate();
  return () => void navigate({ to: routes.loan, params: { loanId }, hash: PEOPLE });
}

/** The loan and its members. A user who loses access meanwhile is redirected home. */
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

/** A page about one loan member, with a link back to the list. */
export function MemberPage({ loanId, title, lead, children }: PartyPageProps) {
  return (
    <Page width="narrow">
      <PageHeader
        back={
          <BackLink to={routes.loan} params={{ loanId }} hash={PEOPLE}>
            People on the loan
          </BackLink>
        }
        title={title}
        lead={lead}
      />
      {children}
    </Page>
  );
}

export const PageSkeleton = ({ shown }: { shown: boolean }) => (
  <Page width="narrow">{shown && <RowsSkeleton label="Loading the people" />}</Page>
);

export const NotHere = ({ loanId }: { loanId: string }) => (
  <MemberPage loanId={loanId} title="Not on this loan">
    <EmptyState title="This person is no longer on the loan, or you can’t change their role." />
  </MemberPage>
);
