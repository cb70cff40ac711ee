import { Button, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { forgetUserAfter } from '../../lib/forgetUser.ts';
import { routes } from '../../lib/routes.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { AuthFrame } from './AuthFrame.tsx';

/**
 * The log-in page with ?logout, where /api/auth/logout leads. Any website can link to it, and a log-out erases unsent
 * work, so the page asks first. A visitor without a session is redirected to the plain log-in page, and nothing is
 * erased.
 */
export default function LogOutQuestion() {
  const navigate = useNavigate();
  const session = useCall('isAuthenticated', {}, { onFailure: () => true });
  const { mutateAsync: endSession, isPending } = useAction('logout');
  const isOver = session.data?.success === false;
  const leave = () => void navigate({ to: routes.login, replace: true });
  useEffect(() => {
    if (isOver) void navigate({ to: routes.login, replace: true });
  }, [isOver, navigate]);
  if (session.isPending || isOver) return null;
  return (
    <AuthFrame
      title="Log out?"
      lead="What you haven’t sent yet, such as photographed pages and a half-entered loan, is erased from this browser."
    >
      <Stack gap="sm">
        <Button
          size="md"
          fullWidth
          loading={isPending}
          // On failure the call has already shown a toast, and nothing is erased.
          onClick={() => void forgetUserAfter(endSession({})).then(leave, () => undefined)}
        >
          Log out
        </Button>
        <LinkButton to={routes.home} variant="default" size="md" fullWidth>
          Stay logged in
        </LinkButton>
      </Stack>
    </AuthFrame>
  );
}
