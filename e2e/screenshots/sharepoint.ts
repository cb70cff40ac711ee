import { expect } from '@playwright/test';
import { DANA, toPackage } from '../helpers.ts';
import type { Screen } from './screen.ts';

export const SHAREPOINT_SCREENS: Screen[] = [
  {
    name: '178-sharepoint-settings',
    as: DANA,
    open: async (page) => {
      await page.goto('/admin');
      await page.getByRole('link', { name: 'Profile', exact: true }).first().click();
      await page.getByRole('form', { name: 'SharePoint' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: '179-sharepoint-not-connected',
    as: DANA,
    open: async (page) => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
      await toPackage(page);
      await page.getByRole('button', { name: 'Download', exact: true }).click();
      await expect(page.getByRole('region', { name: 'SharePoint' })).toContainText('No library');
    },
  },
];
