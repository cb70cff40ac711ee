import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { DANA, ELENA, logIn } from './helpers.ts';

test('a lender reads how the company does, narrows it and takes it along [R028]', async ({
  page,
}) => {
  await logIn(page, DANA, '/charts');
  const volume = page.getByRole('table', { name: 'Volume closed by month' });
  await expect(volume.getByRole('row')).toHaveCount(13);
  const phases = page.getByRole('table', { name: 'Median days in phase' });
  await expect(phases.getByRole('row', { name: /^Underwriting \d/ })).toContainText(
    'previous year',
  );
  await expect(page.getByText(/^\d+ rejections in 180 days$/)).toBeVisible();

  await page.getByRole('button', { name: 'Loan Stage' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Underwriting' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/phase=/);
  await expect(phases.getByRole('rowheader')).toHaveText(['Underwriting']);
  await page.reload();
  await expect(phases.getByRole('rowheader')).toHaveText(['Underwriting']);

  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const csv = await readFile(await (await file).path(), 'utf8');
  expect(csv).toContain('Median days in phase,Underwriting,');
  expect(csv).not.toContain('Credit approval');

  // Only the lender's employees can see the charts.
  await logIn(page, ELENA, '/charts');
  await expect(page).not.toHaveURL(/charts/);
  await expect(page.getByRole('link', { name: 'Charts' })).toHaveCount(0);
});
