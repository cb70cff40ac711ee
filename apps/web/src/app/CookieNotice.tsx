import { Button } from '@mantine/core';
import classes from './CookieNotice.module.css';

/** Has only one button, because there is nothing to choose: the application sets only necessary cookies. */
export default function CookieNotice({ onClose }: { onClose: () => void }) {
  return (
    <section className={classes.card} aria-label="Cookies">
      <p className={classes.text}>
        <strong>We only use cookies needed to keep you logged in.</strong> We don’t track you.
      </p>
      <Button size="sm" onClick={onClose}>
        OK
      </Button>
    </section>
  );
}
