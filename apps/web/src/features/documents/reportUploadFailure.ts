import { CallError } from '../../lib/CallError.ts';
import { send } from '../../lib/client.ts';
import { StoreAnswer } from './putFile.ts';

function statusOf(failure: unknown): number {
  return failure instanceof CallError || failure instanceof StoreAnswer ? failure.status : 0;
}

/** To the operator, whose server does not see what happens between a browser and the object store. */
export function reportUploadFailure(failure: unknown, { size }: { size: number }): void {
  console.error('upload failed', failure);
  const step = failure instanceof CallError ? 'CALL' : 'STORE';
  send('reportUploadFailure', { body: { step, status: statusOf(failure), size } }).catch(() => {
    // The connection is lost: the upload itself says so.
  });
}
