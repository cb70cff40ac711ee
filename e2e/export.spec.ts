/** Package exports are prepared, previewed and downloaded, and are out of date after a change. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Element } from '@cairn/contract';
import { expect, test, type Browser, type Page, type TestInfo } from '@playwright/test';
import pg from 'pg';
import { productEnvironment } from './global-setup.ts';
import { DANA, ELENA, logIn, row, toPackage } from './helpers.ts';

const LOAN = 'Larkspur Bakery LLC';

async function openDownloads(page: Page, loan = LOAN) {
  await page.getByRole('link', { name: loan }).first().click();
  await toPackage(page);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  return page.getByRole('dialog', { name: 'Download the package' });
}

test('a borrower makes the package, downloads the zips and opens the PDF in a window of its own [R090] [R091]', async ({
  page,
}) => {
  await logIn(page, ELENA);
  const dialog = await openDownloads(page);
  await expect(dialog).toContainText('Not prepared yet');
  const request = page.waitForRequest(/refreshPackages/);
  await dialog.getByRole('button', { name: 'Prepare download' }).click();
  expect(new URL((await request).url()).search).toBe('?zip=true&pdf=true');
  // On another page, a toast and a notification in the bell report when it is ready; both link back.
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Messages' }).first().click();
  const toast = page.getByText(`Your download of ${LOAN} is ready`);
  await expect(toast).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: /^Notifications, \d/ }).click();
  const line = page.getByRole('link', { name: /Your download is ready/ });
  await expect(line).toContainText('Zip, One PDF, and Zip of PDFs');
  await line.click();
  await expect(dialog.getByRole('button', { name: 'Download Zip of PDFs' })).toBeVisible();

  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download Zip', exact: true }).click();
  const zip = await download;
  expect(zip.suggestedFilename()).toBe(`${LOAN} package.zip`);
  const listing = execFileSync('python3', ['-m', 'zipfile', '-l', await zip.path()]).toString();
  expect(listing).toContain('Individual Docs/2024 personal tax return.pdf');
  expect(listing).not.toContain('Lender only');

  // A browser without a PDF viewer downloads the file instead of showing it.
  const opened = page.context().waitForEvent('page');
  const response = page
    .context()
    .waitForEvent('response', (each) => /downloadPackage/.test(each.url()));
  await dialog.getByRole('button', { name: 'Open One PDF' }).click();
  expect(await opened).not.toBe(page);
  const headers = (await response).headers();
  expect(headers['content-type']).toBe('application/pdf');
  expect(headers['content-disposition']).toContain('inline');
  await expect(page).toHaveURL(/loans/);
});

test('what changed since is said, and a failure to fetch is only logged [R300]', async ({
  page,
}) => {
  await logIn(page, DANA);
  const dialog = await openDownloads(page, 'Blue Heron Marine Services');
  // The preview before the export lists its contents and what an option excludes.
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('figure', { name: 'Cover page' })).toContainText('Blue Heron');
  await expect(preview.getByRole('list', { name: 'Contents' })).toContainText(/\d documents?, .*B/);
  await dialog.getByRole('checkbox', { name: 'Approved only' }).check();
  await expect(dialog).toContainText(/Leaves out \d+ not approved|No document is approved yet/);
  await dialog.getByRole('checkbox', { name: 'Approved only' }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Cover page and contents' }).uncheck();
  await expect(preview.getByRole('figure')).toHaveCount(0);
  await dialog.getByRole('checkbox', { name: 'Cover page and contents' }).check();
  await dialog.getByRole('button', { name: 'Prepare download' }).click();
  await expect(dialog.getByRole('button', { name: 'Download Zip', exact: true })).toBeVisible({
    timeout: 30_000,
  });

  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.route(/getPackageUrls/, (route) => route.fulfill({ status: 500, body: '{}' }));
  await dialog.getByRole('button', { name: 'Download Zip', exact: true }).click();
  await expect.poll(() => logged.join()).toContain('the package could not be fetched');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute(/getPackageUrls/);

  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('treeitem', { name: 'Collateral Docs' }).click();
  const removedRow = row(page, 'Certificate of insurance');
  await removedRow.focus();
  await page.keyboard.press('Delete');
  await expect(removedRow).toHaveCount(0);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await expect(dialog).toContainText('Outdated: the package has changed');
  await expect(dialog.getByRole('button', { name: 'Prepare again' })).toBeVisible();
});

/**
 * Opens the verification page of the zip from disk, without a network. It reports on a file, and on a copy with one
 * changed bit.
 */
