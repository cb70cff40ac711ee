import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import type { CallError } from '../../kit/CallError.ts';
import { HeaderSkeleton, RowsSkeleton } from '../../kit/Skeleton.tsx';
import { useStore } from '../../kit/store.ts';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import { useDelayed } from '../../kit/useDelayed.ts';
import { isLenderStaff } from '../identity/roles.ts';
import { countDocuments } from '../elements/packageTree.ts';
import { LoanBar } from './LoanBar.tsx';
import barClasses from './LoanBar.module.css';
import { LoanTabs } from './LoanTabs.tsx';
import { LoanFacts } from './LoanFacts.tsx';
import classes from './LoanPage.module.css';
import { LoanMoves } from './LoanMoves.tsx';
import { type OverviewView, overviewView } from './overview/viewChoice.ts';
import { PhaseTrack } from './PhaseTrack.tsx';
import { NOT_MINE, useLeaveWhenRefused } from './useLeaveWhenRefused.ts';

const route = getRouteApi('/shell/loans/$loanId');
// Two pages of a loan: each is loaded when somebody comes to it.
const Overview = lazy(() => import('./overview/Overview.tsx'));
const SuggestionStrip = lazy(async () => ({
  default: (await import('../applying/SuggestionStrip.tsx')).SuggestionStrip,
}));
const Package = lazy(async () => ({ default: (await import('../elements/Package.tsx')).Package }));

/** A folder is one of the package's; an address that names a view chooses it. */
function useView() {
  const { view, folder } = route.useSearch();
  const navigate = route.useNavigate();
  const kept = useStore(overviewView);
  const named = view === 'entities' || view === 'details' ? view : undefined;
  useEffect(() => {
    if (named) overviewView.set(named);
  }, [named]);
  return {
    inPackage: view === 'package' || (view === undefined && folder !== undefined),
    view: named ?? kept,
    onView: (chosen: OverviewView) => {
      overviewView.set(chosen);
      if (view !== undefined) void navigate({ search: {}, replace: true });
    },
  };
}

/** Opened: it stands first among the recent ones, here and in the palette. */
function useRemembered(loanId: string | undefined): void {
  const { mutate } = useAction('addRecent');
  useEffect(() => {
    if (loanId) mutate({ body: { loanId } });
  }, [loanId, mutate]);
}

export function LoanPage() {
  const { loanId } = route.useParams();
  const { inPackage, view, onView } = useView();
  const { user } = route.useRouteContext();
  const onFailure = useLeaveWhenRefused();
  const loan = useCall('getLoan', { params: { id: loanId } }, { onFailure });
  const elements = useCall('listElements', { params: { id: loanId } }, { onFailure });
  const companyId = loan.data?.companyId ?? '';
  const phases = useCall(
    'listPhases',
    { params: { companyId } },
    { enabled: loan.data !== undefined },
  );
  const waiting = useDelayed(loan.isPending || elements.isPending);
  const asBorrower = !isLenderStaff(user);
  useRemembered(loan.data?.id);
  const items = elements.data?.elements;
  const counts = useMemo(() => countDocuments(items ?? []), [items]);
  const roles = loan.data?.loanRoles;
  const people = useMemo(
    () => [...new Map(roles?.map(({ user: each }) => [each.id, each])).values()],
    [roles],
  );

  if (loan.isError && !NOT_MINE.includes((loan.error as CallError).status)) throw loan.error;
  if (elements.isError && !NOT_MINE.includes((elements.error as CallError).status)) {
    throw elements.error;
  }
  if (!loan.data || !elements.data) {
    return (
      <div className={classes.loading}>
        {waiting && (
          <>
            <HeaderSkeleton />
            <RowsSkeleton label="Loading the loan" />
          </>
        )}
      </div>
    );
  }
  return (
    <>
      <LoanBar loan={loan.data} inPackage={inPackage}>
        {phases.data && <LoanMoves loan={loan.data} phases={phases.data.phases} />}
      </LoanBar>
      <LoanTabs loanId={loanId} inPackage={inPackage} className={barClasses.tabsBelow} />
      {phases.data && <PhaseTrack loan={loan.data} phases={phases.data.phases} />}
      {inPackage && elements.data.abilities.request && (
        <Suspense fallback={null}>
          <SuggestionStrip loanId={loanId} />
        </Suspense>
      )}
      <Suspense fallback={<RowsSkeleton label="Loading the loan" />}>
        {inPackage ? (
          <Package
            key={loanId}
            loanId={loanId}
            mayRequest={elements.data.abilities.request}
            people={people}
            elements={elements.data.elements}
            counts={counts}
            asBorrower={asBorrower}
            facts={<LoanFacts loan={loan.data} counts={counts} />}
          />
        ) : (
          <Overview
            loan={loan.data}
            elements={elements.data.elements}
            counts={counts}
            asBorrower={asBorrower}
            view={view === 'details' && asBorrower ? 'tasks' : view}
            onView={onView}
          />
        )}
      </Suspense>
    </>
  );
}
