import type { CallError } from '../../kit/CallError.ts';
import { useCall } from '../../kit/useCall.ts';

/** The page says itself that they are not there; why stands in the browser's log only [R183]. */
export function logFailure({ status, message }: Pick<CallError, 'status' | 'message'>): false {
  console.warn(`the tasks could not be loaded: ${status} ${message}`);
  return false;
}

export const useTasks = (loanId: string) =>
  useCall('getConsolidatedTasks', { params: { id: loanId } }, { onFailure: logFailure });
