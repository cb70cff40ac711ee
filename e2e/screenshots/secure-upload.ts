import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { onePagePdf } from '../../tools/database/one-page-pdf.ts';
import { codeFor } from '../email.ts';
import { DANA, logInAlone } from '../helpers.ts';
import type { Screen } from './screen.ts';

async function openLink(page: Page): Promise<void> {
  await logInAlone(page.request, DANA);
  const answer = await page.request.get('/api/v1/lenders/employee/secureUploadPageUrl');
  const { url } = (await answer.json()) as { url: string };
  await page.context().clearCookies();
  const { pathname, search } = new URL(url);
  await page.goto(pathname + search);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Send documents to /);
}

/** Goes through the steps before the code field. */
async function askForCode(page: Page, address: string): Promise<void> {
  await openLink(page);
  await page.getByLabel('Email').fill(address);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByLabel('Code from the email')).toBeVisible();
}

async function addFiles(page: Page): Promise<void> {
  const address = `ruth-${randomUUID()}@coastcpa.example`;
  await askForCode(page, address);
  const code = await codeFor(address, 'Your code to send documents');
  await page.getByLabel('Code from the email').fill(code);
  await page.getByRole('button', { name: 'Verify' }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'choose files' }).click(),
  ]);
  await chooser.setFiles(
    ['2025 business tax return.pdf', 'Year-to-date profit and loss.pdf'].map((name) => ({
      name,
      mimeType: 'application/pdf',
      buffer: onePagePdf(name, ['Sent without an account']),
    })),
  );
  const files = page.getByRole('list', { name: 'Files' });
  await expect(files.getByText('Uploaded')).toHaveCount(2);
}

export const SECURE_UPLOAD_SCREENS: Screen[] = [
  { name: '150-secure-upload-email', open: openLink },
  {
    name: '151-secure-upload-code',
    open: (page) => askForCode(page, `ruth-${randomUUID().slice(0, 8)}@coastcpa.example`),
  },
  { name: '152-secure-upload-files', open: addFiles },
  {
    name: '153-secure-upload-receipt',
    open: async (page) => {
      await addFiles(page);
      await page.getByRole('button', { name: 'Send 2 files' }).click();
      await expect(page.getByRole('list', { name: 'Receipt' })).toBeVisible();
    },
  },
];
