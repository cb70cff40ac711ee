import { expect, test } from '@playwright/test';
import { DANA, ELENA, logIn, logInAlone } from './steps.ts';

const LOAN = 'Larkspur Bakery LLC';

test('a lender finds the day a loan closes by keyboard, and opens the loan', async ({ page }) => {
  await logIn(page, DANA, '/calendar');
  const grid = page.getByRole('grid');
  const chosen = grid.getByRole('gridcell', { selected: true });
  await expect(chosen).toHaveAttribute('aria-current', 'date');
  await chosen.focus();
  // It closes in nine days: a week and two days on, maybe in the next month.
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) {
    const before = await chosen.getAttribute('data-date');
    await page.keyboard.press(key);
    await expect(chosen).not.toHaveAttribute('data-date', before!);
    await expect(chosen).toBeFocused();
  }
  const pane = page.getByRole('region', { name: /day, / });
  await expect(pane.getByRole('link', { name: LOAN }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(pane.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(chosen).toBeFocused();
  await page.keyboard.press('t');
  await expect(chosen).toHaveAttribute('aria-current', 'date');

  await page.getByRole('button', { name: 'Month after' }).click();
  await page.getByRole('button', { name: 'Month before' }).click();
  await expect(chosen).toHaveAttribute('aria-current', 'date');
  await page.goto('/calendar?day=2019-02-03');
  await expect(page.getByText('Nothing is due in February.')).toBeVisible();
});

test('a borrower on a phone opens a document from the list of days, and sees nothing hidden', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await logInAlone(page.request, ELENA);
  await page.goto('/calendar');
  await expect(page.getByRole('grid')).toHaveCount(0);
  const entry = page.getByRole('link', { name: /Upload, due/ });
  // What is due at the end of a month may be in the next one.
  if (
    (
      await entry
        .or(page.getByText(/^Nothing is due/))
        .first()
        .innerText()
    ).startsWith('Nothing')
  )
    await page.getByRole('button', { name: 'Month after' }).click();
  await expect(entry.first()).toContainText('For you');
  await expect(page.getByText('Credit memorandum')).toHaveCount(0);
  await entry.first().click();
  await expect(page.getByRole('complementary', { name: 'Preview' })).toBeVisible();
  await context.close();
});
