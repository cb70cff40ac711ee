import { useRouterState } from '@tanstack/react-router';
import classes from './RouteProgress.module.css';

/** An indeterminate progress bar in amber at the top of the window while the next page loads. */
export function RouteProgress() {
  const loading = useRouterState({ select: (state) => state.isLoading });
  return (
    <div
      // The native `progress` element draws its own bar, which cannot be animated from the left.
      // eslint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="progressbar"
      aria-label="Loading page"
      aria-hidden={!loading}
      className={classes.bar}
      data-loading={loading || undefined}
    />
  );
}
