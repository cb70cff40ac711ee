import { proxyActivities, sleep } from '@temporalio/workflow';
import { scheduledTime } from '../../../platform/workflows/scheduled-time.ts';
import type { DigestActivities } from '../send-digests.ts';

const { sendDueDigests, deliverDigest: deliver } = proxyActivities<DigestActivities>({
  startToCloseTimeout: '10 minutes',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute', maximumAttempts: 30 },
});

/** Started by a schedule. */
export async function sendDigests(): Promise<number> {
  return sendDueDigests(scheduledTime().toISOString());
}

/** Sends one summary after quiet hours. */
export async function deliverDigest(order: { companyId: string; digestId: string }): Promise<void> {
  for (;;) {
    const waitMs = await deliver(order.companyId, order.digestId);
    if (waitMs === 0) return;
    await sleep(waitMs);
  }
}
