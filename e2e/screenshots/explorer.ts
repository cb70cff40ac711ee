import { expect } from '@playwright/test';
import { DANA } from '../helpers.ts';
import type { Screen } from './screen.ts';

export const EXPLORER_SCREENS: Screen[] = [
  {
    name: '161-explorer-loans',
    as: DANA,
    open: async (page) => {
      await page.goto('/explorer/loans');
      await expect(page.getByRole('row').nth(3)).toBeVisible();
    },
  },
  {
    name: '162-explorer-loan',
    as: DANA,
    open: async (page) => {
      await page.goto('/explorer/loans?stage=ORIGINATION');
      await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).click();
      await expect(page.getByRole('link', { name: 'Package', exact: true })).toBeVisible();
    },
  },
  {
    name: '163-explorer-package',
    as: DANA,
    open: async (page) => {
      await page.goto('/explorer/loans?stage=ORIGINATION');
      await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).click();
      await page.getByRole('link', { name: 'Package', exact: true }).click();
      await page.getByRole('checkbox', { name: 'Select all' }).check();
      await expect(page.getByRole('toolbar', { name: 'Selected items' })).toBeVisible();
    },
  },
  {
    name: '164-explorer-trash',
    as: DANA,
    open: async (page) => {
      await page.goto('/explorer/trash');
      await expect(page.getByRole('heading', { name: 'Trash', exact: true })).toBeVisible();
      await expect(
        page.getByRole('row').or(page.getByText('The trash is empty')).first(),
      ).toBeVisible();
    },
  },
];
