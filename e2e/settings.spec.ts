/** A user's own settings: roles, profile, notifications, and stored preferences of the interface. */
import { expect, test, type Page } from '@playwright/test';
import { PASSWORD } from '../tools/database/demo-data.ts';
import { arrowTo, choose, enter } from './keys.ts';

import { DANA, GRACE, logIn, PRIYA, toPackage } from './helpers.ts';

const userMenu = (page: Page) => page.getByRole('button', { name: /Priya Raman/ });
const role = (page: Page, name: string) => page.getByRole('menuitemradio', { name });
const phases = (page: Page) => page.getByRole('group', { name: 'Phases' });

test.describe('roles', () => {
  test('changed in one tab, the other follows by itself; by keyboard alone [R114] [R115] [R116]', async ({
    page,
    context,
  }) => {
    await logIn(page, PRIYA);
    await expect(page).toHaveURL(/\/loans\/phases\/origination/);
    const other = await context.newPage();
    await other.goto('/loans/phases/portfolio');
    await expect(other.getByRole('heading', { name: 'Portfolio' })).toBeVisible();

    await enter(page, userMenu(page));
    await expect(role(page, 'Lender, Northgate Bank')).toBeChecked();
    await arrowTo(page, role(page, 'Borrower'));
    await page.keyboard.press('Enter');
    for (const tab of [page, other]) {
      await expect(tab.getByRole('heading', { name: 'My Loans' })).toBeVisible();
      await expect(tab.getByText('Saltmarsh Kayak Tours').first()).toBeVisible();
      // Loans of her colleagues and those on which she is a lender belong to her other role.
      await expect(tab.getByRole('row')).toHaveCount(3);
      await expect(tab.getByText('Session expired')).toHaveCount(0);
    }

    await choose(other, userMenu(other), other.getByRole('menuitem', { name: 'Reset to default' }));
    for (const tab of [page, other]) {
      await expect(tab.getByRole('heading', { name: 'Origination' })).toBeVisible();
    }
  });

  test('a default is where the next log-in starts; all of it by keyboard [R113]', async ({
    page,
  }) => {
    await logIn(page, PRIYA);
    const ownRole = (name: string) =>
      choose(
        page,
        userMenu(page),
        page.getByRole(name.includes('default') ? 'menuitem' : 'menuitemradio', { name }),
      );
    await ownRole('Borrower');
    await expect(page.getByRole('heading', { name: 'My Loans' })).toBeVisible();
    await ownRole('Make this my default');
    await expect(page.getByText('You now start as Borrower')).toBeVisible();
    await page.goto('/api/auth/logout');
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    await logIn(page, PRIYA);
    await expect(page.getByRole('heading', { name: 'My Loans' })).toBeVisible();

    await ownRole('Lender, Northgate Bank');
    await expect(page.getByRole('heading', { name: 'Origination' })).toBeVisible();
    await ownRole('Make this my default');
    await expect(page.getByText('You now start as Lender, Northgate Bank')).toBeVisible();
  });

  test('a user with one role has no role to choose', async ({ page }) => {
    await logIn(page, DANA);
    await page.getByRole('button', { name: /Dana Whitfield/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
    await expect(page.getByText('Work as')).toHaveCount(0);
  });
});

test.describe('the profile', () => {
  test('is reached from the menu; a new name shows everywhere [R265] [R266] [R270]', async ({
    page,
  }) => {
    await logIn(page, GRACE);
    await page.getByRole('button', { name: /Grace Lindqvist/ }).click();
    await page.getByRole('menuitem', { name: 'Profile and settings' }).click();
    await expect(page).toHaveURL(/\/user\/profile/);
    await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveAttribute(
      'readonly',
      '',
    );

    await page.getByLabel('Last name').fill('');
    await page.getByRole('textbox', { name: 'Phone' }).fill('12');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Required')).toBeVisible();
    await expect(page.getByText('Enter a phone number, like 555-010-0199')).toBeVisible();
    await expect(page.getByLabel('Last name')).toBeFocused();

    await page.getByLabel('Last name').fill('Lindqvist-Moore');
    await page.getByRole('textbox', { name: 'Phone' }).fill('(555) 010-0142');
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByLabel('Your password').press('Enter');
    await expect(page.getByText('Your details were saved')).toBeVisible();
    await expect(page.getByRole('button', { name: /Grace Lindqvist-Moore/ })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('(555) 010-0142');
  });

  test('a switch is kept; one that cannot be is put back and said [R164] [R167]', async ({
    page,
  }) => {
    await logIn(page, GRACE, '/user/profile');
    const byText = page.getByRole('group', { name: 'By text message' });
    const messages = byText.getByRole('switch', { name: 'New messages' });
    const checkedIn = (group: string) =>
      page.getByRole('group', { name: group }).getByRole('switch', { checked: true });
    await expect(checkedIn('By email')).toHaveCount(4);
    await expect(checkedIn('By text message')).toHaveCount(3);
    await expect(checkedIn('In the bell')).toHaveCount(5);
    await messages.press(' ');
    await expect(messages).not.toBeChecked();
    await page.reload();
    await expect(messages).not.toBeChecked();

    await page.route('**/api/v1/auth/userSettings', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    const refetched = page.waitForResponse(
      (response) =>
        response.url().endsWith('/userSettings') && response.request().method() === 'GET',
    );
    const status = byText.getByRole('switch', { name: 'Loan status changes' });
    await status.press(' ');
    await expect(status).not.toBeChecked();
    await refetched;
    await expect(status).toBeChecked();
    await expect(messages).not.toBeChecked();
    await expect(page.getByText('Server error happened when executing operation.')).toBeVisible();
    await page.unroute('**/api/v1/auth/userSettings');
    await messages.press(' ');
    await expect(checkedIn('By text message')).toHaveCount(3);
  });

  test('quiet hours of one’s own and the day of a summary are typed and kept', async ({ page }) => {
    await logIn(page, GRACE, '/user/profile');
    const quiet = page.getByRole('switch', { name: 'Quiet hours' });
    await quiet.press(' ');
    const [from, until] = [
      page.getByLabel('From', { exact: true }),
      page.getByLabel('Until', { exact: true }),
    ];
    await expect(from).toHaveValue('20:00');
    await from.focus();
    await page.keyboard.type('0930PM');
    await until.focus();
    await page.keyboard.type('0645AM');
    await page.getByRole('button', { name: 'Weekly summary' }).press(' ');
    await page.getByLabel('Day', { exact: true }).selectOption('Thursday');
    await page.getByLabel('Time', { exact: true }).focus();
    await page.keyboard.type('0715AM');
    // The value is saved when the field loses focus, not at each digit.
    await page.getByRole('button', { name: 'Weekly summary' }).focus();
    await expect(from).toHaveValue('21:30');
    await page.reload();
    await expect(from).toHaveValue('21:30');
    await expect(until).toHaveValue('06:45');
    await expect(page.getByLabel('Day', { exact: true })).toHaveValue('4');
    await expect(page.getByLabel('Time', { exact: true })).toHaveValue('07:15');

    await page.getByRole('button', { name: 'Immediately' }).press(' ');
    await quiet.press(' ');
    await expect(from).toHaveCount(0);
    await page.reload();
    await expect(quiet).not.toBeChecked();
  });

  test('the time zone is kept, the theme too', async ({ page }) => {
    await logIn(page, GRACE, '/user/profile');
    await expect(page.getByLabel('Your time zone')).toBeEnabled();
    await page.getByLabel('Your time zone').selectOption('America/Denver');
    await page.getByRole('radio', { name: 'Dark' }).check();
    await page.reload();
    await expect(page.getByLabel('Your time zone')).toHaveValue('America/Denver');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  });
});

test.describe('what the interface remembers', () => {
  test('hidden phases stay hidden, in another browser too [R047] [R168]', async ({
    page,
    browser,
  }) => {
    await logIn(page, GRACE);
    await expect(phases(page)).toContainText('Commitment');
    await page.getByRole('button', { name: 'Choose phases to show' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Commitment' }).click();
    await expect(phases(page)).not.toContainText('Commitment');
    await page.reload();
    await expect(phases(page)).toContainText('Closing');
    await expect(phases(page)).not.toContainText('Commitment');

    const context = await browser.newContext();
    const elsewhere = await context.newPage();
    await logIn(elsewhere, GRACE);
    await expect(phases(elsewhere)).toContainText('Closing');
    await expect(phases(elsewhere)).not.toContainText('Commitment');
    await page.getByRole('button', { name: 'Choose phases to show' }).click();
    await page.getByRole('menuitem', { name: 'Show all' }).click();
    await expect(phases(elsewhere)).toContainText('Commitment');
    await context.close();
  });

  test('a choice that cannot be kept is put back [R169]', async ({ page }) => {
    await logIn(page, GRACE);
    await expect(phases(page)).toContainText('Underwriting');
    await page.route('**/api/v1/fepreference/*', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: 'Choose phases to show' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Underwriting' }).click();
    await expect(phases(page)).not.toContainText('Underwriting');
    await expect(phases(page)).toContainText('Underwriting');
    await expect(page.getByText('Server error happened when executing operation.')).toBeVisible();
  });

  test('the tree opens two levels without files, or as chosen [R048] [R049]', async ({ page }) => {
    await logIn(page, GRACE);
    await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
    await toPackage(page);
    const tree = page.getByRole('tree', { name: 'Folders' });
    const file = tree.getByRole('treeitem', { name: '2025 business tax return' });
    await expect(tree.getByRole('treeitem', { name: 'Business Docs' })).toBeVisible();
    await expect(file).toHaveCount(0);

    await page.getByRole('button', { name: 'Tree settings' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Hide files' }).click();
    await page.getByRole('menuitemradio', { name: '3 levels' }).click();
    await expect(file).toBeVisible();
    await page.reload();
    await file.click();
    await expect(page.getByRole('table').getByText('2025 business tax return')).toBeVisible();

    await page.getByRole('button', { name: 'Tree settings' }).click();
    await page.getByRole('menuitemradio', { name: '1 level' }).click();
    await page.goto(`${page.url().split('?')[0]}?view=package`);
    await expect(tree.getByRole('treeitem')).toHaveCount(1);
    await tree.getByRole('treeitem').press('ArrowRight');
    await expect(tree.getByRole('treeitem', { name: 'Business Docs' })).toBeVisible();
  });
});
