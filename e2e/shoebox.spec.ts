/** Files in the shoebox are filed by keyboard, by search and by drag and drop; a borrower adds one on a phone. */
import { expect, test, type JSHandle, type Locator, type Page } from '@playwright/test';
import { onePagePdf } from '../tools/database/one-page-pdf.ts';
import { DANA, ELENA, logIn, logInAlone, markAsLoaded } from './helpers.ts';

const LOAN = 'Larkspur Bakery LLC';
const files = (page: Page): Locator => page.getByRole('region', { name: 'To file' });
const card = (page: Page, name: string): Locator =>
  files(page).getByRole('button', { name: new RegExp(`^(New )?${name}`) });
const requests = (page: Page): Locator =>
  page.getByRole('complementary', { name: 'Requested documents' });

interface Answered {
  elements: { title: string; answer: { document: { name: string } | null } | null }[];
}

async function loanOf(page: Page): Promise<string> {
  const { results } = (await (
    await page.request.get('/api/v2/search?q=Larkspur Bakery')
  ).json()) as { results: { kind: string; id: string; title: string }[] };
  return results.find(({ kind, title }) => kind === 'LOAN' && title === LOAN)!.id;
}

/** Creates new requests, so that no other journey has answered them. */
async function askFor(page: Page, loanId: string, titles: string[]): Promise<void> {
  const answer = await page.request.post('/api/v2/loanmanager/elements', {
    data: { loanId, elements: titles.map((title) => ({ title })) },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function answersOf(page: Page, loanId: string): Promise<Record<string, string | undefined>> {
  const answer = await page.request.get(`/api/v2/loanmanager/${loanId}/elements`);
  const { elements } = (await answer.json()) as Answered;
  return Object.fromEntries(
    // An answer to a question has no document.
    elements.map(({ title, answer: given }) => [title, given?.document?.name]),
  );
}

/** Simulates dragging several files from the desktop. */
async function carry(page: Page, names: string[]): Promise<{ dataTransfer: JSHandle }> {
  const documents = names.map((name) => ({
    name,
    content: onePagePdf(name, ['Dropped by a journey']).toString('base64'),
  }));
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, content } of all) {
      const bytes = Uint8Array.from(atob(content), (char) => char.codePointAt(0)!);
      transfer.items.add(new File([bytes], name, { type: 'application/pdf' }));
    }
    return transfer;
  }, documents);
  return { dataTransfer };
}

async function drop(page: Page, names: string[]): Promise<void> {
  const carried = await carry(page, names);
  await files(page).dispatchEvent('dragover', carried);
  await expect(page.getByText('Drop to add to the shoebox')).toBeVisible();
  await files(page).dispatchEvent('drop', carried);
}

test('a lender drops three files; one is accepted by Enter, one filed by F, one dragged', async ({
  page,
}) => {
  await logInAlone(page.request, DANA);
  const loanId = await loanOf(page);
  await askFor(page, loanId, ['Grease trap permit', 'Oven warranty', 'Sign lease rider']);
  await page.goto(`/explorer/loans/${loanId}/shoebox`);
  await expect(card(page, 'Orchard St lease FINAL')).toBeVisible();
  await drop(page, ['grease trap permit 2026.pdf', 'scan 0007.pdf', 'scan 0011.pdf']);

  await card(page, 'grease trap permit 2026').click();
  const suggested = requests(page).getByRole('region', { name: 'Suggested' });
  await expect(suggested).toContainText('Name says Grease trap permit');
  await expect(page.locator('.textLayer').first()).toContainText('grease trap permit');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('Filed grease trap permit 2026 under Grease trap permit').first(),
  ).toBeVisible();
  await expect(card(page, 'grease trap permit 2026')).toHaveCount(0);

  await card(page, 'scan 0007').click();
  await expect(suggested).toHaveCount(0);
  await page.keyboard.press('f');
  await page.getByRole('combobox', { name: 'Request' }).fill('oven w');
  await expect(page.getByRole('option')).toHaveText(['Oven warrantyPackage']);
  await page.keyboard.press('Enter');
  await expect(card(page, 'scan 0007')).toHaveCount(0);

  // The list moves up when a request leaves it.
  const answeredRequest = requests(page).getByRole('listitem', {
    name: /Grease trap permit|Oven warranty/,
  });
  await expect(answeredRequest).toHaveCount(0);
  const target = requests(page).getByRole('listitem', { name: 'Sign lease rider' });
  await target.scrollIntoViewIfNeeded();
  await card(page, 'scan 0011').dragTo(target);
  await expect(card(page, 'scan 0011')).toHaveCount(0);
  await expect(target).toHaveCount(0);
  await expect
    .poll(() => answersOf(page, loanId))
    .toMatchObject({
      'Grease trap permit': 'grease trap permit 2026.pdf',
      'Oven warranty': 'scan 0007.pdf',
      'Sign lease rider': 'scan 0011.pdf',
    });
});

