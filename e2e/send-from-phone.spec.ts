/** Sending from a phone: a locked PDF with its password, the receipt, and files from the share sheet. */
import { CONTENT_PROBLEM_TEXTS } from '@cairn/contract/file-terms';
import { lockedPdf } from '@cairn/testing/locked-pdf';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { onePagePdf } from '../tools/database/one-page-pdf.ts';
import { emailSaying } from './email.ts';
import { DANA, ELENA, logIn } from './helpers.ts';

const LOAN = 'Larkspur Bakery LLC';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function ask(page: Page, title: string): Promise<void> {
  await logIn(page, DANA);
  await page.getByRole('link', { name: LOAN }).first().click();
  await expect(page.getByRole('heading', { name: LOAN })).toBeVisible();
  const loanId = new URL(page.url()).pathname.split('/').at(-1)!;
  const reply = await page.request.post('/api/v2/loanmanager/elements', {
    data: { loanId, elements: [{ title }] },
  });
  expect(reply.status(), await reply.text()).toBe(200);
}

async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext(PHONE);
  const phone = await context.newPage();
  await logIn(phone, ELENA, '/');
  return phone;
}

const card = (page: Page, title: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: title });

test('a borrower unlocks a PDF with its password, and gets a receipt', async ({
  browser,
  page,
}) => {
  const title = 'Locked bank statement';
  await ask(page, title);
  const phone = await openPhone(browser);
  const chooser = phone.waitForEvent('filechooser');
  await phone.getByRole('button', { name: `Upload ${title}` }).tap();
  const buffer = lockedPdf(onePagePdf('Statement', ['October']), '1961-07-04');
  await (await chooser).setFiles({ name: 'october.pdf', mimeType: 'application/pdf', buffer });

  const locked = card(phone, title);
  await expect(locked).toContainText('This PDF is locked with a password.');
  const password = locked.getByLabel('Password for this file');
  await password.fill('1961-07-05');
  await locked.getByRole('button', { name: 'Unlock' }).tap();
  await expect(locked.getByRole('alert')).toContainText('That password didn’t open the file.');
  await password.fill('1961-07-04');
  await locked.getByRole('button', { name: 'Unlock' }).tap();
  await expect(locked).toContainText('Submitted');

  await locked.getByRole('link', { name: `Receipt of ${title}` }).tap();
  await expect(phone.getByRole('heading', { name: 'Sent to Northgate Bank' })).toBeVisible();
  await expect(phone.getByText('Virus check passed')).toBeVisible();
  await expect(phone.getByText('Dana reviews it')).toBeVisible();
  await expect(phone.getByText('We’ll tell you the result')).toBeVisible();
  await expect(phone.getByText(/-[0-9A-F]{8}$/)).toBeVisible();
  await phone.getByRole('button', { name: 'Email me a copy' }).tap();
  await expect(phone.getByText(`We’re emailing a copy to ${ELENA}`)).toBeVisible();
  await phone.getByRole('link', { name: 'Done' }).tap();
  await expect(phone.getByRole('heading', { level: 1 })).toContainText('left to do');
  await phone.context().close();
});

test('a damaged file stays on its card with the reason, also after a reload, until a good one comes', async ({
  browser,
  page,
}) => {
  const title = 'Deed of trust';
  await ask(page, title);
  const phone = await openPhone(browser);
  const send = async (name: string, buffer: Buffer) => {
    const chooser = phone.waitForEvent('filechooser');
    await phone.getByRole('button', { name: `Upload ${title}` }).tap();
    await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer });
  };
  await send('deed.pdf', Buffer.from('%PDF-1.4 nothing in it'));
  const foundCard = card(phone, title);
  await expect(foundCard).toContainText(CONTENT_PROBLEM_TEXTS.DAMAGED, { timeout: 30_000 });
  const headingBefore = await phone.getByRole('heading', { level: 1 }).innerText();
  await phone.reload();
  await expect(foundCard).toContainText('Can’t be opened');
  await expect(foundCard).toContainText(CONTENT_PROBLEM_TEXTS.DAMAGED);
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(headingBefore);
  await emailSaying(ELENA, `${title}: ${CONTENT_PROBLEM_TEXTS.DAMAGED}`);

  await send('deed-again.pdf', onePagePdf('Deed', ['418 Orchard Street']));
  await expect(foundCard).toContainText('Submitted');
  await phone.reload();
  await expect(phone.getByRole('heading', { level: 1 })).not.toHaveText(headingBefore);
  await expect(foundCard).toHaveCount(0);
  await phone.context().close();
});

