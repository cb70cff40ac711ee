import { useNavigate } from '@tanstack/react-router';
import { forgetDrafts } from '../../features/documents/photographedPages.ts';
import { forgetUser } from '../../lib/forgetUser.ts';
import { useAction } from '../../lib/useAction.ts';
import { routes } from '../../lib/routes.ts';

/**
 * Awaits the call instead of using mutation callbacks, which do not run if the component that logs out is unmounted
 * before the reply.
 */
export function useLogOut() {
  const navigate = useNavigate();
  const { mutateAsync } = useAction('logout');
  return async () => {
    try {
      await mutateAsync({});
    } catch {
      // The failure was shown in a toast, and the user is still logged in.
      return;
    }
    forgetUser();
    // Also erases the photographed pages that are kept in memory for the user.
    forgetDrafts();
    await navigate({ to: routes.login });
  };
}
