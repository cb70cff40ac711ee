import type { CallError } from '../../lib/CallError.ts';
import { useCall } from '../../lib/useCall.ts';
import { NOT_MINE, useLeaveWhenRefused } from '../../lib/useLeaveWhenRefused.ts';

/** The application that a page is about; leads home where it is not the caller's to see. */
export function useApplication(loanId: string) {
  const onFailure = useLeaveWhenRefused();
  const query = useCall('getApplication', { params: { id: loanId } }, { onFailure });
  if (query.isError && !NOT_MINE.includes((query.error as CallError).status)) throw query.error;
  return query.data;
}
