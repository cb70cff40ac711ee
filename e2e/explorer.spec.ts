/** Documents of all loans, found by folder and filter; a file out of the trash. */
import { expect, test } from '@playwright/test';
import { DANA, logIn, row } from './helpers.ts';

const LOAN = 'Larkspur Bakery LLC';

test('a lender goes from a loan to a folder by keyboard, filters, trashes and restores a request [R320]', async ({
  page,
}) => {
  await logIn(page, DANA);
  await page.goto('/explorer/loans?stage=ORIGINATION');
  const labels = ['Type', 'Status', 'Modified', 'Loan Stage'];
  for (const name of labels) await expect(page.getByRole('button', { name })).toBeVisible();
  await page.getByRole('row').filter({ hasText: LOAN }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: LOAN })).toBeVisible();
  await page.getByRole('link', { name: 'Package', exact: true }).click();

  await row(page, 'Individual Docs').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/folder=/);
  for (const name of ['Type', 'Status', 'Modified', 'Entity']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  }
  const file = row(page, 'SBA Form 413').first();
  await file.focus();
  await page.keyboard.press('x');
  const bar = page.getByRole('toolbar', { name: 'Selected items' });
  await bar.getByRole('button', { name: 'Trash' }).click();
  await expect(file).toHaveCount(0);

  await page.goto('/explorer/trash');
  await page.getByRole('link', { name: LOAN }).click();
  const restore = page.getByRole('button', { name: /^Restore SBA Form 413/ });
  await restore.click();
  await expect(restore).toHaveCount(0);

  // A file that is taken back from its request is in the same trash.
  const trash = page.url();
  await page.goto(trash.replace('/trash/', '/loans/') + '/package');
  await page.getByRole('button', { name: 'Individual Docs' }).click();
  await page.getByRole('button', { name: 'Résumé', exact: true }).click();
  await page.getByRole('button', { name: 'Remove file' }).click();
  await expect(page.getByRole('button', { name: 'Remove file' })).toHaveCount(0);
  await page.goto(trash);
  const answer = row(page, 'Answer to Résumé');
  await answer.getByRole('button', { name: /^Restore/ }).click();
  await expect(answer).toHaveCount(0);
});
