/** A lender logs in, sees the loans, pins one, uploads a file, and sees the progress of its scan. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { EICAR } from '../packages/testing/src/eicar.ts';
import { onePagePdf } from '../tools/database/one-page-pdf.ts';
import { pidsOf } from './services.ts';
import { productEnvironment } from './global-setup.ts';
import {
  DANA,
  ELENA,
  logIn,
  logInByForm,
  markAsLoaded,
  row,
  toPackage,
  upload,
} from './helpers.ts';
import { signalWorker, startWorker, workerPid } from './worker.ts';

const pdf = (text: string): Buffer => onePagePdf(text, ['Sent by a test.']);

async function openLoan(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await toPackage(page);
}
async function openFolder(page: Page, title: string): Promise<void> {
  await page.getByRole('treeitem', { name: title }).click();
}

test('a lender signs in, sees the company’s loans by phase, and pins one [R035] [R061]', async ({
  page,
}) => {
  // The stored codes may be in upper or lower case.
  await page.route('**/api/v1/loans/view*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('LKSP-2041', 'lksp-2041');
    await route.fulfill({ response, body });
  });
  await logInByForm(page, DANA);
  await expect(page).toHaveURL(/\/loans\/phases\/origination/);
  await expect(page.getByRole('heading', { name: 'Origination' })).toBeVisible();
  await expect(page).toHaveTitle('Cairn');
  await expect(row(page, 'Larkspur Bakery LLC')).toContainText('LKSP-2041');
  await expect(row(page, 'Larkspur Bakery LLC')).toContainText('Document collection');
  await expect(page.getByText('Saltmarsh Kayak Tours')).toHaveCount(0);

  await row(page, 'Tamarack Dental Partners').hover();
  await row(page, 'Tamarack Dental Partners').getByRole('button', { name: /^Pin/ }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Pinned');
  await expect(page.getByRole('row').nth(2)).toContainText('Tamarack Dental Partners');
  await page.reload();
  await expect(page.getByRole('row').nth(2)).toContainText('Tamarack Dental Partners');
});

test('a pin in one tab shows in the other by itself', async ({ page, context }) => {
  await logIn(page, DANA);
  const other = await context.newPage();
  await other.goto('/loans/phases/origination');
  await expect(row(other, 'Redfern Logistics Inc.')).toBeVisible();
  const unchanged = await markAsLoaded(other);
  await row(page, 'Redfern Logistics Inc.').hover();
  await row(page, 'Redfern Logistics Inc.').getByRole('button', { name: /^Pin/ }).click();
  await expect(
    row(other, 'Redfern Logistics Inc.').getByRole('button', { name: /^Pin/, pressed: true }),
  ).toBeAttached();
  await unchanged();
});

test('an uploaded file goes from Checking file to To review without a reload', async ({ page }) => {
  await logIn(page, DANA);
  await openLoan(page, 'Redfern Logistics Inc.');
  await openFolder(page, 'Collateral Docs');
  const unchanged = await markAsLoaded(page);
  const requestRow = row(page, 'Phase I environmental report');
  await expect(requestRow).toContainText('Requested');

  // The worker is paused, so that a short-lived state can be tested.
  signalWorker('SIGSTOP');
  try {
    await upload(page, 'Phase I environmental report', 'phase-one.pdf', pdf('Phase I'));
    await expect(requestRow).toContainText('Checking file');
    await expect(requestRow.getByRole('button', { name: /Download/ })).toHaveCount(0);
  } finally {
    signalWorker('SIGCONT');
  }
  await expect(requestRow).toContainText('To review');
  await unchanged();

  const download = page.waitForEvent('download');
  await requestRow.getByRole('button', { name: /Download/ }).click();
  expect((await download).suggestedFilename()).toBe('phase-one.pdf');
});

test('a colleague who has the loan open sees it happen', async ({ page, browser }) => {
  await logIn(page, DANA);
  await openLoan(page, 'Larkspur Bakery LLC');
  const address = page.url();
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await logIn(theirs, ELENA, address);
  await openFolder(theirs, 'Project Docs');
  const unchanged = await markAsLoaded(theirs);
  await openFolder(page, 'Project Docs');
  await upload(page, 'Letter of intent', 'letter-signed.pdf', pdf('Letter'));
  await expect(row(page, 'Letter of intent')).toContainText('To review');
  await expect(row(theirs, 'Letter of intent')).toContainText('Submitted');
  await expect(row(theirs, 'Letter of intent')).toContainText('Just now');
  await unchanged();
  await context.close();
});

