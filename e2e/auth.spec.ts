/** Accounts, from sign-up to a forgotten password, with emails from the mail catcher. */
import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { ADMINISTRATOR, PASSWORD } from '../tools/database/demo-data.ts';
import { routes } from '../apps/web/src/lib/routes.ts';
import { enter, typeInto } from './keys.ts';
import { codeFor } from './email.ts';
import { DANA, forget, logIn, logInByForm } from './helpers.ts';

const BETTER = 'granite under the north path';
const newAddress = (): string => `ada-${randomUUID().slice(0, 8)}@example.com`;

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

async function tryPassword(page: Page, username: string, password: string): Promise<void> {
  await field(page, 'Email').fill(username);
  await field(page, 'Password').fill(password);
  await press(page, 'Log in');
}

async function signUp(page: Page, address: string): Promise<void> {
  await page.goto('/auth/login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(/\/auth\/signup/);
  await field(page, 'First name').fill('Ada');
  await field(page, 'Last name').fill('Moss');
  await field(page, 'Email').fill(address);
  await field(page, 'Password').fill(PASSWORD);
  await press(page, 'Create account');
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
}

/** A new address each time: the mail catcher also keeps the emails of earlier runs. */
async function newcomer(page: Page): Promise<string> {
  const address = newAddress();
  await signUp(page, address);
  const code = await codeFor(address, 'Confirm your email address');
  await field(page, 'Code from the email').fill(code);
  await press(page, 'Confirm');
  await expect(page).not.toHaveURL(/\/auth\//);
  await expect(page.getByRole('button', { name: /Ada Moss/ })).toBeVisible();
  await forget(page);
  await page.goto('/auth/login');
  return address;
}

test('a user signs up, confirms the code from the email, and is logged in: by keyboard alone', async ({
  page,
}) => {
  const address = newAddress();
  await page.goto('/auth/login');
  await enter(page, page.getByRole('link', { name: 'Create an account' }));
  await expect(page).toHaveURL(/\/auth\/signup/);
  await typeInto(page, field(page, 'First name'), 'Ada');
  await typeInto(page, field(page, 'Last name'), 'Moss');
  await typeInto(page, field(page, 'Email'), address);
  await typeInto(page, field(page, 'Password'), PASSWORD);
  await page.keyboard.press('Enter');
  const code = field(page, 'Code from the email');
  await expect(code).toBeFocused();
  await expect(page.getByRole('button', { name: /^Send it again in 00:\d\d$/ })).toBeDisabled();

  await page.keyboard.type('0000-0000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('That code doesn’t match')).toBeVisible();
  const right = await codeFor(address, 'Confirm your email address');
  // Pasted with a leading space, without the hyphen and in lower case, which the field accepts.
  await code.fill(` ${right.replace('-', '').toLowerCase()}`);
  await expect(code).toHaveValue(right);
  await enter(page, code);

  // The user has just chosen the password and is not asked for it again.
  await expect(page).not.toHaveURL(/\/auth\//);
  await expect(page.getByRole('button', { name: /Ada Moss/ })).toBeVisible();
});

test('errors are shown at their field, and the first one gets the focus [R266]', async ({
  page,
}) => {
  await page.goto('/auth/signup');
  await press(page, 'Create account');
  await expect(page.getByText('Required')).toHaveCount(4);
  await expect(field(page, 'First name')).toBeFocused();
  await field(page, 'First name').fill('Ada');
  await field(page, 'Last name').fill('Moss');
  await field(page, 'Email').fill('no address');
  await field(page, 'Password').fill('Password2024!');
  await press(page, 'Create account');
  await expect(page.getByText('Enter an email address')).toBeVisible();
  await expect(field(page, 'Email')).toBeFocused();
  await field(page, 'Email').fill(newAddress());
  await press(page, 'Create account');
  await expect(page.getByText('This password is too easy to guess')).toBeVisible();
});

test('five failures lock; a new password by mail opens the account again, by keyboard alone [R264] [R285] [R286]', async ({
  page,
}) => {
  const address = await newcomer(page);
  await page.goto('/auth/login');
  for (let count = 1; count <= 4; count += 1) {
    await tryPassword(page, address, 'not the password');
    await expect(page.getByRole('alert').getByText(/match/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log in' })).not.toHaveAttribute('data-loading');
  }
  await expect(page.getByText('You have one attempt left')).toBeVisible();
  await tryPassword(page, address, 'not the password');
  await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/);
  // The message survives a reload, and another user of this browser can still log in.
  await page.reload();
  await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
  await tryPassword(page, address, 'not the password');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeDisabled();

  await page.getByRole('link', { name: 'Forgot password?' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/forgot-password/);
  // The log-in page also has this field, and stays until the next page is loaded.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expect(field(page, 'Email')).toHaveValue(address);
  await field(page, 'Email').focus();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Code from the email')).toBeFocused();
  await page.keyboard.type(await codeFor(address, 'Choose a new password'));
  await field(page, 'New password').focus();
  await page.keyboard.type(BETTER);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/password-updated/);
  await expect(page.getByRole('heading', { name: 'Your password was changed' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Log in' })).toBeFocused();
  await page.keyboard.press('Enter');

  await tryPassword(page, address, BETTER);
  await expect(page).not.toHaveURL(/\/auth\//);
});

test('a code by mail logs in instead of the password', async ({ page }) => {
  const address = await newcomer(page);
  await page.getByRole('link', { name: 'Log in with a code' }).click();
  await field(page, 'Email').fill(address);
  await press(page, 'Send me a code');
  await field(page, 'Code from the email').fill(await codeFor(address, 'Your code'));
  await press(page, 'Log in');
  await expect(page).not.toHaveURL(/\/auth\//);
});

test('a password is changed from the user menu; other browsers are logged out', async ({
  page,
  browser,
}) => {
  const address = await newcomer(page);
  await tryPassword(page, address, PASSWORD);
  await expect(page).not.toHaveURL(/\/auth\//);
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto('/auth/login');
  await tryPassword(elsewhere, address, PASSWORD);
  await expect(elsewhere).not.toHaveURL(/\/auth\//);

  await page.getByRole('button', { name: /Ada Moss/ }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('Current password').fill('not the password');
  await dialog.getByLabel('New password', { exact: true }).fill(BETTER);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(dialog.getByText('This isn’t your password')).toBeVisible();
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page).not.toHaveURL(/\/auth\//);
  await expect(elsewhere).toHaveURL(/\/auth\/login/, { timeout: 20_000 });
  await elsewhere.context().close();
});

test('an expired password leads to the page for a new one', async ({ page, browser }) => {
  const address = await newcomer(page);
  await tryPassword(page, address, PASSWORD);
  await expect(page).not.toHaveURL(/\/auth\//);
  const userId = await page.evaluate(async () => {
    const answer = await fetch('/api/v2/users/loggedUser');
    return ((await answer.json()) as { id: string }).id;
  });
  const admin = await (await browser.newContext()).newPage();
  await logIn(admin, ADMINISTRATOR[2]);
  const reset = await admin.evaluate(async (id) => {
    const answer = await fetch('/api/v1/auth/adminResetPassword', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userId: id }),
    });
    return answer.status;
  }, userId);
  expect(reset).toBe(200);
  await admin.context().close();

  // The open page redirects by itself, which would conflict with a navigation of the test.
  await expect(page).toHaveURL(/\/auth\/login/, { timeout: 20_000 });
  await tryPassword(page, address, PASSWORD);
  await expect(page).toHaveURL(/new-password/);
  await expect(field(page, 'Email')).toHaveValue(address);
  await field(page, 'Current password').fill(PASSWORD);
  await field(page, 'New password').fill(BETTER);
  await press(page, 'Save new password');
  await expect(page).toHaveURL(/password-updated/);
});

test('these pages are there without a session [R022]', async ({ page }) => {
  for (const path of ['signup', 'forgot-password', 'new-password', 'password-updated']) {
    await page.goto(`/auth/${path}`);
    await expect(page).toHaveURL(new RegExp(`/auth/${path}$`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await logInByForm(page, DANA);
});

test('every other page asks for a log-in first, unless it has a link or a code of its own [R022]', async ({
  page,
}) => {
  const open = ['/auth/', '/landing', '/anonymous', '/unsubscribe'];
  const others = Object.values(routes).filter(
    (path) => path !== routes.portal && !open.some((start) => path.startsWith(start)),
  );
  expect(others.length).toBeGreaterThan(80);
  await page.goto('/landing');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const path of others) {
    const id = randomUUID();
    const address = path.replaceAll(/\$\w+/g, id);
    await page.evaluate((to) => history.pushState({}, '', to), address);
    // An applicant starts on the lender's own page, which leads to the log-in.
    await expect(page).toHaveURL(
      ({ pathname }) => pathname === '/auth/login' || pathname === `/portal/${id}`,
    );
    await page.evaluate(() => history.pushState({}, '', '/landing'));
    await expect(page).toHaveURL('/landing');
  }
});
