/** Several files for one request, chosen on a phone and dropped on a row: each has its own result. */
import { randomUUID } from 'node:crypto';
import { expect, test, type Locator, type Page } from '@playwright/test';
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
  const reply = await page.request.post('/api/v2/loanmanager/elements', {
    data: { loanId, elements: [{ title: REQUEST }] },
  });
  expect(reply.status(), await reply.text()).toBe(200);

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const elena = await context.newPage();
  await logIn(elena, ELENA);
  const chooser = elena.waitForEvent('filechooser');
  await elena.getByRole('button', { name: `Upload ${REQUEST}` }).click();
  await (await chooser).setFiles([file('lease-1.pdf'), file('setup.exe'), file('lease-2.pdf')]);
  // Both elements are in the same corner of the window.
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

  // Two files are dropped on the second request; neither of them replaces its answer.
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
  const sentParts: string[] = [];
  let isCut = true;
  await page.route(/partNumber=/, async (route) => {
    const part = new URL(route.request().url()).searchParams.get('partNumber')!;
    if (isCut && part !== '1') {
      await route.abort('connectionreset');
      return;
    }
    if (route.request().method() === 'PUT') sentParts.push(part);
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
  expect(sentParts.toSorted()).toEqual(['1', '2', '3']);
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

test('a phone says which file is on its way, asks before it is left, and cancels', async ({
  browser,
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: LOAN }).first().click();
  await expect(page.getByRole('heading', { name: LOAN })).toBeVisible();
  const loanId = new URL(page.url()).pathname.split('/').at(-1);
  await page.request.post('/api/v2/loanmanager/elements', {
    data: { loanId, elements: [{ title: 'Sprinkler certificate' }] },
  });
  const context = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  });
  const phone = await context.newPage();
  await logIn(phone, ELENA, '/');
  const card = phone.getByRole('listitem').filter({ hasText: 'Sprinkler certificate' }).first();
  let isCut = true;
  await phone.route(/X-Amz-Signature=/, (route) =>
    isCut ? route.abort('connectionreset') : route.continue(),
  );
  const choose = async () => {
    const chooser = phone.waitForEvent('filechooser');
    await card.getByRole('button', { name: 'Upload Sprinkler certificate' }).tap();
    await (await chooser).setFiles(file('sprinklers.pdf'));
    await expect(card).toContainText(/sprinklers\.pdf, \d+ k?B/);
  };
  await choose();
  await expect(card).toContainText('Paused. It continues when you’re back online.');

  // The browser asks for confirmation, and the user stays on the page.
  const dialogOpened = phone.waitForEvent('dialog');
  await phone.close({ runBeforeUnload: true });
  const question = await dialogOpened;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  const cancel = card.getByRole('button', { name: 'Cancel the upload of Sprinkler certificate' });
  expect((await cancel.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await cancel.tap();
  await expect(card).toContainText('Upload Canceled');

  isCut = false;
  await choose();
  await expect(card.getByRole('link', { name: 'Receipt of Sprinkler certificate' })).toBeVisible({
    timeout: 40_000,
  });
  let asks = false;
  phone.on('dialog', (dialog) => {
    asks = true;
    void dialog.accept();
  });
  const closed = phone.waitForEvent('close');
  await phone.close({ runBeforeUnload: true });
  await closed;
  expect(asks).toBe(false);
  await context.close();
});

test('at a desk a file is dropped on its card like a folder of the desktop, and one beside it does not replace the page', async ({
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: LOAN }).first().click();
  await expect(page.getByRole('heading', { name: LOAN })).toBeVisible();
  const loanId = new URL(page.url()).pathname.split('/').at(-1);
  await page.request.post('/api/v2/loanmanager/elements', {
    data: { loanId, elements: [{ title: 'Health permit' }] },
  });
  await page.context().clearCookies();
  await logIn(page, ELENA, '/');
  const card = page.getByRole('listitem').filter({ hasText: 'Health permit' }).first();
  await expect(card).toContainText('Health permit');
  const carried = await page.evaluateHandle(
    ([name, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content!], name!, { type: 'application/pdf' }));
      return transfer;
    },
    ['permit.pdf', pdf('Permit').toString('latin1')],
  );
  /** Whether the page handles the drop; otherwise the browser would open the file in place of the page. */
  const isTakenBy = (target: Locator) =>
    target.evaluate((place, dataTransfer) => {
      const event = new DragEvent('drop', { dataTransfer, cancelable: true, bubbles: true });
      return !place.dispatchEvent(event);
    }, carried);
  expect(await isTakenBy(page.getByRole('heading', { level: 1 }))).toBe(true);
  await expect(page.getByText('Drop the file on the document it answers.')).toBeVisible();
  expect(await isTakenBy(card)).toBe(true);
  await expect(card.getByRole('link', { name: 'Receipt of Health permit' })).toBeVisible();
});

