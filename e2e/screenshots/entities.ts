/** The screens about entities and details of a loan. */
import { expect, type Page } from '@playwright/test';
import type { Screen } from './screen.ts';
import { DANA, ELENA } from '../helpers.ts';

async function openEntities(page: Page): Promise<void> {
  await page.goto('/loans/phases/origination');
  await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
  await page.getByRole('button', { name: 'Entities', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Entities of the loan' })).toBeVisible();
}

export const ENTITY_SCREENS: Screen[] = [
  {
    name: '56-entities',
    as: DANA,
    open: async (page) => {
      await openEntities(page);
    },
  },
  {
    name: '57-entity-edit',
    as: DANA,
    open: async (page) => {
      await openEntities(page);
      await page.getByRole('link', { name: 'Larkspur Bakery LLC', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
    },
  },
  {
    name: '58-entity-create',
    as: DANA,
    open: async (page) => {
      await openEntities(page);
      await page.getByRole('link', { name: 'Add an entity' }).click();
      await expect(page.getByRole('link', { name: 'New trust' })).toBeVisible();
    },
  },
  {
    name: '59-entity-bulk-create',
    as: DANA,
    open: async (page) => {
      await openEntities(page);
      await page.getByRole('link', { name: 'Bulk add' }).click();
      await expect(page.getByLabel('First name, row 1')).toBeVisible();
    },
  },
  {
    name: '130-entity-bulk-update',
    as: DANA,
    open: async (page) => {
      await openEntities(page);
      await page.getByRole('link', { name: 'Bulk edit' }).click();
      await page.getByLabel('Kind').selectOption('Individual');
      await expect(page.getByLabel('First name, Elena Marsh')).toBeVisible();
    },
  },
  {
    name: '60-details',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination');
      await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
      await page.getByRole('button', { name: 'Details', exact: true }).click();
      await expect(page.getByLabel('Rate', { exact: true })).toBeVisible();
    },
  },
  {
    name: '61-own-information',
    as: ELENA,
    open: async (page) => {
      await openEntities(page);
      await page.getByRole('link', { name: 'Elena Marsh' }).click();
      await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
    },
  },
  {
    name: '93-owners',
    as: DANA,
    open: async (page) => {
      await openEntities(page);
      await page.getByRole('link', { name: 'Larkspur Bakery LLC', exact: true }).click();
      const owners = page.getByRole('form', { name: 'Owners' });
      await owners.getByLabel('Add an owner').selectOption('Marsh Family Trust');
      await owners.getByLabel('Share of Marsh Family Trust, percent').fill('10');
      await owners.getByRole('button', { name: 'Save owners' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: '93-own-fields',
    as: DANA,
    open: async (page) => {
      await openEntities(page);
      await page.getByRole('link', { name: 'Elena Marsh', exact: true }).click();
      const own = page.getByRole('form', { name: 'Custom fields' });
      await own.getByRole('button', { name: 'Add a field' }).click();
      await own.getByLabel('Name of field 1').fill('Risk rating');
      await own.getByLabel('Value of field 1').fill('4');
      await own.getByRole('button', { name: 'Save fields' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: '94-take-off',
    as: DANA,
    open: async (page) => {
      await openEntities(page);
      await page.getByRole('button', { name: 'Remove Jonas Marsh' }).click();
      await expect(page.getByRole('dialog', { name: /Jonas Marsh/ })).toContainText('Its folder');
    },
  },
];
