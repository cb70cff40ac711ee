/** An accountant without a user account sends four files with a lender's link, on a phone and on a desktop. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { onePagePdf } from '../tools/database/one-page-pdf.ts';
import { codeIn, emailsTo } from '../packages/testing/src/mail.ts';
import { codeFor } from './email.ts';
import { DANA, logInAlone, watchShifts } from './helpers.ts';
import { shoot } from './page-photo.ts';

const SUBJECT = 'Your code to send documents';

/** Reads the upload link with the API call of the lender's page. */
async function linkOf(page: Page): Promise<string> {
  await logInAlone(page.request, DANA);
  const answer = await page.request.get('/api/v1/lenders/employee/secureUploadPageUrl');
  const { url } = (await answer.json()) as { url: string };
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** The lender confirms the address and assigns it to a loan. */
async function vouchFor(lender: Page, emailAddress: string): Promise<void> {
  const reply = await lender.request.get('/api/v2/search?q=Larkspur Bakery');
  const { results } = (await reply.json()) as { results: { kind: string; id: string }[] };
  const loanId = results.find(({ kind }) => kind === 'LOAN')!.id;
  const answer = await lender.request.post('/api/v1/auth/anonSession', {
    data: { emailAddress, loanId },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function verify(page: Page, link: string, address: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Send documents to /);
  await page.getByLabel('Email').fill(address);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await page.getByLabel('Code from the email').fill(await codeFor(address, SUBJECT));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Session ends in')).toBeVisible();
}

async function addFiles(page: Page, names: string[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'choose files' }).click(),
  ]);
  await chooser.setFiles(
    names.map((name) => ({
      name,
      mimeType: 'application/pdf',
      buffer: onePagePdf(name, ['Sent without an account']),
    })),
  );
  const files = page.getByRole('list', { name: 'Files' });
  await expect(files.getByText('Uploaded')).toHaveCount(names.length);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('four files of an accountant reach the lender’s shoebox, with a receipt [R009] [R051]', async ({
    page,
    browser,
  }) => {
    const lender = await (await browser.newContext()).newPage();
    const link = await linkOf(lender);
    const address = `paul-${randomUUID()}@coastcpa.example`;
    await verify(page, link, address);
    // For an address that is on no loan of the lender, the page does not ask for a loan.
    await expect(page.getByLabel('Which loan is this for?')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Take photos' })).toBeVisible();
    const names = [1, 2, 3, 4].map((each) => `${randomUUID().slice(0, 8)} return ${each}.pdf`);
    await addFiles(page, names);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    // The session's secret is not in the URL, and the session survives a reload.
    expect(page.url()).toContain(link);
    await page.reload();
    await page.getByLabel('Note (optional)').fill('Signed copies');
    await page.getByRole('button', { name: 'Send 4 files' }).click();
    const receipt = page.getByRole('list', { name: 'Receipt' });
    for (const name of names) await expect(receipt).toContainText(name);
    await expect(receipt.getByText(/SHA-256 [0-9a-f]{4} [0-9a-f]{4} … /)).toHaveCount(4);

    await lender.goto('/user/shoebox');
    const [first] = names;
    await expect(lender.getByText(first!.replace('.pdf', '')).first()).toBeVisible();
    await expect(lender.getByText(`From ${address}`).first()).toBeVisible();
  });

  test('files arrive without a click after the line was lost, and photographed pages as one PDF', async ({
    page,
    browser,
  }) => {
    const link = await linkOf(await (await browser.newContext()).newPage());
    await verify(page, link, `paul-${randomUUID()}@coastcpa.example`);
    // The first two PUTs to the store fail, and so do the first two replies of the call that creates the document.
    const lostCalls = { puts: 0, answers: 0 };
    await page.route(
      (url) => url.pathname.includes('incoming/'),
      (route) => {
        if (lostCalls.puts === 2) return route.continue();
        lostCalls.puts += 1;
        return route.abort('internetdisconnected');
      },
    );
    await page.route('**/createDocument', async (route) => {
      if (lostCalls.answers === 2) return route.continue();
      lostCalls.answers += 1;
      expect((await route.fetch()).status()).toBe(200);
      return route.abort('internetdisconnected');
    });
    const names = [1, 2, 3, 4].map((each) => `${randomUUID().slice(0, 8)} statement ${each}.pdf`);
    await addFiles(page, names);
    expect(lostCalls).toEqual({ puts: 2, answers: 2 });
    const files = page.getByRole('list', { name: 'Files' });
    await expect(files.getByRole('listitem')).toHaveCount(4);

    const pages = page.getByRole('dialog', { name: 'Check your pages' });
    await shoot(page, 'Take photos', 'First');
    await expect(pages.getByText('Clear')).toHaveCount(1);
    await expect(pages).toContainText('Keep this page open until you send them.');
    await shoot(page, 'Add a page', 'Second');
    await expect(pages.getByText('Clear')).toHaveCount(2);
    await pages.getByRole('button', { name: 'Send 2 pages as one PDF' }).tap();
    await expect(pages).toHaveCount(0);
    await expect(files.getByText('Photographed pages')).toBeVisible();
    await expect(files.getByText('Uploaded')).toHaveCount(5);
    // Nothing is stored permanently on a shared device.
    expect(await page.evaluate(() => localStorage.getItem('cairn-pages'))).toBeNull();
    await expect(page.getByRole('button', { name: 'Send 5 files' })).toBeEnabled();
  });

  test('a large file goes on after a reload with the parts that had not arrived', async ({
    page,
    browser,
  }) => {
    test.setTimeout(120_000);
    const link = await linkOf(await (await browser.newContext()).newPage());
    await verify(page, link, `paul-${randomUUID()}@coastcpa.example`);
    const name = `${randomUUID().slice(0, 8)} ledger.pdf`;
    // The file is on disk, because a file is also identified by its modification date.
    const file = test.info().outputPath(name);
    const content = onePagePdf(name, ['Sent without an account']);
    await writeFile(file, Buffer.concat([content, Buffer.alloc(17 * 2 ** 20, '%')]));
    const choose = async (): Promise<void> => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose files' }).tap();
      await (await chooser).setFiles(file);
    };
    const partOf = (url: string) => new URL(url).searchParams.get('partNumber');
    const arrived: string[] = [];
    page.on('response', (answer) => {
      const part = partOf(answer.url());
      if (part !== null && answer.ok() && answer.request().method() === 'PUT') arrived.push(part);
    });
    let isCut = true;
    await page.route(/partNumber=/, (route) =>
      isCut && partOf(route.request().url()) !== '1'
        ? route.abort('internetdisconnected')
        : route.continue(),
    );
    page.on('dialog', (dialog) => void dialog.accept());
    await choose();
    await expect(
      page.getByText('No connection. It continues once you’re back online.'),
    ).toBeVisible();
    await expect.poll(() => arrived).toEqual(['1']);

    // The connection recovers only after the page is closed, so that no retried part arrives before.
    await page.reload();
    isCut = false;
    const notice = page.getByText(`The page was closed before ${name} finished uploading.`);
    await expect(notice).toBeVisible();
    arrived.length = 0;
    await choose();
    await expect(notice).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'Files' }).getByText('Uploaded')).toBeVisible({
      timeout: 60_000,
    });
    expect(arrived.toSorted()).toEqual(['2', '3']);
    // Nothing is in localStorage, which would outlive the tab.
    expect(await page.evaluate(() => localStorage.getItem('cairn-uploads'))).toBeNull();
    await page.getByRole('button', { name: 'Send 1 file' }).tap();
    await expect(page.getByRole('list', { name: 'Receipt' })).toContainText(name);
  });

  test('nothing moves when logo and font arrive late', async ({ page, browser }) => {
    const link = await linkOf(await (await browser.newContext()).newPage());
    const readShift = await watchShifts(page);
    const drawn = Promise.withResolvers<void>();
    await page.route(
      () => true,
      async (route) => {
        if (['font', 'image'].includes(route.request().resourceType())) await drawn.promise;
        await route.continue();
      },
    );
    await page.goto(link, { waitUntil: 'commit' });
    await expect(page.getByRole('button', { name: 'Email me a code' })).toBeVisible();
    expect(await page.evaluate(() => document.fonts.check('1rem "Inter Variable"'))).toBe(false);
    drawn.resolve();
    await page.waitForLoadState('load');
    await page.waitForFunction(() => document.fonts.check('1rem "Inter Variable"'));
    // The browser reports layout shifts after the frame in which they occurred.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await readShift()).toBeLessThan(0.05);
  });
});

