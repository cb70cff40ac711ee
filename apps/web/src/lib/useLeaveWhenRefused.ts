import { useNavigate } from '@tanstack/react-router';
import { routes } from './routes.ts';
import type { CallError } from './CallError.ts';
import { toast } from './toast.ts';

export const NOT_MINE = [400, 403, 404];

/**
 * Failures other than missing access are shown by the error page. A page that already shows data
 * keeps it: a refetch may fail while the user types.
 */
export function throwUnlessRefused(...queries: { error: Error | null; data: unknown }[]): void {
  for (const { error, data } of queries) {
    if (error && data === undefined && !NOT_MINE.includes((error as CallError).status)) throw error;
  }
}

/** A loan that is not there, or not mine to see, sends home; 404 also says so. */
export function useLeaveWhenRefused() {
  const navigate = useNavigate();
  return (error: CallError): boolean => {
    if (!NOT_MINE.includes(error.status)) return false;
    if (error.status === 404) toast.error(error.message);
    void navigate({ to: routes.home, replace: true });
    return true;
  };
}
