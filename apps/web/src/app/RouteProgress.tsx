import { useRouterState } from '@tanstack/react-router';
import classes from './RouteProgress.module.css';

/** Indeterminate progress at the very top, in amber, while the next page loads. */
export function RouteProgress() {
  const loading = useRouterState({ select: (state) => state.isLoading });
  return (
    <div
      // The tag of this role draws a bar of its own that cannot be animated from the left.
      // eslint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="progressbar"
      aria-label="Loading page"
      aria-hidden={!loading}
      className={classes.bar}
      data-loading={loading || undefined}
    />
  );
}
