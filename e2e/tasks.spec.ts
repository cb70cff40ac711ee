import { expect, test, type Page } from '@playwright/test';
import { DANA, ELENA, GRACE, logIn, row, waitUntilStill } from './helpers.ts';

const LOAN = 'Larkspur Bakery LLC';

async function openLoan(page: Page): Promise<string> {
  await page.getByRole('link', { name: LOAN }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: LOAN })).toBeVisible();
  return new URL(page.url()).pathname;
}

/** Creates a new request, so that no other journey has answered it. */
async function askFor(page: Page, loan: string, title: string, flags: string[] = []) {
  const loanId = loan.split('/').at(-1);
  const answer = await page.request.post('/api/v2/loanmanager/elements', {
    data: { loanId, elements: [{ title, flags }] },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a lender sees what waits on them, then on everyone, and opens a document [R170] [R182] [R322]', async ({
  page,
}) => {
  await logIn(page, DANA);
  const loan = await openLoan(page);
  await askFor(page, loan, 'Roof warranty', ['NEEDS_WET_SIG']);
  await page.getByRole('link', { name: 'My tasks' }).click();
  await expect(page).toHaveURL(`${loan}/tasks`);

  const whose = page.getByRole('group', { name: 'Whose tasks' });
  await expect(whose.getByRole('button', { name: 'For me' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(card(page, 'Accept')).toBeVisible();
  await expect(card(page, 'Assign')).toContainText(/Assign1\d+ documents have no assignee yet/);
  await expect(card(page, 'Wet Signature')).toHaveCount(0);

  await whose.getByRole('button', { name: 'Everyone' }).click();
  await expect(page).toHaveURL(/for=everyone/);
  await expect(card(page, 'Wet Signature')).toContainText('Roof warranty');
  await page.reload();
  await expect(card(page, 'Wet Signature')).toContainText('Roof warranty');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy list' }).click();
  await expect(page.getByText('Task list copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('- Roof warranty');

  await whose.getByRole('button', { name: 'For me' }).click();
  await card(page, 'Assign')
    .getByRole('link', { name: /^View all/ })
    .click();
  await expect(page).toHaveURL(`${loan}/tasks/assignQuestion`);
  await expect(page.getByRole('table', { name: 'Assign' })).toContainText('Roof warranty');
  await page.goto(`${loan}/tasks/accept`);
  const rows = page.getByRole('table', { name: 'Accept' }).locator('a[data-task]');
  // Arrow keys move between tasks, and Enter opens one.
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  const title = await rows.nth(1).innerText();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/view=package/);
  await expect(row(page, title)).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText(title);
  // The package also has a filter for what waits for the viewer.
  const waiting = page.getByRole('button', { name: /^Waiting on you/ });
  await waiting.click();
  await expect(page).toHaveURL(/waiting=me/);
  await expect(waiting).toHaveAttribute('aria-pressed', 'true');
  await expect(row(page, 'Roof warranty')).toHaveCount(0);
});

test('a borrower on a phone sees their own tasks and no choice of others', async ({
  page: lender,
  browser,
}) => {
  await logIn(lender, DANA);
  await askFor(lender, await openLoan(lender), 'Parking plan');
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await logIn(page, ELENA, '/');
  const loan = await openLoan(page);
  await page.getByRole('link', { name: 'All my tasks' }).click();
  await expect(page).toHaveURL(`${loan}/tasks`);
  await expect(card(page, 'Upload')).toContainText('Waiting on you');
  await expect(page.getByRole('group', { name: 'Whose tasks' })).toHaveCount(0);
  await expect(card(page, 'Accept')).toHaveCount(0);
  // Lender tasks are not listed for a borrower, whatever the URL asks for.
  await page.goto(`${loan}/tasks/upload?for=everyone`);
  const table = page.getByRole('table', { name: 'Upload' });
  await expect(table).toContainText('Parking plan');
  await expect(page.getByText('Credit memorandum')).toHaveCount(0);
  const plan = table.getByRole('link', { name: 'Parking plan' });
  await waitUntilStill(plan);
  await plan.click();
  await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText('Parking plan');
  await context.close();
});

test('nothing for me is said; a type that is none is not there; a failure can be tried again [R183]', async ({
  page,
}) => {
  // A colleague who may view the tasks.
  await logIn(page, GRACE);
  const loan = await openLoan(page);
  await page.goto(`${loan}/tasks`);
  await expect(page.getByText('All caught up')).toBeVisible();
  await page.getByRole('button', { name: 'Show everyone’s' }).click();
  await expect(card(page, 'Accept')).toBeVisible();

  await page.goto(`${loan}/tasks/nonsense`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();

  await page.route(/\/v2\/tasks\/consolidated\//, (route) =>
    route.fulfill({ status: 409, json: { code: 'CONFLICT', message: 'Not now.' } }),
  );
  await page.goto(`${loan}/tasks/notary`);
  await expect(page.getByText('The tasks could not be loaded')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute(/\/v2\/tasks\/consolidated\//);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('All caught up')).toBeVisible();
});
