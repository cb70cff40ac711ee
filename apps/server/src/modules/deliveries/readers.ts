/** Parsers and keys for each provider's reports. */
import type { WebConfig as Config } from '../../platform/config.ts';
import { readDsn } from './adapters/dsn.ts';
import { readSendgrid } from './adapters/sendgrid.ts';
import { sesReader, type FetchText } from './adapters/ses.ts';
import { readTwilio } from './adapters/twilio.ts';
import type { DeliveryReport } from '../../platform/delivery-reports.ts';
import type { ReceivedReport } from './report.ts';

export interface ReaderDeps {
  readonly config: Config;
  /** Fetches the certificates of SNS. */
  readonly fetchText?: FetchText | undefined;
}

const TIMEOUT_MS = 5000;
const MAX_CERTIFICATE_CHARACTERS = 20_000;

const fetchOverHttps: FetchText = async (url) => {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`SNS answered ${answer.status}`);
  return (await answer.text()).slice(0, MAX_CERTIFICATE_CHARACTERS);
};

export type ReadReports = (
  received: ReceivedReport,
) => Promise<DeliveryReport[]> | DeliveryReport[];

/** Undefined for a provider that is not configured: its webhook gives NOT_FOUND. */
export function reportReaders({
  config,
  fetchText = fetchOverHttps,
}: ReaderDeps): Record<string, ReadReports | undefined> {
  const { bounceToken, sesTopic, sendgridKey, twilioToken } = config.deliveryReports;
  const twilioUrl = new URL('/api/v2/webhook/twilio', config.publicUrl);
  return {
    bounce: bounceToken ? (got) => readDsn(got, bounceToken, config.secretKey) : undefined,
    ses: sesTopic ? sesReader(sesTopic, fetchText, config.limitFactor) : undefined,
    sendgrid: sendgridKey ? (got) => readSendgrid(got, sendgridKey) : undefined,
    twilio: twilioToken ? (got) => readTwilio(got, twilioToken, twilioUrl) : undefined,
  };
}
