/** The view of a lender's package by SBA tabs. */
import { expect, test } from '@playwright/test';
import { DANA, logIn, row, toPackage } from './helpers.ts';

test('a lender sees an SBA loan by its ten tabs, and puts a request into another tab', async ({
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: 'Hollis & Vine Market LLC' }).first().click();
  await toPackage(page);
  await page.getByRole('button', { name: 'SBA tabs' }).click();
  await expect(page).toHaveURL(/tabs=sba/);
  const tabs = page.getByRole('row').filter({ hasText: /^Tab \d+: / });
  await expect(tabs).toHaveCount(10);
  await expect(tabs.first()).toContainText('Demand for purchase');

  await page.reload();
  await row(page, 'Tab 7: Financial statements').focus();
  await page.keyboard.press('Enter');
  const request = row(page, 'Business debt schedule');
  await request.focus();
  await page.keyboard.press('e');
  const editor = page.getByRole('dialog', { name: 'Edit request' });
  await expect(editor.getByRole('combobox', { name: 'SBA tab' })).toHaveValue(/^Tab 7/);
  await editor.getByRole('combobox', { name: 'SBA tab' }).click();
  await page.getByRole('option', { name: /^Tab 2: / }).click();
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(request).toHaveCount(0);
  await page.getByRole('treeitem', { name: /^Tab 2: / }).click();
  await expect(request).toBeVisible();

  await page.getByRole('treeitem', { name: /^Package/ }).click();
  await tabs.filter({ hasText: 'No documents requested' }).first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('No requests in this tab')).toBeVisible();

  await page.getByRole('button', { name: 'Folders', exact: true }).click();
  await expect(page).not.toHaveURL(/tabs=sba/);
  await expect(page.getByRole('treeitem', { name: /^Tab \d+: / })).toHaveCount(0);
});
