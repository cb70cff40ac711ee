import { expect, type Page } from '@playwright/test';
import { DANA } from '../helpers.ts';
import type { Screen } from './screen.ts';

async function openDeliveries(page: Page): Promise<void> {
  await page.goto('/loans/phases/origination');
  await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
  await page.getByRole('link', { name: 'Emails and texts' }).click();
  await expect(page.getByText('The address does not exist.').first()).toBeVisible();
}

export const DELIVERY_SCREENS: Screen[] = [
  { name: '150-loan-deliveries', as: DANA, open: openDeliveries },
  {
    name: '151-loan-undelivered',
    as: DANA,
    open: async (page) => {
      await openDeliveries(page);
      await page.getByRole('button', { name: 'Not delivered' }).click();
      await expect(page.getByText('Reminder of documents due')).toHaveCount(0);
      await expect(page.getByText('Invitation to the loan')).toBeVisible();
    },
  },
  {
    name: '152-people-stopped-address',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination');
      await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
      await page.getByRole('button', { name: /^People on this loan/ }).click();
      const drawer = page.getByRole('dialog', { name: 'People' });
      await expect(drawer.getByRole('note')).toContainText('jonas.marsh@larkspur.example bounced');
      await expect(drawer).toHaveCSS('opacity', '1');
    },
  },
];
