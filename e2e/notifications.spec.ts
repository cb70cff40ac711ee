/** The bell: what is in it, by pointer, by keyboard and on a phone. */
import { expect, test } from '@playwright/test';
import { DANA, ELENA, logIn } from './helpers.ts';

test('the bell groups by loan and marks one line or all of them read [R138]', async ({ page }) => {
  await logIn(page, DANA);
  await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const larkspur = panel.getByRole('region', { name: 'Larkspur Bakery LLC' });
  await expect(larkspur.getByText('Elena Marsh').first()).toBeVisible();
  await expect(larkspur.getByText(/uploaded \d+ documents/)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await page.keyboard.press('Shift+U');
  await expect(panel.getByRole('button', { name: 'Mark all read' })).toBeDisabled();
  await panel.getByRole('button', { name: 'Unread' }).click();
  await expect(panel.getByText('You’re all caught up.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeFocused();
});

test('a borrower opens a request from the bell of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, ELENA);
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const box = await bell.boundingBox();
  expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(44);
  await bell.click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByText(/requested \d+ documents/)).toBeVisible();
  await panel.getByRole('link', { name: /requested \d+ documents/ }).click();
  await expect(page).toHaveURL(/\/loans\/.+item=/);
});
