import { proxyActivities } from '@temporalio/workflow';
import type { ExpiryActivities } from '../expire-answers-store.ts';

const activities = proxyActivities<ExpiryActivities>({
  startToCloseTimeout: '10 minutes',
  retry: { initialInterval: '10 seconds', maximumInterval: '1 minute', maximumAttempts: 5 },
});

/** Started by a schedule. */
export async function expireAnswers(): Promise<number> {
  return activities.expireDueAnswers();
}
