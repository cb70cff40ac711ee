import { expect, test, type Page } from '@playwright/test';
import { DANA, logIn, openLoanTab, row } from './helpers.ts';

const cell = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const chip = (page: Page, text: string) => page.getByRole('status').getByText(text);

test('sources and uses that balance: typed like a spreadsheet, checked live, saved and exported', async ({
  page,
}) => {
  await logIn(page, DANA, '/');
  await page.goto('/loans/phases/origination');
  await page
    .getByRole('link', { name: /^Copper Creek/ })
    .first()
    .click();
  await openLoanTab(page, 'Sources and uses');
  await expect(chip(page, 'No amounts yet')).toBeVisible();

  await cell(page, 'Business purchase from Loan').fill('400000');
  await page.keyboard.press('Tab');
  await expect(cell(page, 'Business purchase from Seller note')).toBeFocused();
  await page.keyboard.type('50000');
  await page.keyboard.press('Enter');
  await expect(cell(page, 'Real estate from Seller note')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('=30000+20000');
  await page.keyboard.press('Enter');
  await expect(cell(page, 'Business purchase from Equity injection')).toHaveValue('50,000');
  await expect(chip(page, 'Off by $500,000')).toBeVisible();

  await cell(page, 'Available from Loan').fill('400000');
  await cell(page, 'Available from Seller note').fill('50000');
  await cell(page, 'Available from Equity injection').fill('4x');
  await expect(page.getByText('Correct the amounts marked in red')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await cell(page, 'Available from Equity injection').fill('38000');
  await expect(chip(page, 'Off by $12,000')).toBeVisible();
  await cell(page, 'Available from Equity injection').fill('50000');
  await expect(chip(page, 'Balanced')).toBeVisible();
  await expect(page.getByText('Equity injection 10.0%')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Share of each source' })).toContainText(
    'Loan $400,000 80.0%',
  );
  await page.getByRole('button', { name: 'Choose the document for Business purchase' }).click();
  const dialog = page.getByRole('dialog', { name: 'Document for Business purchase' });
  await dialog.getByLabel('Request').fill('purchase agr');
  await page.getByRole('option', { name: 'Purchase agreement, Project Docs' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Sources and uses saved')).toBeVisible();
  await page.getByRole('link', { name: 'Purchase agreement' }).click();
  // The document opens in its folder, and its row is highlighted.
  await expect(page.getByRole('complementary', { name: 'Preview' })).toBeVisible();
  await expect(page.getByRole('treeitem', { name: 'Project Docs' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(row(page, 'Purchase agreement')).toHaveAttribute('aria-current', 'true');
  await page.goBack();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toMatch(/^Sources and uses - Copper Creek.*\.xlsx$/);

  // On a phone, the uses stay visible while the sources scroll.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(cell(page, 'Business purchase from Loan')).toHaveValue('400,000');
  await cell(page, 'Business purchase from Equity injection').scrollIntoViewIfNeeded();
  await expect(cell(page, 'Use 1')).toBeInViewport();
  // A long name wraps to another line; Enter moves on, and the name contains no line break.
  await cell(page, 'Use 1').fill('Purchase of the business\nand its inventory');
  await expect(cell(page, 'Use 1')).toHaveValue('Purchase of the business and its inventory');
  const isWhole = cell(page, 'Use 1').evaluate(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      scrollWidth <= clientWidth && scrollHeight <= clientHeight,
  );
  expect(await isWhole).toBe(true);
  await cell(page, 'Use 1').press('Enter');
  await expect(cell(page, 'Use 2')).toBeFocused();
});
