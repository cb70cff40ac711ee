import { codeIn, emailTo } from '../packages/testing/src/mail.ts';
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
