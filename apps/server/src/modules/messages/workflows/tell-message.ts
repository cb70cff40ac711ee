import { proxyActivities } from '@temporalio/workflow';
import { afterQuietHours } from '../../../platform/workflows/after-quiet-hours.ts';
import type { MessageActivities, MessageNews } from '../telling.ts';

const { whoIsToldOfMessage, tellOfMessage } = proxyActivities<MessageActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute', maximumAttempts: 30 },
});

export async function tellMessage(news: MessageNews): Promise<void> {
  await afterQuietHours(news.companyId);
  const readers = await whoIsToldOfMessage(news);
  const sent = await Promise.allSettled(readers.map((reader) => tellOfMessage(news, reader)));
  const failed = sent.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}
