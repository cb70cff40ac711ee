/**
 * Templates are built by keyboard, published, adopted, copied, exported and imported as CSV, and edited by two users at
 * the same time.
 */
import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { ADMINISTRATOR } from '../tools/database/demo-data.ts';
import { chooseCompany, DANA, drawFramesLate, GRACE, logIn } from './helpers.ts';

const tree = (page: Page) => page.getByRole('tree', { name: 'Elements' });
/** The accessible name of a row is its entire text, which starts with the title. */
const item = (page: Page, title: string) =>
  tree(page).getByRole('treeitem', { name: new RegExp(`^${title}`) });
const saved = (page: Page) => expect(page.getByText('All changes saved')).toBeVisible();

async function typeTitle(page: Page, title: string): Promise<void> {
  const input = page.getByLabel('Title of the element');
  await expect(input).toBeFocused();
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await expect(input).toHaveCount(0);
}

async function newTemplate(page: Page, name: string): Promise<void> {
  await page.goto('/v2/templates/create');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(tree(page)).toBeVisible();
}

test('a template is built by keyboard alone, and published', async ({ page }) => {
  await drawFramesLate(page);
  await logIn(page, DANA, '/loans/templates/create');
  await page.getByLabel('Name', { exact: true }).focus();
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await expect(item(page, 'Business name')).toBeVisible();

  await item(page, 'Business name').focus();
  await page.keyboard.press('ArrowDown');
  await expect(item(page, 'Individual name')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+N');
  await typeTitle(page, 'Tax returns');
  await expect(item(page, 'Tax returns')).toBeFocused();
  await expect(item(page, 'Tax returns')).toHaveAttribute('aria-level', '2');
  await page.keyboard.press('n');
  await typeTitle(page, '{{year}} business tax return');
  const taxReturn = item(page, 'Year business tax return');
  await expect(taxReturn).toBeFocused();
  await expect(taxReturn).toHaveAttribute('aria-level', '3');
  await page.keyboard.press('n');
  await typeTitle(page, 'Operating agreement');

  // Moves the element out of its folder, before the folder, and back into it.
  const agreement = item(page, 'Operating agreement');
  await page.keyboard.press('Shift+Tab');
  await expect(agreement).toHaveAttribute('aria-level', '2');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(tree(page).getByRole('treeitem').nth(1)).toHaveAccessibleName(
    /^Operating agreement/,
  );
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Tab');
  await expect(agreement).toHaveAttribute('aria-level', '3');

  // Escape moves the focus to the details and back. From here on, saving each change is delayed.
  await saved(page);
  await page.route('**/api/v2/templates/elements', async (route) => {
    await new Promise((done) => setTimeout(done, 400));
    await route.continue();
  });
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
  // Tab skips the menu of variables.
  await page.keyboard.press('Tab');
  for (const field of ['Title for the borrower (optional)', 'Instructions for the borrower']) {
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(field, { exact: true })).toBeFocused();
  }
  await page.keyboard.type('With every change made since.');
  await page.keyboard.press('Escape');
  await expect(agreement).toBeFocused();

  // Deletes and undoes without waiting for the autosave or the deletion.
  await page.keyboard.press('Delete');
  await expect(agreement).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(agreement).toBeVisible();
  await saved(page);
  await expect(page.getByText('5 elements, 2 file requests')).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).press('Enter');
  await expect(page.getByText('Version 1 is published')).toBeVisible();

  await page.reload();
  await expect(item(page, 'Operating agreement')).toHaveAttribute('aria-level', '3');
  await item(page, 'Operating agreement').click();
  await expect(page.getByLabel('Instructions for the borrower')).toHaveValue(
    'With every change made since.',
  );
});

