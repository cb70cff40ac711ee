import { patched, proxyActivities } from '@temporalio/workflow';
import { afterQuietHours } from '../../../platform/workflows/after-quiet-hours.ts';
import type { InvitationOrder, InvitationActivities } from '../send-invitation-email.ts';

const { sendInvitationLetter } = proxyActivities<InvitationActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute', maximumAttempts: 30 },
});

export async function sendInvitation(order: InvitationOrder): Promise<void> {
  // Workflows that started before quiet hours existed continue without them.
  if (patched('quiet-hours')) await afterQuietHours(order.companyId);
  await sendInvitationLetter(order);
}
