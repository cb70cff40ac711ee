/** Suggestions of a template's rules: one lender requests or dismisses them, and another sees the result. */
import { expect, test, type Page } from '@playwright/test';
import { onePagePdf } from '../tools/database/one-page-pdf.ts';
import { DANA, GRACE, logIn, markAsLoaded, row, toPackage, upload } from './helpers.ts';

const LOAN = 'Hollis & Vine Market LLC';
const strip = (page: Page) =>
  page.getByRole('group').filter({ hasText: 'from SBA 7(a) with real estate' });
const suggestion = (page: Page, title: string) =>
  strip(page).getByRole('listitem').filter({ hasText: title });

/** Opens the folder in the table, because the expanded state of the tree is a user preference. */
const openFolder = (page: Page, name: string) =>
  page.getByRole('table').getByRole('button', { name, exact: true }).click();

async function openSuggestions(page: Page, username: string): Promise<void> {
  await logIn(page, username);
  await page.getByRole('link', { name: LOAN }).first().click();
  await toPackage(page);
  await strip(page).getByText('suggestions').click();
}

test('one suggested request is accepted, another dismissed; a colleague sees both without a reload', async ({
  page,
  browser,
}) => {
  await openSuggestions(page, DANA);
  await expect(strip(page)).toContainText('4 suggestions and 1 that needs more information');
  await expect(suggestion(page, 'Life insurance policy')).toContainText('Imogen Hollis');
  await expect(suggestion(page, 'Life insurance policy')).toContainText('Guarantor');
  await expect(suggestion(page, 'Appraisal')).toContainText('Loan amount over $500,000');
  await expect(suggestion(page, 'Franchise agreement')).toContainText(
    'Depends on whether this is a franchise',
  );

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await openSuggestions(theirs, GRACE);
  await expect(suggestion(theirs, 'Appraisal')).toBeVisible();
  const unchanged = await markAsLoaded(theirs);

  await page.getByRole('button', { name: 'Request: Life insurance policy' }).press('Enter');
  await expect(suggestion(page, 'Life insurance policy')).toHaveCount(0);
  // The focus moves to the next suggestion, so that keyboard users can continue.
  await expect(
    strip(page).getByRole('button', { name: 'Request: Lease between trust and business' }),
  ).toBeFocused();
  await page.getByRole('button', { name: 'Not needed: Appraisal' }).click();
  await expect(strip(page)).toContainText('2 suggestions and 1 that needs more information');

  await expect(strip(theirs)).toContainText('2 suggestions and 1 that needs more information');
  await expect(suggestion(theirs, 'Appraisal')).toHaveCount(0);
  await openFolder(theirs, 'Imogen Hollis');
  await expect(row(theirs, 'Life insurance policy')).toContainText('Requested');
  await expect(row(theirs, 'Life insurance policy')).toContainText('Guarantor');
  await theirs.getByRole('treeitem', { name: 'Package' }).click();
  await openFolder(theirs, '77 Harbor Way');
  await expect(row(theirs, 'Phase I environmental report')).toBeVisible();
  await expect(row(theirs, 'Appraisal')).toHaveCount(0);
  await unchanged();
  await context.close();

  // A dismissed suggestion does not return.
  await page.reload();
  await expect(strip(page)).toContainText('2 suggestions');

  // With the banner open, the document's action buttons stay visible.
  await strip(page).getByText('suggestions').click();
  await openFolder(page, 'Imogen Hollis');
  await upload(page, 'Life insurance policy', 'policy.pdf', onePagePdf('Policy', ['Imogen']));
  await expect(row(page, 'Life insurance policy')).toContainText('To review', { timeout: 30_000 });
  await row(page, 'Life insurance policy').focus();
  await page.keyboard.press(' ');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect(strip(page).getByRole('listitem').first()).toBeVisible();
  for (const name of ['Reject', 'Approve']) {
    await expect(preview.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
});