test('a known address chooses its loan, and extends its session by a code [R053]', async ({
  page,
  browser,
}) => {
  const lender = await (await browser.newContext()).newPage();
  const link = await linkOf(lender);
  const address = `ruth-${randomUUID()}@coastcpa.example`;
  await vouchFor(lender, address);
  await verify(page, link, address);
  await page.getByLabel('Which loan is this for?').selectOption({ index: 1 });
  const name = `${randomUUID().slice(0, 8)} ledger.pdf`;
  await addFiles(page, [name]);
  await page.getByRole('button', { name: 'Send 1 file' }).click();
  await expect(page.getByRole('heading', { name: /^Sent to / })).toBeVisible();
  await page.getByRole('button', { name: 'Send more files' }).click();
  await expect(page.getByRole('button', { name: 'Send files' })).toBeDisabled();
  await page.getByRole('button', { name: 'Extend' }).click();
  // Waits for the second email, because the code of the first is already used.
  await expect.poll(async () => (await emailsTo(address)).length).toBe(2);
  const code = codeIn((await emailsTo(address)).at(-1)!);
  await page.getByLabel('Code from the email').fill(code);
  await page.getByRole('button', { name: 'Extend by a day' }).click();
  await expect(page.getByText(/Session ends in (47|48) h/)).toBeVisible();
});

