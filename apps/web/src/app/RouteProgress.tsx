import {
  completeNavigationProgress,
  NavigationProgress,
  startNavigationProgress,
} from '@mantine/nprogress';
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

export function RouteProgress() {
  const loading = useRouterState({ select: (state) => state.isLoading });
  useEffect(() => {
    if (!loading) return;
    startNavigationProgress();
    return completeNavigationProgress;
  }, [loading]);
  return (
    <NavigationProgress
      color="var(--accent)"
      size={3}
      withinPortal={false}
      aria-label="Loading page"
      aria-hidden={!loading}
    />
  );
}
