import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import { AuthFrame } from '../identity/AuthFrame.tsx';
import classes from '../identity/AuthFrame.module.css';

export function PasswordUpdatedPage() {
  return (
    <AuthFrame
      title="Your password was changed"
      lead="Other browsers were logged out, and we told you by e-mail."
    >
      <div className={classes.form}>
        <Button component={Link} to={routes.login} fullWidth h={44} fz={15}>
          Log in
        </Button>
      </div>
    </AuthFrame>
  );
}
