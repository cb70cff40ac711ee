import { expect, type Page } from '@playwright/test';
import { DANA, toPackage } from '../helpers.ts';
import type { Screen } from './screen.ts';

async function fillLoan(page: Page): Promise<void> {
  await page.goto('/loans/create');
  await page.getByLabel('Loan type').selectOption('SBA_7A');
  const template = page.getByLabel('Template');
  const option = template.locator('optgroup option').first();
  await template.selectOption(await option.getAttribute('value'));
  await page.getByLabel('Name', { exact: false }).first().fill('Fernhill Pottery');
  await page.getByLabel('Amount').fill('640000');
}

async function fillPeople(page: Page): Promise<void> {
  await fillLoan(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Legal name').fill('Fernhill Pottery LLC');
  await page.getByLabel('Type of business').selectOption('LLC');
  await page.getByLabel('Is this a start-up?').selectOption('No');
}

export const NEEDS_LIST_SCREENS: Screen[] = [
  { name: '88-new-loan', as: DANA, open: fillLoan },
  {
    name: '89-new-loan-people',
    as: DANA,
    open: async (page) => {
      await fillPeople(page);
      await page.getByRole('button', { name: 'Invite a borrower' }).click();
      await expect(page.getByLabel('Email')).toBeVisible();
    },
  },
  {
    name: '90-new-loan-review',
    as: DANA,
    open: async (page) => {
      await fillPeople(page);
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('region', { name: 'Changes' })).toBeVisible();
    },
  },
  {
    name: '91-apply-template',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination');
      await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
      await page.getByRole('button', { name: 'More for this loan' }).click();
      await page.getByRole('menuitem', { name: 'Apply a template' }).click();
      const template = page.getByLabel('Template');
      await expect(template.locator('option').nth(1)).toBeAttached();
      await template.selectOption({ index: 1 });
      await page.getByRole('button', { name: 'Preview changes' }).click();
      await expect(page.getByRole('region', { name: 'Changes' })).toBeVisible();
    },
  },
  {
    name: '92-suggestions',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination');
      await page.getByRole('link', { name: 'Hollis & Vine Market LLC' }).first().click();
      await toPackage(page);
      await page.getByText(/suggestions/).click();
      await expect(page.getByRole('button', { name: /^Request all/ })).toBeVisible();
    },
  },
];
