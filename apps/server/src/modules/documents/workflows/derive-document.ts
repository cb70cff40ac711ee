import { proxyActivities } from '@temporalio/workflow';
import type { WorkflowInputs } from '../../../platform/workflow-inputs.ts';
import type { DeriveActivities } from '../derive-activities.ts';

const { deriveStoredFile, giveUpDeriving } = proxyActivities<DeriveActivities>({
  startToCloseTimeout: '15 minutes',
  // Missing heartbeats, not the long timeout, reveal a worker that died.
  heartbeatTimeout: '10 seconds',
  // About an hour: sources wait for their scan, which waits while the scanner is down.
  retry: { initialInterval: '1 second', maximumInterval: '1 minute', maximumAttempts: 60 },
});

/** PENDING → CLEAN, or blocked. */
export async function deriveDocument(ref: WorkflowInputs['deriveDocument']): Promise<void> {
  try {
    await deriveStoredFile(ref);
  } catch {
    await giveUpDeriving(ref);
  }
}
