import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Mark } from '../ui/Mark.tsx';
import classes from '../ui/Notice.module.css';

const SUPPORT_ADDRESS = 'support@cairn.example';

/** Replaces a failed page, inside the frame that is still mounted. */
export function ErrorPage() {
  return (
    <div className={classes.page}>
      <div className={classes.card} role="alert">
        <span className={classes.mark}>
          <Mark size={40} />
        </span>
        <h1 className={classes.title}>Something went wrong</h1>
        <p className={classes.text}>
          Page unable to load due to a system error. Please refresh page to continue.
        </p>
        <Button
          className={classes.action ?? ''}
          leftSection={<IconRefresh size={16} stroke={1.7} aria-hidden />}
          onClick={() => window.location.reload()}
        >
          Refresh
        </Button>
        <p className={classes.support}>
          If problem persists please contact support.{' '}
          <a href={`mailto:${SUPPORT_ADDRESS}`}>{SUPPORT_ADDRESS}</a>
        </p>
      </div>
    </div>
  );
}

/** In the place of everything. */
export function WholeErrorPage() {
  return (
    <main id="main" tabIndex={-1}>
      <ErrorPage />
    </main>
  );
}
