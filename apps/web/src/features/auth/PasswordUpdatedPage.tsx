import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { AuthFrame } from './AuthFrame.tsx';

export function PasswordUpdatedPage() {
  return (
    <AuthFrame
      title="Your password was changed"
      lead="Your other browsers were logged out. We sent you a confirmation email."
    >
      <Button component={Link} to={routes.login} fullWidth size="md">
        Log in
      </Button>
    </AuthFrame>
  );
}
