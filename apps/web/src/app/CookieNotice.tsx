import { Button } from '@mantine/core';
import classes from './CookieNotice.module.css';

/** One button, because there is nothing to choose: no cookie of ours can be done without. */
export default function CookieNotice({ onClose }: { onClose: () => void }) {
  return (
    <section className={classes.card} aria-label="Cookies">
      <p className={classes.text}>
        <strong>Only the cookies that Cairn needs.</strong> They keep you signed in and your account
        safe. Nothing follows you around, here or elsewhere.
      </p>
      <Button size="sm" onClick={onClose}>
        Understood
      </Button>
    </section>
  );
}
