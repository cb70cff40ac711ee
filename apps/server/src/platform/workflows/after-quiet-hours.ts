/** For workflows: what nobody asked for waits until the company's quiet hours are over. */
import { proxyActivities, sleep } from '@temporalio/workflow';
import type { QuietActivities } from '../quiet-hours.ts';

const { quietMilliseconds } = proxyActivities<QuietActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

/** Hours may be changed while a letter waits, and clocks be set: it is asked again after each wait. */
export async function afterQuietHours(companyId: string): Promise<void> {
  for (;;) {
    const wait = await quietMilliseconds(companyId);
    if (wait === 0) return;
    await sleep(wait);
  }
}
