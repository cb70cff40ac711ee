import { codeIn, letterTo } from '../packages/testing/src/mail.ts';
import { productEnvironment } from './product.ts';

/** The code from the mail that somebody was sent. */
export async function codeFor(address: string, subject: string): Promise<string> {
  process.env['MAIL_API_URL'] ??= productEnvironment()['MAIL_API_URL']!;
  return codeIn(await letterTo(address, subject));
}

/** The link of the invitation that somebody was sent. */
export async function linkFor(address: string, subject: string): Promise<string> {
  process.env['MAIL_API_URL'] ??= productEnvironment()['MAIL_API_URL']!;
  const { text } = await letterTo(address, subject);
  return /https?:\/\/\S+loan-role-verification\S+/.exec(text)![0];
}
