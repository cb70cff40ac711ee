/** Sends text messages through Twilio's REST API, or a service compatible with it. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { WorkerConfig as Config } from './config.ts';

/** The number refused the message: retrying would not help. */
export class NumberRefused extends Error {
  readonly code: string | undefined;

  constructor(message: string, code: number | undefined) {
    super(message);
    this.code = code === undefined ? undefined : String(code);
  }
}

/** Invalid number, unsubscribed, not a mobile number, unknown number, landline: later messages would fail too. */
const FINAL_CODES = new Set(['21211', '21217', '21610', '21614', '30005', '30006']);
/** Whether the error is about the number; others may be about our account or the message. */
export const isFinalSmsError = (code: string | null | undefined): boolean =>
  FINAL_CODES.has(code ?? '');
export const smsErrorReason = (code: string): string => `Twilio error ${code}`;

const TIMEOUT_MS = 10_000;

export class SmsClient {
  private readonly config: Config['text'];
  private readonly onOutcome: ((outcome: 'sent' | 'failed') => void) | undefined;

  constructor(config: Config['text'], onOutcome?: (outcome: 'sent' | 'failed') => void) {
    this.config = config;
    this.onOutcome = onOutcome;
  }

  /** `to` as E.164; `id` names the message in Twilio's reports. A rejected number yields an error code; neither it nor the text is repeated. */
  async send(to: string, body: string, id: string): Promise<void> {
    try {
      await this.sendNow(to, body, id);
      this.onOutcome?.('sent');
    } catch (error) {
      this.onOutcome?.('failed');
      throw error;
    }
  }

  private async sendNow(to: string, body: string, id: string): Promise<void> {
    const { apiUrl, accountSid, authToken, from, statusUrl } = this.config;
    const report = statusUrl && new URL(`?id=${id}`, statusUrl).href;
    const address = `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
    const answer = await fetch(new URL(address, apiUrl), {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
      },
      body: new URLSearchParams({
        To: to,
        From: from,
        Body: body,
        ...(report && { StatusCallback: report }),
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.ok) {
      await answer.body?.cancel();
      return;
    }
    const { code } = (await answer.json().catch(() => ({}))) as { code?: number };
    const failure = `the text message service answered ${answer.status}, code ${code ?? 'none'}`;
    throw answer.status === 400 ? new NumberRefused(failure, code) : new Error(failure);
  }
}

/** A stored phone number as E.164; one without a country code is a US number. Undefined for an unknown country code. */
export const e164 = (phone: string): string | undefined =>
  parsePhoneNumberFromString(phone, 'US')?.number;
