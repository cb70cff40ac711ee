import { expect, type Page } from '@playwright/test';
import { DANA, ELENA } from '../helpers.ts';
import type { Screen } from './screen.ts';

async function openPeople(page: Page): Promise<void> {
  await page.goto('/loans/phases/origination');
  await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
  await page.getByRole('button', { name: /^People on this loan/ }).click();
  await expect(page.getByRole('dialog', { name: 'People' })).toHaveCSS('opacity', '1');
}

async function edit(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

export const LOAN_MEMBER_SCREENS: Screen[] = [
  {
    name: '74-invite-borrower',
    as: DANA,
    open: async (page) => {
      await openPeople(page);
      await page.getByRole('button', { name: 'Invite a borrower' }).click();
      const dialog = page.getByRole('dialog', { name: 'Invite a borrower' });
      await expect(dialog.getByLabel('First name')).toBeFocused();
      await expect(dialog).toHaveCSS('opacity', '1');
    },
  },
  {
    name: '75-lender-create',
    as: DANA,
    open: async (page) => {
      await openPeople(page);
      await page.getByRole('link', { name: 'Add a lender' }).click();
      await expect(page.getByRole('heading', { name: 'Add a lender' })).toBeVisible();
      await expect(page.getByRole('combobox', { name: 'Colleague' })).toBeVisible();
    },
  },
  {
    name: '76-lender-edit',
    as: DANA,
    open: async (page) => {
      await openPeople(page);
      await edit(page, 'Marcus Oyelaran');
      await expect(page.getByRole('heading', { name: /^Also on/ })).toBeVisible();
    },
  },
  {
    name: '62-contact-edit',
    as: DANA,
    open: async (page) => {
      await openPeople(page);
      await edit(page, 'Ruth Adeyemi');
      await expect(page.getByLabel('What they do')).toHaveValue(/.+/);
    },
  },
  {
    name: '77-contact-create',
    as: ELENA,
    open: async (page) => {
      await openPeople(page);
      await page.getByRole('link', { name: 'Add a contact' }).click();
      await expect(page.getByRole('heading', { name: 'Add a contact' })).toBeVisible();
    },
  },
];
