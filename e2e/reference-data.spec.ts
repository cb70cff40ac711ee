import { expect, type Page, test } from '@playwright/test';
import { DANA, logIn } from './helpers.ts';

interface Served {
  loanTypes: { value: string; label: string }[];
  entityTypes: { value: string; label: string }[];
}

/** Serves the server's reply with changes; returns the number of requests. */
async function serve(
  page: Page,
  change: (served: Served) => Partial<Served>,
): Promise<() => number> {
  let calls = 0;
  await page.route('**/api/v1/javascriptConstants', async (route) => {
    calls += 1;
    const answer = await route.fetch();
    const served = (await answer.json()) as Served;
    await route.fulfill({ json: { ...served, ...change(served) } });
  });
  return () => calls;
}

const optionsOf = (page: Page, label: string) => page.getByLabel(label).locator('option');

test('forms offer what the server serves, without a request of their own [R188] [R190]', async ({
  page,
}) => {
  const countCalls = await serve(page, ({ loanTypes, entityTypes }) => ({
    loanTypes: loanTypes
      .filter(({ value }) => value !== 'LINE_OF_CREDIT')
      .map((each) => (each.value === 'SBA_7A' ? { ...each, label: '7(a) Standard' } : each)),
    entityTypes: entityTypes.map((each) =>
      each.value === 'LLC' ? { ...each, label: 'Limited liability company' } : each,
    ),
  }));
  await logIn(page, DANA, '/loans/create');
  await expect(optionsOf(page, 'Loan type').first()).toHaveText('Choose Loan Type');
  await expect(optionsOf(page, 'Loan type').filter({ hasText: '7(a) Standard' })).toHaveCount(1);
  await expect(optionsOf(page, 'Loan type').filter({ hasText: 'Line of credit' })).toHaveCount(0);
  await page.getByLabel('Loan type').selectOption('7(a) Standard');
  expect(countCalls()).toBe(1);

  await page.goto('/loans/templates/create');
  const entityType = optionsOf(page, 'Entity type');
  await expect(entityType.filter({ hasText: 'Limited liability company' })).toHaveCount(1);
  await expect(optionsOf(page, 'Loan type').filter({ hasText: '7(a) Standard' })).toHaveCount(1);
});

test('a single loan type needs no choice [R193]', async ({ page }) => {
  await serve(page, ({ loanTypes }) => ({
    loanTypes: loanTypes.filter(({ value }) => value === 'SBA_504'),
  }));
  await logIn(page, DANA, '/loans/create');
  await expect(optionsOf(page, 'Loan type')).toHaveText(['SBA 504']);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Required', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Choose a type')).toHaveCount(0);
});

test('a list that does not arrive says so in the form, and can be asked for again [R197]', async ({
  page,
}) => {
  let isDown = true;
  await page.route('**/api/v1/javascriptConstants', (route) =>
    isDown ? route.fulfill({ status: 500, json: { code: 'SERVER_ERROR' } }) : route.continue(),
  );
  await logIn(page, DANA, '/loans/create');
  await expect(page.getByText('This list could not be loaded.')).toBeVisible();
  await expect(page.getByLabel('Loan type')).toBeDisabled();
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  const request = page.waitForRequest('**/api/v1/javascriptConstants');
  await tryAgain.click();
  await request;
  isDown = false;
  // Other parts of the page make the same request, possibly before the click.
  await expect(async () => {
    if (await tryAgain.isVisible()) await tryAgain.click({ timeout: 500 });
    await expect(page.getByLabel('Loan type')).toBeEnabled({ timeout: 2000 });
  }).toPass();
  await expect(optionsOf(page, 'Loan type').filter({ hasText: 'SBA 7(a)' }).first()).toBeAttached();
});
