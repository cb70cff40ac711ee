/** Loan members: invited, joined, changed and removed, each visible at once to users who have the loan open. */
import { randomUUID } from 'node:crypto';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { PASSWORD } from '../tools/database/demo-data.ts';
import { linkFor } from './email.ts';
import { DANA, ELENA, logIn, markAsLoaded } from './helpers.ts';

// These journeys take long, because they use emails and two browsers.
test.describe.configure({ timeout: 120_000 });

const LOAN = 'Redfern Logistics Inc.';
const PHONE = { width: 390, height: 844 };
const newAddress = (): string => `ada-${randomUUID().slice(0, 8)}@example.com`;
const drawer = (page: Page) => page.getByRole('dialog', { name: 'People' });
const person = (page: Page, name: string) =>
  drawer(page).getByRole('listitem').filter({ hasText: name });

async function openPeople(page: Page, loan = LOAN): Promise<void> {
  await page.getByRole('link', { name: loan }).first().click();
  await page.getByRole('button', { name: /^People on this loan/ }).click();
  await expect(drawer(page)).toBeVisible();
}

/** Accepts in a separate browser, on a phone, with the link from the email. */
async function join(browser: Browser, address: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: PHONE })).newPage();
  await page.goto(await linkFor(address, 'You have been invited'));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/loan-role-verification/);
  return page;
}