test('the Shoebox tab of a loan lists its files and takes another [R105]', async ({ page }) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: LOAN }).first().click();
  const tabs = page.getByRole('navigation', { name: 'Loan', exact: true });
  await tabs.getByRole('link', { name: /^Shoebox/ }).click();
  await expect(card(page, 'Orchard St lease FINAL')).toBeVisible();
  await expect(tabs.getByRole('link', { name: /^Shoebox/ })).toHaveAttribute(
    'aria-current',
    'page',
  );
  const [created] = await Promise.all([
    page.waitForResponse(
      (response) =>
        response.url().endsWith('/api/v2/shoebox/item') && response.request().method() === 'POST',
    ),
    drop(page, ['brought to the loan.pdf']),
  ]);
  const { loanId, documentId } = (await created.json()) as { loanId: string; documentId: string };
  await expect(card(page, 'brought to the loan')).toBeVisible();
  // The list changes again when the new file's pages and text are ready.
  const isRead = async () => {
    const answer = await page.request.get(`/api/v1/documents/${documentId}`);
    const { contentState } = (await answer.json()) as { contentState: string | null };
    return ![null, 'PROCESSING', 'READING'].includes(contentState);
  };
  await expect.poll(isRead, { timeout: 60_000 }).toBe(true);
  await expect(page).toHaveURL(new RegExp(loanId));

  // Opening a new file marks it as seen. After that, the list with its suggestions and each total are requested once.
  let urls: string[] = [];
  let lastAsked = Date.now();
  page.on('request', (request) => {
    if (request.method() !== 'GET' || !/shoebox|loanmanager/.test(request.url())) return;
    urls.push(request.url());
    lastAsked = Date.now();
  });
  const settled = () =>
    expect.poll(() => Date.now() - lastAsked, { timeout: 30_000 }).toBeGreaterThan(3_000);
  await settled();
  urls = [];
  const markedSeen = page.waitForResponse((response) => response.request().method() === 'PUT');
  await card(page, 'brought to the loan').click();
  await markedSeen;
  lastAsked = Date.now();
  await settled();
  expect(urls.filter((url) => url.includes('suggest=true'))).toHaveLength(1);
  expect(urls).toEqual([...new Set(urls)]);
});

test('suggestions are filed after a look at what goes where, and put back by Undo', async ({
  page,
}) => {
  await logInAlone(page.request, DANA);
  const loanId = await loanOf(page);
  await askFor(page, loanId, ['Walk-in cooler invoice', 'Fire inspection report']);
  await page.goto(`/explorer/loans/${loanId}/shoebox`);
  await expect(card(page, 'Orchard St lease FINAL')).toBeVisible();
  await drop(page, ['walk-in cooler invoice.pdf', 'fire inspection report.pdf']);
  await card(page, 'fire inspection report').click();
  const suggested = requests(page).getByRole('region', { name: 'Suggested' });
  await expect(suggested).toContainText('Fire inspection report');
  await page.keyboard.press('Enter');
  await expect(card(page, 'fire inspection report')).toHaveCount(0);
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await undo.click();
  await expect(card(page, 'fire inspection report')).toBeVisible();
  await expect(
    page.getByText('fire inspection report is back in the shoebox').first(),
  ).toBeVisible();

  await page
    .getByRole('button', { name: /^File \d+ suggested$/ })
    .locator('visible=true')
    .click();
  const dialog = page.getByRole('dialog', { name: /^File \d+ files as suggested\?$/ });
  const goes = dialog.getByRole('listitem');
  await expect(
    goes.filter({ hasText: 'walk-in cooler invoice to Walk-in cooler invoice' }),
  ).toBeVisible();
  await expect(
    goes.filter({ hasText: 'fire inspection report to Fire inspection report' }),
  ).toBeVisible();
  await dialog.getByRole('button', { name: /^File \d+ files$/ }).click();
  await expect
    .poll(() => answersOf(page, loanId))
    .toMatchObject({ 'Fire inspection report': 'fire inspection report.pdf' });
  await expect(card(page, 'fire inspection report')).toHaveCount(0);
  await undo.click();
  await expect(card(page, 'fire inspection report')).toBeVisible();
  await expect(card(page, 'walk-in cooler invoice')).toBeVisible();
  expect((await answersOf(page, loanId))['Fire inspection report']).toBeUndefined();
});

