import { expect, type Page } from '@playwright/test';
import { DANA, openLoanTab } from '../helpers.ts';
import type { Screen } from './screen.ts';

const open = async (page: Page, status: string): Promise<void> => {
  await page.goto('/applications?list=all');
  await page.getByRole('row').filter({ hasText: status }).getByRole('link').first().click();
  await openLoanTab(page, 'Credit');
  await expect(page.getByText('TransUnion credit report').first()).toBeVisible();
};

export const CREDIT_SCREENS: Screen[] = [
  { name: '165-credit', as: DANA, open: (page) => open(page, 'In review') },
  {
    name: '166-credit-report',
    as: DANA,
    open: async (page) => {
      await open(page, 'In review');
      await page.getByRole('button', { name: /^View report .* TransUnion/ }).click();
      await expect(page.getByText('HARBOR CARD SERVICES')).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCSS('opacity', '1');
    },
  },
  { name: '167-adverse-action', as: DANA, open: (page) => open(page, 'Declined') },
];
