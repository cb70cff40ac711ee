import { isSbaLoan } from '@cairn/contract/sba-tabs';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useStore } from '../../lib/store.ts';
import { useCall } from '../../lib/useCall.ts';
import { isLenderStaff } from '../../lib/roles.ts';
import { useLoanChat } from '../messages/useLoanChat.tsx';
import { countDocuments } from '../elements/packageTree.ts';
import { LoanFacts } from './LoanFacts.tsx';
import { AroundLoan, LoanLoading } from '../loans/LoanFrame.tsx';
import { type OverviewView, overviewView } from './viewChoice.ts';
import { useLoan } from '../loans/useLoan.ts';
import { throwUnlessRefused, useLeaveWhenRefused } from '../../lib/useLeaveWhenRefused.ts';
import { useUser } from '../../lib/useUser.ts';

const route = getRouteApi('/shell/loans/$loanId');
// Overview and package are separate pages of a loan, each loaded on demand.
const Overview = lazy(() => import('./Overview.tsx'));
const SuggestionStrip = lazy(async () => ({
  default: (await import('../needs-list/SuggestionStrip.tsx')).SuggestionStrip,
}));
const Package = lazy(async () => ({ default: (await import('../elements/Package.tsx')).Package }));

/** The view in the URL takes precedence over the saved view. A URL with a folder opens the package. */
function useView() {
  // Selects only whether the URL has a folder, so that opening another folder does not re-render the loan.
  const view = route.useSearch({
    select: ({ view: searchView, folder }) =>
      searchView ?? (folder === undefined ? undefined : 'package'),
  });
  const navigate = route.useNavigate();
  const savedView = useStore(overviewView);
  const requestedView = view === 'entities' || view === 'details' ? view : undefined;
  useEffect(() => {
    if (requestedView) overviewView.set(requestedView);
  }, [requestedView]);
  return {
    inPackage: view === 'package',
    view: requestedView ?? savedView,
    onView: (newView: OverviewView) => {
      overviewView.set(newView);
      if (view !== undefined) void navigate({ search: {}, replace: true });
    },
  };
}

export function LoanPage() {
  const { loanId } = route.useParams();
  const { inPackage, view, onView } = useView();
  const user = useUser();
  const chat = useLoanChat();
  const onFailure = useLeaveWhenRefused();
  const { loan, phases } = useLoan(loanId);
  const elements = useCall('listElements', { params: { id: loanId } }, { onFailure });
  const asBorrower = !isLenderStaff(user);
  const items = elements.data?.elements;
  const counts = useMemo(() => countDocuments(items ?? []), [items]);
  const roles = loan?.loanRoles;
  const people = useMemo(
    () => [...new Map(roles?.map(({ user: each }) => [each.id, each])).values()],
    [roles],
  );

  throwUnlessRefused(elements);
  if (!loan || !elements.data) return <LoanLoading />;
  return (
    <AroundLoan
      loan={loan}
      phases={phases}
      tab={inPackage ? 'package' : 'overview'}
      chat={inPackage ? undefined : chat}
    >
      <Suspense fallback={<RowsSkeleton label="Loading the loan" />}>
        {inPackage ? (
          <Package
            key={loanId}
            loanId={loanId}
            mayRequest={elements.data.abilities.request}
            mayDownload={elements.data.abilities.download}
            hasSbaTabs={!asBorrower && isSbaLoan(loan.loanType)}
            people={people}
            shared={elements.data.sharedInfo}
            elements={elements.data.elements}
            counts={counts}
            asBorrower={asBorrower}
            facts={
              <>
                {elements.data.abilities.request && (
                  <Suspense fallback={null}>
                    <SuggestionStrip loanId={loanId} />
                  </Suspense>
                )}
                <LoanFacts loan={loan} counts={counts} />
              </>
            }
          />
        ) : (
          <Overview
            loan={loan}
            elements={elements.data.elements}
            counts={counts}
            viewer={{ userId: user.id, asLender: !asBorrower }}
            view={view === 'details' && asBorrower ? 'tasks' : view}
            onView={onView}
          />
        )}
      </Suspense>
    </AroundLoan>
  );
}
