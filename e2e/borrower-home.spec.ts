/**
 * The borrower's home on a phone: the next tasks, the entity that each is about, and no requests that are still held.
 */
import { expect, test, type Page } from '@playwright/test';
import { EICAR } from '../packages/testing/src/eicar.ts';
import { DANA, ELENA, logIn, markAsLoaded, toPackage, watchShifts } from './helpers.ts';

const PHONE = { width: 390, height: 844 };
const LOAN = 'Larkspur Bakery LLC';
const todo = (page: Page) => page.getByRole('region', { name: `To do for ${LOAN}` });
const card = (page: Page, title: string) =>
  todo(page).getByRole('listitem').filter({ hasText: title });

/** Creates requests; `page` is the lender's. */
async function ask(page: Page, elements: object[]): Promise<void> {
  const loanId = new URL(page.url()).pathname.split('/').at(-1);
  const answer = await page.request.post('/api/v2/loanmanager/elements', {
    data: { loanId, elements },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

test('a held request is nowhere for the borrower, and comes live when the lender releases it', async ({
  browser,
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: LOAN }).first().click();
  await expect(page.getByRole('heading', { name: LOAN })).toBeVisible();
  await ask(page, [
    { title: 'Proof of flood coverage', releasePhase: 'POST_CLOSING' },
    { title: 'Does the bakery rent to anyone?', questionType: 'YES_NO' },
    { title: 'List of ovens', dueDate: '2026-01-31', priorityType: 'LOW' },
  ]);

  const elena = await (await browser.newContext({ viewport: PHONE })).newPage();
  const shifted = await watchShifts(elena);
  await logIn(elena, ELENA);
  await expect(card(elena, 'List of ovens')).toBeVisible();
  await expect(elena.getByText('Proof of flood coverage')).toHaveCount(0);
  await elena.waitForLoadState('networkidle');
  expect(await shifted()).toBeLessThan(0.05);

  // The earliest due date comes first, whatever the priority.
  await expect(card(elena, 'List of ovens')).toContainText('Was due Jan 31, 2026');
  // A question is answered on its card, without a file.
  const question = card(elena, 'Does the bakery rent to anyone?');
  await expect(question.getByRole('button', { name: /Upload/ })).toHaveCount(0);
  await question.getByRole('button', { name: 'No' }).click();
  await expect(question).toHaveCount(0);

  // Lender and borrower see the same number of requests.
  const counts = await todo(elena)
    .getByText(/^\d+ to do$/)
    .allTextContents();
  const leftCount = counts.reduce((sum, text) => sum + Number.parseInt(text, 10), 0);
  const progress = page.getByRole('region', { name: 'Loan Progress' });
  await expect(progress.locator('dt', { hasText: 'With borrower' }).locator('+ dd')).toHaveText(
    `${leftCount}still to upload`,
  );

  const stillOpen = await markAsLoaded(elena);
  await toPackage(page);
  await page.getByRole('button', { name: 'Proof of flood coverage', exact: true }).click();
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect(preview).toContainText('Held until');
  await expect(preview).toContainText('Servicing');
  await preview.getByRole('button', { name: 'Release now' }).click();
  await expect(preview.getByRole('button', { name: 'Release now' })).toHaveCount(0);
  await expect(card(elena, 'Proof of flood coverage')).toBeVisible();
  await stillOpen();
  await elena.context().close();
});

test('home carries the lender’s brand, the officer to call or write to, and the progress', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await logIn(page, ELENA, '/');
  const bar = page.getByRole('navigation', { name: 'Top' });
  await expect(bar).toContainText('Northgate Bank');
  // `complete` is also true for a broken image.
  const logoWidth = () =>
    bar.locator('img').evaluate((logo: HTMLImageElement) => logo.naturalWidth);
  await expect.poll(logoWidth).toBeGreaterThan(0);
  const officer = page.getByRole('region', { name: 'Loan officer' });
  await expect(officer).toContainText('Dana WhitfieldLoan officer, 555-010-0142');
  await expect(officer.getByRole('link', { name: 'Call Dana Whitfield' })).toHaveAttribute(
    'href',
    'tel:5550100142',
  );
  const header = page.getByRole('banner').or(page.locator('main header'));
  await expect(header).toContainText(/\d+%.*\d+ approved\d+ in review\d+ to do/);
  await officer.getByRole('link', { name: 'Message Dana Whitfield' }).click();
  await expect(page).toHaveURL(/\/loans\/[\da-f-]+\/messages/);
  // The brand stays on following pages, and is also on pages that are opened by their URL.
  await expect(bar).toContainText('Northgate Bank');
  await page.reload();
  await expect(bar).toContainText('Northgate Bank');
});

test('a borrower says what doesn’t apply and what comes later; the lender accepts the reason', async ({
  browser,
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: LOAN }).first().click();
  await expect(page.getByRole('heading', { name: LOAN })).toBeVisible();
  await ask(page, [{ title: 'Payroll reports' }, { title: 'Supplier contract' }]);
  const elena = await (await browser.newContext({ viewport: PHONE, hasTouch: true })).newPage();
  await logIn(elena, ELENA);

  await elena.getByRole('button', { name: 'More for Payroll reports' }).click();
  await elena.getByRole('menuitem', { name: 'Doesn’t apply to me' }).click();
  const dialog = elena.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeDisabled();
  await dialog.getByLabel('There are no employees').check();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(card(elena, 'Payroll reports')).toHaveCount(0);

  // Undo in the toast reopens the request.
  const undo = elena.getByRole('status').getByRole('button', { name: 'Undo' });
  await undo.tap();
  await expect(undo).toHaveCount(0);
  await elena.getByRole('button', { name: 'More for Payroll reports' }).click();
  await elena.getByRole('menuitem', { name: 'Doesn’t apply to me' }).click();
  await dialog.getByLabel('There are no employees').check();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(card(elena, 'Payroll reports')).toHaveCount(0);

  await elena.getByRole('button', { name: 'More for Supplier contract' }).click();
  await elena.getByRole('menuitem', { name: 'I’ll send it later' }).click();
  await dialog.getByLabel('I’ll send it by').fill('2030-01-31');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(card(elena, 'Supplier contract')).toContainText('You’ll send it by Jan 31, 2030');

  await elena.getByRole('button', { name: 'More for Supplier contract' }).click();
  await elena.getByRole('menuitem', { name: 'Ask Dana' }).click();
  await expect(elena.getByRole('region', { name: 'New message' })).toBeVisible();
  await expect(elena.getByRole('button', { name: /^Dana Whitfield/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  await toPackage(page);
  await page.getByRole('button', { name: 'Payroll reports', exact: true }).click();
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect(preview).toContainText('There are no employees');
  await preview.getByRole('button', { name: 'Approve' }).click();
  await expect(preview.getByRole('button', { name: 'Undo approval' })).toBeVisible();
  await elena.context().close();
});

test('a question takes an answer, a note to sign a file, and an infected file says so on its card', async ({
  browser,
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: LOAN }).first().click();
  await expect(page.getByRole('heading', { name: LOAN })).toBeVisible();
  await ask(page, [
    { title: 'Years at this address', questionType: 'TEXT' },
    { title: 'Note to sign in ink', flags: ['NEEDS_WET_SIG'] },
  ]);
  const elena = await (await browser.newContext({ viewport: PHONE, hasTouch: true })).newPage();
  await logIn(elena, ELENA);

  const question = card(elena, 'Years at this address');
  await question.getByRole('button', { name: 'Answer Years at this address' }).click();
  await expect(question.getByRole('button', { name: /^(Upload|Photo)/ })).toHaveCount(0);
  await question.getByLabel('Your answer').fill('Nine');
  await question.getByRole('button', { name: 'Save answer' }).click();
  await expect(question).toHaveCount(0);

  const note = card(elena, 'Note to sign in ink');
  await expect(note).toContainText('Wet Signature');
  const chooser = elena.waitForEvent('filechooser');
  await note.getByRole('button', { name: /^Upload/ }).click();
  const infected = { name: 'note.pdf', mimeType: 'application/pdf', buffer: Buffer.from(EICAR) };
  await (await chooser).setFiles(infected);
  await expect(note).toContainText('A virus was found in this file, so it was blocked.');
  await expect(note.getByRole('button', { name: /^(Upload|Replace)/ })).toBeVisible();
  await elena.context().close();
});
