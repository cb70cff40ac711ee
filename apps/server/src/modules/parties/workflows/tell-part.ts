import { proxyActivities } from '@temporalio/workflow';
import { afterQuietHours } from '../../../platform/workflows/after-quiet-hours.ts';
import type { PartActivities, PartNews } from '../telling.ts';

const { tellOfPart } = proxyActivities<PartActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute', maximumAttempts: 30 },
});

export async function tellPart(news: PartNews): Promise<void> {
  await afterQuietHours(news.companyId);
  await tellOfPart(news);
}
