import { proxyActivities } from '@temporalio/workflow';
import type { AccountEmailActivities, MailOrder } from '../send-account-email.ts';

const { sendLetter } = proxyActivities<AccountEmailActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute', maximumAttempts: 30 },
});

/** The workflow knows only ids; the email is composed when it is sent. */
export async function sendMail(order: MailOrder): Promise<void> {
  await sendLetter(order);
}
