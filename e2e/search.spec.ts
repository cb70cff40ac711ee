/** Finds a word that is only in the picture of a scanned page, recognized by real OCR, and shows its position. */
import { expect, test } from '@playwright/test';
import { scannedPdf } from '../packages/testing/src/sample-files.ts';
import { DANA, logIn, row, toPackage, upload } from './helpers.ts';

test('a lender finds a word inside a scan, and opens the page with the word marked', async ({
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: 'Redfern Logistics Inc.' }).first().click();
  await toPackage(page);
  await page.getByRole('treeitem', { name: 'Collateral Docs' }).click();
  const title = 'Certificate of insurance';
  const scan = scannedPdf(['Certificate of liability insurance', 'Depot at Hornblende Harbor']);
  await upload(page, title, 'scan.pdf', scan);
  await expect(row(page, title)).toContainText('To review', { timeout: 30_000 });
  await expect
    .poll(async () => (await page.request.get('/api/v1/search?q=hornblende')).text(), {
      timeout: 60_000,
    })
    .toContain('"totalRecords":1');

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search' });
  await palette.getByRole('combobox').fill('hornblende');
  await palette
    .getByRole('option', { name: 'Search documents and messages for “hornblende”' })
    .click();
  await expect(page).toHaveURL(/\/search\?q=hornblende$/);
  const results = page.getByRole('region', { name: 'Text in documents' }).getByRole('link');
  await expect(results).toContainText(title);
  await expect(results.locator('mark')).toHaveText('Hornblende');

  for (const [type, count] of [
    ['Lease', 0],
    ['Certificate of insurance', 1],
  ] as const) {
    await page.getByRole('button', { name: 'Document type' }).click();
    await page.getByRole('menuitemcheckbox', { name: type, exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(results).toHaveCount(count);
  }
  await page.getByRole('searchbox', { name: 'Search everything' }).focus();
  await page.keyboard.press('ArrowDown');
  const preview = page.getByRole('complementary', { name: `Preview of ${title}` });
  await expect(preview.locator('.foundWords mark')).toBeVisible();
  await expect(preview.getByRole('search')).toContainText('1 of 1');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/annotator\?documentId=.*page=1/);
  await expect(page.locator('.foundWords mark')).toBeVisible();

  // The key moves from a loan to the first request, skipping the other loans.
  await page.goto('/search?q=redfern');
  await expect(page.getByRole('region', { name: 'Loans' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  const groups = page.locator('section:has([data-result])');
  await expect(groups.nth(1).locator('[data-result]').first()).toBeFocused();

  await page.goto('/search?q=hornblnde');
  await expect(page.getByText('No results for “hornblnde”')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search everything' }).fill('redfrn');
  await expect(page.getByText('No results for “redfrn”. These names are similar:')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Loans' })).toContainText('Redfern Logistics Inc.');
});
