import { Outlet, useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { LiveRegion } from '../kit/LiveRegion.tsx';
import { type NoAccess, NO_ACCESS_MESSAGE, noAccess, SEVERITIES } from '../kit/noAccess.ts';
import { useStore } from '../kit/store.ts';
import { waitingToasts } from '../kit/toast.ts';
import { RouteProgress } from './RouteProgress.tsx';

const Toaster = lazy(() => import('../kit/Toaster.tsx'));
const HintLayer = lazy(() => import('../kit/HintLayer.tsx'));
const NoAccessDialog = lazy(() => import('../kit/NoAccessDialog.tsx'));

const AT_REST_MS = 1_500;

/** What nobody needs at once is loaded when the page is at rest, a toast as soon as there is one. */
function Extras() {
  const waiting = useStore(waitingToasts);
  const [atRest, setAtRest] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setAtRest(true), AT_REST_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <>
      {atRest && <HintLayer />}
      {(atRest || waiting.length > 0) && <Toaster />}
    </>
  );
}

function refusalInAddress(search: Record<string, unknown>): NoAccess | null {
  if (!('no-access-modal' in search)) return null;
  const severity = SEVERITIES.find((known) => known === search['severity']) ?? 'warning';
  const { message } = search;
  return { message: typeof message === 'string' ? message : NO_ACCESS_MESSAGE, severity };
}

/** Opened by a refused call, or by the address; closing it takes it out of the address again. */
function NoAccessGate() {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const refused = useStore(noAccess);
  const inAddress = JSON.stringify(refusalInAddress(search));
  useEffect(() => {
    const refusal = JSON.parse(inAddress) as NoAccess | null;
    if (refusal) noAccess.set(refusal);
  }, [inAddress]);
  // Once opened it stays on the page, or it could not fade out.
  const [used, setUsed] = useState(false);
  if (refused && !used) setUsed(true);
  if (!used) return null;

  const close = () => {
    noAccess.set(null);
    if (inAddress === 'null') return;
    void navigate({
      to: '.',
      search: ({ 'no-access-modal': _modal, message: _message, severity: _severity, ...rest }) =>
        rest,
      replace: true,
    });
  };
  return <NoAccessDialog refused={refused} onClose={close} />;
}

/** A screen reader's place and the next Tab start at the new page, not at the old link. */
function useFocusOnNewPage() {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (before.current !== undefined && before.current !== pathname) {
      document.getElementById('main')?.focus({ preventScroll: true });
    }
    before.current = pathname;
  }, [pathname]);
}

export function Root() {
  useFocusOnNewPage();
  return (
    <>
      <RouteProgress />
      <Outlet />
      <LiveRegion />
      <Suspense fallback={null}>
        <NoAccessGate />
        <Extras />
      </Suspense>
    </>
  );
}
