import { Box, VisuallyHidden } from '@mantine/core';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { routes } from '../../lib/routes.ts';
import { useCall } from '../../lib/useCall.ts';
import { throwUnlessRefused, useLeaveWhenRefused } from '../../lib/useLeaveWhenRefused.ts';
import { useUser } from '../../lib/useUser.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { PreviewPane } from '../elements/PreviewPane.tsx';
import { useElementActions } from '../elements/useElementActions.ts';
import { useStatusAnnouncements } from '../elements/useStatusAnnouncements.ts';
import { useLenderBrand } from '../loans/useLenderBrand.tsx';

const route = getRouteApi('/shell/loans/$loanId');
const NO_ELEMENTS: never[] = [];

/** A borrower's request, full screen on a phone. The documents around it load only when it is closed. */
export function RequestPage({ item }: { item: string }) {
  const { loanId } = route.useParams();
  const navigate = route.useNavigate();
  const user = useUser();
  const onFailure = useLeaveWhenRefused();
  const loan = useCall('getLoan', { params: { id: loanId } }, { onFailure });
  const elements = useCall('listElements', { params: { id: loanId } }, { onFailure });
  const actions = useElementActions(loanId, user.id);
  const items = elements.data?.elements ?? NO_ELEMENTS;
  useStatusAnnouncements(items, true);
  useLenderBrand(user.id, loan.data && [loan.data.lender]);
  const roles = loan.data?.loanRoles;
  const people = useMemo(
    () => [...new Map(roles?.map(({ user: each }) => [each.id, each])).values()],
    [roles],
  );
  const close = () =>
    void navigate({ search: (now) => ({ ...now, item: undefined }), replace: true });

  throwUnlessRefused(loan);
  throwUnlessRefused(elements);
  const element = items.find(({ id }) => id === item);
  if (elements.data && !element) {
    return <Navigate to={routes.loan} params={{ loanId }} search={{ view: 'package' }} replace />;
  }
  return (
    <>
      <VisuallyHidden component="h1">{loan.data?.name}</VisuallyHidden>
      {element ? (
        <PreviewPane
          element={element}
          asBorrower
          people={people}
          actions={actions}
          onReject={close}
          onClose={close}
        />
      ) : (
        <Box px="var(--layout-gutter)" py="lg">
          <RowsSkeleton label="Loading the request" />
        </Box>
      )}
    </>
  );
}