test('a library template is adopted and edited; unverified rules stay marked', async ({ page }) => {
  await logIn(page, DANA, '/lender');
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('button', { name: 'Adopt SBA Express' }).click();
  await expect(page.getByRole('heading', { name: 'SBA Express' })).toBeVisible();
  await expect(page.getByText('Check with counsel').first()).toBeVisible();
  const row = tree(page).getByRole('treeitem').filter({ hasText: 'Check with counsel' }).first();
  await row.click();
  await expect(page.getByRole('region', { name: 'Source of this rule' })).toBeVisible();
  await page.getByRole('button', { name: 'Reviewed by counsel' }).click();
  await expect(page.getByRole('button', { name: 'Reviewed by counsel' })).toHaveCount(0);
  await page.getByLabel('Priority').selectOption('URGENT');
  await expect(tree(page).getByText('Urgent')).toBeVisible();
  await saved(page);

  // A rule that does not parse is not saved, and the page shows the error.
  await page.getByLabel('Condition').fill('entity.owner > 3');
  await page.getByLabel('Condition').press('Enter');
  await expect(page.getByText(/"entity.owner" is not known/)).toBeVisible();
  await page.getByLabel('Condition').fill('entity.ownership >= 25');
  await page.getByLabel('Condition').press('Enter');
  await expect(page.getByText('Required if ownership at least 25%.')).toBeVisible();

  await page.getByRole('button', { name: 'Preview as borrower' }).click();
  const preview = page.getByRole('dialog');
  await expect(preview.getByText('List of business debts')).toBeVisible();
  await expect(preview.getByText('Business credit report')).toHaveCount(0);
});

test('on a small laptop the builder shows whole titles', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await logIn(page, DANA, '/v2/templates');
  await page.getByRole('link', { name: 'Conventional real estate' }).click();
  const title = page.getByText('What does the business do?');
  await expect(title).toBeVisible();
  expect(await title.evaluate((words) => words.scrollWidth - words.clientWidth)).toBe(0);
});

