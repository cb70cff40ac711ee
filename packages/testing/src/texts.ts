/** Reads a phone's text messages from the catcher. */
import { until } from './until.ts';

export async function textsTo(phone: string): Promise<string[]> {
  const { TWILIO_API_URL, TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN } = process.env;
  const list = `${TWILIO_API_URL}/2010-04-01/Accounts/${TWILIO_ACCOUNT_SID}/Messages.json`;
  const answer = await fetch(`${list}?${new URLSearchParams({ To: phone }).toString()}`, {
    headers: { authorization: `Basic ${btoa(`${TWILIO_ACCOUNT_SID}:${TWILIO_AUTH_TOKEN}`)}` },
  });
  const { messages } = (await answer.json()) as { messages: { body: string }[] };
  return messages.map(({ body }) => body);
}

/** Waits for a message and returns the newest one. */
export const textTo = (phone: string): Promise<string> =>
  until(async () => (await textsTo(phone))[0]);

export const codeInText = (text: string): string => /^\d{6}/.exec(text)![0];
