import { expect, test, type Page } from '@playwright/test';
import { DANA, logInByForm, MARCUS } from './helpers.ts';

test('an address inside leads to the login page and back again', async ({ page }) => {
  await page.goto('/loans/phases/portfolio');
  await expect(page).toHaveURL(/\/auth\/login\?return=/);
  await page.getByLabel('Email').fill(DANA);
  await page.getByLabel('Password', { exact: true }).fill('three stones and a trail');
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/\/loans\/phases\/portfolio/);
});

test('wrong passwords: inline, one attempt left, then locked with a countdown; never a toast [R285]', async ({
  page,
}) => {
  await page.goto('/auth/login');
  const attempt = async () => {
    await page.getByLabel('Email').fill(MARCUS);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('button', { name: 'Log in' })).not.toHaveAttribute(
      'data-loading',
      'true',
    );
  };
  for (let count = 1; count <= 3; count += 1) {
    await attempt();
    await expect(page.getByText('That email address and password don’t match.')).toBeVisible();
  }
  await attempt();
  await expect(page.getByText('You have one attempt left before this account')).toBeVisible();
  await attempt();
  await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeDisabled();
  await expect(page.getByRole('region', { name: /notification/i }).getByRole('alert')).toHaveCount(
    0,
  );
});

test('logging out ends the session in every tab', async ({ page, context }) => {
  await logInByForm(page, DANA);
  const other = await context.newPage();
  await other.goto('/loans/phases/lead');
  await expect(other.getByRole('heading', { name: 'Leads' })).toBeVisible();
  await page.getByRole('button', { name: /Dana Whitfield/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await expect(other).toHaveURL(/\/auth\/login/);
  await page.goto('/loans/phases/origination');
  await expect(page).toHaveURL(/\/auth\/login/);
});

test('on a slow server a log-out says that it is under way, and where it fails that it did', async ({
  page,
}) => {
  const uncaught: Error[] = [];
  page.on('pageerror', (error) => uncaught.push(error));
  await logInByForm(page, DANA);
  await expect(page.getByRole('heading', { name: 'Origination' })).toBeVisible();
  let isSilent = true;
  await page.route('**/api/auth/logout', (route) => (isSilent ? undefined : route.continue()));
  // Shortens the browser's timeout of half a minute.
  await page.evaluate(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => timeout(Math.min(ms, 1_500));
  });
  await page.getByRole('button', { name: /Dana Whitfield/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('menuitem', { name: 'Logging out…' })).toBeVisible();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Log out', exact: true })).toBeEnabled();
  expect(uncaught).toEqual([]);
  isSilent = false;
  await page.getByRole('menuitem', { name: 'Log out', exact: true }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
});

test('the logout address leads to the login page with the session ended, once that is confirmed [R023]', async ({
  page,
}) => {
  await logInByForm(page, DANA);
  await page.goto('/api/auth/logout');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL(/\/auth\/login/);
});

/**
 * Stores all kinds of data that the pages keep in the browser: a draft, a visitor's secret, started uploads,
 * photographed pages and shared files.
 */
async function keepData(page: Page): Promise<void> {
  const user = await page.request.get('/api/v2/users/loggedUser');
  // A draft of another user is erased when the next page loads.
  const { id } = (await user.json()) as { id: string };
  await page.evaluate(async (userId) => {
    const draft = { userId, values: { loan: { name: 'Quill Books' } } };
    sessionStorage.setItem('cairn-new-loan', JSON.stringify(draft));
    sessionStorage.setItem('cairn-upload-session northgate', 'a secret');
    localStorage.setItem('cairn-uploads', JSON.stringify({ file: { key: 'k', uploadId: 'u' } }));
    localStorage.setItem('cairn-pages', JSON.stringify({ at: Date.now(), userId, counts: {} }));
    for (const preference of ['cairn-cookies-seen', 'cairn-sidebar-collapsed']) {
      localStorage.setItem(preference, 'true');
    }
    for (const name of ['cairn-pages', 'cairn-shared']) {
      await new Promise<void>((resolve) => {
        const opening = indexedDB.open(name, 1);
        opening.addEventListener('success', () => {
          opening.result.close();
          resolve();
        });
      });
    }
  }, id);
}
const keptData = (page: Page) =>
  page.evaluate(async () => [
    ...Object.keys(sessionStorage).filter((key) => key.startsWith('cairn')),
    ...Object.keys(localStorage)
      .filter((key) => key.startsWith('cairn'))
      .toSorted(),
    ...(await indexedDB.databases()).map(({ name }) => name),
  ]);

for (const [way, leave] of [
  [
    'the menu',
    async (page: Page) => {
      await page.getByRole('button', { name: /Dana Whitfield/ }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).click();
    },
  ],
  [
    'the logout address',
    async (page: Page) => {
      await page.goto('/api/auth/logout');
      await page.getByRole('button', { name: 'Log out' }).click();
    },
  ],
] as const) {
  test(`logging out by ${way} erases the user’s data from this browser, preferences stay [R050]`, async ({
    page,
  }) => {
    await logInByForm(page, DANA);
    await expect(page.getByRole('heading', { name: 'Origination' })).toBeVisible();
    await keepData(page);
    await leave(page);
    await expect(page).toHaveURL(/\/auth\/login$/);
    await expect
      .poll(() => keptData(page))
      .toEqual(['cairn-cookies-seen', 'cairn-sidebar-collapsed']);
  });
}

test('a stranger’s link to the logout address ends nothing and erases nothing by itself', async ({
  page,
}) => {
  await logInByForm(page, DANA);
  await expect(page.getByRole('heading', { name: 'Origination' })).toBeVisible();
  await keepData(page);
  const dataBefore = await keptData(page);
  for (const link of ['/auth/login?logout', '/api/auth/logout']) {
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Log out?' })).toBeVisible();
    await page.getByRole('link', { name: 'Stay logged in' }).click();
    await expect(page.getByRole('heading', { name: 'Origination' })).toBeVisible();
    expect(await keptData(page)).toEqual(dataBefore);
  }
  // The link also erases no data if the session has already ended.
  await page.context().clearCookies();
  await page.goto('/auth/login?logout');
  await expect(page).toHaveURL(/\/auth\/login$/);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  expect(await keptData(page)).toEqual(dataBefore);
});
