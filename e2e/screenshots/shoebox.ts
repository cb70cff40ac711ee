import { expect, type Page } from '@playwright/test';
import { DANA, ELENA } from '../helpers.ts';
import type { Screen } from './screen.ts';

const LOAN = 'Larkspur Bakery LLC';
const files = (page: Page) => page.getByRole('region', { name: 'To file' });

async function openShoebox(page: Page): Promise<void> {
  await page.goto('/explorer/shoebox');
  await page.getByRole('region', { name: LOAN }).getByRole('link', { name: LOAN }).click();
  await expect(files(page).getByRole('button', { name: /Purchase agmt/ })).toBeVisible();
}

export const SHOEBOX_SCREENS: Screen[] = [
  {
    name: '112-shoebox',
    as: DANA,
    open: async (page) => {
      await openShoebox(page);
      await files(page)
        .getByRole('button', { name: /YTD P&L/ })
        .click();
      await expect(page.locator('.textLayer').first()).toBeAttached();
    },
  },
  {
    name: '113-file-to',
    as: DANA,
    open: async (page) => {
      await openShoebox(page);
      await files(page)
        .getByRole('button', { name: /IMG_2207/ })
        .click();
      await expect(page.locator('.page canvas').first()).toBeVisible({ timeout: 30_000 });
      await page.keyboard.press('f');
      await page.getByRole('combobox', { name: 'Request' }).fill('agreement');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: '114-shoebox-of-all-loans',
    as: DANA,
    open: async (page) => {
      await page.goto('/explorer/shoebox');
      await expect(page.getByRole('region', { name: LOAN })).toBeVisible();
    },
  },
  {
    name: '115-shoebox-borrower',
    as: ELENA,
    open: async (page) => {
      await page.goto('/user/shoebox');
      const which = page.getByRole('region', { name: 'Which loan' });
      await which.getByRole('button', { name: LOAN }).click();
      await expect(page.getByRole('list', { name: `Files for ${LOAN}` })).toBeVisible();
    },
  },
  {
    name: '116-shoebox-trash',
    as: DANA,
    open: async (page) => {
      await page.goto('/explorer/trash/shoebox');
      await expect(page.getByRole('table', { name: 'Trash of the shoebox' })).toBeVisible();
    },
  },
];
