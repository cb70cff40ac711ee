/** What arrived in a person's mailbox, read from the mail catcher. */
import { until } from './until.ts';

export interface CaughtLetter {
  subject: string;
  text: string;
  html: string;
  messageId: string;
  from: { name: string; address: string }[];
  to: { address: string }[];
  headers: Record<string, unknown>;
}

export async function lettersTo(address: string): Promise<CaughtLetter[]> {
  const query = new URLSearchParams({ 'to.address': address });
  const answer = await fetch(`${process.env['MAIL_API_URL']}/email?${query.toString()}`);
  return (await answer.json()) as CaughtLetter[];
}

/** The first letter to somebody, or the first with these words in its subject, once it is there. */
export const letterTo = (address: string, subject = ''): Promise<CaughtLetter> =>
  until(async () => (await lettersTo(address)).find((each) => each.subject.includes(subject)));

export const codeIn = ({ text }: CaughtLetter): string => {
  const [code] = /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(text) ?? [];
  if (!code) throw new Error('there is no code in this letter');
  return code;
};
