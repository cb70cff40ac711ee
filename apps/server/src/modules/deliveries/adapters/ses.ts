/**
 * Amazon SES events through SNS: RSA over the fields that SNS defines, with a certificate from the topic's own host.
 */
import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import {
  isDeliveryId,
  parseJson,
  refuseOldReport,
  ReportRefused,
  type ReceivedReport,
} from '../report.ts';
import type { DeliveryReport, ReportedState } from '../../../platform/delivery-reports.ts';
import { MemoryRateLimit, type Rate } from '../../../platform/memory-rate-limit.ts';
import { networkOf } from '../../../platform/rate-limit.ts';

const message = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation']),
  MessageId: z.string().min(1).max(200),
  TopicArn: z.string(),
  Subject: z.string().optional(),
  Message: z.string(),
  Timestamp: z.string(),
  SignatureVersion: z.literal('2'),
  Signature: z.string(),
  SigningCertURL: z.string(),
  SubscribeURL: z.string().optional(),
  Token: z.string().optional(),
});
type Message = z.infer<typeof message>;

/** `arn:aws:sns:<region>:…` */
const TOPIC = /^arn:(aws[a-z-]*):sns:([a-z0-9-]+):/;
const CERTIFICATE = /^\/SimpleNotificationService-[0-9a-f]+\.pem$/;

/** Fetches text over https, without following redirects. */
export type FetchText = (url: URL) => Promise<string>;

const SIGNED_FIELDS = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
} as const;

const signedText = (notice: Message): string =>
  SIGNED_FIELDS[notice.Type]
    .filter((field) => notice[field] !== undefined)
    .map((field) => `${field}\n${notice[field]}\n`)
    .join('');

/**
 * Nothing else is ever fetched: the address comes from the request. The host is that of the topic's region, letter by
 * letter: `sns.s3.amazonaws.com` looks alike, and belongs to the owner of a bucket with that name.
 */
function snsUrl(text: string | undefined, topic: string): URL {
  const [, partition, region] = TOPIC.exec(topic) ?? [];
  const host = `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`;
  const url = URL.parse(text ?? '');
  if (url?.protocol !== 'https:' || region === undefined || url.host !== host) {
    throw new ReportRefused('not an address of SNS');
  }
  return url;
}

const KEPT_KEYS = 10;
/**
 * A certificate is fetched before the signature can be checked, so for strangers as well. SNS changes its certificate about
 * once a year, and a process fetches it once.
 */
const FETCHES_OF_NETWORK: Rate = { perSecond: 1 / 600, burst: 5 };
const FETCHES_IN_ALL: Rate = { perSecond: 1 / 30, burst: 30 };

/** The response may contain anything. */
function parseKey(pem: string): KeyObject {
  try {
    return createPublicKey(pem);
  } catch {
    throw new ReportRefused('not a certificate');
  }
}

/** The keys of SNS by the address of their certificate, each fetched once. */
class CertificateKeys {
  private readonly fetchText: FetchText;
  private readonly ofNetwork: MemoryRateLimit;
  private readonly inAll: MemoryRateLimit;
  private readonly cache = new Map<string, KeyObject>();
  private readonly requests = new Map<string, Promise<KeyObject>>();

  constructor(fetchText: FetchText, limitFactor: number) {
    this.fetchText = fetchText;
    this.ofNetwork = new MemoryRateLimit(FETCHES_OF_NETWORK, limitFactor);
    this.inAll = new MemoryRateLimit(FETCHES_IN_ALL, limitFactor);
  }

  /** Throws RATE_LIMITED, which SNS answers by sending the message again, when too many other certificates were named. */
  async find(notice: Message, address: string): Promise<KeyObject> {
    const url = snsUrl(notice.SigningCertURL, notice.TopicArn);
    if (!CERTIFICATE.test(url.pathname)) throw new ReportRefused('not a certificate of SNS');
    // Without the query: strangers could vary it, and each variant would be fetched.
    const name = url.origin + url.pathname;
    const key = this.cache.get(name) ?? this.requests.get(name);
    if (key !== undefined) return key;
    this.ofNetwork.take(networkOf(address));
    this.inAll.take('all');
    const request = this.fetch(name).finally(() => this.requests.delete(name));
    this.requests.set(name, request);
    return request;
  }

