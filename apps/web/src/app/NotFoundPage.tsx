import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Mark } from '../kit/Mark.tsx';
import classes from './Notice.module.css';
import { routes } from './routes.ts';

export function NotFoundPage() {
  return (
    <div className={classes.page}>
      <div className={classes.card}>
        <span className={classes.mark}>
          <Mark size={40} />
        </span>
        <h1 className={classes.title}>This page does not exist</h1>
        <p className={classes.text}>The address may be old, or a letter in it is missing.</p>
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
