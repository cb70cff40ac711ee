import { expect, type Page } from '@playwright/test';
import { bounceAddressOf } from '../apps/server/src/platform/email/bounce-address.ts';
import { bounceReport } from '../packages/testing/src/delivery-providers.ts';
import { emailTo } from '../packages/testing/src/mail.ts';
import { BOUNCE_TOKEN, productEnvironment } from './global-setup.ts';

/** Reports a bounce of the email that arrived at the catcher, as the mail server would. */
export async function bounceLast(page: Page, address: string): Promise<void> {
  process.env['MAIL_API_URL'] ??= productEnvironment()['MAIL_API_URL']!;
  const email = await emailTo(address);
  const id = email.messageId.replaceAll(/[<>]/g, '').split('@')[0]!;
  const secretKey = productEnvironment()['SECRET_KEY']!.split(',')[0]!;
  const returnAddress = bounceAddressOf('bounces@mail.example', secretKey, id);
  const { url, headers, payload } = bounceReport(BOUNCE_TOKEN, returnAddress);
  // The delivery is recorded as sent shortly after the email was sent; an earlier bounce report counts as well.
  const answer = await page.request.post(url, { headers, data: payload });
  expect(answer.status(), await answer.text()).toBe(204);
}
