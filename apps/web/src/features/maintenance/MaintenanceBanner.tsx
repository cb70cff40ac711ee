import { lazy, Suspense } from 'react';
import { useAnnounced } from './useAnnounced.ts';

const AnnouncedBanner = lazy(() => import('./AnnouncedBanner.tsx'));

/** Its words are fetched when there is something to say, which is seldom. */
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
