import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { DANA, ELENA, ROBIN, logIn, markAsLoaded, forget } from './helpers.ts';

const LOAN = 'Larkspur Bakery LLC';
const NOT_THERE =
  'Loan either does not exist or you are not authorized to access, please contact your administrator if this continues';

test('a loan opens with its tasks; another view is kept for the next loan [R042]', async ({
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: LOAN }).first().click();
  const view = (name: string) =>
    page.getByRole('group', { name: 'View' }).getByRole('button', { name, exact: true });
  await expect(view('Tasks')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('region', { name: 'Accept' })).toBeVisible();
  await view('Entities').click();
  await expect(page.getByRole('heading', { name: 'Entities' }).first()).toBeVisible();

  await page.goBack();
  await page.getByRole('link', { name: 'Redfern Logistics Inc.' }).first().click();
  await expect(view('Entities')).toHaveAttribute('aria-pressed', 'true');
  await view('Tasks').click();
});

test('the bar of a loan cuts neither its name nor a tab: tabs without room are in a menu', async ({
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: LOAN }).first().click();
  const name = page.getByRole('heading', { name: LOAN, level: 1 });
  const tabs = page.getByRole('navigation', { name: 'Loan', exact: true }).locator('visible=true');
  const more = tabs.getByRole('button', { name: 'More', exact: true });
  for (const width of [1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(tabs.getByRole('link', { name: 'Overview' })).toBeVisible();
    const isNameWhole = () =>
      name.evaluate(
        (element) =>
          element.scrollWidth <= element.clientWidth &&
          element.scrollHeight <= element.clientHeight,
      );
    await expect.poll(isNameWhole, `name at ${width} px`).toBe(true);
    const bar = (await tabs.boundingBox())!;
    for (const tab of await tabs.getByRole('link').all()) {
      const { x, width: tabWidth } = (await tab.boundingBox())!;
      expect(x + tabWidth, `tabs at ${width} px`).toBeLessThanOrEqual(bar.x + bar.width + 1);
    }
  }
  // The tab of a page that is open is never in the menu.
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(tabs.getByRole('link', { name: 'Sources and uses' })).toHaveCount(0);
  await more.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Sources and uses' }).press('Enter');
  await expect(page).toHaveURL(/sources-and-uses$/);
  await expect(tabs.getByRole('link', { name: 'Sources and uses' })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

test('a task leads to its request; what happens to the loan is told to each as far as they may know [R322]', async ({
  browser,
}) => {
  const lender = await browser.newPage();
  const borrower = await browser.newPage();
  const listening = [lender, borrower].map((page) => page.waitForResponse(/\/v1\/events/));
  await logIn(lender, DANA);
  await logIn(borrower, ELENA);
  await Promise.all(listening);
  for (const page of [lender, borrower]) {
    await page.getByRole('link', { name: LOAN }).first().click();
    await expect(page.getByRole('region', { name: 'Loan Progress' })).toContainText('Answered');
  }
  const stillLoaded = await markAsLoaded(borrower);
  const latest = (page: typeof lender) =>
    page.getByRole('region', { name: 'Activity' }).getByRole('listitem').first();

  await lender.getByRole('button', { name: 'More for this loan' }).click();
  await lender.getByRole('menuitem', { name: 'Commitment', exact: true }).click();
  for (const page of [lender, borrower]) {
    await expect(latest(page)).toContainText(`Dana Whitfield moved ${LOAN} to Commitment`);
  }
  await lender.getByRole('button', { name: 'More for this loan' }).click();
  await lender.getByRole('menuitem', { name: 'Document collection', exact: true }).click();
  await expect(latest(borrower)).toContainText('Document collection');
  await stillLoaded();
  // Labels, downloads and edits are visible only to the lender.
  await expect(borrower.getByRole('region', { name: 'Activity' })).not.toContainText(
    /labeled|edited/,
  );

  const task = lender.getByRole('table', { name: 'Accept' }).getByRole('link').first();
  const title = await task.innerText();
  await task.click();
  await expect(lender).toHaveURL(/view=package/);
  await expect(lender.getByRole('row').filter({ hasText: title })).toBeVisible();
  await lender.close();
  await borrower.close();
});

test('a lender’s forms of a loan keep its bar above them', async ({ page }) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: LOAN }).first().click();
  const bar = page.getByRole('navigation', { name: 'Loan', exact: true });
  await expect(bar).toBeVisible();
  const { pathname } = new URL(page.url());
  for (const [path, heading, tab] of [
    ['files/create', 'Request files', 'Package'],
    ['entity/create', 'Add an entity', 'Overview'],
  ] as const) {
    await page.goto(`${pathname}/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading]);
    await expect(page.getByText(LOAN, { exact: true }).first()).toBeVisible();
    await expect(bar.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page');
  }
  await bar.getByRole('link', { name: 'Package' }).click();
  await expect(page).toHaveURL(/view=package/);
});

test('a loan that is not there is said, and leads home [R292] [R293]', async ({ page }) => {
  await logIn(page, DANA, `/loans/${randomUUID()}`);
  await expect(page.getByRole('alert')).toContainText(NOT_THERE);
  await expect(page).toHaveURL(/\/lender$/);
});

test('a loan that cannot be asked for, or is forbidden, leads home [R293]', async ({ page }) => {
  await logIn(page, DANA, '/loans/no-id-of-a-loan');
  await expect(page).toHaveURL(/\/lender$/);

  await page.route(/\/api\/v1\/loans\/[0-9a-f-]{36}$/, (route) =>
    route.fulfill({ status: 403, json: { code: 'UNAUTHORIZED', message: 'UNAUTHORIZED' } }),
  );
  await page.goto(`/loans/${randomUUID()}`);
  await expect(page).toHaveURL(/\/lender$/);
  // The user is redirected to the home page, where no dialog is open.
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a detail that one loan alone has is added, and holds what it is said to hold', async ({
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: 'Copper Creek Brewing Co.' }).first().click();
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await page.getByRole('button', { name: 'Add a field' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a field' });
  await expect(dialog.getByRole('button', { name: 'Add field' })).toBeDisabled();
  await dialog.getByLabel('Name').fill('Flood zone');
  await dialog.getByLabel('Type').selectOption('Choice');
  await expect(dialog.getByRole('button', { name: 'Add field' })).toBeDisabled();
  await dialog.getByLabel('Choices, one per line').fill('A\nX\nX');
  await dialog.getByRole('button', { name: 'Add field' }).click();
  await expect(dialog).toHaveCount(0);
  const saved = page.waitForResponse((response) => response.url().endsWith('/values'));
  await page.getByLabel('Flood zone').selectOption('X');
  await saved;
  await page.reload();
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await expect(page.getByLabel('Flood zone')).toHaveValue('X');
  await page.getByRole('button', { name: 'Tasks', exact: true }).click();
});

test('the help of a template’s field is said where it is filled in, and to who keeps the template', async ({
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: 'Copper Creek Brewing Co.' }).first().click();
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await page.getByRole('button', { name: 'Sync to template' }).click();
  await expect(page.getByLabel('Tell us about your plan')).toHaveAccessibleDescription(
    'A few sentences.',
  );
  await page.getByRole('button', { name: 'Tasks', exact: true }).click();
  await forget(page);
  await logIn(page, ROBIN, '/admin/fields');
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Tell us about your plan' }).first(),
  ).toContainText('A few sentences.');
});
