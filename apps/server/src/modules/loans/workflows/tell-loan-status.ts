import { patched, proxyActivities } from '@temporalio/workflow';
import { afterQuietHours } from '../../../platform/workflows/after-quiet-hours.ts';
import type { StatusNews, TellingActivities } from '../telling.ts';

const activities = proxyActivities<TellingActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute', maximumAttempts: 30 },
});

/** A letter or text message that cannot be sent keeps nobody else from theirs. */
export async function tellLoanStatus(news: StatusNews): Promise<void> {
  // Work that was under way when quiet hours came in goes on as it began.
  if (patched('quiet-hours')) await afterQuietHours(news.companyId);
  const readers = await activities.whoIsToldOfStatus(news);
  const texted = patched('text-messages') ? await activities.whoIsTextedOfStatus(news) : [];
  const sent = await Promise.allSettled([
    ...readers.map((reader) => activities.tellOfStatus(news, reader)),
    ...texted.map((reader) => activities.textOfStatus(news, reader)),
  ]);
  const failed = sent.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}
