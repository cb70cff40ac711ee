import { useRouter, useSearch } from '@tanstack/react-router';
import { routes, safeReturn } from '../../app/routes.ts';
import { queryClient } from '../../kit/queries.ts';
import { addressTyped } from './addressTyped.ts';

/** Into the application, to where somebody wanted to go. */
export function useEnter() {
  const search = useSearch({ from: routes.login });
  const router = useRouter();
  return () => {
    // Whoever was signed in before in this tab, nothing of theirs is shown to the next one.
    queryClient.clear();
    addressTyped.set('');
    router.history.push(safeReturn(search.return));
  };
}
