/** For workflows: delays unsolicited notifications until the company's quiet hours are over. */
import { proxyActivities, sleep } from '@temporalio/workflow';
import type { QuietActivities } from '../quiet-hours.ts';

const { quietMilliseconds } = proxyActivities<QuietActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

/** Checked again after each wait, because the hours may have changed or the clocks been adjusted. */
export async function afterQuietHours(companyId: string): Promise<void> {
  for (;;) {
    const wait = await quietMilliseconds(companyId);
    if (wait === 0) return;
    await sleep(wait);
  }
}