async function openVerifier(browser: Browser, info: TestInfo, zip: string) {
  const script = `import zipfile, sys
sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read('verify.html'))`;
  const verifier = info.outputPath('verify.html');
  writeFileSync(verifier, execFileSync('python3', ['-c', script, zip]));
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.goto(`file://${verifier}`);
  let count = 0;
  const says = async (source: string, flippedAt: string | null, title: string) => {
    const bytes = readFileSync(source);
    if (flippedAt !== null) bytes[bytes.indexOf(flippedAt) + 1]! ^= 1;
    const path = info.outputPath(`checked-${(count += 1)}`);
    writeFileSync(path, bytes);
    await page.getByLabel('Choose the zip').setInputFiles(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  };
  const close = async () => {
    expect(urls).toEqual([`file://${verifier}`]);
    await context.close();
  };
  return { says, close };
}

const REFUSED = 'This package can’t be trusted';

/** Marks ready downloads as failed, by SQL. */
async function failDownloads(): Promise<void> {
  const database = new pg.Client(productEnvironment()['MIGRATION_DATABASE_URL']);
  await database.connect();
  await database.query(
    `update cairn.package_file set state = 'FAILED' where job_id is not null and state = 'READY'`,
  );
  await database.end();
}

test('selected rows are downloaded as a zip and a PDF that prove themselves offline; files of the shoebox likewise [R134] [R152]', async ({
  page,
  browser,
}, info) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: LOAN }).first().click();
  await toPackage(page);
  await page.getByRole('treeitem', { name: 'Individual Docs' }).click();
  await row(page, '2024 personal tax return').getByRole('checkbox').check();
  const bar = page.getByRole('toolbar', { name: 'Selected items' });
  await bar.getByRole('button', { name: 'Download' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download 1 item' });
  await dialog.getByRole('checkbox', { name: 'One PDF of all pages' }).check();
  await dialog.getByRole('checkbox', { name: 'Cover page and contents' }).check();
  await dialog.getByRole('checkbox', { name: 'Stamps on every page' }).check();
  await dialog.getByRole('button', { name: 'Prepare download' }).click();
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: /^Download .* as Zip/ }).click({ timeout: 30_000 });
  const zip = await download;
  expect(zip.suggestedFilename()).toBe(`${LOAN} selection.zip`);
  const listing = execFileSync('python3', ['-m', 'zipfile', '-l', await zip.path()]).toString();
  expect(listing).toContain('Individual Docs/2024 personal tax return.pdf');
  const pdfDownload = page.waitForEvent('download');
  await dialog.getByRole('link', { name: /^Download .* as PDF/ }).click({ timeout: 30_000 });
  const pdf = await (await pdfDownload).path();
  const verifier = await openVerifier(browser, info, await zip.path());
  await verifier.says(await zip.path(), null, 'Every file is unchanged');
  await verifier.says(await zip.path(), '%PDF', '1 file changed after the export');
  await verifier.says(await zip.path(), '"cairn-export-1"', REFUSED);
  await verifier.says(pdf, null, 'This PDF is unchanged');
  await verifier.says(pdf, '/MediaBox', REFUSED);
  await verifier.says(pdf, '%cairn-signature', REFUSED);
  await verifier.close();

  // A failed download can be prepared again from the list.
  await failDownloads();
  const { pathname } = new URL(page.url());
  await page.goto(`${pathname}?view=package&downloads=selection`);
  const kept = page.getByRole('dialog', { name: 'Your downloads' });
  await expect(kept.getByText('Zip: couldn’t be prepared')).toBeVisible();
  await kept.getByRole('button', { name: /^Prepare .* again/ }).click();
  await expect(kept.getByRole('link', { name: /^Download .* as Zip/ })).toBeVisible({
    timeout: 30_000,
  });
  await expect(kept.getByRole('button', { name: /^Prepare .* again/ })).toHaveCount(0, {
    timeout: 30_000,
  });
  await kept.getByRole('button', { name: /^Remove/ }).click();
  await expect(kept.getByRole('list', { name: 'Your downloads' })).toHaveCount(0);

  await page.goto('/explorer/shoebox');
  await page.getByRole('checkbox').first().check();
  await page
    .getByRole('toolbar', { name: 'Selected files' })
    .getByRole('button', { name: 'Download' })
    .click();
  await page.getByRole('checkbox', { name: 'One PDF of all pages' }).check();
  await page.getByRole('button', { name: 'Prepare download' }).click();
  await expect(page.getByRole('link', { name: /^Download .* as PDF/ })).toBeVisible({
    timeout: 30_000,
  });
});

/** Returns the IDs of the loan and of its request with this title that is answered with a file. */
async function findSentAnswer(page: Page, title: string) {
  await page.getByRole('link', { name: LOAN }).first().click();
  await page.waitForURL(/\/loans\/[^/]+$/);
  const loanId = new URL(page.url()).pathname.split('/').at(-1)!;
  const answer = await page.request.get(`/api/v2/loanmanager/${loanId}/elements`);
  const { elements } = (await answer.json()) as { elements: Element[] };
  const { elementId } = elements.find((each) => each.title === title && each.answer?.document)!;
  return { loanId, elementId };
}

test('a borrower takes a signed receipt along, which proves offline what was sent', async ({
  page,
  browser,
}, info) => {
  await logIn(page, ELENA);
  const { loanId, elementId } = await findSentAnswer(page, '2024 personal tax return');
  await page.goto(`/loans/${loanId}/receipts/${elementId}`);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Signed receipt' }).click();
  const bytes = readFileSync(await (await download).path());
  const context = await browser.newContext({ offline: true });
  const offline = await context.newPage();
  for (const [name, flippedAt, title] of [
    ['receipt.html', null, 'This receipt is genuine'],
    ['changed.html', 'cairn-receipt-1', REFUSED],
  ] as const) {
    if (flippedAt !== null)
      bytes[bytes.lastIndexOf(flippedAt, bytes.indexOf('signedAt')) + 1]! ^= 1;
    writeFileSync(info.outputPath(name), bytes);
    await offline.goto(`file://${info.outputPath(name)}`);
    await expect(offline.getByRole('heading', { level: 1 })).toHaveText(title);
  }
  await context.close();
});
