/** The screens of templates and their fields. */
import { expect, type Page } from '@playwright/test';
import { ADMINISTRATOR } from '../../tools/database/demo-data.ts';
import type { Screen } from './screen.ts';
import { DANA, GRACE } from '../helpers.ts';

async function openTemplate(page: Page, name: string): Promise<void> {
  await page.goto('/v2/templates');
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('treeitem').first()).toBeVisible();
}

export const TEMPLATE_SCREENS: Screen[] = [
  {
    name: '46-templates',
    as: DANA,
    open: async (page) => {
      await page.goto('/v2/templates');
      await expect(page.getByRole('link', { name: 'SBA 7(a) acquisition' })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Starter library' })).toBeVisible();
    },
  },
  {
    name: '47-template-new',
    as: DANA,
    open: async (page) => {
      await page.goto('/v2/templates/create');
      await page.getByRole('button', { name: 'Create' }).click();
      await expect(page.getByText('Required')).toBeVisible();
    },
  },
  {
    name: '48-template-builder',
    as: DANA,
    open: async (page) => {
      await openTemplate(page, 'SBA 7(a) acquisition');
      await page.getByRole('treeitem', { name: /business tax return/ }).click();
      await expect(page.getByLabel('Instructions for the borrower')).toBeVisible();
    },
  },
  {
    name: '49-template-counsel',
    as: DANA,
    open: async (page) => {
      await openTemplate(page, 'SBA 7(a)');
      const row = page.getByRole('treeitem').filter({ hasText: 'Check with counsel' }).first();
      await row.click();
      await expect(page.getByRole('button', { name: 'Reviewed by counsel' })).toBeVisible();
    },
  },
  {
    name: '50-template-preview',
    as: DANA,
    open: async (page) => {
      await openTemplate(page, 'SBA 7(a) acquisition');
      await page.getByRole('button', { name: 'Preview as borrower' }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByText('Debt schedule')).toBeVisible();
      await expect(dialog).toHaveCSS('opacity', '1');
    },
  },
  {
    name: '51-template-versions',
    as: GRACE,
    open: async (page) => {
      await page.goto('/loans/templates');
      await page.getByRole('link', { name: 'SBA 504' }).click();
      await page.getByRole('button', { name: /Version 1/ }).click();
      await expect(page.getByRole('treeitem').first()).toBeVisible();
    },
  },
  {
    name: '52-admin-fields',
    as: ADMINISTRATOR[2],
    open: async (page) => {
      await page.goto('/admin/fields');
      await expect(page.getByRole('region', { name: 'Loan details' })).toBeVisible();
    },
  },
];
