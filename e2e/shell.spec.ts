/** The application shell: notices, dialogs by URL, lost connections, and home pages. */
import { expect, test } from '@playwright/test';
import { onePagePdf } from '../tools/database/one-page-pdf.ts';
import { DANA, ELENA, forget, logIn, ROBIN, waitUntilLoaded } from './helpers.ts';

test('the page is called Cairn before and after the log-in [R035]', async ({ page }) => {
  await page.goto('/landing');
  await expect(page).toHaveTitle('Cairn');
  await logIn(page, DANA);
  await expect(page).toHaveTitle('Cairn');
});

test('the start page is for everybody and leads to log-in and sign-up [R022]', async ({ page }) => {
  await page.goto('/landing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Every document, in its place.');
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await page.goto('/anonymous');
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(/\/auth\/signup/);
});

test.describe('cookies', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('are spoken of once, and none but the necessary are set [R036]', async ({
    page,
    context,
  }) => {
    await page.goto('/auth/login');
    const notice = page.getByRole('region', { name: 'Cookies' });
    await expect(notice).toBeVisible();
    expect(await context.cookies()).toEqual([]);
    await notice.getByRole('button', { name: 'OK', exact: true }).click();
    await expect(notice).toBeHidden();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    await expect(notice).toBeHidden();
    await logIn(page, DANA);
    // Only two cookies are set: the session, and the one that identifies a known browser. None is for tracking.
    const names = new Set((await context.cookies()).map(({ name }) => name));
    expect(names).toEqual(new Set(['cairn-session', 'cairn-device']));
  });

  test('are spoken of in one row on a phone, which leaves the buttons behind it in sight', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/auth/login');
    const notice = page.getByRole('region', { name: 'Cookies' });
    await expect(notice).toBeVisible();
    expect((await notice.boundingBox())!.height).toBeLessThan(80);
  });

  test('are not spoken of inside an application that has its own [R036]', async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: 'app-platform', value: 'ios', url: baseURL! }]);
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await page.goto('/auth/login');
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('region', { name: 'Cookies' })).toBeHidden();
    expect(loaded.filter((url) => url.includes('CookieNotice'))).toEqual([]);
  });
});

test('the no-access dialog opens by the address and quotes what others wrote [R033]', async ({
  page,
}) => {
  await logIn(page, DANA);
  const text = encodeURIComponent('<img src=x onerror=alert(1)> Ask Dana');
  await page.goto(`/loans/phases/lead?no-access-modal&severity=error&message=${text}`);
  const dialog = page.getByRole('dialog', { name: 'No access' });
  await expect(dialog).toContainText('You don’t have access to this.');
  await expect(dialog).toContainText('The link says: <img src=x onerror=alert(1)> Ask Dana');
  await expect(dialog.locator('[data-severity=error]')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/loans\/phases\/lead$/);

  await page.goto('/loans/phases/lead?no-access-modal&message=Call%201-800-555-0199%20now');
  await expect(dialog).toBeVisible();
  await expect(dialog).not.toContainText('555');
});

