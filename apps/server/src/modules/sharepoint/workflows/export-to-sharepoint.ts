import { proxyActivities } from '@temporalio/workflow';
import type { WorkflowInputs } from '../../../platform/workflow-inputs.ts';
import type { SharePointActivities } from '../send-package.ts';

const retry = { initialInterval: '1 second', maximumInterval: '5 minutes', maximumAttempts: 10 };
const { sendToLibrary, giveUpSending } = proxyActivities<SharePointActivities>({
  startToCloseTimeout: '6 hours',
  // A worker that dies is detected by its missing heartbeat. The next one continues after the files that were sent.
  heartbeatTimeout: '30 seconds',
  retry,
});
const { checkLibrary, giveUpLibrary } = proxyActivities<SharePointActivities>({
  startToCloseTimeout: '15 minutes',
  retry: { ...retry, maximumAttempts: 3 },
});

/** QUEUED → RUNNING → DONE or FAILED. */
export async function exportToSharePoint(ref: WorkflowInputs['exportToSharePoint']): Promise<void> {
  try {
    await sendToLibrary(ref);
  } catch {
    await giveUpSending(ref);
  }
}

/** CHECKING → CONNECTED or FAILED. */
export async function connectSharePoint(ref: WorkflowInputs['connectSharePoint']): Promise<void> {
  try {
    await checkLibrary(ref);
  } catch {
    await giveUpLibrary(ref);
  }
}
