import { useNavigate } from '@tanstack/react-router';
import { queryClient } from '../../kit/queries.ts';
import { signedIn } from '../../kit/session.ts';
import { useAction } from '../../kit/useAction.ts';
import { routes } from '../routes.ts';

/** Awaited in plain steps: the menu it was asked for in is gone before the answer comes. */
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
    signedIn.set(false);
    queryClient.clear();
    await navigate({ to: routes.login });
  };
}
