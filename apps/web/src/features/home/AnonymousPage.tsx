import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import classes from './AnonymousPage.module.css';
import { PublicBar } from './PublicBar.tsx';

/** For a visitor without an account: what they can do, and what they need for it. */
export function AnonymousPage() {
  return (
    <div className={classes.page}>
      <PublicBar />
      <main id="main" tabIndex={-1} className={classes.main}>
        <div className={classes.card}>
          <span className={classes.tile}>
            <IconLink size={22} stroke={1.6} aria-hidden />
          </span>
          <h1 className={classes.title}>You are here as a guest</h1>
          <p className={classes.text}>
            To send documents without an account, open the link that your lender gave you. It
            belongs to the person you work with, so we cannot find it for you.
          </p>
          <p className={classes.text}>
            With an account you see what is asked of you, and where each document stands.
          </p>
          <div className={classes.actions}>
            <Button component={Link} to={routes.signup}>
              Create an account
            </Button>
            <Button component={Link} to={routes.login} variant="default">
              Log in
            </Button>
          </div>
        </div>
      </main>
    </div>
  );
}
