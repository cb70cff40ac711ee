import { lazy, Suspense } from 'react';
import { useAnnounced } from './useAnnounced.ts';

const AnnouncedNotice = lazy(() => import('./AnnouncedNotice.tsx'));

/** Notice on the pages before the log-in. Loaded only when a window is announced. */
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
