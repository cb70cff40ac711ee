import { lazy, Suspense } from 'react';
import { useAnnounced } from './useAnnounced.ts';

const AnnouncedBanner = lazy(() => import('./AnnouncedBanner.tsx'));

/** Loads the banner only when a window is announced, which is rare. */
export default function MaintenanceBanner() {
  const window = useAnnounced();
  return (
    window && (
      <Suspense fallback={null}>
        <AnnouncedBanner window={window} />
      </Suspense>
    )
  );
}