test('a borrower adds a file on a phone; the lender’s page has it at once, and Categorize leads to it', async ({
  page,
  browser,
}) => {
  await logInAlone(page.request, DANA);
  const loanId = await loanOf(page);
  await page.goto(`/explorer/loans/${loanId}/shoebox`);
  await expect(card(page, 'Orchard St lease FINAL')).toBeVisible();
  const sameDocument = await markAsLoaded(page);

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await logIn(phone, ELENA, '/');
  await phone.getByRole('link', { name: /Send it anyway, we’ll sort it/ }).click();
  await expect(phone).toHaveURL(/\/user\/shoebox$/);
  // She has two loans: an active one and an application.
  const which = phone.getByRole('region', { name: 'Which loan' });
  await which.getByRole('button', { name: LOAN }).click();
  const chooser = phone.waitForEvent('filechooser');
  await phone.getByRole('button', { name: 'Add files' }).click();
  await (
    await chooser
  ).setFiles([
    {
      name: 'from my phone.pdf',
      mimeType: 'application/pdf',
      buffer: onePagePdf('From my phone', []),
    },
    { name: 'a mistake.pdf', mimeType: 'application/pdf', buffer: onePagePdf('A mistake', []) },
  ]);
  const own = phone.getByRole('list', { name: `Files for ${LOAN}` });
  await expect(own.getByRole('listitem').filter({ hasText: 'from my phone' })).toContainText(
    'Waiting to be filed by the lender',
  );
  await own.getByRole('button', { name: 'Remove a mistake' }).click();
  await expect(own.getByText('a mistake')).toHaveCount(0);
  // On a desktop, it is beside the page's main column.
  await phone.setViewportSize({ width: 1440, height: 900 });
  const dropped = await carry(phone, ['dropped beside the list.pdf']);
  await phone.getByRole('navigation').first().dispatchEvent('drop', dropped);
  await expect(own).toContainText('dropped beside the list');
  await context.close();

  await expect(card(page, 'from my phone')).toContainText('Elena Marsh');
  await expect(card(page, 'a mistake')).toHaveCount(0);
  await sameDocument();
  await page.goto(`/loans/${loanId}/tasks`);
  // The overview lists the first five files by name, which may be files of other journeys.
  await page
    .getByRole('region', { name: 'Categorize', exact: true })
    .getByRole('link', { name: /^View all/ })
    .click();
  await page
    .getByRole('table', { name: 'Categorize' })
    .getByRole('link', { name: 'from my phone' })
    .click();
  await expect(card(page, 'from my phone')).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Delete');
  await expect(card(page, 'from my phone')).toHaveCount(0);
  await page.goto('/explorer/trash/shoebox');
  await page.getByRole('button', { name: 'Restore from my phone' }).click();
  await expect(page.getByRole('button', { name: 'Restore from my phone' })).toHaveCount(0);

  // A file that a lender files keeps its original sender.
  await askFor(page, loanId, ['Photo of the storefront']);
  await page.goto(`/explorer/loans/${loanId}/shoebox`);
  await card(page, 'from my phone').click();
  await page.keyboard.press('f');
  await page.getByRole('combobox', { name: 'Request' }).fill('storefront');
  await page.keyboard.press('Enter');
  await expect(card(page, 'from my phone')).toHaveCount(0);
  await page.goto(`/loans/${loanId}?view=package`);
  await page.getByRole('button', { name: 'Photo of the storefront', exact: true }).click();
  const uploader = page
    .getByRole('complementary', { name: 'Preview' })
    .locator('dt', { hasText: 'Uploaded by' })
    .locator('+ dd');
  await expect(uploader).toContainText('Elena Marsh');
});

test('with the filter New, the file that opens by itself stays open, and the others stay new', async ({
  page,
}) => {
  await logInAlone(page.request, DANA);
  const loanId = await loanOf(page);
  await page.goto(`/explorer/loans/${loanId}/shoebox`);
  await expect(card(page, 'Orchard St lease FINAL')).toBeVisible();
  await drop(page, ['new one.pdf', 'new two.pdf', 'new three.pdf']);
  for (const name of ['new one', 'new two', 'new three']) {
    await expect(card(page, name)).toBeVisible();
  }

  await page.goto(`/explorer/loans/${loanId}/shoebox?status=NEW`);
  const open = files(page).locator('[aria-current=true]');
  const fresh = page.locator('[title=New]');
  await expect(open.filter({ has: fresh })).toBeVisible();
  const id = await open.getAttribute('data-shoebox-item');
  await expect(page).toHaveURL(new RegExp(`item=${id}`));
  await expect(open.filter({ has: fresh })).toHaveCount(0);
  await expect(open).toHaveAttribute('data-shoebox-item', id!);
  const others = files(page).locator(`[data-shoebox-item]:not([data-shoebox-item="${id}"])`);
  for (const other of await others.all()) await expect(other.locator(fresh)).toBeVisible();
});
