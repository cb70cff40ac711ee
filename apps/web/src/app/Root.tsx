import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { LiveRegion } from '../kit/LiveRegion.tsx';
import { useStore } from '../kit/store.ts';
import { waitingToasts } from '../kit/toast.ts';
import { CookieConsent } from './CookieConsent.tsx';
import { usePageHeading } from './pageHeading.ts';
import { RouteProgress } from './RouteProgress.tsx';

const MaintenanceGate = lazy(() => import('../features/maintenance/MaintenanceGate.tsx'));
const Toaster = lazy(() => import('../kit/Toaster.tsx'));
const HintLayer = lazy(() => import('../kit/HintLayer.tsx'));
const NoAccessGate = lazy(() => import('./NoAccessGate.tsx'));

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

export function Root() {
  usePageHeading();
  return (
    <>
      <RouteProgress />
      <Outlet />
      <LiveRegion />
      <CookieConsent />
      {/* One each: the maintenance page must not vanish for the moment in which a toast is loaded. */}
      <Suspense fallback={null}>
        <MaintenanceGate />
      </Suspense>
      <Suspense fallback={null}>
        <NoAccessGate />
      </Suspense>
      <Suspense fallback={null}>
        <Extras />
      </Suspense>
    </>
  );
}
