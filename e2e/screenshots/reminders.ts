import { expect } from '@playwright/test';
import { DANA, openLoanTab } from '../helpers.ts';
import type { Screen } from './screen.ts';

export const REMINDER_SCREENS: Screen[] = [
  {
    name: '131-loan-reminders',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination');
      await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
      await openLoanTab(page, 'Reminders');
      await expect(page.getByText('Sent by Dana Whitfield').first()).toBeVisible();
    },
  },
];
