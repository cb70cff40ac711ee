import type { Element } from '@cairn/contract';
import { expect, type Page } from '@playwright/test';
import { DANA, ELENA, NOOR } from '../helpers.ts';
import { pagePhoto } from '../page-photo.ts';
import type { Screen } from './screen.ts';

/** The button is visible only on touch screens; the photographed pages are the same on all devices. */
async function photographPage(page: Page, soft: boolean): Promise<void> {
  await page.goto('/applicant');
  const button = page.locator('[aria-label^="Take photos of"]').first();
  await expect(button).toBeAttached();
  const chooser = page.waitForEvent('filechooser');
  await button.evaluate((node) => (node as HTMLElement).click());
  await (await chooser).setFiles(pagePhoto('Page', soft));
  await expect(page.getByRole('button', { name: 'Send 1 page as one PDF' })).toBeEnabled();
}

export const HOME_SCREENS: Screen[] = [
  {
    name: '102-calendar',
    as: DANA,
    open: async (page) => {
      await page.goto('/calendar');
      await expect(page.getByRole('gridcell').getByRole('link').first()).toBeVisible();
    },
  },
  {
    name: '103-calendar-borrower',
    as: ELENA,
    open: async (page) => {
      await page.goto('/calendar');
      await expect(page.getByRole('gridcell').getByRole('link').first()).toBeVisible();
    },
  },
  {
    name: '104-charts',
    as: DANA,
    open: async (page) => {
      await page.goto('/charts');
      await expect(page.getByRole('heading', { name: 'Volume closed' })).toBeVisible();
    },
  },
  {
    name: '105-charts-without-figures',
    as: NOOR,
    open: async (page) => {
      await page.goto('/charts');
      await expect(page.getByText('No loans closed in these months.')).toBeVisible();
    },
  },
  {
    name: '132-photographed-pages',
    as: ELENA,
    open: (page) => photographPage(page, true),
  },
  {
    name: '133-photographed-page-edges',
    as: ELENA,
    open: async (page) => {
      await photographPage(page, false);
      await page.getByRole('button', { name: 'Adjust page 1' }).click();
      await expect(page.getByRole('button', { name: 'Use page 1' })).toBeVisible();
    },
  },
  {
    name: '157-receipt',
    as: ELENA,
    open: async (page) => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
      await page.waitForURL(/\/loans\/[^/]+$/);
      const loanId = new URL(page.url()).pathname.split('/').at(-1)!;
      const answer = await page.request.get(`/api/v2/loanmanager/${loanId}/elements`);
      const { elements } = (await answer.json()) as { elements: Element[] };
      const answeredElement = elements.find(
        (each) => each.answer?.document?.virusScanState === 'CLEAN',
      )!;
      await page.goto(`/loans/${loanId}/receipts/${answeredElement.elementId}`);
      await expect(page.getByRole('heading', { name: 'Sent to Northgate Bank' })).toBeVisible();
    },
  },
  {
    name: '158-shared-files',
    as: ELENA,
    open: async (page) => {
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('left to do');
      await page.evaluate(async () => {
        const opening = indexedDB.open('cairn-shared', 1);
        opening.addEventListener('upgradeneeded', () =>
          opening.result.createObjectStore('files', { autoIncrement: true }),
        );
        await new Promise((resolve) => opening.addEventListener('success', resolve));
        const file = new File(['%PDF-1.4'], 'october statement.pdf');
        const adding = opening.result
          .transaction('files', 'readwrite')
          .objectStore('files')
          .add({ at: Date.now(), file });
        await new Promise((resolve) => adding.addEventListener('success', resolve));
        opening.result.close();
      });
      await page.goto('/share-files');
      await expect(page.getByRole('list', { name: 'Shared files' })).toBeVisible();
    },
  },
];