test('a dropped folder is sent with what is in it', async ({ page, browser }) => {
  const link = await linkOf(await (await browser.newContext()).newPage());
  await verify(page, link, `paul-${randomUUID()}@coastcpa.example`);
  // Scripts cannot drop a real folder, so this simulates one for the page, with two files and the hidden files of
  // macOS.
  await page.getByText('Drop files or folders here').evaluate((zone) => {
    const entryOf = (name: string) => ({
      name,
      isFile: true,
      file: (take: (file: File) => void) => take(new File([`in ${name}`], name)),
    });
    let portions = [['ledger.csv', 'notes.txt', '.DS_Store'].map(entryOf), []];
    const readEntries = (take: (entries: object[]) => void) => {
      const [next = [], ...rest] = portions;
      portions = rest;
      take(next);
    };
    const folder = { name: '2025', isDirectory: true, createReader: () => ({ readEntries }) };
    const item = { kind: 'file', webkitGetAsEntry: () => folder, getAsFile: () => null };
    const event = new Event('drop', { bubbles: true, cancelable: true });
    Object.assign(event, { dataTransfer: { items: [item], files: [], types: ['Files'] } });
    zone.dispatchEvent(event);
  });
  const files = page.getByRole('list', { name: 'Files' });
  await expect(files.getByText('Uploaded')).toHaveCount(2);
  await expect(files).toContainText('ledger');
  await expect(files).toContainText('notes');
  // A file dropped beside the target does not replace the page.
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['beside'], 'beside.csv'));
    return transfer;
  });
  await page.getByRole('heading').first().dispatchEvent('drop', { dataTransfer });
  await expect(files).toContainText('beside');
  await expect(files.getByText('Uploaded')).toHaveCount(3);
});

test('a link that was renewed or mistyped says so', async ({ page }) => {
  await page.goto(`/anonymous?lenderUniqueCode=${'0'.repeat(32)}`);
  await expect(page.getByText('This link no longer works')).toBeVisible();
});
