import { useNavigate } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import type { CallError } from '../../kit/CallError.ts';
import { toast } from '../../kit/toast.ts';

export const NOT_MINE = [400, 403, 404];

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
