/** Text messages by Twilio's REST interface, or anything that speaks it. */
import type { Config } from './config.ts';

/** This number gets no message, today or tomorrow: trying again would not help. */
export class NumberRefused extends Error {}

const TIMEOUT_MS = 10_000;

export class TextMessages {
  private readonly config: Config['text'];

  constructor(config: Config['text']) {
    this.config = config;
  }

  /** `to` as E.164. What is wrong with a number is an error code; neither it nor the text is repeated. */
  async send(to: string, body: string): Promise<void> {
    const { apiUrl, accountSid, authToken, from } = this.config;
    const address = `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
    const answer = await fetch(new URL(address, apiUrl), {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
      },
      body: new URLSearchParams({ To: to, From: from, Body: body }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.ok) {
      await answer.body?.cancel();
      return;
    }
    const { code } = (await answer.json().catch(() => ({}))) as { code?: number };
    const said = `the text message service answered ${answer.status}, code ${code ?? 'none'}`;
    throw answer.status === 400 ? new NumberRefused(said) : new Error(said);
  }
}

/** As the network wants it: a number without a country is an American one. */
export function e164(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  return digits.length === 10 ? `+1${digits}` : `+${digits}`;
}
