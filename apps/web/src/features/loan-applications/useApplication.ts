import type { CallError } from '../../lib/CallError.ts';
import { useCall } from '../../lib/useCall.ts';
import { NOT_MINE, useLeaveWhenRefused } from '../../lib/useLeaveWhenRefused.ts';

/** Loads the application of a page. Redirects home if the user may not see it. */
export function useApplication(loanId: string) {
  const onFailure = useLeaveWhenRefused();
  const query = useCall('getApplication', { params: { id: loanId } }, { onFailure });
  if (query.isError && !NOT_MINE.includes((query.error as CallError).status)) throw query.error;
  return query.data;
}
