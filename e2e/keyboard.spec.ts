/** Journeys with only a keyboard, which require that the focus is never lost. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { PASSWORD } from '../tools/database/demo-data.ts';
import { onePagePdf } from '../tools/database/one-page-pdf.ts';
import { arrowTo, tabTo } from './keys.ts';
import { DANA, logIn, PRIYA, row } from './helpers.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' });

test('sign in, find a loan, upload, change the theme, switch role, log out: by keyboard alone', async ({
  page,
}) => {
  test.slow();
  await page.goto('/auth/login');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(PRIYA);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /Priya/ })).toBeVisible();

  // Typing starts while the search field is still loading.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('dovetail cab');
  await expect(palette(page).getByRole('combobox')).toHaveValue('dovetail cab');
  const options = palette(page).getByRole('option', { name: /Dovetail Cabinetry/ });
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Dovetail Cabinetry' })).toBeFocused();

  await tabTo(page, page.getByRole('link', { name: 'Package', exact: true }).first());
  await page.keyboard.press('Enter');
  const folder = page
    .getByRole('table')
    .getByRole('button', { name: 'Individual Docs', exact: true });
  await tabTo(page, folder);
  await page.keyboard.press('Enter');
  const upload = row(page, 'SBA Form 413').getByRole('button', { name: /^(Upload|Replace)/ });
  // The test waits for the chooser before it presses the key, because the browser opens one only if something waits for
  // it.
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, upload);
  await page.keyboard.press('Enter');
  await (
    await chooser
  ).setFiles({
    name: 'statement.pdf',
    mimeType: 'application/pdf',
    buffer: onePagePdf('Personal financial statement', ['Assets', 'Liabilities']),
  });
  await expect(row(page, 'SBA Form 413')).toContainText(/Checking file|To review/);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('dark');
  await expect(palette(page).getByRole('combobox')).toHaveValue('dark');
  await expect(palette(page).getByRole('option', { name: 'Use dark theme' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');

  const menu = page.getByRole('button', { name: /^Priya Raman/ });
  await menu.focus();
  await page.keyboard.press('Enter');
  await arrowTo(page, page.getByRole('menuitemradio', { name: 'Borrower' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'My Loans' })).toBeVisible();

  await menu.focus();
  await page.keyboard.press('Enter');
  await arrowTo(page, page.getByRole('menuitem', { name: 'Reset to default' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Origination' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('log out');
  await expect(palette(page).getByRole('option', { name: 'Log out', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/auth\/login/);
});

test('the first Tab offers to skip the navigation, and does', async ({ page }) => {
  await logIn(page, DANA, '/loans/phases/portfolio');
  await expect(page.getByRole('heading', { name: 'Portfolio' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('after a navigation the heading of the new page has the focus', async ({ page }) => {
  await logIn(page, DANA);
  const main = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Leads', 'Archive', 'Origination']) {
    const link = main.getByRole('link', { name });
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  }
});

test('every dialog and menu gives the focus back to where it came from', async ({ page }) => {
  await logIn(page, DANA);
  const openers: [Locator, Locator][] = [
    [page.getByRole('button', { name: /Search loans/ }), palette(page)],
    [
      page.getByRole('button', { name: 'Keyboard shortcuts' }),
      page.getByRole('dialog', { name: 'Keyboard shortcuts' }),
    ],
    [page.getByRole('button', { name: /Dana Whitfield/ }), page.getByRole('menu')],
    [page.getByRole('button', { name: 'Choose phases to show' }), page.getByRole('menu')],
    [page.getByRole('button', { name: 'Loan Type' }), page.getByRole('menu')],
  ];
  for (const [opener, opened] of openers) {
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(opened).toBeVisible();
    // The focus moves shortly after the menu appears. Escape before that would leave the focus on a row of the closing
    // menu.
    await expect
      .poll(() => opened.evaluate((menu) => menu.contains(document.activeElement)))
      .toBe(true);
    await page.keyboard.press('Escape');
    await expect(opened).toBeHidden();
    await expect(opener).toBeFocused();
  }
});

test('the help lists the shortcuts of the page; single-key shortcuts are off in fields and can be disabled', async ({
  page,
}) => {
  await logIn(page, DANA);
  const loan = page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first();
  await expect(loan).toBeVisible();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toContainText('Pin or unpin the loan');
  await expect(help).toContainText('Search');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();

  const pin = page.getByRole('button', { name: 'Pin Larkspur Bakery LLC' });
  await loan.focus();
  await page.keyboard.press('p');
  await expect(pin).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().focus();
  await page.keyboard.press('p');
  await expect(pin).toHaveAttribute('aria-pressed', 'false');

  // Two keys for the same action share one line.
  await page.goto('/review');
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeVisible();
  await page.keyboard.press('?');
  const next = help.getByRole('term').filter({ hasText: /^Next document$/ });
  await expect(next).toHaveCount(1);
  await expect(next.locator('..')).toContainText('J↓');

  await page.goto('/user/profile');
  const singleKeys = page.getByRole('switch', { name: 'Single-key shortcuts' });
  await page.getByLabel('First name').focus();
  await page.keyboard.type('?');
  await expect(help).toBeHidden();
  await singleKeys.press(' ');
  await expect(singleKeys).not.toBeChecked();
  await page.getByRole('heading', { name: 'Profile' }).click();
  await page.keyboard.press('?');
  await page.waitForTimeout(300);
  await expect(help).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await singleKeys.press(' ');
  await expect(singleKeys).toBeChecked();
});

test('a user who prefers reduced motion gets none', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await logIn(page, DANA);
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter((element) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element);
        return [transitionDuration, animationDuration].some((each) =>
          each.split(', ').some((value) => Number.parseFloat(value) > 0),
        );
      }).length,
  );
  expect(moving).toBe(0);
});
