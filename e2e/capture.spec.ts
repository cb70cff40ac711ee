/** A borrower photographs pages with a phone and sends them as one PDF. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type Page } from '@playwright/test';
import { ADDRESS } from './address.ts';
import { browserOptions } from './browser.ts';
import { DANA, ELENA, logIn, row, toPackage } from './helpers.ts';
import { pagePhoto, shoot } from './page-photo.ts';
import { watchPolicy } from './security-policy.ts';

const LOAN = 'Larkspur Bakery LLC';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Requests a document on Elena's loan, as its lender. */
async function requestFile(page: Page, title: string): Promise<string> {
  await logIn(page, DANA);
  await page.getByRole('link', { name: LOAN }).first().click();
  await expect(page.getByRole('heading', { name: LOAN })).toBeVisible();
  const loanId = new URL(page.url()).pathname.split('/').at(-1)!;
  const reply = await page.request.post('/api/v2/loanmanager/elements', {
    data: { loanId, elements: [{ title }] },
  });
  expect(reply.status(), await reply.text()).toBe(200);
  return loanId;
}

/** A browser whose camera sees a sheet of paper on a table, and whose user allows it or not. */
async function browserWithCamera(folder: string, isAllowed = true) {
  const video = join(folder, 'camera.mjpeg');
  writeFileSync(video, pagePhoto('Live').buffer);
  const { launchOptions } = browserOptions;
  return chromium.launch({
    ...launchOptions,
    args: [
      ...launchOptions.args,
      '--use-fake-device-for-media-stream',
      `--use-fake-ui-for-media-stream${isAllowed ? '' : '=deny'}`,
      `--use-file-for-fake-video-capture=${video}`,
    ],
  });
}

test('the live camera finds the page, takes it by itself, and goes on to the next', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const title = 'Landlord letter';
  await requestFile(page, title);
  const folder = mkdtempSync(join(tmpdir(), 'camera-'));
  const browser = await browserWithCamera(folder);
  try {
    const context = await browser.newContext({ ...PHONE, baseURL: ADDRESS });
    await context.grantPermissions(['camera']);
    const phone = await context.newPage();
    const refused = await watchPolicy(phone);
    await logIn(phone, ELENA);
    await phone.getByRole('button', { name: `Take photos of ${title}` }).tap();
    const camera = phone.getByRole('dialog', { name: `Photograph ${title}` });
    // The outline is on the sheet, and the picture is taken automatically.
    await expect(camera.getByTestId('page-outline')).toBeVisible();
    await expect(camera.getByRole('status')).toContainText('Page 1 taken', { timeout: 30_000 });
    // The same sheet is not photographed twice automatically; the shutter does it.
    await camera.getByRole('button', { name: 'Take page 2' }).tap();
    await expect(camera.getByRole('button', { name: 'Take page 3' })).toBeEnabled();
    await camera.getByRole('button', { name: 'Review' }).tap();

    const pages = phone.getByRole('dialog', { name: 'Check your pages' });
    await expect(pages.getByText('Clear')).toHaveCount(2);
    // Cropped to the sheet's edges: the picture is taller than wide, and the table is not in it.
    await pages.getByRole('button', { name: 'Adjust page 1' }).tap();
    const crop = phone.getByRole('dialog', { name: 'Adjust page 1' });
    await crop.getByRole('button', { name: 'Retake' }).tap();
    await expect(camera.getByText('Page 1', { exact: true })).toBeVisible();
    await expect(pages.getByText('Clear')).toHaveCount(2, { timeout: 30_000 });
    // "Add a page" opens the camera again.
    await pages.getByRole('button', { name: 'Add a page' }).tap();
    await expect(camera).toBeVisible();
    // Only the label has the state: with aria-pressed, a screen reader would announce it twice.
    const automatic = camera.getByRole('button', { name: 'Automatic: on' });
    await expect(automatic).not.toHaveAttribute('aria-pressed');
    await automatic.tap();
    await expect(camera.getByRole('button', { name: 'Automatic: off' })).toBeVisible();
    await expect(camera.getByRole('status')).toContainText('Page found');
    await camera.getByRole('button', { name: 'Close the camera' }).tap();
    await pages.getByRole('button', { name: 'Send 2 pages as one PDF' }).tap();
    await expect(pages).toHaveCount(0);
    expect(refused).toEqual([]);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
});

