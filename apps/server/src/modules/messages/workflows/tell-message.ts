import { patched, proxyActivities } from '@temporalio/workflow';
import { afterQuietHours } from '../../../platform/workflows/after-quiet-hours.ts';
import type { MessageActivities, MessageNews } from '../telling.ts';

const activities = proxyActivities<MessageActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute', maximumAttempts: 30 },
});

export async function tellMessage(news: MessageNews): Promise<void> {
  await afterQuietHours(news.companyId);
  const readers = await activities.whoIsToldOfMessage(news);
  // Work that was under way when text messages came in goes on as it began.
  const texted = patched('text-messages') ? await activities.whoIsTextedOfMessage(news) : [];
  const sent = await Promise.allSettled([
    ...readers.map((reader) => activities.tellOfMessage(news, reader)),
    ...texted.map((reader) => activities.textOfMessage(news, reader)),
  ]);
  const failed = sent.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}
