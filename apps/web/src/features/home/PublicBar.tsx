import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import { Mark } from '../../kit/Mark.tsx';
import classes from './PublicBar.module.css';

/** Over the pages that anybody can open. */
export function PublicBar() {
  return (
    <header className={classes.bar}>
      <Link to={routes.landing} className={classes.brand} aria-label="Cairn, start page">
        <Mark size={26} />
        <span className={classes.word}>Cairn</span>
      </Link>
      <nav className={classes.links} aria-label="Account">
        <Button
          component={Link}
          to={routes.login}
          variant="subtle"
          className={classes.button ?? ''}
        >
          Log in
        </Button>
        <Button
          component={Link}
          to={routes.signup}
          variant="default"
          className={classes.button ?? ''}
        >
          Create an account
        </Button>
      </nav>
    </header>
  );
}
