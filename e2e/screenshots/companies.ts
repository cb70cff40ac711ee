import { expect } from '@playwright/test';
import { ADMINISTRATOR } from '../../tools/database/demo-data.ts';
import { linkFor } from '../email.ts';
import { ADDRESS } from '../address.ts';
import { DANA, NOOR, forget } from '../helpers.ts';
import type { Screen } from './screen.ts';

export const COMPANIES_SCREENS: Screen[] = [
  {
    name: '23-people',
    as: DANA,
    open: async (page) => {
      await page.goto('/admin/people');
      await expect(page.getByText('Invitation expired')).toBeVisible();
    },
  },
  {
    name: '24-add-person',
    as: DANA,
    open: async (page) => {
      await page.goto('/admin/people?addUserModal');
      const dialog = page.getByRole('dialog', { name: 'Add a person' });
      await dialog.getByRole('button', { name: 'Send invitation' }).click();
      await expect(dialog.getByText('Required').first()).toBeVisible();
      await expect(dialog).toHaveCSS('opacity', '1');
    },
  },
  {
    name: '19-lender-create',
    as: DANA,
    open: async (page) => {
      await page.goto('/admin/lender/create');
      await expect(page.getByRole('button', { name: 'Send invitation' })).toBeVisible();
    },
  },
  {
    name: '25-lender-edit',
    as: DANA,
    open: async (page) => {
      await page.goto('/admin/people');
      await page.getByRole('link', { name: 'Marcus Oyelaran' }).click();
      await expect(page.getByLabel('Link', { exact: true })).toHaveValue(/lenderUniqueCode/);
    },
  },
  {
    name: '26-company-create',
    as: ADMINISTRATOR[2],
    open: async (page) => {
      await page.goto('/admin/company/create');
      await expect(page.getByRole('button', { name: 'Create company' })).toBeVisible();
    },
  },
  {
    name: '27-invitation',
    as: NOOR,
    open: async (page) => {
      await page.goto('/');
      await page.getByRole('link', { name: 'View invitation' }).click();
      await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible();
    },
  },
  {
    name: '28-first-password',
    as: DANA,
    open: async (page) => {
      const address = `ada.moss.${Date.now()}@larkspur.example`;
      await page.goto('/');
      await page.evaluate(async (emailAddress) => {
        await fetch('/api/v1/auth/addUser', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ givenName: 'Ada', familyName: 'Moss', emailAddress }),
        });
      }, address);
      const link = await linkFor(address, 'Northgate Bank');
      await forget(page);
      await page.goto(link);
      await expect(page.getByRole('button', { name: 'Accept and log in' })).toBeVisible();
    },
  },
  {
    name: '18-admin-phases',
    as: DANA,
    open: async (page) => {
      await page.goto('/admin');
      await expect(page.getByText('Document collection')).toBeVisible();
      await expect(page.getByText('Title officer', { exact: true })).toBeVisible();
    },
  },
  {
    name: '20-company-profile',
    as: DANA,
    open: async (page) => {
      await page.goto('/admin');
      await page.getByRole('link', { name: 'Profile' }).click();
      await expect(page.getByLabel('Subdomain')).toHaveValue('northgate');
    },
  },
  {
    name: '20-application-roles',
    as: DANA,
    open: async (page) => {
      await page.goto('/admin');
      await page.getByRole('link', { name: 'Profile' }).click();
      const roles = page.getByRole('form', { name: 'Application roles' });
      await roles.getByRole('button', { name: 'Save roles' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: '21-login-of-a-company',
    open: async (page) => {
      await page.goto(ADDRESS.replace('//', '//northgate.') + '/auth/login');
      await expect(page.getByText('Northgate Bank')).toBeVisible();
    },
  },
  {
    name: '22-admin-phase-menu',
    as: DANA,
    open: async (page) => {
      await page.goto('/admin');
      await page.getByRole('button', { name: 'More for Inquiry' }).click();
      await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
    },
  },
];
