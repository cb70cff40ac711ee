import { proxyActivities } from '@temporalio/workflow';
import { afterQuietHours } from '../../../platform/workflows/after-quiet-hours.ts';
import type { ApplicationActivities, ApplicationNews } from '../telling.ts';

const { whoIsToldOfApplication, tellOfApplication } = proxyActivities<ApplicationActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute', maximumAttempts: 30 },
});

/** A letter that cannot be sent keeps nobody else from theirs. */
export async function tellApplication(news: ApplicationNews): Promise<void> {
  await afterQuietHours(news.companyId);
  const readers = await whoIsToldOfApplication(news);
  const sent = await Promise.allSettled(readers.map((reader) => tellOfApplication(news, reader)));
  const failed = sent.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}
