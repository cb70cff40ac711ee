import { expect, type Page } from '@playwright/test';
import { DANA, ELENA, toPackage } from '../helpers.ts';
import type { Screen } from './screen.ts';

export async function openFolder(page: Page, folder: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
  await toPackage(page);
  await page.getByRole('treeitem', { name: folder }).click();
}

export const DOCUMENT_REQUEST_SCREENS: Screen[] = [
  {
    name: '63-request-files',
    as: DANA,
    open: async (page) => {
      await openFolder(page, 'Project Docs');
      await page.getByRole('link', { name: 'Request files' }).click();
      await page.getByLabel('Files').fill('Zoning letter\n2024 personal tax return');
      await expect(page.getByRole('button', { name: 'Request 2 files' })).toBeVisible();
    },
  },
  {
    name: '197-new-document',
    as: DANA,
    open: async (page) => {
      await openFolder(page, 'Project Docs');
      await page.getByRole('button', { name: 'New document' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Credit memo');
      await expect(page.getByRole('button', { name: 'Create document' })).toBeEnabled();
    },
  },
  {
    name: '202-sba-tabs',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination');
      await page.getByRole('link', { name: 'Hollis & Vine Market LLC' }).first().click();
      await toPackage(page);
      await page.getByRole('button', { name: 'SBA tabs' }).click();
      await expect(page.getByRole('row').filter({ hasText: 'Tab 10: ' })).toBeVisible();
    },
  },
  {
    name: '198-split-pages',
    as: DANA,
    open: async (page) => {
      await openFolder(page, 'Individual Docs');
      await page.getByRole('button', { name: '2025 personal tax return', exact: true }).click();
      await page.getByRole('button', { name: 'Split pages' }).click();
      await expect(page.getByRole('button', { name: 'Page 1', exact: true })).toBeVisible();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('2');
      await expect(page.getByRole('region', { name: 'Answer 2' })).toContainText('Page 2');
      await expect(page.getByRole('dialog').locator('canvas[style*="width"]')).toHaveCount(6);
    },
  },
  {
    name: '199-compare',
    as: DANA,
    open: async (page) => {
      await openFolder(page, 'Individual Docs');
      // The document's pages are rendered when it is first opened.
      await page.getByRole('button', { name: '2024 personal tax return', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Compare' })).toBeVisible({ timeout: 30_000 });
      await page.getByRole('button', { name: '2025 personal tax return', exact: true }).click();
      await page.getByRole('button', { name: 'Compare' }).click();
      await page.getByRole('combobox', { name: 'Compare with' }).click();
      await page.getByRole('option', { name: '2024 personal tax return' }).first().click();
      await expect(page.getByText(/^1 \/ \d+$/)).toHaveCount(2, { timeout: 30_000 });
    },
  },
  {
    name: '64-trash',
    as: DANA,
    open: async (page) => {
      await openFolder(page, 'Project Docs');
      await page.getByRole('link', { name: 'Trash' }).click();
      await expect(page.getByRole('link', { name: 'Back to the package' })).toBeVisible();
    },
  },
  {
    name: '86-chosen-items',
    as: DANA,
    open: async (page) => {
      await openFolder(page, 'Individual Docs');
      await page.getByRole('checkbox', { name: 'Select Résumé' }).check();
      await page.getByRole('checkbox', { name: 'Select Government photo ID' }).check();
      await expect(page.getByRole('toolbar', { name: 'Selected items' })).toBeVisible();
    },
  },
  {
    name: '65-send-back',
    as: DANA,
    open: async (page) => {
      await openFolder(page, 'Individual Docs');
      await page.getByRole('row', { name: /2024 personal tax return/ }).focus();
      await page.keyboard.press('r');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: '87-preview',
    as: ELENA,
    open: async (page) => {
      await openFolder(page, 'Project Docs');
      await page.getByRole('button', { name: 'Letter of intent', exact: true }).click();
      await expect(
        page.getByRole('complementary', { name: 'Preview' }).locator('.textLayer span').first(),
      ).toBeVisible();
    },
  },
  {
    name: '128-shared-with',
    as: DANA,
    open: async (page) => {
      await openFolder(page, 'Project Docs');
      await page.getByRole('button', { name: 'Letter of intent', exact: true }).click();
      const preview = page.getByRole('complementary', { name: 'Preview' });
      await expect(preview.locator('.textLayer span').first()).toBeVisible();
      await preview.getByRole('link', { name: 'Redfern Logistics Inc.' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: '129-shared-items',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination');
      await page.getByRole('link', { name: 'Redfern Logistics Inc.' }).first().click();
      await toPackage(page);
      await page.getByRole('region', { name: 'Shared with this loan' }).scrollIntoViewIfNeeded();
      await expect(page.getByRole('link', { name: 'Open loan' })).toBeVisible();
    },
  },
  {
    name: '109-download-package',
    as: ELENA,
    open: async (page) => {
      await openFolder(page, 'Project Docs');
      await page.getByRole('button', { name: 'Download', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Download the package' });
      await expect(dialog.getByRole('heading', { name: 'Zip', exact: true })).toBeVisible();
      const make = dialog.getByRole('button', { name: /^Prepare/ });
      // Made by the first screenshot; later ones find it.
      if (await make.isVisible()) await make.click();
      await expect(dialog.getByRole('button', { name: 'Download Zip of PDFs' })).toBeVisible({
        timeout: 30_000,
      });
    },
  },
  {
    name: '219-export-preview',
    as: DANA,
    open: async (page) => {
      await openFolder(page, 'Project Docs');
      await page.getByRole('button', { name: 'Download', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Download the package' });
      await dialog.getByRole('checkbox', { name: 'Approved only' }).check();
      await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Leaves out');
    },
  },
  {
    name: '160-download-selection',
    as: DANA,
    open: async (page) => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
      await toPackage(page);
      await page.getByRole('checkbox', { name: 'Select all' }).check();
      await page.getByRole('toolbar').getByRole('button', { name: 'Download' }).click();
      const dialog = page.getByRole('dialog');
      // Made by the first screenshot; later ones find it.
      await dialog.getByRole('button', { name: 'Prepare download' }).click();
      await expect(dialog.getByRole('link', { name: /^Download/ }).first()).toBeVisible({
        timeout: 30_000,
      });
    },
  },
  {
    name: '110-download-not-made',
    as: DANA,
    open: async (page) => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Copper Creek Brewing Co.' }).first().click();
      await toPackage(page);
      await page.getByRole('button', { name: 'Download', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Prepare download' })).toBeVisible();
    },
  },
];
