import { expect } from '@playwright/test';
import { DANA, ELENA, NOOR } from '../steps.ts';
import type { Screen } from './screen.ts';

export const HOME_SCREENS: Screen[] = [
  {
    name: '102-calendar',
    as: DANA,
    open: async (page) => {
      await page.goto('/calendar');
      await expect(page.getByRole('gridcell').getByRole('link').first()).toBeVisible();
    },
  },
  {
    name: '103-calendar-borrower',
    as: ELENA,
    open: async (page) => {
      await page.goto('/calendar');
      await expect(page.getByRole('gridcell').getByRole('link').first()).toBeVisible();
    },
  },
  {
    name: '104-charts',
    as: DANA,
    open: async (page) => {
      await page.goto('/charts');
      await expect(page.getByRole('heading', { name: 'Volume closed' })).toBeVisible();
    },
  },
  {
    name: '105-charts-without-figures',
    as: NOOR,
    open: async (page) => {
      await page.goto('/charts');
      await expect(page.getByText('No loan was closed in these months.')).toBeVisible();
    },
  },
];
