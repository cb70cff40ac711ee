/** Doubles of the providers that report deliveries of email and SMS; they sign reports as the real ones do. */
import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';

export interface SignedReport {
  url: string;
  headers: Record<string, string>;
  payload: string;
}

/** SendGrid's event webhook: an ECDSA signature over timestamp and body. */
export function sendgridDouble() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    report(events: object[], at = new Date()): SignedReport {
      const payload = JSON.stringify(
        events.map((event) => ({ sg_event_id: randomUUID(), timestamp: 0, ...event })),
      );
      const timestamp = String(Math.floor(at.getTime() / 1000));
      const signature = sign('sha256', Buffer.from(timestamp + payload), privateKey);
      return {
        url: '/api/v2/webhook/sendgrid',
        headers: {
          'content-type': 'application/json',
          'x-twilio-email-event-webhook-timestamp': timestamp,
          'x-twilio-email-event-webhook-signature': signature.toString('base64'),
        },
        payload,
      };
    },
  };
}

export const SES_TOPIC = 'arn:aws:sns:us-east-1:123456789012:cairn-deliveries';
const CERTIFICATE_URL =
  'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem';

/** SNS with SES events: an RSA signature with SHA-256, and the certificate at the URL in the message. */
export function sesDouble() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const fetched: string[] = [];
  const signReport = (
    fields: Record<string, string>,
    over: Record<string, string>,
  ): SignedReport => {
    const text = Object.keys(fields)
      .toSorted()
      .map((name) => `${name}\n${fields[name]}\n`)
      .join('');
    const message = {
      ...fields,
      SignatureVersion: '2',
      Signature: sign('sha256', Buffer.from(text), privateKey).toString('base64'),
      SigningCertURL: CERTIFICATE_URL,
      ...over,
    };
    const headers = { 'content-type': 'text/plain; charset=UTF-8' };
    return { url: '/api/v2/webhook/ses', headers, payload: JSON.stringify(message) };
  };
  return {
    fetched,
    fetchText: async (url: URL): Promise<string> => {
      fetched.push(url.href);
      return publicKey.export({ format: 'pem', type: 'spki' }).toString();
    },
    /** `over` replaces fields after signing. */
    report: (event: object, over: Record<string, string> = {}, at = new Date()) =>
      signReport(
        {
          Type: 'Notification',
          MessageId: randomUUID(),
          TopicArn: SES_TOPIC,
          Message: JSON.stringify(event),
          Timestamp: at.toISOString(),
        },
        over,
      ),
    confirmation: () =>
      signReport(
        {
          Type: 'SubscriptionConfirmation',
          MessageId: randomUUID(),
          TopicArn: SES_TOPIC,
          Message: 'You have chosen to subscribe',
          Timestamp: new Date().toISOString(),
          Token: 'token',
          SubscribeURL:
            'https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=token',
        },
        {},
      ),
  };
}

/** Twilio's status callback: an HMAC-SHA1 over the URL and the sorted form. */
export function twilioReport(
  token: string,
  origin: string,
  id: string,
  fields: Record<string, string>,
): SignedReport {
  const url = `/api/v2/webhook/twilio?id=${id}`;
  const sorted = Object.keys(fields).toSorted();
  const text = origin + url + sorted.map((name) => name + fields[name]).join('');
  return {
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': createHmac('sha1', token).update(text).digest('base64'),
    },
    payload: new URLSearchParams(fields).toString(),
  };
}

/** A bounce in the format of mail servers (RFC 3464), delivered by our own mail server. */
export function bounceReport(
  token: string,
  returnAddress: string,
  { action = 'failed', status = '5.1.1', said = 'smtp; 550 5.1.1 User unknown' } = {},
): SignedReport {
  return {
    url: '/api/v2/webhook/bounce',
    headers: {
      'content-type': 'message/rfc822',
      authorization: `Bearer ${token}`,
      'x-recipient': returnAddress,
    },
    payload: [
      'From: MAILER-DAEMON@mx.example.com',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'The message could not be delivered.',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example.com',
      '',
      'Final-Recipient: rfc822; someone@example.com',
      `Action: ${action}`,
      `Status: ${status}`,
      `Diagnostic-Code: ${said}`,
      '',
      '--b--',
      '',
    ].join('\r\n'),
  };
}
