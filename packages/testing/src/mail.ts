/** Reads a person's mailbox from the mail catcher. */
import { until } from './until.ts';

export interface CaughtEmail {
  subject: string;
  text: string;
  html: string;
  messageId: string;
  from: { name: string; address: string }[];
  to: { address: string }[];
  headers: Record<string, unknown>;
}

export async function emailsTo(address: string): Promise<CaughtEmail[]> {
  const query = new URLSearchParams({ 'to.address': address });
  const answer = await fetch(`${process.env['MAIL_API_URL']}/email?${query.toString()}`);
  return (await answer.json()) as CaughtEmail[];
}

/** Waits for the first email to an address, or the first with these words in its subject. */
export const emailTo = (address: string, subject = ''): Promise<CaughtEmail> =>
  until(async () => (await emailsTo(address)).find((each) => each.subject.includes(subject)));

export const codeIn = ({ text }: CaughtEmail): string => {
  const [code] = /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(text) ?? [];
  if (!code) throw new Error('no code in this email');
  return code;
};
