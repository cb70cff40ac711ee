import { expect } from '@playwright/test';
import { DANA, openLoanTab } from '../helpers.ts';
import type { Screen } from './screen.ts';

export const SOURCES_USES_SCREENS: Screen[] = [
  {
    name: '168-sources-and-uses',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination');
      await page
        .getByRole('link', { name: /^Larkspur Bakery/ })
        .first()
        .click();
      await openLoanTab(page, 'Sources and uses');
      await expect(page.getByRole('status').getByText('Balanced')).toBeVisible();
    },
  },
];
