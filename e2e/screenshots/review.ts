import { expect, type Page } from '@playwright/test';
import { DANA } from '../helpers.ts';
import { openFolder } from './document-requests.ts';
import type { Screen } from './screen.ts';

async function openReview(page: Page): Promise<void> {
  await page.goto('/review');
  await expect(page.locator('[data-shown] .textLayer span').first()).toBeVisible();
}

export const REVIEW_SCREENS: Screen[] = [
  { name: '190-review', as: DANA, open: openReview },
  {
    name: '191-review-reject',
    as: DANA,
    open: async (page) => {
      await openReview(page);
      await page.keyboard.press('r');
      await page.keyboard.press('2');
      await expect(page.getByRole('radio', { name: /Pages or parts missing/ })).toBeChecked();
    },
  },
  {
    name: '222-review-notes',
    as: DANA,
    open: async (page) => {
      await openReview(page);
      await page.getByRole('button', { name: /^Notes/ }).click();
      await page.getByLabel('New note').fill('The lease is requested.');
      await expect(page.getByRole('button', { name: 'Add note' })).toBeEnabled();
    },
  },
  {
    name: '195-review-checks',
    as: DANA,
    open: async (page) => {
      await openReview(page);
      const checks = page.getByRole('region', { name: 'Checks' });
      await checks
        .getByRole('button', { name: /p\. \d/ })
        .first()
        .click({ timeout: 60_000 });
      await expect(page.locator('[data-shown] .foundWords mark').first()).toBeVisible();
    },
  },
  {
    name: '192-request-edit',
    as: DANA,
    open: async (page) => {
      await openFolder(page, 'Project Docs');
      await page.getByRole('button', { name: 'More actions for Letter of intent' }).click();
      await page.getByRole('menuitem', { name: 'Edit request' }).click();
      await expect(page.getByRole('dialog', { name: 'Edit request' })).toBeVisible();
    },
  },
  {
    name: '193-request-menu',
    as: DANA,
    open: async (page) => {
      await openFolder(page, 'Project Docs');
      await page.getByRole('button', { name: 'More actions for Letter of intent' }).click();
      await expect(page.getByRole('menuitem', { name: 'Reset answer' })).toBeVisible();
    },
  },
  {
    name: '194-new-question',
    as: DANA,
    open: async (page) => {
      await openFolder(page, 'Project Docs');
      await page.getByRole('button', { name: 'New request' }).click();
      await page.getByRole('button', { name: 'Question', exact: true }).click();
      await page
        .getByRole('textbox', { name: 'Title', exact: true })
        .fill('How many employees will you hire?');
      await expect(page.getByRole('region', { name: 'What the borrower reads' })).toBeVisible();
    },
  },
];
