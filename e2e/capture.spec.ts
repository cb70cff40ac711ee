/** A borrower photographs three pages with a phone and sends them as one PDF. */
import { expect, test, type Page } from '@playwright/test';
import { DANA, ELENA, logIn, row, toPackage } from './helpers.ts';
import { pagePhoto } from './page-photo.ts';

const LOAN = 'Larkspur Bakery LLC';

async function shoot(page: Page, button: string, text: string, soft = false): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).tap();
  await (await chooser).setFiles(pagePhoto(text, soft));
}

test('a borrower photographs three pages, and the lender gets one PDF', async ({
  browser,
  page,
}) => {
  test.setTimeout(120_000);
  const title = 'Equipment warranty';
  await logIn(page, DANA);
  await page.getByRole('link', { name: LOAN }).first().click();
  await expect(page.getByRole('heading', { name: LOAN })).toBeVisible();
  const loanId = new URL(page.url()).pathname.split('/').at(-1)!;
  const asked = await page.request.post('/api/v2/loanmanager/elements', {
    data: { loanId, elements: [{ title }] },
  });
  expect(asked.status(), await asked.text()).toBe(200);

  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
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

  // Removed, and back again.
  await pages.getByRole('button', { name: 'Remove page 1' }).tap();
  await expect(pages.getByRole('button', { name: 'Send 2 pages as one PDF' })).toBeVisible();
  await pages.getByRole('button', { name: 'Undo' }).tap();
  await expect(pages.getByRole('button', { name: 'Send 3 pages as one PDF' })).toBeVisible();

  // The blurred page is the second; moved up, it is the first.
  const second = pages.getByRole('listitem').filter({ hasText: 'Page 2' });
  await expect(second).toContainText('A little blurry');
  await pages.getByRole('button', { name: 'Move page 2', exact: true }).tap();
  await pages.getByRole('menuitem', { name: 'Move up' }).tap();
  await expect(pages.getByRole('listitem').filter({ hasText: 'Page 1' })).toContainText(
    'A little blurry',
  );

  // A corner moves by the arrow keys.
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
  const listed = await page.request.get(`/api/v2/loanmanager/${loanId}/elements`);
  const { elements } = (await listed.json()) as {
    elements: { title: string; answer: { document: { id: string; name: string } } | null }[];
  };
  const { document } = elements.find((each) => each.title === title)!.answer!;
  expect(document.name).toBe(`${title}.pdf`);
  const file = await page.request.get(`/api/v1/documents/${document.id}/download`);
  const bytes = await file.body();
  expect(bytes.toString('latin1').match(/\/Type \/Page /g)).toHaveLength(3);
});
