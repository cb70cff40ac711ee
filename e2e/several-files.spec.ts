/** Several files for one request, chosen on a phone and dropped on a row: each has its own result. */
import { expect, test, type Page } from '@playwright/test';
import { onePagePdf } from '../tools/database/one-page-pdf.ts';
import { DANA, ELENA, logIn, row, toPackage } from './helpers.ts';

const LOAN = 'Larkspur Bakery LLC';
const REQUEST = 'Oven leases';
const pdf = (text: string): Buffer => onePagePdf(text, ['Sent by a test.']);
const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: pdf(name) });
const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' });

test('a borrower sends several files at once, and a lender adds two more by a drop', async ({
  browser,
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: LOAN }).first().click();
  await expect(page.getByRole('heading', { name: LOAN })).toBeVisible();
  const loanId = new URL(page.url()).pathname.split('/').at(-1);
  const asked = await page.request.post('/api/v2/loanmanager/elements', {
    data: { loanId, elements: [{ title: REQUEST }] },
  });
  expect(asked.status(), await asked.text()).toBe(200);

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const elena = await context.newPage();
  await logIn(elena, ELENA);
  const chooser = elena.waitForEvent('filechooser');
  await elena.getByRole('button', { name: `Upload ${REQUEST}` }).click();
  await (await chooser).setFiles([file('lease-1.pdf'), file('setup.exe'), file('lease-2.pdf')]);
  // Both are in the same corner of the window.
  await expect
    .poll(async () => {
      const toast = await elena.getByRole('alert').filter({ hasText: 'file type' }).boundingBox();
      const list = await uploads(elena).boundingBox();
      return toast && list && toast.y + toast.height <= list.y;
    })
    .toBe(true);
  const failed = uploads(elena).getByRole('listitem').filter({ hasText: 'setup' });
  await expect(failed).toContainText('We can’t take .exe files.');
  await expect(uploads(elena)).toContainText('Some files were not sent');
  await expect(uploads(elena).getByRole('listitem')).toHaveCount(1);
  await failed.getByRole('button', { name: 'Remove setup from the list' }).click();
  await expect(uploads(elena)).toHaveCount(0);
  await context.close();

  await toPackage(page);
  await expect(row(page, REQUEST)).toHaveCount(2);
  await expect(row(page, `${REQUEST} (2)`)).toContainText('To review');

  // On the second one: a third is not a replacement when two are dropped together.
  const dropped = await page.evaluateHandle(
    (files) => {
      const transfer = new DataTransfer();
      for (const { name, content } of files) transfer.items.add(new File([content], name));
      return transfer;
    },
    ['lease-2b.pdf', 'lease-3.pdf'].map((name) => ({ name, content: pdf(name).toString() })),
  );
  await row(page, `${REQUEST} (2)`).dispatchEvent('drop', { dataTransfer: dropped });
  await expect(row(page, `${REQUEST} (3)`)).toBeVisible();
  await expect(row(page, REQUEST)).toHaveCount(3);
});

test('a large file pauses without a connection and goes on by itself, and is not sent twice', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await logIn(page, DANA);
  await page.getByRole('link', { name: LOAN }).first().click();
  await expect(page.getByRole('heading', { name: LOAN })).toBeVisible();
  const loanId = new URL(page.url()).pathname.split('/').at(-1);
  await page.request.post('/api/v2/loanmanager/elements', {
    data: { loanId, elements: [{ title: 'Building plans' }] },
  });
  await toPackage(page);
  const sent: string[] = [];
  let isCut = true;
  await page.route(/partNumber=/, async (route) => {
    const part = new URL(route.request().url()).searchParams.get('partNumber')!;
    if (isCut && part !== '1') {
      await route.abort('connectionreset');
      return;
    }
    if (route.request().method() === 'PUT') sent.push(part);
    await route.continue();
  });
  const chooser = page.waitForEvent('filechooser');
  await row(page, 'Building plans')
    .getByRole('button', { name: /^Upload/ })
    .click();
  const large = Buffer.concat([pdf('Plans'), Buffer.alloc(17 * 2 ** 20, '%')]);
  await (await chooser).setFiles({ name: 'plans.pdf', mimeType: 'application/pdf', buffer: large });
  await expect(uploads(page)).toContainText('Paused. It continues when you’re back online.');
  isCut = false;
  await expect(row(page, 'Building plans')).toContainText(/Checking file|To review/, {
    timeout: 60_000,
  });
  expect(sent.toSorted()).toEqual(['1', '2', '3']);
});

test('a small file waits for the connection too, and says so', async ({ page }) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: LOAN }).first().click();
  await expect(page.getByRole('heading', { name: LOAN })).toBeVisible();
  const loanId = new URL(page.url()).pathname.split('/').at(-1);
  await page.request.post('/api/v2/loanmanager/elements', {
    data: { loanId, elements: [{ title: 'Fire inspection' }] },
  });
  await toPackage(page);
  let isCut = true;
  await page.route(/X-Amz-Signature=/, (route) =>
    isCut ? route.abort('connectionreset') : route.continue(),
  );
  const chooser = page.waitForEvent('filechooser');
  await row(page, 'Fire inspection')
    .getByRole('button', { name: /^Upload/ })
    .click();
  await (await chooser).setFiles(file('inspection.pdf'));
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices).toContainText('No connection. Uploads continue once you’re back online.');
  await expect(row(page, 'Fire inspection')).toContainText(
    'Paused. It continues when you’re back online.',
  );
  isCut = false;
  await expect(row(page, 'Fire inspection')).toContainText(/Checking file|To review/, {
    timeout: 40_000,
  });
  await expect(notices).not.toContainText('No connection');
});
