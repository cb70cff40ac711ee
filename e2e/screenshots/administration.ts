import { expect } from '@playwright/test';
import { DANA, ELENA, ROBIN, chooseCompany } from '../helpers.ts';
import type { Screen } from './screen.ts';

export const ADMINISTRATION_SCREENS: Screen[] = [
  {
    name: '34-maintenance-window',
    as: ROBIN,
    open: async (page) => {
      await page.goto('/admin/maintenance');
      await expect(page.getByRole('button', { name: 'Set the window' })).toBeVisible();
    },
  },
  {
    name: '175-status',
    as: ROBIN,
    open: async (page) => {
      await page.goto('/admin/status');
      await expect(page.getByRole('row', { name: /Virus scanner/ })).toContainText('Working');
    },
  },
  {
    name: '35-labels',
    as: ROBIN,
    open: async (page) => {
      await page.goto('/admin/labels');
      await chooseCompany(page, 'Northgate Bank');
      await page.getByRole('button', { name: 'Add label' }).click();
      await expect(page.getByText('Referral partner')).toBeVisible();
    },
  },
  {
    name: '36-audit-log',
    as: ROBIN,
    open: async (page) => {
      await page.goto('/admin/audit');
      await chooseCompany(page, 'Cairn itself');
      await expect(page.getByText('Robin Castellan logged in').first()).toBeVisible();
    },
  },
  {
    name: '84-admin-home',
    as: ROBIN,
    open: async (page) => {
      await page.goto('/');
      await expect(page).toHaveURL(/\/admin$/);
      await expect(page.getByText('Alder Valley Bank')).toBeVisible();
      await expect(page.getByText('Robin Castellan logged in').first()).toBeVisible();
    },
  },
  {
    name: '85-admin-people',
    as: ROBIN,
    open: async (page) => {
      await page.goto('/admin/people');
      await chooseCompany(page, 'Northgate Bank');
      await expect(page.getByText('Dana Whitfield')).toBeVisible();
    },
  },
  {
    name: '37-maintenance',
    as: ELENA,
    open: async (page) => {
      // Simulates the reply during a maintenance window, because a real window would affect the other screens.
      await page.route('**/api/v1/javascriptConstants', async (route) => {
        const answer = await route.fetch();
        const constants = (await answer.json()) as object;
        const hour = 3_600_000;
        const start = new Date(Date.now() - hour).toISOString();
        const end = new Date(Date.now() + hour).toISOString();
        await route.fulfill({
          json: { ...constants, maintenance: { start, end, state: 'ACTIVE' } },
        });
      });
      await page.goto('/');
      await expect(
        page.getByRole('heading', { name: 'Cairn is down for maintenance' }),
      ).toBeFocused();
    },
  },
  {
    name: '38-loan-people',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination');
      await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
      await page.getByRole('button', { name: /^People on this loan/ }).click();
      const drawer = page.getByRole('dialog', { name: 'People' });
      await expect(drawer.getByText('First-time owner')).toBeVisible();
      await expect(drawer).toHaveCSS('opacity', '1');
    },
  },
];