  private async fetch(name: string): Promise<KeyObject> {
    const key = parseKey(await this.fetchText(new URL(name)));
    const [oldest] = this.cache.keys();
    if (oldest !== undefined && this.cache.size >= KEPT_KEYS) this.cache.delete(oldest);
    this.cache.set(name, key);
    return key;
  }
}

/** Reads the messages of one topic. */
export function sesReader(topic: string, fetchText: FetchText, limitFactor: number) {
  const keys = new CertificateKeys(fetchText, limitFactor);
  return (received: ReceivedReport): Promise<DeliveryReport[]> =>
    readSes(received, { topic, keys, fetchText });
}

interface Reading {
  readonly topic: string;
  readonly keys: CertificateKeys;
  readonly fetchText: FetchText;
}

async function readSes(
  { body, now, address }: ReceivedReport,
  { topic, keys, fetchText }: Reading,
): Promise<DeliveryReport[]> {
  const parsed = message.safeParse(parseJson(body.toString('utf8')));
  if (!parsed.success) throw new ReportRefused('not a message of SNS, or signature version 1');
  const notice = parsed.data;
  if (notice.TopicArn !== topic) throw new ReportRefused('another topic');
  const key = await keys.find(notice, address);
  const signature = Buffer.from(notice.Signature, 'base64');
  if (!verify('sha256', Buffer.from(signedText(notice)), key, signature)) {
    throw new ReportRefused('the signature is not that of SNS');
  }
  refuseOldReport(new Date(notice.Timestamp), now);
  if (notice.Type === 'SubscriptionConfirmation') {
    await fetchText(snsUrl(notice.SubscribeURL, topic));
    return [];
  }
  return reportsOf(notice);
}

const recipients = z.array(
  z.object({ emailAddress: z.string(), diagnosticCode: z.string().optional() }),
);
const sesEvent = z.object({
  eventType: z.string(),
  mail: z.object({ tags: z.object({ cairn_id: z.array(z.string()) }) }),
  bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients }).optional(),
  complaint: z.object({ complainedRecipients: recipients }).optional(),
  deliveryDelay: z.object({ delayedRecipients: recipients }).optional(),
  delivery: z.object({ recipients: z.array(z.string()) }).optional(),
});

function reportsOf({ MessageId, Message: text }: Message): DeliveryReport[] {
  const parsed = sesEvent.safeParse(parseJson(text));
  if (!parsed.success) return [];
  const { mail, bounce, complaint, delivery, deliveryDelay } = parsed.data;
  const [deliveryId] = mail.tags.cairn_id;
  if (!isDeliveryId(deliveryId)) return [];
  const report = (
    state: ReportedState,
    address: string | undefined,
    isFinal: boolean,
    reason?: string,
  ): DeliveryReport[] => [
    { provider: 'SES', reportId: MessageId, deliveryId, address, state, isFinal, reason },
  ];
  const [bounced] = bounce?.bouncedRecipients ?? [];
  const [complained] = complaint?.complainedRecipients ?? [];
  const [delayed] = deliveryDelay?.delayedRecipients ?? [];
  if (bounced) {
    const isPermanent = bounce?.bounceType === 'Permanent';
    return report('BOUNCED', bounced.emailAddress, isPermanent, bounced.diagnosticCode);
  }
  if (complained) return report('COMPLAINED', complained.emailAddress, true);
  if (delayed) return report('DELAYED', delayed.emailAddress, false, delayed.diagnosticCode);
  return delivery ? report('DELIVERED', delivery.recipients[0], false) : [];
}
