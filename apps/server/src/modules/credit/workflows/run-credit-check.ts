import { proxyActivities } from '@temporalio/workflow';
import type { WorkflowInputs } from '../../../platform/workflow-inputs.ts';
import type { CreditActivities } from '../run-check.ts';

const { requestReport, giveUpRun } = proxyActivities<CreditActivities>({
  startToCloseTimeout: '3 minutes',
  retry: { initialInterval: '1 second', maximumInterval: '2 minutes', maximumAttempts: 8 },
});

/**
 * SCHEDULED → RUNNING → DONE or FAILED. The run id is the idempotency key: repeated steps request and store one report.
 */
export async function runCreditCheck(run: WorkflowInputs['runCreditCheck']): Promise<void> {
  try {
    await requestReport(run);
  } catch {
    await giveUpRun(run);
  }
}
