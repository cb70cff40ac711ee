import { CallError } from '../../lib/CallError.ts';
import { send } from '../../lib/client.ts';
import { StoreAnswer } from './putFile.ts';

function statusOf(failure: unknown): number {
  return failure instanceof CallError || failure instanceof StoreAnswer ? failure.status : 0;
}

/**
 * Reports a failed upload to the server for the operator, because the server does not see the requests between the
 * browser and the object storage.
 */
export function reportUploadFailure(failure: unknown, { size }: { size: number }): void {
  console.error('upload failed', failure);
  const step = failure instanceof CallError ? 'CALL' : 'STORE';
  send('reportUploadFailure', { body: { step, status: statusOf(failure), size } }).catch(() => {
    // The report is lost with the connection. The upload shows the error itself.
  });
}