test('a file with a virus ends as Blocked and is never served', async ({ page }) => {
  const served: string[] = [];
  page.on('response', (response) => {
    if (/X-Amz-|\/download/.test(response.url()) && response.request().method() === 'GET') {
      served.push(response.url());
    }
  });
  await logIn(page, DANA);
  await openLoan(page, 'Redfern Logistics Inc.');
  await openFolder(page, 'Project Docs');
  const requestRow = row(page, 'Business plan with projections');
  await upload(page, 'Business plan with projections', 'plan.pdf', Buffer.from(EICAR));
  await expect(requestRow).toContainText('Blocked');
  await expect(requestRow.getByRole('button', { name: /Download/ })).toHaveCount(0);
  const state = await page.evaluate(async () => {
    const loanId = location.pathname.split('/').at(-1);
    const list = (await (await fetch(`/api/v2/loanmanager/${loanId}/elements`)).json()) as {
      elements: { title: string; answer: { document: { id: string } } | null }[];
    };
    const blocked = list.elements.find(({ title }) => title === 'Business plan with projections');
    const answer = await fetch(`/api/v1/documents/${blocked!.answer!.document.id}/download`);
    return { status: answer.status, text: await answer.text() };
  });
  expect(state.status).toBe(409);
  expect(state.text).not.toContain('EICAR');
  expect(served.filter((url) => url.includes('X-Amz-'))).toEqual([]);
});

test('with the worker killed during the scan, it completes after a restart', async ({ page }) => {
  test.setTimeout(120_000);
  await logIn(page, DANA);
  await openLoan(page, 'Blue Heron Marine Services');
  await openFolder(page, 'Individual Docs');
  const requestRow = row(page, 'Résumé');
  const unchanged = await markAsLoaded(page);

  // The scanner is paused, so that the scan is in progress and cannot end when the worker is killed.
  const scanner = await pidsOf('clamd');
  expect(scanner.length).toBeGreaterThan(0);
  for (const pid of scanner) process.kill(pid, 'SIGSTOP');
  try {
    await upload(page, 'Résumé', 'resume.pdf', pdf('Résumé'));
    await expect(requestRow).toContainText('Checking file');
    await expect.poll(() => openScans()).toBeGreaterThan(0);
    signalWorker('SIGKILL');
  } finally {
    for (const pid of scanner) process.kill(pid, 'SIGCONT');
  }
  await page.waitForTimeout(1000);
  await expect(requestRow).toContainText('Checking file');

  await startWorker(productEnvironment());
  await expect(requestRow).toContainText('To review', { timeout: 60_000 });
  await unchanged();
});

/** Number of open connections of this product's worker to the scanner. */
function openScans(): number {
  const hex = Number(productEnvironment()['CLAMD_PORT']).toString(16).toUpperCase();
  // Remote address with the scanner's port, and state 01, which is "established". The tenth column is the inode of the
  // socket.
  const established = new RegExp(`:[0-9A-F]{4} [0-9A-F]{8}:${hex.padStart(4, '0')} 01 `);
  const sockets = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .filter((line) => established.test(line))
    .map((line) => `socket:[${line.trim().split(/\s+/)[9]}]`);
  const files = `/proc/${workerPid()}/fd`;
  const heldSockets = readdirSync(files).map((file) => readlinkIfThere(`${files}/${file}`));
  return sockets.filter((socket) => heldSockets.includes(socket)).length;
}

function readlinkIfThere(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // The file was closed after the folder was read.
    return '';
  }
}

test('a borrower sees their own loan and nothing that is the lender’s', async ({ page }) => {
  const texts: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/api/') && !response.url().includes('/events')) {
      texts.push(await response.text().catch(() => ''));
    }
  });
  await logIn(page, ELENA);
  await expect(row(page, 'Larkspur Bakery LLC')).toBeVisible();
  await expect(page.getByText('Ironwood Veterinary PLLC')).toHaveCount(0);
  await openLoan(page, 'Larkspur Bakery LLC');
  await openFolder(page, 'Business Docs');
  await expect(row(page, '2025 business tax return')).toBeVisible();
  await expect(page.getByText('Lender only')).toHaveCount(0);
  for (const hiddenText of [
    'Credit memorandum',
    'Risk rating worksheet',
    'Ironwood',
    'Lender only',
  ]) {
    expect(texts.join('')).not.toContain(hiddenText);
  }
});
