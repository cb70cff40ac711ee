import { useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import { closedForMaintenance } from '../../lib/maintenance.ts';
import { queryClient, refresh } from '../../lib/queries.ts';
import { useStore } from '../../lib/store.ts';
import { useCall } from '../../lib/useCall.ts';

const MaintenancePage = lazy(() => import('./MaintenancePage.tsx'));

const ASK_EVERY_MS = 5_000;
const AT_LEAST_MS = 1_000;
/** The browser fires longer timers immediately, because their delay overflows. */
const TIMER_MOST_MS = 2 ** 31 - 1;

const ask = () => void refresh(['maintenance']);

/**
 * Asks the server at the start and the end of the window instead of relying on this computer's clock. While the
 * application is closed, it also polls every few seconds, in case the event stream is lost.
 */
function useWindow(closed: boolean) {
  const { data, dataUpdatedAt } = useCall('getJavascriptConstants', {});
  const maintenance = data?.maintenance ?? null;
  const next =
    maintenance && (maintenance.state === 'SCHEDULED' ? maintenance.start : maintenance.end);
  useEffect(() => {
    if (next === null) return;
    const left = Math.max(AT_LEAST_MS, Date.parse(next) - dataUpdatedAt);
    const timer = left < TIMER_MOST_MS ? window.setTimeout(ask, left) : undefined;
    return () => window.clearTimeout(timer);
  }, [next, dataUpdatedAt]);
  useEffect(() => {
    if (!closed) return;
    const timer = window.setInterval(ask, ASK_EVERY_MS);
    return () => window.clearInterval(timer);
  }, [closed]);
  return { window: maintenance, answered: data !== undefined };
}

/** Reopens the page as it was and reloads all its data. */
function useReopening() {
  const router = useRouter();
  return useCallback(() => {
    closedForMaintenance.set(false);
    queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' });
    void queryClient.invalidateQueries();
    void router.invalidate();
  }, [router]);
}

/**
 * During the window, MaintenancePage covers the application for all users but administrators. The page below stays
 * mounted, so that typed text is not lost. The authentication pages stay open, because it is unknown before the log-in
 * who is an administrator.
 */
export default function MaintenanceGate() {
  const closed = useStore(closedForMaintenance);
  const { window, answered } = useWindow(closed);
  const { data: user } = useCall('getLoggedUser', {}, { enabled: false });
  const reopen = useReopening();
  const on = window?.state === 'ACTIVE';
  const passes = user?.roleLevel === 'ADMIN';
  useEffect(() => {
    if (on && user && !passes) closedForMaintenance.set(true);
    if (closed && ((answered && !on) || passes)) reopen();
  }, [on, answered, user, passes, closed, reopen]);

  const atTheDoor = useRouterState({
    select: ({ location }) => location.pathname.startsWith('/auth/'),
  });
  if (!closed || atTheDoor) return null;
  return (
    <Suspense fallback={null}>
      <MaintenancePage end={on ? window.end : null} />
    </Suspense>
  );
}
