import { useNavigate } from '@tanstack/react-router';
import { forgetDrafts } from '../../features/documents/photographedPages.ts';
import { forgetUser } from '../../lib/forgetUser.ts';
import { useAction } from '../../lib/useAction.ts';
import { routes } from '../../lib/routes.ts';

/** Awaited in plain steps: the palette that it was chosen in is gone before the answer comes. */
export function useLogOut() {
  const navigate = useNavigate();
  const { mutateAsync } = useAction('logout');
  return async () => {
    try {
      await mutateAsync({});
    } catch {
      // Already said in a toast; the person is still signed in.
      return;
    }
    forgetUser();
    // Also what this page remembers of them.
    forgetDrafts();
    await navigate({ to: routes.login });
  };
}
