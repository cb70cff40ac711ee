import { expect } from '@playwright/test';
import { DANA, ELENA } from '../helpers.ts';
import type { Screen } from './screen.ts';

export const SHELL_SCREENS: Screen[] = [
  {
    name: '05-not-found',
    as: DANA,
    open: async (page) => {
      await page.goto('/nowhere');
      await expect(page.getByRole('heading').first()).toBeVisible();
    },
  },
  {
    name: '39-landing',
    open: async (page) => {
      await page.goto('/landing');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  },
  {
    name: '40-anonymous',
    open: async (page) => {
      await page.goto('/anonymous');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  },
  {
    name: '41-lender-home',
    as: DANA,
    open: async (page) => {
      await page.goto('/lender');
      await expect(page.getByRole('region', { name: 'Waiting for review' })).toContainText('file');
    },
  },
  {
    name: '42-borrower-home',
    as: ELENA,
    open: async (page) => {
      await page.goto('/applicant');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('to do');
    },
  },
  {
    name: '43-palette',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination');
      await expect(page.getByText('Larkspur Bakery LLC').first()).toBeVisible();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('la');
      const dialog = page.getByRole('dialog', { name: 'Search' });
      await expect(dialog.getByRole('option', { name: /Larkspur/ }).first()).toBeVisible();
      await expect(dialog).toHaveCSS('opacity', '1');
    },
  },
  {
    name: '43-search',
    as: DANA,
    open: async (page) => {
      await page.goto('/search?q=bakery');
      await expect(page.getByRole('region', { name: 'Loans' })).toContainText('Larkspur');
    },
  },
  {
    name: '43-search-borrower',
    as: ELENA,
    open: async (page) => {
      await page.goto('/search?q=tax');
      await expect(page.getByRole('region', { name: 'Requests' })).toBeVisible();
    },
  },
  {
    name: '44-shortcuts',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination');
      await expect(page.getByText('Larkspur Bakery LLC').first()).toBeVisible();
      await page.keyboard.press('?');
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await expect(dialog).toContainText('Pin or unpin');
      await expect(dialog).toHaveCSS('opacity', '1');
    },
  },
  {
    name: '45-no-access',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/lead?no-access-modal&message=Ask%20Dana%20for%20this%20loan');
      const dialog = page.getByRole('dialog', { name: 'No access' });
      await expect(dialog).toContainText('Ask Dana');
      await expect(dialog).toHaveCSS('opacity', '1');
    },
  },
];
