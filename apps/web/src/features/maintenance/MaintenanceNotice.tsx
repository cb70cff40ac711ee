import { lazy, Suspense } from 'react';
import { useAnnounced } from './useAnnounced.ts';

const AnnouncedNotice = lazy(() => import('./AnnouncedNotice.tsx'));

/** Before the log-in; its words are fetched when there is something to say. */
export function MaintenanceNotice() {
  const window = useAnnounced();
  return (
    window && (
      <Suspense fallback={null}>
        <AnnouncedNotice window={window} />
      </Suspense>
    )
  );
}