test('a preview, or an application around it, takes the shell away and keeps it away [R029] [R030] [R044]', async ({
  page,
}) => {
  await logIn(page, DANA);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation).toBeVisible();
  for (const flag of ['expandedPreview', 'mobile']) {
    await page.goto(`/loans/phases/origination?${flag}=true`);
    await expect(page.getByRole('heading', { name: 'Origination' })).toBeVisible();
    await expect(navigation).toHaveCount(0);
    await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
    await expect(page.getByRole('heading', { name: 'Larkspur Bakery LLC' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(flag));
    await expect(navigation).toHaveCount(0);
  }
});

test('the navigation drawer stays as it was left [R043]', async ({ page }) => {
  await logIn(page, DANA);
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await page.reload();
  const widen = page.getByRole('button', { name: 'Expand sidebar' });
  await expect(widen).toHaveAttribute('aria-expanded', 'false');
  await widen.click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Collapse sidebar' })).toBeVisible();
});

test('on a small screen the bar says where one is once the heading is out of sight [R044] [R311]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1023, height: 700 });
  await logIn(page, DANA);
  const bar = page.getByRole('navigation', { name: 'Top' });
  await expect(page.getByRole('navigation', { name: 'Tabs' })).toBeVisible();
  await expect(bar).toContainText('Cairn');
  // The page can be scrolled only after the list has loaded.
  await expect(page.getByText('Larkspur Bakery LLC').first()).toBeVisible();
  await page.mouse.wheel(0, 900);
  await expect(bar).toContainText('Origination');
  await page.setViewportSize({ width: 1024, height: 700 });
  await expect(page.getByRole('navigation', { name: 'Tabs' })).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('the bar of a phone names a page whose heading is for screen readers alone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, DANA);
  const bar = page.getByRole('navigation', { name: 'Top' });
  for (const [path, title] of [
    ['/communications', 'Messages'],
    ['/search', 'Search'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeAttached();
    await expect(bar).toContainText(title);
  }
  // A page title that the page already shows as a heading is not repeated.
  await page.goto('/calendar');
  await expect(page.getByRole('heading', { name: 'Calendar', level: 1 })).toBeVisible();
  await expect(bar).toContainText('Cairn');
});

test('a lost connection shows a red bar, is tried again, and is over by itself [R256] [R257] [R259]', async ({
  page,
}) => {
  test.slow();
  await logIn(page, DANA);
  await expect(page.getByText('Larkspur Bakery LLC').first()).toBeVisible();
  const bar = page.getByText('Can’t reach the server. Trying again.');
  for (const cut of ['abort', 'fail'] as const) {
    await page.route('**/api/**', (route) =>
      cut === 'abort' ? route.abort() : route.fulfill({ status: 503, body: '' }),
    );
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Archive' })
      .click();
    await expect(bar).toBeVisible();
    await page.unroute('**/api/**');
    await expect(bar).toBeHidden();
    await expect(page.getByRole('table', { name: 'Archive' })).toBeVisible();
    await page.goto('/loans/phases/lead');
    await expect(page.getByRole('table', { name: 'Leads' })).toBeVisible();
  }
});

test('an ended session is said on the log-in page, which leads back [R258]', async ({
  page,
  context,
}) => {
  await logIn(page, DANA);
  await expect(page.getByText('Larkspur Bakery LLC').first()).toBeVisible();
  await context.clearCookies();
  // A part of the page that loads late may detect the lost session first, and then the link is gone.
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Archive' })
    .click({ timeout: 5_000 })
    .catch(() => undefined);
  await expect(page).toHaveURL(/\/auth\/login\?expired=&return=/);
  await expect(page.getByText('Session expired, please log in again.')).toBeVisible();
  const returnPath = new URL(page.url()).searchParams.get('return') ?? '';
  expect(returnPath).toMatch(/^\/loans\/phases\/(origination|archive)/);
  await page.getByLabel('Email').fill(DANA);
  await page.getByLabel('Password', { exact: true }).fill('three stones and a trail');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(returnPath);
  await expect(page.getByRole('heading', { name: /^(Origination|Archive)$/ })).toBeVisible();
});

test('an unexpected error has a page of its own, with a way to support [R039] [R040] [R041]', async ({
  page,
}) => {
  await logIn(page, DANA);
  // Uses an existing loan: for a missing one, another call fails as well and the page redirects.
  const loan = page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first();
  const address = (await loan.getAttribute('href')) ?? '';
  await page.route('**/api/v1/loans/*', (route) =>
    route.fulfill({ status: 422, contentType: 'application/json', body: '{}' }),
  );
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(
    page.getByText('Page unable to load due to a system error. Please refresh page to continue.'),
  ).toBeVisible();
  await expect(page.getByText('If problem persists please contact support.')).toBeVisible();
  await expect(page.getByRole('link', { name: /support@/ })).toHaveAttribute('href', /^mailto:/);
});

test('a progress bar and a container for toasts are there, toasts at the bottom right [R038] [R307]', async ({
  page,
}) => {
  await logIn(page, DANA);
  await expect(page.getByLabel('Loading page')).toBeAttached();
  await page.goto('/loans/0199a1b2-0000-7000-8000-000000000001');
  const toast = page.getByRole('alert').filter({ hasText: 'Loan either does not exist' });
  await expect(toast).toBeVisible();
  const box = (await toast.boundingBox())!;
  expect(1440 - (box.x + box.width)).toBeLessThan(40);
  expect(900 - (box.y + box.height)).toBeLessThan(40);
  await expect(toast.getByRole('progressbar')).toHaveCount(0);
});

test('the progress bar is visible while the next page loads, and not before or after [R037]', async ({
  page,
}) => {
  await logIn(page, DANA);
  await expect(page.getByText('Larkspur Bakery LLC').first()).toBeVisible();
  const bar = page.getByLabel('Loading page');
  await expect(bar).toHaveCSS('opacity', '0');
  await waitUntilLoaded(page);
  let letThrough = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await gate;
    await route.continue();
  });
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Calendar' })
    .click();
  await expect(bar).toHaveCSS('opacity', '1');
  letThrough();
  await expect(page.getByRole('heading', { level: 1, name: 'Calendar' })).toBeVisible();
  await expect(bar).toHaveCSS('opacity', '0');
});

for (const [role, username, names] of [
  [
    'a lender',
    DANA,
    ['Leads', 'Origination', 'My Loans', 'Portfolio', 'Archive', 'Learning Center'],
  ],
  ['a borrower', ELENA, ['My Loans', 'Learning Center', 'Onboarding']],
  ['an administrator', ROBIN, ['My Loans', 'Learning Center', 'Labels', 'Maintenance Window']],
] as const) {
  test(`the sidebar shows ${role} the sections of their role [R034]`, async ({ page }) => {
    await logIn(page, username, '/calendar');
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect(links.filter({ hasText: 'Learning Center' })).toBeVisible();
    const nine =
      /^(Leads|Origination|My Loans|Portfolio|Archive|Labels|Onboarding|Learning Center|Maintenance Window)/;
    const linkTexts = (await links.allInnerTexts()).flatMap(
      (text) => nine.exec(text.trim())?.[1] ?? [],
    );
    expect(linkTexts).toEqual(names);
  });
}

test('one entry of the navigation is the current one, also in Maintenance', async ({ page }) => {
  await logIn(page, ROBIN, '/admin/maintenance');
  const current = page
    .getByRole('navigation', { name: 'Main' })
    .locator('a[aria-current="page"]:visible');
  await expect(current).toHaveText([/^Maintenance Window/]);
});

test('each role comes to the home of its name, and a visitor has one too [R111]', async ({
  page,
}) => {
  await page.goto('/anonymous');
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Create an account' }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/anonymous$/);
  for (const [username, home] of [
    [DANA, '/lender'],
    [ELENA, '/applicant'],
    [ROBIN, '/admin'],
  ] as const) {
    await logIn(page, username, '/');
    await expect(page).toHaveURL(new RegExp(`${home}$`));
    await forget(page);
  }
});

test('a hint waits 700 ms, the next one within 300 ms does not [R313] [R314]', async ({ page }) => {
  await logIn(page, DANA);
  // The layer for notices and toasts loads when the page is idle.
  await expect(page.locator('.mantine-Notifications-root').first()).toBeAttached();
  const hint = page.getByRole('tooltip');
  const shownAfter = async (name: string): Promise<number> => {
    const start = Date.now();
    await page.getByRole('button', { name }).hover();
    await expect(hint).toBeVisible();
    return Date.now() - start;
  };
  expect(await shownAfter('Keyboard shortcuts')).toBeGreaterThanOrEqual(690);
  expect(await shownAfter('Collapse sidebar')).toBeLessThan(690);
});

test.describe('home', () => {
  test('a lender sees what waits, what is pinned and what was open last', async ({ page }) => {
    await logIn(page, DANA);
    // Navigating away at once would abort the call that records the visit.
    const remembered = page.waitForResponse(
      (response) =>
        response.url().endsWith('/v2/search/recent') && response.request().method() === 'POST',
    );
    await page.getByRole('link', { name: 'Copper Creek Brewing Co.' }).first().click();
    await expect(page.getByRole('heading', { name: 'Copper Creek Brewing Co.' })).toBeVisible();
    await remembered;
    await page.goto('/');
    await expect(page).toHaveURL(/\/lender$/);
    const box = (name: string) => page.getByRole('region', { name });
    await expect(box('Recently opened').getByRole('link').first()).toContainText('Copper Creek');
    await expect(
      box('Waiting for review').getByRole('listitem').getByRole('link').first(),
    ).toContainText(/\d files?/);
    // The same number as in the navigation.
    const count = await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Origination \d+$/ })
      .getByText(/^\d+$/)
      .textContent();
    await expect(box('Origination')).toContainText(`Origination${count}$`);
    await box('Origination')
      .getByRole('link', { name: /Underwriting/ })
      .click();
    await expect(page).toHaveURL(/\/loans\/phases\/origination\?phase=/);
  });

  test('a borrower sees what is asked of them and how far it is, and sends it from there [R322]', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await logIn(page, ELENA);
    await expect(page).toHaveURL(/\/applicant$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      /Elena, \d+ things left to do/,
    );
    const tasks = page.getByRole('region', { name: 'To do for Larkspur Bakery LLC' });
    await expect(tasks.getByText(/^Documents Accepted/)).toBeVisible();
    const card = page.getByRole('link').filter({ hasText: 'Uploaded Documents' }).first();
    await expect(card).toContainText(/Uploaded Documents\d+ of \d+Accepted Documents\d+ of \d+/);
    const before = await tasks.getByRole('button', { name: /^Upload/ }).count();
    const chooser = page.waitForEvent('filechooser');
    await tasks
      .getByRole('button', { name: /^Upload/ })
      .last()
      .click();
    await (
      await chooser
    ).setFiles({
      name: 'photo.pdf',
      mimeType: 'application/pdf',
      buffer: onePagePdf('Photo', ['Page 1']),
    });
    await expect(tasks.getByRole('button', { name: /^Upload/ })).toHaveCount(before - 1);
  });
});
