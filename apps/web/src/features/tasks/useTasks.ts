import type { CallError } from '../../lib/CallError.ts';
import { useCall } from '../../lib/useCall.ts';

/** Logs why the tasks could not be loaded. The page itself shows only that they could not be [R183]. */
export function logFailure({ status, message }: Pick<CallError, 'status' | 'message'>): false {
  console.warn(`the tasks could not be loaded: ${status} ${message}`);
  return false;
}

export const useTasks = (loanId: string) =>
  useCall('getConsolidatedTasks', { params: { id: loanId } }, { onFailure: logFailure });
