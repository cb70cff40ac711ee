/** Emails that bounce: what the lender sees of them, and what they can do. */
import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { emailTo } from '../packages/testing/src/mail.ts';
import { bounceLast } from './bounce.ts';
import { productEnvironment } from './global-setup.ts';
import { ELENA, logIn, logInAlone, NOOR } from './helpers.ts';

const LOAN = 'Saltmarsh Kayak Tours';

async function loanOf(page: Page): Promise<string> {
  const answer = await page.request.get(`/api/v2/search?q=${encodeURIComponent(LOAN)}`);
  const { results } = (await answer.json()) as {
    results: { kind: string; id: string; title: string }[];
  };
  return results.find(({ kind, title }) => kind === 'LOAN' && title === LOAN)!.id;
}

interface Invited {
  name: string;
  address: string;
}

/** Invites a person to the loan at an address that does not exist; the invitation bounces. */
async function inviteToWrongAddress(page: Page, loanId: string): Promise<Invited> {
  const name = `Ada${randomUUID().slice(0, 6)}`;
  const address = `${name}@cosatcpa.example`.toLowerCase();
  const invited = await page.request.post(`/api/v1/loans/${loanId}/borrowerUser`, {
    data: {
      user: { givenName: name, familyName: 'Moss', emailAddress: address },
      role: 'BORROWER',
      sendInvite: true,
    },
  });
  expect(invited.status(), await invited.text()).toBe(200);
  await bounceLast(page, address);
  return { name, address };
}

const inDrawer = (page: Page, { name }: Invited) =>
  page
    .getByRole('dialog', { name: 'People' })
    .getByRole('listitem')
    .filter({ hasText: `${name} Moss` });

test.beforeAll(() => {
  process.env['MAIL_API_URL'] ??= productEnvironment()['MAIL_API_URL']!;
});

test('an invitation bounces: the lender is told whom to call, and corrects the address', async ({
  page,
}) => {
  await logInAlone(page.request, NOOR);
  const loanId = await loanOf(page);
  const invited = await inviteToWrongAddress(page, loanId);

  await page.goto(`/loans/${loanId}`);
  await page.getByRole('link', { name: 'Emails and texts' }).click();
  const rows = page.getByRole('table', { name: 'Emails and texts' }).getByRole('row');
  const row = rows.filter({ hasText: invited.address }).first();
  await expect(row).toContainText('Invitation to the loan');
  await expect(row).toContainText(`${invited.name} Moss`);
  await expect(row).toContainText('Bounced');
  await expect(row).toContainText('The address does not exist.');
  await page.getByRole('button', { name: 'Not delivered' }).click();
  await expect(row).toContainText('Bounced');

  await page.goto(`/loans/${loanId}#people`);
  const person = inDrawer(page, invited);
  const note = person.getByRole('note');
  await expect(note).toContainText(`Email to ${invited.address} bounced on`);
  await expect(note).toContainText('Call them for another address.');
  await note.getByRole('button', { name: 'Correct the address' }).click();
  const right = invited.address.replace('cosat', 'coast');
  const dialog = page.getByRole('dialog', { name: `${invited.name} Moss` });
  await dialog.getByLabel('Email').fill(right);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(person).toBeVisible();
  await expect(note).toHaveCount(0);
  expect((await emailTo(right)).text).toContain(LOAN);
});

test('an address that bounced is tried again when its owner says that it is right', async ({
  page,
}) => {
  await logInAlone(page.request, NOOR);
  const loanId = await loanOf(page);
  const invited = await inviteToWrongAddress(page, loanId);
  await page.goto(`/loans/${loanId}#people`);
  const note = inDrawer(page, invited).getByRole('note');
  await note.getByRole('button', { name: `Try this address again: ${invited.address}` }).click();
  await expect(page.getByText(`Trying ${invited.address} again`)).toBeVisible();
  await expect(note).toHaveCount(0);
});

test('a list that cannot be loaded offers to try again, and borrowers have none', async ({
  page,
}) => {
  await logInAlone(page.request, NOOR);
  const loanId = await loanOf(page);
  // The table is shown only if there is an email.
  await inviteToWrongAddress(page, loanId);
  let calls = 0;
  const list = `**/api/v2/loans/${loanId}/deliveries*`;
  await page.route(list, (route) => {
    calls += 1;
    return route.fulfill({ status: 500, json: {} });
  });
  await page.goto(`/loans/${loanId}/deliveries`);
  const failure = page.getByText('The emails and texts could not be loaded');
  await expect(failure).toBeVisible();
  // The call keeps failing, because the page also retries by itself, and a success would remove the button before the
  // click.
  const before = calls;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => calls).toBeGreaterThan(before);
  await expect(failure).toBeVisible();
  await page.unroute(list);
  await page.reload();
  await expect(page.getByRole('table', { name: 'Emails and texts' })).toBeVisible();
  await expect(failure).toHaveCount(0);
  await page.context().clearCookies();
  await logIn(page, ELENA);
  const own = await page.request.get(`/api/v2/loans/${loanId}/deliveries`);
  expect(own.status()).toBe(403);
});
