/** Signed event webhook of SendGrid: ECDSA over the timestamp and the bytes of the body. */
import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import {
  isDeliveryId,
  parseJson,
  refuseOldReport,
  ReportRefused,
  type ReceivedReport,
} from '../report.ts';
import type { DeliveryReport, ReportedState } from '../../../platform/delivery-reports.ts';

const event = z.object({
  event: z.string(),
  email: z.string(),
  sg_event_id: z.string().min(1).max(200),
  cairn_id: z.string().optional(),
  type: z.string().optional(),
  reason: z.string().optional(),
});
type Event = z.infer<typeof event>;

const STATES: Partial<Record<string, ReportedState>> = {
  processed: 'SENT',
  deferred: 'DELAYED',
  delivered: 'DELIVERED',
  bounce: 'BOUNCED',
  dropped: 'BOUNCED',
  spamreport: 'COMPLAINED',
};

export function readSendgrid(
  { headers, body, now }: ReceivedReport,
  publicKey: string,
): DeliveryReport[] {
  const signature = headers['x-twilio-email-event-webhook-signature'] ?? '';
  const timestamp = headers['x-twilio-email-event-webhook-timestamp'] ?? '';
  const key = createPublicKey({
    key: Buffer.from(publicKey, 'base64'),
    format: 'der',
    type: 'spki',
  });
  const signed = Buffer.concat([Buffer.from(timestamp), body]);
  if (!verify('sha256', signed, key, Buffer.from(signature, 'base64'))) {
    throw new ReportRefused('the signature is not SendGrid’s');
  }
  refuseOldReport(new Date(Number(timestamp) * 1000), now);
  const events = z.array(z.unknown()).safeParse(parseJson(body.toString('utf8')));
  if (!events.success) throw new ReportRefused('not a list of events');
  // Other kinds of events (opened, clicked) and events of other senders' emails are ignored.
  return events.data.flatMap((each) => {
    const parsed = event.safeParse(each);
    return parsed.success ? reportOf(parsed.data) : [];
  });
}

function reportOf(reported: Event): DeliveryReport[] {
  const state = STATES[reported.event];
  if (!state || !isDeliveryId(reported.cairn_id)) return [];
  const report: DeliveryReport = {
    provider: 'SENDGRID',
    reportId: reported.sg_event_id,
    deliveryId: reported.cairn_id,
    address: reported.email,
    state,
    // A "blocked" bounce is about the server or the message, not the address.
    isFinal:
      state === 'COMPLAINED' ||
      (reported.event === 'bounce' && (reported.type ?? 'bounce') === 'bounce'),
    reason: reported.reason,
  };
  return [report];
}
