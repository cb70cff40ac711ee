import { proxyActivities } from '@temporalio/workflow';
import type { MailingActivities, MailOrder } from '../mailing.ts';

const { sendLetter } = proxyActivities<MailingActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute', maximumAttempts: 30 },
});

/** What a letter says is put together when it is sent: the workflow knows ids and nothing else. */
export async function sendMail(order: MailOrder): Promise<void> {
  await sendLetter(order);
}
