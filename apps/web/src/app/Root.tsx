import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { LiveRegion } from '../ui/LiveRegion.tsx';
import { useStore } from '../lib/store.ts';
import { uploads } from '../features/documents/uploads.ts';
import { waitingToasts } from '../lib/toast.ts';
import { CookieConsent } from './CookieConsent.tsx';
import { usePageHeading } from './pageHeading.ts';
import { RouteProgress } from './RouteProgress.tsx';

const MaintenanceGate = lazy(() => import('../features/maintenance/MaintenanceGate.tsx'));
const Toaster = lazy(() => import('../ui/Toaster.tsx'));
const UploadPanel = lazy(() => import('../features/documents/UploadPanel.tsx'));
const HintLayer = lazy(() => import('../ui/HintLayer.tsx'));
const NoAccessGate = lazy(() => import('./NoAccessGate.tsx'));

const AT_REST_MS = 1_500;
/** Hints need a pointer that can hover, so phones do not load them. */
const canHover = window.matchMedia('(any-hover: hover)');

/**
 * Non-critical parts of the page. Hints and toasts are loaded a moment after the start, but toasts at once if one is
 * waiting. The upload panel is loaded with the first upload.
 */
function Extras() {
  const waiting = useStore(waitingToasts);
  const areUploading = useStore(uploads).size > 0;
  const [atRest, setAtRest] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setAtRest(true), AT_REST_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <>
      {atRest && canHover.matches && <HintLayer />}
      {areUploading && <UploadPanel />}
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
      {/* Each part has its own Suspense boundary, so that the maintenance page does not disappear while another
          part loads. */}
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
