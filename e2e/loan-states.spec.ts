import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { DANA, ELENA, logIn, markAsLoaded } from './helpers.ts';

const LOAN = 'Larkspur Bakery LLC';
const OTHER = 'Redfern Logistics Inc.';

test('a loan moves on, and a second browser sees it without reload [R224]', async ({ browser }) => {
  const lender = await browser.newPage();
  const borrower = await browser.newPage();
  await logIn(lender, DANA);
  await logIn(borrower, ELENA);
  for (const page of [lender, borrower]) {
    await page.getByRole('link', { name: LOAN }).first().click();
    await expect(page.getByRole('heading', { name: LOAN })).toBeVisible();
  }
  const stillLoaded = await markAsLoaded(borrower);
  const here = (page: typeof lender) =>
    page.getByRole('list', { name: 'Phases of this loan' }).locator('[aria-current=step]');
  const before = await here(borrower).innerText();

  const next = lender.getByRole('button', { name: /^Move to / });
  const name = (await next.innerText()).replace('Move to ', '').trim();
  await next.click();

  await expect(here(lender)).toContainText(name);
  await expect(here(borrower)).toContainText(name);
  await expect(here(borrower)).not.toHaveText(before);
  await stillLoaded();
  // A borrower sees the phase but no button to change it.
  await expect(borrower.getByRole('button', { name: /^Move to / })).toHaveCount(0);

  // Moves the loan back within its stage with the menu.
  const [first = ''] = before.split('\n');
  await lender.getByRole('button', { name: 'More for this loan' }).click();
  await lender.getByRole('menuitem', { name: first, exact: true }).click();
  await expect(here(borrower)).toContainText(first);
  await lender.close();
  await borrower.close();
});

test('a status is set and a loan edited, by keyboard alone', async ({ page }) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: OTHER }).first().click();
  const menu = page.getByRole('button', { name: 'More for this loan' });
  await menu.focus();
  await page.keyboard.press('Enter');
  const onHold = page.getByRole('menuitem', { name: 'On Hold' });
  await expect(onHold).toBeVisible();
  await onHold.focus();
  await page.route(/\/api\/v1\/loans\/[\da-f-]{36}$/, async (route) => {
    await wait(1000);
    await route.continue();
  });
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('About the loan')).toContainText('On Hold');

  // On a slow connection the form is opened before the changed loan has arrived.
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Edit loan' }).focus();
  await page.keyboard.press('Enter');
  const purpose = page.getByLabel('Purpose');
  await purpose.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('A second oven');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('About the loan')).toContainText('A second oven');
});

test('a name is required, and said at its field [R266]', async ({ page }) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: OTHER }).first().click();
  await page.getByRole('button', { name: 'More for this loan' }).click();
  await page.getByRole('menuitem', { name: 'Edit loan' }).click();
  await page.getByLabel('Name').fill(' ');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Required')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
});
