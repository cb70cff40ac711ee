/** Before a request is created, the page points out similar existing documents, without blocking the request. */
import { expect, test } from '@playwright/test';
import { DANA, logIn, toPackage } from './helpers.ts';

test('a lender is told what the loan already has, and requests it anyway', async ({ page }) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
  await toPackage(page);
  await page.getByRole('treeitem', { name: 'Project Docs' }).click();
  await page.getByRole('link', { name: 'Request files' }).click();
  await page.getByLabel('Files').fill('2024 personal tax return\nBeekeeping permit');
  const hint = page.getByText('You may already have 2024 personal tax return');
  await expect(hint).toBeVisible();
  await expect(page.getByText('You may already have Beekeeping permit')).toHaveCount(0);
  await expect(
    page.getByRole('status').filter({ has: hint }).getByRole('link').first(),
  ).toHaveAttribute('href', /view=package.*item=/);
  await expect(page.getByRole('button', { name: 'Request 2 files' })).toBeEnabled();
});
