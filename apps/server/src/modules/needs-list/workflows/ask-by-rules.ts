import { proxyActivities } from '@temporalio/workflow';
import type { Asking, NeedsListActivities } from '../rules.ts';

const activities = proxyActivities<NeedsListActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute', maximumAttempts: 30 },
});

export async function askByRules(asking: Asking): Promise<void> {
  await activities.askByRules(asking);
}
