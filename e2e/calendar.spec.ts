import type { CalendarDay } from '@cairn/contract';
import { expect, test, type Page } from '@playwright/test';
import { DANA, ELENA, logIn, logInAlone } from './helpers.ts';

const LOAN = 'Larkspur Bakery LLC';

/** The demo's loan closes in nine days, or in eight if midnight has passed since the demo data was created. */
async function daysUntilClosing(page: Page, today: string): Promise<number> {
  const later = (days: number) =>
    new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  const answer = await page.request.get(`/api/v1/calendar?from=${today}&to=${later(13)}`);
  const { days } = (await answer.json()) as { days: CalendarDay[] };
  const closing = days.find(({ entries }) =>
    entries.some(({ kind, loanName }) => kind === 'CLOSE' && loanName === LOAN),
  );
  return (Date.parse(closing!.date) - Date.parse(today)) / 86_400_000;
}

test('a lender finds the day a loan closes by keyboard, and opens the loan', async ({ page }) => {
  await logIn(page, DANA, '/calendar');
  const grid = page.getByRole('grid');
  const selectedDay = grid.getByRole('gridcell', { selected: true });
  await expect(selectedDay).toHaveAttribute('aria-current', 'date');
  await selectedDay.focus();
  // A week and some days later, which may be in the next month.
  const today = (await selectedDay.getAttribute('data-date'))!;
  const days = await daysUntilClosing(page, today);
  expect(days).toBeGreaterThan(7);
  for (const key of ['ArrowDown', ...Array<string>(days - 7).fill('ArrowRight')]) {
    const before = await selectedDay.getAttribute('data-date');
    await page.keyboard.press(key);
    await expect(selectedDay).not.toHaveAttribute('data-date', before!);
    await expect(selectedDay).toBeFocused();
  }
  const pane = page.getByRole('region', { name: /day, / });
  await expect(pane.getByRole('link', { name: LOAN }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(pane.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(selectedDay).toBeFocused();
  await page.keyboard.press('t');
  await expect(selectedDay).toHaveAttribute('aria-current', 'date');

  await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('button', { name: 'Previous month' }).click();
  await expect(selectedDay).toHaveAttribute('aria-current', 'date');
  await page.goto('/calendar?day=2019-02-03');
  await expect(page.getByText('Nothing due in February')).toBeVisible();
});

test('on a small laptop a day of the month has room for a name, and its entries are below', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await logIn(page, DANA, '/calendar');
  const grid = page.getByRole('grid');
  const square = (await grid.getByRole('gridcell').first().boundingBox())!;
  expect(square.width).toBeGreaterThan(95);
  const pane = (await page.getByRole('region', { name: /day, / }).boundingBox())!;
  const month = (await grid.boundingBox())!;
  // The only entry of a day has the full name of its loan.
  const alone = grid.locator('td > a[data-kind=DUE]:only-of-type').first();
  const [, loan] = /, ([^,]+)$/.exec((await alone.getAttribute('title'))!)!;
  await expect(alone).toContainText(loan!);
  expect(pane.y).toBeGreaterThan(month.y + month.height);
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
  // A due date at the end of a month may fall into the next one.
  if (
    (
      await entry
        .or(page.getByText(/^Nothing due/))
        .first()
        .innerText()
    ).startsWith('Nothing')
  )
    await page.getByRole('button', { name: 'Next month' }).click();
  await expect(entry.first()).toContainText('For you');
  await expect(page.getByText('Credit memorandum')).toHaveCount(0);
  await entry.first().click();
  await expect(page.getByRole('complementary', { name: 'Preview' })).toBeVisible();
  await context.close();
});
