/** How a page shows a refused call: once, in the right place, without losing input. */
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { DANA, logIn } from './helpers.ts';

const NOT_THERE =
  'Loan either does not exist or you are not authorized to access, please contact your administrator if this continues';

test('a loan that is not there, or not mine, is said once and leads home [R292] [R293]', async ({
  page,
}) => {
  await logIn(page, DANA, `/loans/${randomUUID()}`);
  await expect(page.getByText(NOT_THERE)).toHaveCount(1);
  await expect(page).toHaveURL(/\/lender$/);

  await page.goto('/loans/no-such-id');
  await expect(page).toHaveURL(/\/lender$/);

  await page.route(`**/api/v1/loans/${'0'.repeat(8)}*`, (route) =>
    route.fulfill({ status: 403, json: { code: 'FOREIGN_ORIGIN', message: 'Not here.' } }),
  );
  await page.goto('/loans/00000000-0000-7000-8000-000000000001');
  await expect(page).toHaveURL(/\/lender$/);
  // The user is redirected home and not logged out, because only the loan is not accessible.
  await page.reload();
  await expect(page).toHaveURL(/\/lender$/);
});

test('a status that cannot be set is said by a toast, and the loan is as it was [R303]', async ({
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
  const about = page.getByLabel('About the loan');
  await expect(about).toBeVisible();
  const before = await about.innerText();
  await page.route('**/api/v1/loans/*/status', (route) =>
    route.fulfill({
      status: 409,
      headers: { messages: encodeURIComponent('Another user was faster.') },
      json: { code: 'STATUS_NOT_NEXT', message: 'Another user was faster.' },
    }),
  );
  await page.getByRole('button', { name: 'More for this loan' }).click();
  await page.getByRole('menuitem', { name: 'On Hold' }).click();
  await expect(page.getByText('Another user was faster.')).toBeVisible();
  await expect(about).toHaveText(before.split('\n').join(''));
});

test('a page of a loan that cannot be loaded says so instead of staying white', async ({
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
  await expect(page.getByLabel('About the loan')).toBeVisible();
  const loan = new URL(page.url()).pathname;
  await page.route(`**/api/v1${loan}`, (route) => route.fulfill({ status: 500, json: {} }));
  for (const below of ['/edit', '/files/create', '/template', '/contacts/key-contact/create']) {
    await page.goto(loan + below);
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  }
});

test('every page of a logged-in user is inside the shell; the others are not [R024]', async ({
  page,
}) => {
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const path of ['/landing', '/auth/login', '/auth/signup', '/anonymous']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(navigation).toHaveCount(0);
  }
  await logIn(page, DANA);
  for (const path of [
    '/lender',
    '/loans/phases/lead',
    '/user/profile',
    '/admin',
    '/v2/templates',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(navigation).toBeVisible();
  }
  // The element stays the same between two pages, so the shell is not rendered again.
  await navigation.evaluate((element) => Object.assign(element, { sameShell: true }));
  await navigation.getByRole('link', { name: 'Archive' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Archive' })).toBeVisible();
  expect(await navigation.evaluate((element) => 'sameShell' in element)).toBe(true);
});
