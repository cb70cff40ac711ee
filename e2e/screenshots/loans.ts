import { expect, type Page } from '@playwright/test';
import { DANA, ELENA, toPackage } from '../helpers.ts';
import type { Screen } from './screen.ts';

/** The tasks of a loan, found by its name. */
async function openTasks(page: Page, rest = '', loan = 'Larkspur Bakery LLC'): Promise<void> {
  await page.goto('/loans/phases/origination');
  await page.getByRole('link', { name: loan }).first().click();
  await page.waitForURL(/\/loans\/[0-9a-f-]{36}/);
  await page.goto(`${new URL(page.url()).pathname}/tasks${rest}`);
}

export const LOANS_SCREENS: Screen[] = [
  {
    name: '02-pipeline',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination');
      await expect(page.getByText('Larkspur Bakery LLC').first()).toBeVisible();
    },
  },
  {
    name: '03-package',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination');
      await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
      await toPackage(page);
      await expect(page.getByRole('table').getByText('Business Docs')).toBeVisible();
    },
  },
  {
    name: '73-edit-loan',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination');
      await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
      await page.getByRole('button', { name: 'More for this loan' }).click();
      await page.getByRole('menuitem', { name: 'Edit loan' }).click();
      await expect(page.getByLabel('Close date')).toBeVisible();
    },
  },
  {
    name: '04-my-loans',
    as: ELENA,
    open: async (page) => {
      await page.goto('/');
      await expect(page.getByText('Larkspur Bakery LLC').first()).toBeVisible();
    },
  },
  {
    name: '17-phases-shown',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination');
      await page.getByRole('button', { name: 'Choose phases to show' }).click();
      await expect(page.getByRole('menuitemcheckbox', { name: 'Closing' })).toBeVisible();
    },
  },
  {
    name: '78-pipeline-board',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination?layout=board');
      await expect(page.getByText('Larkspur Bakery LLC').first()).toBeVisible();
    },
  },
  {
    name: '79-pipeline-selected',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination');
      const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
      await boxes.nth(1).click();
      await boxes.nth(3).click({ modifiers: ['Shift'] });
      await expect(page.getByRole('toolbar', { name: 'Selected loans' })).toBeVisible();
    },
  },
  {
    name: '80-pipeline-modified',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination?modified=30&type=SBA_7A&type=SBA_504');
      await expect(page.getByText('Modified today')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Save view' })).toBeVisible();
    },
  },
  {
    name: '81-loan-overview',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination');
      await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
      await expect(page.getByRole('region', { name: 'Accept' })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Activity' })).toBeVisible();
    },
  },
  {
    name: '82-loan-overview-borrower',
    as: ELENA,
    open: async (page) => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
      await expect(page.getByRole('region', { name: 'Upload' })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Activity' })).toBeVisible();
    },
  },
  {
    name: '95-loan-tasks',
    as: DANA,
    open: async (page) => {
      await openTasks(page, '?for=everyone');
      await expect(page.getByRole('region', { name: 'Accept' })).toBeVisible();
    },
  },
  {
    name: '96-loan-tasks-borrower',
    as: ELENA,
    open: async (page) => {
      await openTasks(page);
      await expect(page.getByRole('region', { name: 'Upload' })).toBeVisible();
    },
  },
  {
    name: '97-tasks-of-type',
    as: DANA,
    open: async (page) => {
      await openTasks(page, '/upload?for=everyone', 'Hollis & Vine Market LLC');
      await expect(page.getByRole('table', { name: 'Upload' })).toBeVisible();
    },
  },
  {
    name: '83-save-view',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination?type=SBA_504');
      await page.getByRole('button', { name: 'Save view' }).click();
      const dialog = page.getByRole('dialog', { name: 'Save this view' });
      await expect(dialog.getByLabel('Name')).toBeFocused();
      await expect(dialog).toHaveCSS('opacity', '1');
    },
  },
];
