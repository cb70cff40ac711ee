/** Reminders are tested at the second lender, so that they send no emails to the users of other journeys. */
import { randomUUID } from 'node:crypto';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { emailsTo, emailTo } from '../packages/testing/src/mail.ts';
import { PASSWORD } from '../tools/database/demo-data.ts';
import { bounceLast } from './bounce.ts';
import { linkFor } from './email.ts';
import { EngineClock } from './engine-clock.ts';
import { onePagePdf } from '../tools/database/one-page-pdf.ts';
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

/** Requests a document now and assigns it to the borrower, so that no other journey has answered it. */
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

/** Uses API calls; a separate journey tests the settings page. */
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

  // With the keyboard, the menu opens, and its last day is a week from now.
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
  const sentRow = page
    .getByRole('table', { name: 'Sent reminders' })
    .getByRole('row')
    .filter({ hasText: title });
  await expect(sentRow).toContainText('Sent by Noor Haddad');
  // The delivery is recorded as sent shortly after the email was sent.
  await expect(async () => {
    await page.reload();
    await expect(sentRow.getByText('Sent', { exact: true })).toBeVisible({ timeout: 5000 });
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

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Accepts an invitation to the loan by email, on a separate phone. */
async function joinByEmail(browser: Browser, page: Page, loanId: string, name: string) {
  const address = `${name}-${randomUUID().slice(0, 8)}@example.com`.toLowerCase();
  const user = { givenName: name, familyName: 'Ostrom', emailAddress: address };
  const invited = await page.request.post(`/api/v1/loans/${loanId}/borrowerUser`, {
    data: { user, role: 'BORROWER', sendInvite: true },
  });
  expect(invited.status(), await invited.text()).toBe(200);
  const phone = await (await browser.newContext(PHONE)).newPage();
  await phone.goto(await linkFor(address, 'You have been invited'));
  await phone.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await phone.keyboard.press('Enter');
  await expect(phone).not.toHaveURL(/loan-role-verification/);
  return { address, phone };
}

/** Pauses or resumes the loan's reminders to all other users, so that the simulated days do not affect them. */
async function pauseOthers(page: Page, loanId: string, ours: string[], paused: boolean) {
  const reminders = await page.request.get(`/api/v1/loans/${loanId}/reminders`);
  const { people } = (await reminders.json()) as {
    people: { user: { id: string; emailAddress: string } }[];
  };
  for (const { user } of people.filter(
    ({ user: { emailAddress } }) => !ours.includes(emailAddress),
  )) {
    const reply = await page.request.post(`/api/v1/loans/${loanId}/reminders/pause`, {
      data: { userId: user.id, paused },
    });
    expect(reply.status(), await reply.text()).toBe(200);
  }
}

const remindersTo = async (address: string): Promise<string[]> =>
  (await emailsTo(address))
    .map(({ subject }) => subject)
    .filter((subject) => /\b(due|overdue)\b/.test(subject));

/** The link of a reminder opens the request or its loan; the file is uploaded from the home page. */
async function sendByReminder(phone: Page, address: string, title: string): Promise<void> {
  const { text } = (await emailsTo(address)).findLast((each) => each.text.includes(title))!;
  await phone.goto(/https?:\/\/\S+\/loans\/\S+/.exec(text)![0]);
  await expect(phone).toHaveURL(/\/loans\//);
  await phone.goto('/');
  const chooser = phone.waitForEvent('filechooser');
  await phone.getByRole('button', { name: `Upload ${title}`, exact: true }).tap();
  const buffer = onePagePdf(title, ['Sent by a reminder.']);
  await (await chooser).setFiles({ name: 'sent.pdf', mimeType: 'application/pdf', buffer });
  await expect(phone.getByRole('link', { name: `Receipt of ${title}` })).toBeVisible();
}

test('over thirty days of the engine’s clock exactly the expected emails come, and none after the upload', async ({
  browser,
  page,
}) => {
  test.setTimeout(400_000);
  process.env['MAIL_API_URL'] ??= productEnvironment()['MAIL_API_URL']!;
  await logInAlone(page.request, NOOR);
  const loanId = await loanOf(page, 'Saltmarsh Kayak Tours');
  const inga = await joinByEmail(browser, page, loanId, 'Inga');
  const paul = await joinByEmail(browser, page, loanId, 'Paul');
  const ours = [inga.address, paul.address];
  await pauseOthers(page, loanId, ours, true);
  const [survey, lease, license] = ['Dock survey', 'Boathouse lease', 'Guide license'].map(
    (title) => `${title} ${randomUUID().slice(0, 8)}`,
  ) as [string, string, string];
  await askFor(page, loanId, { title: survey, dueDate: dayIn(6), from: inga.address });
  await askFor(page, loanId, { title: lease, dueDate: dayIn(6), from: inga.address });
  await askFor(page, loanId, { title: license, dueDate: dayIn(3), from: paul.address });

  await openReminders(page, loanId);
  await page
    .getByRole('link', { name: /^(Reminder|Company) settings$/ })
    .first()
    .click();
  const settings = page.getByRole('form', { name: 'Reminders' });
  await settings.getByLabel('Remind people of documents that are due').check();
  await settings.getByLabel('Also on weekends').check();
  await settings.getByLabel('When overdue, every (days)').fill('4');
  // A holiday on the day of the third reminder.
  await settings.getByLabel('Days without reminders').fill(dayIn(10));
  await settings.getByRole('button', { name: 'Add day' }).click();
  await expect(
    settings.getByRole('list', { name: 'Chosen days' }).getByRole('listitem'),
  ).toHaveCount(1);
  await settings.getByRole('button', { name: 'Save reminders' }).click();
  await expect(page.getByText('Reminder settings saved')).toBeVisible();

  const clock = await EngineClock.start();
  try {
    await clock.passDays(1, 4);
    await expect.poll(() => remindersTo(inga.address)).toEqual([]);
    await expect
      .poll(() => remindersTo(paul.address))
      .toEqual([`${license} is due tomorrow`, `${license} is due today`]);
    await sendByReminder(paul.phone, paul.address, license);

    await clock.passDays(5, 8);
    const first = ['2 documents are due tomorrow', '2 documents are due today'];
    await expect.poll(() => remindersTo(inga.address)).toEqual(first);
    await sendByReminder(inga.phone, inga.address, lease);

    await clock.passDays(9, 10);
    await expect.poll(() => remindersTo(inga.address)).toEqual(first);
    await clock.passDays(11, 30);
    // On days 11, 15 and 19; five reminders about one document are the maximum.
    const overdue = Array.from({ length: 3 }, () => `${survey} is overdue`);
    await expect.poll(() => remindersTo(inga.address)).toEqual([...first, ...overdue]);
    await expect.poll(() => remindersTo(paul.address)).toHaveLength(2);
  } finally {
    await clock.stop();
  }

  await openReminders(page, loanId);
  const sentRows = page.getByRole('table', { name: 'Sent reminders' }).getByRole('row');
  await expect(sentRows.filter({ hasText: survey })).toHaveCount(5);
  await expect(sentRows.filter({ hasText: license })).toHaveCount(2);
  await pauseOthers(page, loanId, ours, false);
  await inga.phone.context().close();
  await paul.phone.context().close();
});
