import { expect } from '@playwright/test';
import { DANA } from '../helpers.ts';
import type { Screen } from './screen.ts';

export const NOTE_SCREENS: Screen[] = [
  {
    name: '160-loan-notes',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination');
      await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
      await page.getByRole('button', { name: /^Notes/ }).click();
      const drawer = page.getByRole('dialog', { name: 'Notes' });
      await expect(drawer.getByText('renewal option assignable')).toBeVisible();
      await expect(drawer).toHaveCSS('opacity', '1');
    },
  },
  {
    name: '160-note-mention',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination');
      await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
      await page.getByRole('button', { name: /^Notes/ }).click();
      const drawer = page.getByRole('dialog', { name: 'Notes' });
      await drawer.getByLabel('New note').fill('@');
      const team = drawer.getByRole('listbox', { name: 'Members of the team' });
      await expect(team.getByRole('option').first()).toBeVisible();
      await expect(drawer).toHaveCSS('opacity', '1');
    },
  },
];
