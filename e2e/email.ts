import { type CaughtEmail, codeIn, emailsTo, emailTo } from '../packages/testing/src/mail.ts';
import { until } from '../packages/testing/src/until.ts';
import { productEnvironment } from './global-setup.ts';

/** The code from the email to this address. */
export async function codeFor(address: string, subject: string): Promise<string> {
  process.env['MAIL_API_URL'] ??= productEnvironment()['MAIL_API_URL']!;
  return codeIn(await emailTo(address, subject));
}

/** The link of the invitation email to this address. */
export async function linkFor(address: string, subject: string): Promise<string> {
  process.env['MAIL_API_URL'] ??= productEnvironment()['MAIL_API_URL']!;
  const { text } = await emailTo(address, subject);
  return /https?:\/\/\S+loan-role-verification\S+/.exec(text)![0];
}

/** The first email to this address whose text contains these words. */
export async function emailSaying(address: string, words: string): Promise<CaughtEmail> {
  process.env['MAIL_API_URL'] ??= productEnvironment()['MAIL_API_URL']!;
  return until(async () => (await emailsTo(address)).find(({ text }) => text.includes(words)));
}
