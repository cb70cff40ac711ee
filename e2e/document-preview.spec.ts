/**
 * Files of every kind are shown as pages, converted and recognized by the real programs; a file that cannot be read
 * shows the reason.
 */
import { expect, test, type Page } from '@playwright/test';
import { makeDocx } from '../packages/testing/src/export-steps.ts';
import { heicPhoto, longPdf } from '../packages/testing/src/sample-files.ts';
import { DANA, logIn, row, toPackage, upload } from './helpers.ts';

const preview = (page: Page) => page.getByRole('complementary', { name: 'Preview' });

async function openDocument(page: Page, title: string): Promise<void> {
  await row(page, title).getByText(title).click();
  await expect(preview(page)).toContainText(title);
}

test('a lender reads a Word file and a HEIC photo as pages, and sees that a third file is damaged', async ({
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: 'Tamarack Dental Partners' }).first().click();
  await toPackage(page);
  await page.getByRole('treeitem', { name: 'Collateral Docs' }).click();
  const [notice, photo, damaged] = [
    'Phase I environmental report',
    'Certificate of insurance',
    'Equipment list with serial numbers',
  ] as const;
  await upload(page, notice, 'notice.docx', await makeDocx('Notice to Tamarack Dental'));
  await upload(page, photo, 'IMG_0042.HEIC', heicPhoto(['Appraised at 910,000 dollars']));
  await upload(page, damaged, 'broken.pdf', Buffer.from('%PDF-1.4 nothing in it'));

  await expect(row(page, damaged)).toContainText('Can’t be opened', { timeout: 30_000 });
  await openDocument(page, notice);
  await expect(preview(page).locator('.textLayer')).toContainText('Notice to Tamarack Dental', {
    timeout: 30_000,
  });
  await openDocument(page, photo);
  await expect(preview(page).locator('.page canvas').first()).toBeVisible({ timeout: 30_000 });
  const href = await preview(page).getByRole('link', { name: 'Read' }).getAttribute('href');
  const documentId = new URL(href!, page.url()).searchParams.get('documentId');
  // The text is recognized from the photo by OCR.
  await expect
    .poll(async () => (await page.request.get(`/api/v1/documents/${documentId}/text`)).text(), {
      timeout: 30_000,
    })
    .toContain('Appraised');
  await openDocument(page, damaged);
  await expect(preview(page)).toContainText('This file is damaged and can’t be opened.');
  await expect(preview(page).getByRole('button', { name: /^Download/ })).toBeVisible();

  // Beside the preview and on a small laptop, names are not truncated; other columns are hidden first.
  const name = row(page, damaged).getByRole('button', { name: damaged, exact: true });
  const isCut = () => name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  await expect.poll(isCut).toBe(false);
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(isCut).toBe(false);
});

test('a lender finds words on page 900 of 1,000, and the page shows them marked', async ({
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: 'Sunfield Early Learning Center' }).first().click();
  await toPackage(page);
  await page.getByRole('treeitem', { name: 'Collateral Docs' }).click();
  const title = 'Certificate of insurance';
  await upload(page, title, 'long.pdf', longPdf(1000, 900, 'The hornfels clause'));
  await expect(row(page, title)).toContainText('To review', { timeout: 30_000 });
  await openDocument(page, title);
  const tools = preview(page).getByRole('toolbar', { name: 'Pages' });
  await expect(tools).toContainText('1 / 1000', { timeout: 30_000 });
  const href = await preview(page)
    .getByRole('link', { name: /Read|Mark up/ })
    .getAttribute('href');
  const documentId = new URL(href!, page.url()).searchParams.get('documentId');
  await expect
    .poll(
      async () =>
        (await page.request.get(`/api/v1/documents/${documentId}/find?text=hornfels`)).text(),
      { timeout: 60_000 },
    )
    .toContain('"page":900');

  await tools.getByRole('button', { name: 'Find in this document' }).click();
  await page.keyboard.type('hornfels clause');
  await expect(preview(page).getByRole('search')).toContainText('1 of 1');
  await expect(tools).toContainText('900 / 1000');
  const marks = preview(page).locator('.foundWords mark');
  await expect(marks).toHaveCount(2);
});