/** Scripts cannot drop a real folder, so this simulates one, whose entries are returned in batches as in Chromium. */
const dropFolder = (place: Locator, files: { name: string; content: string }[]) =>
  place.evaluate((target, entriesToDrop) => {
    const entries = entriesToDrop.map(({ name, content }) => ({
      name,
      isFile: true,
      file: (take: (found: File) => void) => take(new File([content], name)),
    }));
    const readEntries = (take: (some: object[]) => void) => take(entries.splice(0, 100));
    const folder = { name: 'Receipts', isDirectory: true, createReader: () => ({ readEntries }) };
    const item = { kind: 'file', webkitGetAsEntry: () => folder, getAsFile: () => null };
    const event = new Event('drop', { bubbles: true, cancelable: true });
    Object.assign(event, { dataTransfer: { items: [item], files: [], types: ['Files'] } });
    target.dispatchEvent(event);
  }, files);

/** Number of files dropped at once: DROPPED_FILES=500 for the maximum. */
const DROPPED = Number(process.env['DROPPED_FILES'] ?? 20);

test('a folder of the desktop is dropped on one of the package, and each file has its result', async ({
  page,
}) => {
  test.setTimeout(60_000 + DROPPED * 1000);
  await logIn(page, DANA);
  await page.getByRole('link', { name: LOAN }).first().click();
  await expect(page.getByRole('heading', { name: LOAN })).toBeVisible();
  const loanId = new URL(page.url()).pathname.split('/').at(-1)!;
  const parentId = randomUUID();
  const reply = await page.request.post('/api/v2/loanmanager/elements', {
    data: {
      loanId,
      elements: [
        { id: parentId, title: 'Store records', storageType: 'FOLDER' },
        { title: 'Insurance binder', parentId },
      ],
    },
  });
  expect(reply.status(), await reply.text()).toBe(200);
  await page.goto(`/loans/${loanId}?view=package&folder=${parentId}`);
  await expect(row(page, 'Insurance binder')).toContainText('Upload');
  const receipts = Array.from({ length: DROPPED - 2 }, (_, index) => `Receipt ${index + 1}`);
  const names = ['insurance binder.pdf', 'setup.exe', ...receipts.map((name) => `${name}.pdf`)];
  // The folder is dropped on the list and not on a row, which would take all files as its answer.
  await dropFolder(
    page.getByRole('columnheader').first(),
    names.map((name) => ({ name, content: pdf(name).toString('latin1') })),
  );
  await expect(uploads(page)).toContainText(`of ${DROPPED} files sent`);
  await expect(uploads(page)).toContainText('Some files were not sent', {
    timeout: 30_000 + DROPPED * 800,
  });
  await expect(uploads(page).getByRole('listitem')).toHaveCount(1);
  await expect(uploads(page)).toContainText('We can’t take .exe files.');
  await expect(row(page, 'Insurance binder')).toContainText(/Checking file|To review/);
  const listReply = await page.request.get(`/api/v2/loanmanager/${loanId}/elements`);
  const { elements } = (await listReply.json()) as {
    elements: { title: string; parentId: string | null; answer: object | null }[];
  };
  const inFolder = elements.filter((each) => each.parentId === parentId);
  expect(inFolder.filter(({ answer }) => answer !== null).map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Insurance binder', ...receipts]),
  );
  // No request was created for the file that is not accepted.
  expect(inFolder).toHaveLength(DROPPED - 1);
});
