import { expect, type Page } from '@playwright/test';
import { DANA, ELENA, openLoanTab } from '../helpers.ts';
import type { Screen } from './screen.ts';

const LOAN = 'Larkspur Bakery LLC';

const openThread = async (page: Page, words: string): Promise<void> => {
  await page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('link')
    .filter({ hasText: words })
    .first()
    .click();
  await expect(
    page.getByRole('log', { name: 'Message history' }).getByRole('article').first(),
  ).toBeVisible();
  await expect(page.getByLabel('Your reply')).toBeVisible();
};

export const MESSAGES_SCREENS: Screen[] = [
  {
    name: '98-messages',
    as: DANA,
    open: async (page) => {
      await page.goto('/communications');
      await openThread(page, 'Is there anything else');
    },
  },
  {
    name: '99-loan-messages-borrower',
    as: ELENA,
    open: async (page) => {
      await page.goto('/');
      await page.getByRole('link', { name: LOAN }).first().click();
      await openLoanTab(page, /^Messages/);
      await openThread(page, 'Dana, Marcus');
    },
  },
  {
    name: '223-message-search',
    as: DANA,
    open: async (page) => {
      await page.goto('/communications');
      await page.getByLabel('Search messages').fill('signature page');
      const results = page.getByRole('list', { name: 'Search results' });
      await expect(results.getByRole('link').first()).toBeVisible();
    },
  },
  {
    name: '100-new-message',
    as: DANA,
    open: async (page) => {
      await page.goto('/communications?new');
      await page.getByRole('combobox', { name: 'Loan' }).fill('Larkspur');
      await page.getByRole('option', { name: LOAN }).click();
      await page.getByRole('button', { name: /^Elena Marsh/ }).click();
      await expect(page.getByText('Draft saved')).toBeVisible();
    },
  },
  {
    name: '200-attach-from-package',
    as: DANA,
    open: async (page) => {
      await page.goto('/communications');
      await openThread(page, 'Is there anything else');
      await page.getByRole('button', { name: 'Attach files' }).click();
      await page.getByRole('menuitem', { name: 'From the package' }).click();
      await expect(page.getByRole('checkbox').first()).toBeVisible();
    },
  },
  {
    name: '201-saved-replies',
    as: DANA,
    open: async (page) => {
      await page.goto('/communications');
      await openThread(page, 'Is there anything else');
      await page.getByRole('button', { name: 'Saved replies' }).click();
      const dialog = page.getByRole('dialog', { name: 'Saved replies' });
      await expect(dialog.getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: '101-messages-list',
    as: ELENA,
    open: async (page) => {
      await page.goto('/communications');
      await expect(page.getByRole('link').filter({ hasText: LOAN }).first()).toBeVisible();
    },
  },
  {
    name: '108-chat',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination');
      await page.getByRole('link', { name: LOAN }).first().click();
      await page.getByRole('button', { name: 'Chat' }).click();
      await expect(
        page.getByRole('log', { name: 'Message history' }).getByRole('article').first(),
      ).toBeVisible();
    },
  },
];
