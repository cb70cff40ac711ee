/** Status callbacks of Twilio: HMAC-SHA1, as Twilio defines it, over the URL and the sorted form. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isDeliveryId, ReportRefused, type ReceivedReport } from '../report.ts';
import { isFinalSmsError, smsErrorReason } from '../../../platform/sms.ts';
import type { DeliveryReport, ReportedState } from '../../../platform/delivery-reports.ts';

const STATES: Partial<Record<string, ReportedState>> = {
  sent: 'SENT',
  delivered: 'DELIVERED',
  undelivered: 'BOUNCED',
  failed: 'BOUNCED',
};
const twilioSignature = (token: string, url: string, form: URLSearchParams): string =>
  createHmac('sha1', token)
    .update(
      url +
        [...form]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .flat()
          .join(''),
    )
    .digest('base64');

/** `url` as we registered it with Twilio, without the query. */
export function readTwilio(
  { headers, query, body }: ReceivedReport,
  token: string,
  url: URL,
): DeliveryReport[] {
  const form = new URLSearchParams(body.toString('utf8'));
  const signedUrl = new URL(`?id=${query['id'] ?? ''}`, url).href;
  const expected = Buffer.from(twilioSignature(token, signedUrl, form));
  const signature = Buffer.from(headers['x-twilio-signature'] ?? '');
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
    throw new ReportRefused('the signature is not Twilio’s');
  }
  const status = form.get('MessageStatus') ?? '';
  const state = STATES[status];
  const sid = form.get('MessageSid');
  if (!state || !sid || !isDeliveryId(query['id'])) return [];
  const code = form.get('ErrorCode');
  const report: DeliveryReport = {
    provider: 'TWILIO',
    reportId: `${sid} ${status}`.slice(0, 200),
    deliveryId: query['id'],
    address: form.get('To') ?? undefined,
    state,
    isFinal: state === 'BOUNCED' && isFinalSmsError(code),
    reason: code ? smsErrorReason(code) : undefined,
  };
  return [report];
}
