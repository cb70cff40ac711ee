import { useNavigate } from '@tanstack/react-router';
import { routes } from './routes.ts';
import type { CallError } from './CallError.ts';
import { toast } from './toast.ts';

export const NOT_MINE = [400, 403, 404];

/**
 * Throws failures other than missing access, so that the error page shows them. A page that already shows data keeps
 * it, because a refetch can fail while the user types.
 */
export function throwUnlessRefused(...queries: { error: Error | null; data: unknown }[]): void {
  for (const { error, data } of queries) {
    if (error && data === undefined && !NOT_MINE.includes((error as CallError).status)) throw error;
  }
}

/**
 * Navigates to the home page if a loan does not exist, its id is invalid, or the user has no access to it. A 404 also
 * shows a message.
 */
export function useLeaveWhenRefused() {
  const navigate = useNavigate();
  return (error: CallError): boolean => {
    if (!NOT_MINE.includes(error.status)) return false;
    if (error.status === 404) toast.error(error.message);
    void navigate({ to: routes.home, replace: true });
    return true;
  };
}
