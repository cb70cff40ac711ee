import { useNavigate } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import type { CallError } from '../../kit/CallError.ts';
import { toast } from '../../kit/toast.ts';

export const NOT_MINE = [400, 403, 404];

/**
 * What failed for another reason than who asks is said by the page that stands for all failures. Whoever has
 * something before them keeps it: asking again may fail while they type.
 */
export function throwUnlessRefused(...asked: { error: Error | null; data: unknown }[]): void {
  for (const { error, data } of asked) {
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
