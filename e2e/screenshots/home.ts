import { expect, type Page } from '@playwright/test';
import { DANA, ELENA, NOOR } from '../helpers.ts';
import { pagePhoto } from '../page-photo.ts';
import type { Screen } from './screen.ts';

/** The button shows on touch screens; the pages themselves are the same everywhere. */
async function photographPage(page: Page, soft: boolean): Promise<void> {
  await page.goto('/applicant');
  const button = page.locator('[aria-label^="Take photos of"]').first();
  await expect(button).toBeAttached();
  const chooser = page.waitForEvent('filechooser');
  await button.evaluate((node) => (node as HTMLElement).click());
  await (await chooser).setFiles(pagePhoto('Page', soft));
  await expect(page.getByRole('button', { name: 'Send 1 page as one PDF' })).toBeEnabled();
}

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
      await expect(page.getByText('No loans closed in these months.')).toBeVisible();
    },
  },
  {
    name: '132-photographed-pages',
    as: ELENA,
    open: (page) => photographPage(page, true),
  },
  {
    name: '133-photographed-page-edges',
    as: ELENA,
    open: async (page) => {
      await photographPage(page, false);
      await page.getByRole('button', { name: 'Adjust page 1' }).click();
      await expect(page.getByRole('button', { name: 'Use page 1' })).toBeVisible();
    },
  },
];
