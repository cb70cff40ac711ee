import { proxyActivities } from '@temporalio/workflow';
import type { WorkflowInputs } from '../../../platform/workflow-inputs.ts';
import type { UnlockActivities } from '../unlock-activities.ts';

const { unlockStoredFile, giveUpUnlocking } = proxyActivities<UnlockActivities>({
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '20 seconds', maximumAttempts: 3 },
});

/** PENDING → CLEAN, or blocked again. The password works for one attempt; without it the person is asked again. */
export async function unlockDocument(locked: WorkflowInputs['unlockDocument']): Promise<void> {
  try {
    await unlockStoredFile(locked);
  } catch {
    await giveUpUnlocking(locked);
  }
}