test('without permission for the camera, one sentence leads to the device’s own', async ({
  page,
}) => {
  await requestFile(page, 'Utility bill');
  const folder = mkdtempSync(join(tmpdir(), 'camera-'));
  const browser = await browserWithCamera(folder, false);
  try {
    const context = await browser.newContext({ ...PHONE, baseURL: ADDRESS });
    const without = await context.newPage();
    await logIn(without, ELENA);
    await without
      .getByRole('button', { name: /^Take photos of / })
      .first()
      .tap();
    await expect(without.getByRole('alert')).toContainText('The camera isn’t allowed');
    const chooser = without.waitForEvent('filechooser');
    await without.getByRole('button', { name: 'Open the phone’s camera' }).tap();
    await (await chooser).setFiles(pagePhoto('Without'));
    await expect(
      without.getByRole('dialog', { name: 'Check your pages' }).getByText('Clear'),
    ).toBeVisible();
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
});

test('a borrower photographs three pages, and the lender gets one PDF', async ({
  browser,
  page,
}) => {
  test.setTimeout(120_000);
  const title = 'Equipment warranty';
  const loanId = await requestFile(page, title);

  const context = await browser.newContext(PHONE);
  const phone = await context.newPage();
  await logIn(phone, ELENA);
  await shoot(phone, `Take photos of ${title}`, 'First');
  const pages = phone.getByRole('dialog', { name: 'Check your pages' });
  await expect(pages.getByText('1 page', { exact: true })).toBeVisible();
  await expect(pages.getByText('Clear')).toBeVisible();
  await shoot(phone, 'Add a page', 'Second', true);
  await expect(pages.getByText('A little blurry')).toBeVisible();
  await shoot(phone, 'Add a page', 'Third');
  await expect(pages.getByRole('button', { name: 'Send 3 pages as one PDF' })).toBeEnabled();
  await expect(pages.getByText('Saved on this device until you send it or log out')).toBeVisible();

  // The draft survives a reload.
  await phone.reload();
  await phone.getByRole('button', { name: `Continue, 3 pages of ${title}` }).tap();
  await expect(pages.getByRole('button', { name: 'Adjust page 3' })).toBeVisible();

  // A removed page can be restored.
  await pages.getByRole('button', { name: 'Remove page 1' }).tap();
  await expect(pages.getByRole('button', { name: 'Send 2 pages as one PDF' })).toBeVisible();
  await pages.getByRole('button', { name: 'Undo' }).tap();
  await expect(pages.getByRole('button', { name: 'Send 3 pages as one PDF' })).toBeVisible();

  // The blurred page is the second one; after it is moved up, it is the first.
  const second = pages.getByRole('listitem').filter({ hasText: 'Page 2' });
  await expect(second).toContainText('A little blurry');
  await pages.getByRole('button', { name: 'Move page 2', exact: true }).tap();
  await pages.getByRole('menuitem', { name: 'Move up' }).tap();
  await expect(pages.getByRole('listitem').filter({ hasText: 'Page 1' })).toContainText(
    'A little blurry',
  );

  // The arrow keys move a corner.
  await pages.getByRole('button', { name: 'Adjust page 3' }).tap();
  const crop = phone.getByRole('dialog', { name: 'Adjust page 3' });
  const corner = crop.getByRole('button', { name: /^Top left corner/ });
  const before = (await corner.boundingBox())!;
  await corner.press('Shift+ArrowRight');
  await expect(async () => {
    expect((await corner.boundingBox())!.x).toBeCloseTo(before.x + 10, 0);
  }).toPass();
  await crop.getByRole('button', { name: 'Use page 3' }).tap();

  await expect(pages.getByLabel('File name')).toHaveValue(title);
  await pages.getByLabel('Note for your lender').fill('Signed copy.');
  await pages.getByRole('button', { name: 'Send 3 pages as one PDF' }).tap();
  await expect(pages).toHaveCount(0);
  await expect(
    phone.getByRole('button', { name: new RegExp(`(photos|pages) of ${title}`) }),
  ).toHaveCount(0);
  await context.close();

  await toPackage(page);
  await expect(row(page, title)).toContainText('To review');
  const reply = await page.request.get(`/api/v2/loanmanager/${loanId}/elements`);
  const { elements } = (await reply.json()) as {
    elements: { title: string; answer: { document: { id: string; name: string } } | null }[];
  };
  const { document } = elements.find((each) => each.title === title)!.answer!;
  expect(document.name).toBe(`${title}.pdf`);
  const file = await page.request.get(`/api/v1/documents/${document.id}/download`);
  const bytes = await file.body();
  expect(bytes.toString('latin1').match(/\/Type \/Page /g)).toHaveLength(3);
});
