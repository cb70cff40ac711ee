/** Reminders, at the second lender: turned on, no email reaches the people of the other journeys. */
import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { emailTo } from '../packages/testing/src/mail.ts';
import { PASSWORD } from '../tools/database/demo-data.ts';
import { bounceLast } from './bounce.ts';
import { linkFor } from './email.ts';
import { productEnvironment } from './global-setup.ts';
import { DANA, ELENA, logIn, logInAlone, NOOR, PRIYA } from './helpers.ts';

const BORROWER = 'Priya Raman';

const dayIn = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function loanOf(page: Page, name: string): Promise<string> {
  const answer = await page.request.get(`/api/v2/search?q=${encodeURIComponent(name)}`);
  const { results } = (await answer.json()) as {
    results: { kind: string; id: string; title: string }[];
  };
  return results.find(({ kind, title }) => kind === 'LOAN' && title === name)!.id;
}

/** Asked for now and assigned to the borrower, so that no other journey has brought it. */
async function askFor(
  page: Page,
  loanId: string,
  { title, dueDate, from = PRIYA }: { title: string; dueDate: string; from?: string },
): Promise<void> {
  const reminders = await page.request.get(`/api/v1/loans/${loanId}/reminders`);
  const { people } = (await reminders.json()) as {
    people: { user: { id: string; emailAddress: string } }[];
  };
  const { id } = people.find(({ user }) => user.emailAddress === from)!.user;
  const answer = await page.request.post('/api/v2/loanmanager/elements', {
    data: { loanId, elements: [{ title, dueDate, assignedToUserId: id }] },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** By the calls; the settings have a journey of their own. */
async function turnOnReminders(page: Page, loanId: string): Promise<void> {
  const loan = await page.request.get(`/api/v1/loans/${loanId}`);
  const { companyId } = (await loan.json()) as { companyId: string };
  const saved = await page.request.put(`/api/v1/lenders/${companyId}/reminders`, {
    data: { enabled: true, onWeekends: true },
  });
  expect(saved.status(), await saved.text()).toBe(200);
}

const openReminders = async (page: Page, loanId: string): Promise<void> => {
  await page.goto(`/loans/${loanId}/reminders`);
  await expect(page.getByRole('heading', { name: 'Going out next' })).toBeVisible();
};

test('a lender turns reminders on, sees the plan, snoozes, and reminds the borrower now', async ({
  page,
}) => {
  test.slow();
  const title = `Kayak inventory ${randomUUID().slice(0, 8)}`;
  await logInAlone(page.request, NOOR);
  const loanId = await loanOf(page, 'Saltmarsh Kayak Tours');
  await askFor(page, loanId, { title, dueDate: dayIn(3) });

  await openReminders(page, loanId);
  await expect(page.getByText('Reminders are off')).toBeVisible();
  await page.getByRole('link', { name: 'Reminder settings' }).click();
  const settings = page.getByRole('form', { name: 'Reminders' });
  await settings.getByLabel('Remind people of documents that are due').check();
  await settings.getByLabel('Also on weekends').check();
  await settings.getByLabel('When overdue, every (days)').fill('0');
  await settings.getByRole('button', { name: 'Save reminders' }).click();
  await expect(settings.getByText('Must be between 1 and 30')).toBeVisible();
  await settings.getByLabel('When overdue, every (days)').fill('3');
  await settings.getByRole('button', { name: 'Save reminders' }).click();
  await expect(page.getByText('Reminder settings saved')).toBeVisible();

  await openReminders(page, loanId);
  const plan = page.getByRole('table', { name: 'Going out next' });
  const first = plan.getByRole('row').filter({ hasText: `${title} is due tomorrow` });
  await expect(first).toContainText(`to ${BORROWER}`);
  await expect(page.getByText('Every 3 days, 5 reminders per document at most')).toBeVisible();

  // By keyboard: the menu opens, and its last day is a week ahead.
  const snooze = page.getByRole('button', { name: `Snooze reminders to ${BORROWER}` });
  await snooze.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: /^1 week/ }).click();
  await expect(first).toHaveCount(0);
  await expect(plan.getByText(/^Snoozed until/).first()).toBeVisible();
  await snooze.click();
  await page.getByRole('menuitem', { name: 'End snooze' }).click();
  await expect(first).toBeVisible();

  const people = page.getByRole('region', { name: 'Reminders to' });
  await people.getByRole('switch', { name: BORROWER }).click();
  await expect(first.getByText('Paused')).toBeVisible();
  await first.getByRole('button', { name: `Resume reminders to ${BORROWER}` }).click();
  await expect(first.getByText('Paused')).toHaveCount(0);

  const sendNow = first.getByRole('button', { name: `Send now to ${BORROWER}` });
  await sendNow.click();
  await expect(sendNow).toBeDisabled();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(sendNow).toBeEnabled();
  await sendNow.click();
  const onItsWay = page.getByText(`Reminder to ${BORROWER} is on its way`);
  await expect(onItsWay).toBeVisible({ timeout: 20_000 });

  process.env['MAIL_API_URL'] ??= productEnvironment()['MAIL_API_URL']!;
  const email = await emailTo(PRIYA, title);
  expect(email.text).toContain('Saltmarsh Kayak Tours');
  expect(email.text).toContain(loanId);
  await expect(people.getByText('Reminded today')).toBeVisible();
  const sent = page
    .getByRole('table', { name: 'Sent reminders' })
    .getByRole('row')
    .filter({ hasText: title });
  await expect(sent).toContainText('Sent by Noor Haddad');
  // It is noted as sent right after it has left.
  await expect(async () => {
    await page.reload();
    await expect(sent.getByText('Sent', { exact: true })).toBeVisible({ timeout: 5000 });
  }).toPass();

  await people.getByRole('link', { name: 'Write to Priya' }).click();
  await expect(page.getByRole('region', { name: 'New message' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Priya Raman/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('a planned reminder says that the email address bounced, and what to do about it', async ({
  browser,
  page,
}) => {
  test.slow();
  await logInAlone(page.request, NOOR);
  const loanId = await loanOf(page, 'Saltmarsh Kayak Tours');
  const name = `Ida${randomUUID().slice(0, 6)}`;
  const address = `${name}@example.com`.toLowerCase();
  const user = { givenName: name, familyName: 'Berg', emailAddress: address };
  const invited = await page.request.post(`/api/v1/loans/${loanId}/borrowerUser`, {
    data: { user, role: 'BORROWER', sendInvite: true },
  });
  expect(invited.status(), await invited.text()).toBe(200);
  const theirs = await browser.newPage();
  await theirs.goto(await linkFor(address, 'You have been invited'));
  await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await theirs.keyboard.press('Enter');
  await expect(theirs).not.toHaveURL(/loan-role-verification/);
  await theirs.close();
  const title = `Boat registration ${randomUUID().slice(0, 8)}`;
  await askFor(page, loanId, { title, dueDate: dayIn(3), from: address });
  await turnOnReminders(page, loanId);
  await bounceLast(page, address);

  await openReminders(page, loanId);
  const plan = page.getByRole('table', { name: 'Going out next' });
  const first = plan
    .getByRole('row')
    .filter({ hasText: `${name} Berg` })
    .first();
  await expect(first).toContainText('Email bounced');
  await expect(first.getByRole('button', { name: /^Send now/ })).toHaveCount(0);
  await first.getByRole('button', { name: `Fix the email to ${name} Berg` }).click();
  const dialog = page.getByRole('dialog', { name: `Fix the email to ${name} Berg` });
  await expect(dialog).toContainText(`Email to ${address} bounced on`);
  await expect(dialog).toContainText(`${name} can change the address in their profile`);
  await dialog.getByRole('button', { name: `Try this address again: ${address}` }).click();
  await expect(dialog).toHaveCount(0);
  await expect(first).not.toContainText('Email bounced');
  await expect(first.getByRole('button', { name: `Send now to ${name} Berg` })).toBeVisible();
});

test('reminders are read on a phone, and are not for borrowers', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logInAlone(page.request, DANA);
  const loanId = await loanOf(page, 'Larkspur Bakery LLC');
  await openReminders(page, loanId);
  await expect(page.getByText('Reminders are off')).toBeVisible();
  await expect(page.getByText('Sent by Dana Whitfield').first()).toBeVisible();
  await page.context().clearCookies();
  await logIn(page, ELENA, `/loans/${loanId}`);
  const tabs = page.getByRole('navigation', { name: 'Loan' }).locator('visible=true');
  await expect(tabs.getByRole('link', { name: 'Overview' })).toBeVisible();
  await expect(tabs.getByRole('link', { name: 'Reminders' })).toHaveCount(0);
});
