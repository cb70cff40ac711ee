import { useRouter, useSearch } from '@tanstack/react-router';
import { safeReturn } from '../../lib/routes.ts';
import { queryClient } from '../../lib/queries.ts';
import { typedEmail } from './typedEmail.ts';

/** Opens the page that the user wanted before the log-in. */
export function useEnter() {
  const back = useSearch({ strict: false, select: (search) => search.return });
  const router = useRouter();
  return () => {
    // Clears the cache: the next user of this tab must not see data of the previous one.
    queryClient.clear();
    typedEmail.set('');
    router.history.push(safeReturn(back));
  };
}