test('is copied, sent down as CSV and up again [R098]', async ({ page }) => {
  await logIn(page, DANA, '/v2/templates');
  const linkCalled = (name: string) => page.getByRole('link', { name, exact: true });
  await page.getByRole('button', { name: 'More for SBA 7(a) acquisition' }).click();
  await page.getByRole('menuitem', { name: 'Copy' }).click();
  await expect(linkCalled('SBA 7(a) acquisition (copy)')).toBeVisible();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More for SBA 7(a) acquisition (copy)' }).click();
  await page.getByRole('menuitem', { name: 'Download CSV' }).click();
  const path = await (await downloading).path();
  const text = (await readFile(path, 'utf8')).replaceAll(
    'SBA 7(a) acquisition (copy)',
    '=Round trip',
  );
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'back.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await expect(linkCalled('=Round trip')).toBeVisible();
  await linkCalled('=Round trip').click();
  await expect(page.getByText('20 elements, 12 file requests')).toBeVisible();

  await page.goto('/v2/templates');
  await page.getByLabel('CSV file').setInputFiles({
    name: 'wrong.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name,level,kind,title\nWrong,4,FOLDER,Deep\n'),
  });
  await expect(page.getByText('line 2: level: the folder around it is missing')).toBeVisible();

  await page.getByRole('button', { name: 'More for =Round trip' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(linkCalled('=Round trip')).toHaveCount(0);
  await page.getByRole('button', { name: 'Trash' }).click();
  await page.getByRole('button', { name: 'More for =Round trip' }).click();
  await page.getByRole('menuitem', { name: 'Delete permanently' }).click();
  await expect(linkCalled('=Round trip')).toHaveCount(0);
});

test('two people at once: what one does shows at the other; a stale write is refused', async ({
  page,
  browser,
}) => {
  await logIn(page, DANA);
  await newTemplate(page, 'Shared');
  await item(page, 'Business name').focus();
  await page.keyboard.press('n');
  await typeTitle(page, 'Lease');
  await saved(page);
  const context = await browser.newContext();
  const other = await context.newPage();
  await logIn(other, DANA, page.url());
  await item(other, 'Lease').click();

  await item(page, 'Lease').focus();
  await page.keyboard.press('Enter');
  await typeTitle(page, 'Commercial lease');
  await expect(item(other, 'Commercial lease')).toBeVisible();

  // The other page no longer receives events and overwrites a change.
  let wrote = false;
  await other.route('**/api/v2/templates/*/elements?*', (route) =>
    wrote ? route.continue() : route.abort(),
  );
  other.on('request', (request) => {
    wrote ||= request.method() === 'PUT' && request.url().endsWith('/templates/elements');
  });
  await item(page, 'Commercial lease').focus();
  await page.keyboard.press('Enter');
  await typeTitle(page, 'Lease of the shop');
  await saved(page);
  await item(other, 'Commercial lease').focus();
  await other.keyboard.press('Enter');
  await typeTitle(other, 'Mine');
  await expect(other.getByText('Error while updating template element')).toBeVisible();
  await expect(
    other.getByText('Someone else just changed this. Refresh and try again.'),
  ).toBeVisible();
  await expect(item(other, 'Lease of the shop')).toBeVisible();
  await expect(item(other, 'Mine')).toHaveCount(0);
  await context.close();
});

test.describe('what fails is said', () => {
  const fail = (page: Page, path: string, method: string) =>
    page.route(path, (route) =>
      route.request().method() === method ? route.fulfill({ status: 500 }) : route.continue(),
    );

  test('creating, updating and fetching elements [R294] [R295] [R297]', async ({ page }) => {
    await logIn(page, DANA);
    await newTemplate(page, 'Failing');
    await fail(page, '**/api/v2/templates/elements', 'POST');
    await item(page, 'Business name').focus();
    await page.keyboard.press('n');
    await page.keyboard.press('Escape');
    await expect(page.getByText('Error while creating template element')).toBeVisible();
    await expect(item(page, 'New request')).toHaveCount(0);

    await fail(page, '**/api/v2/templates/elements', 'PUT');
    await item(page, 'Business name').focus();
    await page.keyboard.press('Enter');
    await typeTitle(page, 'Renamed');
    await expect(page.getByText('Error while updating template element')).toBeVisible();
    await expect(item(page, 'Business name')).toBeVisible();

    await fail(page, '**/api/v2/templates/*/elements?*', 'GET');
    await page.reload();
    await expect(page.getByText('Error while fetching template elements')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  test('a file is attached and checked; one that cannot be says so [R296]', async ({ page }) => {
    await logIn(page, DANA);
    await newTemplate(page, 'With a form');
    await item(page, 'Business name').focus();
    await page.keyboard.press('n');
    await typeTitle(page, 'Debt schedule');
    const file = { name: 'schedule.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') };
    await page.getByLabel('File handed out').setInputFiles(file);
    await expect(page.getByText('schedule.csv')).toBeVisible();
    await expect(page.getByText('Checking file')).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('schedule.csv')).toHaveCount(0);

    await fail(page, '**/api/v2/templates/elements/answer', 'POST');
    await page.getByLabel('File handed out').setInputFiles(file);
    await expect(page.getByText('Error while uploading document')).toBeVisible();
  });
});

test('colleagues read, by document group, and have no button that would refuse them', async ({
  page,
}) => {
  await logIn(page, GRACE, '/v2/templates');
  await expect(page.getByRole('heading', { level: 2, name: 'Project Docs' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'SBA 504' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'New template' })).toHaveCount(0);
  await page.getByRole('link', { name: 'SBA 504' }).click();
  await expect(tree(page).getByRole('treeitem').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Version 1/ })).toBeVisible();
});

test('template fields are the administrator’s [R015] [R027]', async ({ page }) => {
  await logIn(page, ADMINISTRATOR[2], '/admin/fields');
  await expect(page.getByRole('region', { name: 'Loan details' })).toBeVisible();
  await chooseCompany(page, 'Northgate Bank');
  await page.getByLabel('CSV file').setInputFiles({
    name: 'fields.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('set,group,key,label,type\nReview,Yearly,rating,Risk rating,NUMBER\n'),
  });
  const set = page.getByRole('region', { name: 'Review' });
  await expect(set.getByText('Risk rating')).toBeVisible();
  await set.getByRole('button', { name: 'Delete Review' }).click();
  await set.getByRole('button', { name: 'Delete set' }).click();
  await expect(set).toHaveCount(0);
});