/** Simulates the phone's share sheet: a POST that the service worker answers. */
async function share(page: Page, name: string): Promise<void> {
  const content = onePagePdf('Lease', ['418 Orchard Street', 'Bend, Oregon']).toString('latin1');
  await page.evaluate(
    ([fileName, bytes]) => {
      const form = document.createElement('form');
      Object.assign(form, {
        method: 'POST',
        action: '/share-files',
        enctype: 'multipart/form-data',
      });
      const input = document.createElement('input');
      Object.assign(input, { type: 'file', name: 'files', multiple: true });
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], fileName, { type: 'application/pdf' }));
      input.files = transfer.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    [name, content] as const,
  );
  await page.waitForURL(/\/share-files$/);
}

const keptDatabases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

test('files from the share sheet wait for a request to be chosen, and a log-out erases them', async ({
  browser,
  page,
}) => {
  const title = 'Shared lease';
  await ask(page, title);
  const phone = await openPhone(browser);
  await phone.evaluate(async () => {
    await navigator.serviceWorker.register('/share-worker.js', { scope: '/share-files' });
    const registration = (await navigator.serviceWorker.getRegistration('/share-files'))!;
    const worker = registration.installing ?? registration.waiting;
    if (!worker) return;
    await new Promise<void>((resolve) => {
      worker.addEventListener('statechange', () => worker.state === 'activated' && resolve());
    });
  });
  // The service worker controls no page of the product, so it caches no documents or replies.
  expect(await phone.evaluate(() => navigator.serviceWorker.controller)).toBeNull();

  await share(phone, 'lease.pdf');
  await expect(phone.getByRole('list', { name: 'Shared files' })).toContainText('lease.pdf');
  const send = phone.getByRole('button', { name: 'Send 1 file' });
  await expect(send).toBeDisabled();
  await phone.getByRole('radio', { name: title }).check();
  await send.tap();
  await expect(card(phone, title)).toContainText(/Checking file|Submitted/);
  expect(await phone.evaluate(() => caches.keys())).toEqual([]);

  // A file that the borrower cannot assign to a request is listed on the loan.
  await share(phone, 'mystery.pdf');
  await phone.getByRole('radio', { name: 'Not sure' }).first().check();
  await send.tap();
  const files = phone.getByRole('list', { name: `Files for ${LOAN}` });
  await expect(files).toContainText('mystery');
  await expect(files).toContainText('Waiting to be filed by the lender');

  await share(phone, 'tax.pdf');
  await expect(phone.getByRole('list', { name: 'Shared files' })).toContainText('tax.pdf');
  expect(await keptDatabases(phone)).toContain('cairn-shared');
  await phone.goto('/');
  await phone.getByRole('button', { name: 'Open menu' }).tap();
  await phone.getByRole('button', { name: /Elena Marsh/ }).tap();
  await phone.getByRole('menuitem', { name: 'Log out' }).tap();
  await expect(phone).toHaveURL(/auth\/login/);
  await expect.poll(() => keptDatabases(phone)).not.toContain('cairn-shared');
  await phone.context().close();
});

test('a shared file that waited for longer than an hour is not offered, and is erased', async ({
  browser,
}) => {
  const phone = await openPhone(browser);
  await phone.evaluate(async () => {
    const opening = indexedDB.open('cairn-shared', 1);
    opening.addEventListener('upgradeneeded', () =>
      opening.result.createObjectStore('files', { autoIncrement: true }),
    );
    await new Promise((resolve) => {
      opening.addEventListener('success', resolve);
    });
    const transaction = opening.result.transaction('files', 'readwrite');
    const minute = 60_000;
    for (const [name, at] of [
      ['old.pdf', Date.now() - 61 * minute],
      ['fresh.pdf', Date.now() - 59 * minute],
    ] as const) {
      transaction.objectStore('files').add({ at, file: new File(['%PDF'], name) });
    }
    await new Promise((resolve) => {
      transaction.addEventListener('complete', resolve);
    });
    opening.result.close();
  });
  await phone.goto('/share-files');
  const shared = phone.getByRole('list', { name: 'Shared files' });
  await expect(shared).toContainText('fresh.pdf');
  await expect(shared).not.toContainText('old.pdf');
  const storedNames = await phone.evaluate(async () => {
    const opening = indexedDB.open('cairn-shared', 1);
    await new Promise((resolve) => {
      opening.addEventListener('success', resolve);
    });
    const reading = opening.result.transaction('files').objectStore('files').getAll();
    await new Promise((resolve) => {
      reading.addEventListener('success', resolve);
    });
    opening.result.close();
    return (reading.result as { file: File }[]).map(({ file }) => file.name);
  });
  expect(storedNames).toEqual(['fresh.pdf']);
  await phone.context().close();
});
