import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Mark } from './Mark.tsx';
import classes from './Notice.module.css';
import { routes } from '../lib/routes.ts';

export function NotFoundPage() {
  return (
    <div className={classes.page}>
      <div className={classes.card}>
        <span className={classes.mark}>
          <Mark size={40} />
        </span>
        <h1 className={classes.title}>Page not found</h1>
        <p className={classes.text}>Check the link, or go back.</p>
        <Button className={classes.action ?? ''} component={Link} to={routes.home}>
          Go to your loans
        </Button>
      </div>
    </div>
  );
}

/** In the place of everything. */
export function WholeNotFoundPage() {
  return (
    <main id="main" tabIndex={-1}>
      <NotFoundPage />
    </main>
  );
}
