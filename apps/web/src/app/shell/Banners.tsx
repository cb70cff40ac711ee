import { lazy, Suspense, useEffect, useRef } from 'react';
import classes from './Banners.module.css';
import { ConnectionBar } from './ConnectionBar.tsx';

const MaintenanceBanner = lazy(() => import('../../features/maintenance/MaintenanceBanner.tsx'));
const PendingInvites = lazy(() => import('./PendingInvites.tsx'));
const TermsNotice = lazy(() => import('./TermsNotice.tsx'));

/** Publishes the height of the banners in a CSS variable, because sticky elements have to start below the banners. */
function useRoomForBanners() {
  const slot = useRef<HTMLElement>(null);
  useEffect(() => {
    const root = document.documentElement;
    const watcher = new ResizeObserver(() =>
      root.style.setProperty('--banners', `${slot.current?.offsetHeight ?? 0}px`),
    );
    if (slot.current) watcher.observe(slot.current);
    return () => {
      watcher.disconnect();
      root.style.removeProperty('--banners');
    };
  }, []);
  return slot;
}

/**
 * Notices about the whole application, above everything else and the most urgent first. Each one is a component that
 * renders a ui/Banner or nothing.
 */
export function Banners() {
  const slot = useRoomForBanners();
  return (
    <section ref={slot} className={classes.banners} aria-label="Notices" aria-live="polite">
      <ConnectionBar />
      <Suspense fallback={null}>
        <MaintenanceBanner />
        <PendingInvites />
        <TermsNotice />
      </Suspense>
    </section>
  );
}
