import { expect, type Page, request } from '@playwright/test';
import { ADDRESS } from '../address.ts';
import { DANA, ELENA, logInAlone } from '../helpers.ts';
import { backPicture, frontPicture } from '../license-pictures.ts';
import type { Screen } from './screen.ts';

async function openLicense(page: Page): Promise<void> {
  await page.goto('/loans/phases/origination');
  await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
  await page.getByRole('button', { name: 'Entities', exact: true }).click();
  await page.getByRole('link', { name: 'Elena Marsh' }).click();
  await page.getByRole('region', { name: 'Driver’s license' }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Driver’s license', level: 1 })).toBeVisible();
}

/** Screens run in parallel, so an existing picture may come from another one. */
async function give(page: Page, side: 'front' | 'back', file: ReturnType<typeof frontPicture>) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: new RegExp(`^(Add|Retake) the ${side}$`) }).click();
  await (await chooser).setFiles(file);
}

/** Confirms the license by API calls as the borrower, because the lender's page only shows the data. */
async function confirmLicense(page: Page): Promise<void> {
  const personId = /persons\/([0-9a-f-]+)\//.exec(page.url())![1]!;
  const api = await request.newContext({ baseURL: ADDRESS });
  await logInAlone(api, ELENA);
  const path = `/api/v2/information/individual/usdl/${personId}`;
  const { version } = (await (await api.get(path)).json()) as { version: number };
  const address = { street: '418 Alder St', city: 'Bend', state: 'OR', postalCode: '97701' };
  const saved = await api.post(path, {
    data: {
      version,
      firstName: 'Elena Rose',
      lastName: 'Marsh',
      birthDate: '1984-03-14',
      expiresOn: '2031-03-14',
      licenseNumber: 'D4471920',
      jurisdiction: 'OR',
      address,
    },
  });
  expect(saved.status(), await saved.text()).toBe(200);
  await api.dispose();
}

export const LICENSE_SCREENS: Screen[] = [
  {
    name: '134-drivers-license',
    as: ELENA,
    open: async (page) => {
      await openLicense(page);
      await give(page, 'front', frontPicture());
      await expect(page.getByRole('button', { name: 'Retake the front' })).toBeVisible();
      await give(page, 'back', backPicture());
      await expect(page.getByRole('heading', { name: 'Check what we read' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Retake the back' })).toBeVisible();
    },
  },
  {
    name: '135-drivers-license-not-read',
    as: ELENA,
    open: async (page) => {
      await openLicense(page);
      await give(page, 'back', frontPicture());
      await expect(page.getByText('We couldn’t read the barcode')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Retake the back' })).toBeVisible();
    },
  },
  {
    name: '136-drivers-license-lender',
    as: DANA,
    open: async (page) => {
      await openLicense(page);
      await confirmLicense(page);
      await page.reload();
      await expect(page.getByRole('region', { name: 'What the license says' })).toBeVisible();
    },
  },
];
