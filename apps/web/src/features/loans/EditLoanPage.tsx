import { Text } from '@mantine/core';
import type { Loan } from '@cairn/contract';
import { useIsMutating } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { HeaderSkeleton, RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useCall } from '../../lib/useCall.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { EditLoanForm } from './EditLoanForm.tsx';
import { throwUnlessRefused, useLeaveWhenRefused } from '../../lib/useLeaveWhenRefused.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';

const route = getRouteApi('/shell/loans/$loanId/edit');

function Heading({ loan }: { loan: Loan }) {
  return (
    <PageHeader
      back={
        <BackLink to={routes.loan} params={{ loanId: loan.id }}>
          {loan.shortCode.toUpperCase()}
        </BackLink>
      }
      title={`Edit ${loan.name}`}
    />
  );
}

/**
 * Becomes true when no save or fetch is in progress, and then stays true. The form therefore opens with values that
 * include a change the user made just before.
 */
function useArrived(isFetching: boolean): boolean {
  const isSaving = useIsMutating() > 0;
  const [hasArrived, setArrived] = useState(false);
  if (!hasArrived && !isSaving && !isFetching) setArrived(true);
  return hasArrived;
}

export function EditLoanPage() {
  const { loanId } = route.useParams();
  const navigate = useNavigate();
  const onFailure = useLeaveWhenRefused();
  const loan = useCall('getLoan', { params: { id: loanId } }, { onFailure });
  const hasArrived = useArrived(loan.isFetching);
  const waiting = useDelayed(!hasArrived);
  throwUnlessRefused(loan);
  const back = () => void navigate({ to: routes.loan, params: { loanId } });

  if (!loan.data || !hasArrived) {
    return (
      <Page width="form">
        {waiting && (
          <>
            <HeaderSkeleton />
            <RowsSkeleton label="Loading the loan" />
          </>
        )}
      </Page>
    );
  }
  return (
    <Page width="form">
      <Heading loan={loan.data} />
      {loan.data.abilities.edit ? (
        // The form keeps its initial values: a concurrent change shows a message and does not replace what the user
        // typed.
        <EditLoanForm loan={loan.data} onDone={back} />
      ) : (
        <Text c="var(--ink-2)">
          You can view this loan but not edit it. Ask its lender to change it.
        </Text>
      )}
    </Page>
  );
}
