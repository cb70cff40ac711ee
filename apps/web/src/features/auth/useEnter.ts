import { useRouter, useSearch } from '@tanstack/react-router';
import { routes, safeReturn } from '../../lib/routes.ts';
import { queryClient } from '../../lib/queries.ts';
import { typedEmail } from './typedEmail.ts';

/** Into the application, to the page that the user wanted. */
export function useEnter() {
  const search = useSearch({ from: routes.login });
  const router = useRouter();
  return () => {
    // Clears the cache: the next user of this tab must not see data of the previous one.
    queryClient.clear();
    typedEmail.set('');
    router.history.push(safeReturn(search.return));
  };
}
