import { patched, proxyActivities } from '@temporalio/workflow';
import { afterQuietHours } from '../../../platform/workflows/after-quiet-hours.ts';
import type { PartActivities, PartNews } from '../telling.ts';

const { tellOfPart, textOfPart } = proxyActivities<PartActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute', maximumAttempts: 30 },
});

/** The letter and the text message do not wait for each other. */
export async function tellPart(news: PartNews): Promise<void> {
  await afterQuietHours(news.companyId);
  const sent = await Promise.allSettled([
    tellOfPart(news),
    // Work that was under way when text messages came in goes on as it began.
    ...(patched('text-messages') ? [textOfPart(news)] : []),
  ]);
  const failed = sent.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}
