import { expect, type Page } from '@playwright/test';
import { DANA, sweepOver } from '../helpers.ts';
import { openFolder } from './document-requests.ts';
import type { Screen } from './screen.ts';

async function openFile(page: Page): Promise<void> {
  await openFolder(page, 'Individual Docs');
  await page.getByRole('button', { name: '2025 personal tax return', exact: true }).click();
  await page.getByRole('link', { name: 'Mark up' }).click();
}

const press = (page: Page, tool: string) =>
  page.getByRole('button', { name: tool }).locator('visible=true').click();

export const ANNOTATOR_SCREENS: Screen[] = [
  {
    name: '106-annotator',
    as: DANA,
    open: async (page) => {
      await openFile(page);
      const title = page.locator('.textLayer').getByText(/^Form 1040/);
      await expect(title).toBeVisible();
      await press(page, 'Highlight');
      await sweepOver(page, title);
      await expect(page.locator('.highlightEditor')).toHaveCount(1);
      await press(page, 'Note');
      const words = (await title.boundingBox())!;
      await page.mouse.click(words.x + words.width / 2, words.y + words.width * 0.7);
      await expect(page.locator('.freeTextEditor [contenteditable=true]')).toBeFocused();
      await page.keyboard.type('Schedule C is missing', { delay: 20 });
      await page.keyboard.press('Escape');
      await expect(page.getByText('Unsaved changes')).toBeVisible();
    },
  },
  {
    name: '107-annotator-cannot-show',
    as: DANA,
    open: async (page) => {
      await page.route(
        (url) => url.searchParams.has('ticket'),
        (route) => route.fulfill({ body: 'no PDF' }),
      );
      await openFile(page);
      await expect(page.getByText('This file can’t be displayed')).toBeVisible();
    },
  },
];
