/** Emails that bounce: what the lender sees of them, and what they can do. */
import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { bounceAddressOf } from '../apps/server/src/platform/email/bounce-address.ts';
import { bounceReport } from '../packages/testing/src/delivery-providers.ts';
import { emailsTo, emailTo } from '../packages/testing/src/mail.ts';
import { BOUNCE_TOKEN, productEnvironment } from './global-setup.ts';
import { ELENA, logIn, logInAlone, NOOR } from './helpers.ts';

const LOAN = 'Saltmarsh Kayak Tours';

async function loanOf(page: Page): Promise<string> {
  const answer = await page.request.get(`/api/v2/search?q=${encodeURIComponent(LOAN)}`);
  const { results } = (await answer.json()) as {
    results: { kind: string; id: string; title: string }[];
  };
  return results.find(({ kind, title }) => kind === 'LOAN' && title === LOAN)!.id;
}

/** As the mail server hands over the bounce of the email that arrived at the catcher. */
async function bounceLast(page: Page, address: string): Promise<void> {
  const email = await emailTo(address);
  const id = email.messageId.replaceAll(/[<>]/g, '').split('@')[0]!;
  const secretKey = productEnvironment()['SECRET_KEY']!.split(',')[0]!;
  const returnAddress = bounceAddressOf('bounces@mail.example', secretKey, id);
  const { url, headers, payload } = bounceReport(BOUNCE_TOKEN, returnAddress);
  // It is noted as sent right after it has left: a report before that counts as well.
  const answer = await page.request.post(url, { headers, data: payload });
  expect(answer.status(), await answer.text()).toBe(204);
}

test('an invitation bounces: the lender is told whom to call, tries again, and corrects the address', async ({
  page,
}) => {
  test.slow();
  process.env['MAIL_API_URL'] ??= productEnvironment()['MAIL_API_URL']!;
  const name = `Ada${randomUUID().slice(0, 6)}`;
  const wrong = `${name}@cosatcpa.example`.toLowerCase();
  await logInAlone(page.request, NOOR);
  const loanId = await loanOf(page);
  const invited = await page.request.post(`/api/v1/loans/${loanId}/borrowerUser`, {
    data: {
      user: { givenName: name, familyName: 'Moss', emailAddress: wrong },
      role: 'BORROWER',
      sendInvite: true,
    },
  });
  expect(invited.status(), await invited.text()).toBe(200);
  await bounceLast(page, wrong);

  await page.goto(`/loans/${loanId}`);
  await page.getByRole('link', { name: 'Emails and texts' }).click();
  const rows = page.getByRole('table', { name: 'Emails and texts' }).getByRole('row');
  const row = rows.filter({ hasText: wrong }).first();
  await expect(row).toContainText('Invitation to the loan');
  await expect(row).toContainText(`${name} Moss`);
  await expect(row).toContainText('Bounced');
  await expect(row).toContainText('The address does not exist.');
  await page.getByRole('button', { name: 'Not delivered' }).click();
  await expect(row).toContainText('Bounced');

  await page.goto(`/loans/${loanId}#people`);
  const person = page
    .getByRole('dialog', { name: 'People' })
    .getByRole('listitem')
    .filter({ hasText: `${name} Moss` });
  const note = person.getByRole('note');
  await expect(note).toContainText(`Email to ${wrong} bounced on`);
  await expect(note).toContainText('Call them for another address.');

  // Tried again, the invitation goes out again, and the notice is gone.
  await note.getByRole('button', { name: `Try ${wrong} again` }).click();
  await expect(page.getByText(`${wrong} is tried again`)).toBeVisible();
  await expect(note).toHaveCount(0);

  const right = `${name}@coastcpa.example`.toLowerCase();
  await bounceAgainAndCorrect(page, { loanId, wrong, right, name });
});

/** The second email bounces as well: the address is corrected, and the invitation goes there. */
async function bounceAgainAndCorrect(
  page: Page,
  { loanId, wrong, right, name }: Record<'loanId' | 'wrong' | 'right' | 'name', string>,
): Promise<void> {
  await expect(async () => expect((await emailsTo(wrong)).length).toBe(2)).toPass();
  const [, second] = await emailsTo(wrong);
  const id = second!.messageId.replaceAll(/[<>]/g, '').split('@')[0]!;
  const secretKey = productEnvironment()['SECRET_KEY']!.split(',')[0]!;
  const report = bounceReport(BOUNCE_TOKEN, bounceAddressOf('bounces@mail.example', secretKey, id));
  await page.request.post(report.url, { headers: report.headers, data: report.payload });
  await page.goto(`/loans/${loanId}#people`);
  const person = page
    .getByRole('dialog', { name: 'People' })
    .getByRole('listitem')
    .filter({ hasText: `${name} Moss` });
  await person.getByRole('button', { name: 'Correct the address' }).click();
  const dialog = page.getByRole('dialog', { name: `${name} Moss` });
  await dialog.getByLabel('Email').fill(right);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(person.getByRole('note')).toHaveCount(0);
  expect((await emailTo(right)).text).toContain(LOAN);
}

test('a list that cannot be loaded offers to try again, and borrowers have none', async ({
  page,
}) => {
  await logInAlone(page.request, NOOR);
  const loanId = await loanOf(page);
  const list = `**/api/v2/loans/${loanId}/deliveries*`;
  await page.route(list, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/loans/${loanId}/deliveries`);
  await expect(page.getByText('The emails and texts could not be loaded')).toBeVisible();
  await page.unroute(list);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The emails and texts could not be loaded')).toHaveCount(0);
  await page.context().clearCookies();
  await logIn(page, ELENA);
  const own = await page.request.get(`/api/v2/loans/${loanId}/deliveries`);
  expect(own.status()).toBe(403);
});