test('a borrower is invited and joins; removed, they lose the loan that is open before them [R119] [R301]', async ({
  browser,
  page,
}) => {
  const address = newAddress();
  await logIn(page, DANA);
  await openPeople(page);
  await page.getByRole('button', { name: 'Invite a borrower' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a borrower' });
  await dialog.getByLabel('First name').fill('Ada');
  await dialog.getByLabel('Last name').fill('Moss');
  await dialog.getByLabel('Email').fill(address);
  await dialog.getByRole('radio', { name: /Lead borrower/ }).check({ force: true });
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Invitation Sent!')).toBeVisible();
  await expect(person(page, 'Ada Moss')).toContainText('Invited');

  const stillOpen = await markAsLoaded(page);
  const borrower = await join(browser, address);
  // The lender sees it without a reload.
  await expect(person(page, 'Ada Moss')).not.toContainText('Invited');
  await stillOpen();
  await borrower.getByRole('link', { name: LOAN }).first().click();
  await expect(borrower.getByRole('heading', { name: LOAN })).toBeVisible();
  const sameDocument = await markAsLoaded(borrower);

  await person(page, 'Ada Moss').getByRole('button', { name: 'Actions for Ada Moss' }).click();
  await page.getByRole('menuitem', { name: 'Remove from the loan' }).click();
  const confirm = page.getByRole('dialog', { name: 'Remove Ada Moss from the loan?' });
  await expect(confirm).toContainText('loses access to this loan immediately');
  await confirm.getByRole('button', { name: 'Remove' }).click();
  await expect(person(page, 'Ada Moss')).toHaveCount(0);

  await expect(
    borrower.getByText('Loan either does not exist or you are not authorized'),
  ).toBeVisible();
  await expect(borrower.getByRole('heading', { name: LOAN })).toHaveCount(0);
  await expect(borrower.getByRole('link', { name: LOAN })).toHaveCount(0);
  await sameDocument();
  await borrower.context().close();
});

test('labels are chosen with an invitation, changed while it waits, and the person’s once they join [R108]', async ({
  browser,
  page,
}) => {
  const address = newAddress();
  await logIn(page, DANA);
  await openPeople(page);
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Invite a borrower' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a borrower' });
  await dialog.getByLabel('First name').fill('Ivo');
  await dialog.getByLabel('Last name').fill('Lind');
  await dialog.getByLabel('Email').fill(address);
  await dialog.getByRole('checkbox', { name: 'Rush' }).check();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  const ivo = person(page, 'Ivo Lind');
  await expect(ivo).toContainText('Rush');
  await expect(ivo).toContainText('Invited');

  await ivo.getByRole('button', { name: 'Labels of Ivo Lind' }).press('Enter');
  await page.getByRole('menuitemcheckbox', { name: 'Rush' }).press('Enter');
  await page.getByRole('menuitemcheckbox', { name: 'First-time owner' }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(ivo).toContainText('First-time owner');
  await expect(ivo).not.toContainText('Rush');

  const borrower = await join(browser, address);
  await expect(ivo).not.toContainText('Invited');
  await expect(ivo).toContainText('First-time owner');
  await borrower.context().close();
  await ivo.getByRole('button', { name: 'Actions for Ivo Lind' }).click();
  await page.getByRole('menuitem', { name: 'Remove from the loan' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(ivo).toHaveCount(0);
});

test('a lender from outside is invited with a label [R108]', async ({ page }) => {
  await logIn(page, DANA);
  await openPeople(page);
  await page.getByRole('link', { name: 'Add a lender' }).click();
  await page.getByRole('button', { name: 'Someone outside the company' }).click();
  await page.getByLabel('First name').fill('Uma');
  await page.getByLabel('Last name').fill('Reed');
  await page.getByLabel('Email').fill(newAddress());
  await page.getByRole('checkbox', { name: 'Rush' }).check();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  const uma = person(page, 'Uma Reed');
  await expect(uma).toContainText('Rush');
  await uma.getByRole('button', { name: 'Actions for Uma Reed' }).click();
  await page.getByRole('menuitem', { name: 'Revoke invitation' }).click();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect(uma).toHaveCount(0);
});

test('an invitation waits until a lender sends it, its state shows, and a failure is not said [R299]', async ({
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: LOAN }).first().click();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a borrower' });
  await dialog.getByLabel('First name').fill('Bea');
  await dialog.getByLabel('Last name').fill('Stone');
  await dialog.getByLabel('Email').fill(newAddress());
  await dialog.getByLabel('Send the invitation now').uncheck();
  await dialog.getByRole('button', { name: 'Add to the loan' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: /^People on this loan/ }).click();
  const bea = person(page, 'Bea Stone');
  await expect(bea).toContainText('Not invited yet');
  await bea.getByRole('button', { name: 'Send invitation to Bea Stone' }).click();
  await expect(page.getByText('Invitation Sent!')).toBeVisible();
  await expect(bea).toContainText('Invited just now by Dana Whitfield');
  // Resending immediately is refused by the rate limit; the page shows nothing and nothing changes.
  const again = bea.getByRole('button', { name: 'Resend invitation to Bea Stone' });
  const answer = page.waitForResponse(/inviteborrower/);
  await again.click();
  expect((await answer).status()).toBe(429);
  await expect(again).toBeEnabled();
  await expect(page.getByText('Please wait a moment')).toHaveCount(0);
  await bea.getByRole('button', { name: 'Actions for Bea Stone' }).click();
  await page.getByRole('menuitem', { name: 'Revoke invitation' }).click();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect(bea).toHaveCount(0);
});

test('a failed removal of a lender, adding of a borrower or setting of a role is said [R304]', async ({
  page,
}) => {
  await logIn(page, DANA);
  await openPeople(page, 'Larkspur Bakery LLC');
  const message = 'Someone else just changed this. Refresh and try again.';
  const refused = page.getByRole('alert').filter({ hasText: message });
  await page.route(/\/(lenderUser|borrowerUser|borrowerRole)(\/[\da-f-]+)?$/, (route) =>
    route.fulfill({ status: 409, json: { code: 'CONFLICT', message } }),
  );

  await drawer(page).getByRole('button', { name: 'Actions for Marcus Oyelaran' }).click();
  await page.getByRole('menuitem', { name: 'Remove from the loan' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(refused).toBeVisible();
  await expect(person(page, 'Marcus Oyelaran')).toBeVisible();
  await refused.getByRole('button', { name: 'Dismiss' }).click();
  await expect(refused).toHaveCount(0);

  await page.getByRole('button', { name: 'Invite a borrower' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite a borrower' });
  await invite.getByLabel('First name').fill('Cal');
  await invite.getByLabel('Last name').fill('Reyes');
  await invite.getByLabel('Email').fill(newAddress());
  await invite.getByRole('button', { name: 'Send invitation' }).click();
  await expect(invite.getByRole('alert').filter({ hasText: message })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(invite).toBeHidden();
  await expect(person(page, 'Cal Reyes')).toHaveCount(0);

  await drawer(page).getByRole('button', { name: 'Actions for Elena Marsh' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const role = page.getByRole('dialog', { name: 'Elena Marsh' });
  await role.getByRole('radio', { name: /^Borrower/ }).check({ force: true });
  await role.getByRole('button', { name: 'Save' }).click();
  await expect(role.getByRole('alert').filter({ hasText: message })).toBeVisible();
});

test('a colleague is added, changed and removed by keyboard alone [R118]', async ({ page }) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: LOAN }).first().click();
  await page.getByRole('button', { name: /^People on this loan/ }).press('Enter');
  await page.getByRole('link', { name: 'Add a lender' }).press('Enter');
  const colleague = page.getByRole('combobox', { name: 'Colleague' });
  await expect(colleague).toBeVisible();
  await colleague.focus();
  await page.keyboard.type('Grace');
  await page.getByRole('option', { name: 'Grace Lindqvist' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: /^Lender/ }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const grace = person(page, 'Grace Lindqvist');
  await expect(grace).toContainText('Underwriter');

  await grace.getByRole('button', { name: 'Actions for Grace Lindqvist' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Grace Lindqvist', level: 1 })).toBeVisible();
  await page.getByRole('radio', { name: /^Underwriter/ }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(grace).toContainText('Lender');

  const remove = async () => {
    await grace.getByRole('button', { name: 'Actions for Grace Lindqvist' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Remove from the loan' }).press('Enter');
    await expect(
      page.getByText('Like everyone at Northgate Bank, they can still view it.'),
    ).toBeVisible();
  };
  await remove();
  // Escape closes only the topmost layer.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: /^Remove Grace/ })).toHaveCount(0);
  await expect(grace).toBeVisible();
  await remove();
  await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
  await expect(grace).toHaveCount(0);
});

test('a borrower notes their accountant on a phone, and the lender sees it at once', async ({
  browser,
  page,
}) => {
  await logIn(page, DANA);
  await openPeople(page, 'Larkspur Bakery LLC');
  const elena = await (await browser.newContext({ viewport: PHONE })).newPage();
  await logIn(elena, ELENA);
  await openPeople(elena, 'Larkspur Bakery LLC');
  await elena.getByRole('link', { name: 'Add a contact' }).click();
  await elena.getByLabel('First name').fill('Tess');
  await elena.getByLabel('Last name').fill('Okoye');
  await elena.getByLabel('Email').fill(newAddress());
  await elena.getByLabel('Contact of').selectOption({ label: 'Elena Marsh, Lead borrower' });
  await elena.getByRole('button', { name: 'Add contact' }).click();
  await expect(person(elena, 'Tess Okoye')).toContainText('Not invited yet');

  const tess = person(page, 'Tess Okoye');
  await expect(tess).toContainText('Key contact of Elena Marsh');
  await tess.getByRole('button', { name: 'Actions for Tess Okoye' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByLabel('What they do').selectOption('Attorney');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(tess).toContainText('Attorney of Elena Marsh');
  await expect(person(elena, 'Tess Okoye')).toContainText('Attorney of Elena Marsh');
  await tess.getByRole('button', { name: 'Actions for Tess Okoye' }).click();
  await page.getByRole('menuitem', { name: 'Revoke invitation' }).click();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect(person(elena, 'Tess Okoye')).toHaveCount(0);
  await elena.context().close();
});

test('the lead borrower says that it is ready, and the lender’s open page shows it, and what a step brings to light [R225] [R330]', async ({
  browser,
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
  const elena = await (await browser.newContext({ viewport: PHONE })).newPage();
  await logIn(elena, ELENA);
  await elena.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
  const stillOpen = await markAsLoaded(page);
  await elena.getByRole('button', { name: 'Ready to review' }).click();
  const answer = await page.request.post('/api/v2/loanmanager/elements', {
    data: {
      loanId: new URL(page.url()).pathname.split('/').at(-1),
      elements: [{ title: 'Closing checklist', visibleAtStatus: 'IN_REVIEW' }],
    },
  });
  expect(answer.status()).toBe(200);
  await expect(page.getByLabel('About the loan')).toContainText(
    'Shows the borrowers Closing checklist',
  );
  await page.getByRole('button', { name: 'Start review' }).click();
  await expect(page.getByText('Shows the borrowers Closing checklist')).toHaveCount(0);
  await expect(elena.getByLabel('About the loan')).toContainText('In review');
  await page.getByRole('button', { name: 'Request changes' }).click();
  await expect(elena.getByRole('button', { name: 'Ready to review' })).toBeVisible();
  await stillOpen();
  await elena.context().close();
});
