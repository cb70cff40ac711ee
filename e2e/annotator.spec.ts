/** A user opens a file of the package, annotates it and saves it; afterwards all users see the annotations. */
import { expect, test, type Page } from '@playwright/test';
import { DANA, ELENA, logIn, logInAlone, row, sweepOver, toPackage } from './helpers.ts';

const TITLE = '2024 personal tax return';

/** Approves the answer, so that a later change resets a decision. */
async function approve(page: Page): Promise<void> {
  const loanId = new URL(page.url()).pathname.split('/').at(-1)!;
  const reply = await page.request.get(`/api/v2/loanmanager/${loanId}/elements`);
  const { elements } = (await reply.json()) as { elements: { id: string; title: string }[] };
  const { id } = elements.find(({ title }) => title === TITLE)!;
  const data = { updates: [{ id, approved: true }] };
  const approved = await page.request.put('/api/v1/formElements/updates', { data });
  expect(approved.status(), await approved.text()).toBe(200);
}

async function openFile(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
  await toPackage(page);
  await approve(page);
  await page.getByRole('treeitem', { name: 'Individual Docs' }).click();
  await page.getByRole('button', { name: TITLE, exact: true }).click();
  await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText('Approved');
  // The row of the previewed file is highlighted.
  await expect(row(page, TITLE)).toHaveAttribute('aria-current', 'true');
  await page.getByRole('link', { name: 'Mark up' }).click();
  await expect(page.getByText('Page 1 of 1')).toBeVisible();
  await expect(page.locator('.textLayer').getByText(TITLE)).toBeVisible();
}

async function drawLine(page: Page, at: number): Promise<void> {
  const sheet = (await page.locator('.pdfViewer .page').boundingBox())!;
  await page.mouse.move(sheet.x + 200, sheet.y + at);
  await page.mouse.down();
  await page.mouse.move(sheet.x + 320, sheet.y + at + 40, { steps: 6 });
  await page.mouse.move(sheet.x + 440, sheet.y + at, { steps: 6 });
  await page.mouse.up();
}

test('a file is marked up by keys, saved, checked again, and shows its marks to everybody', async ({
  page,
  browser,
}) => {
  const refused: string[] = [];
  page.on('console', (line) => {
    if (/Content Security Policy/.test(line.text())) refused.push(line.text());
  });
  await logIn(page, DANA);
  await openFile(page);
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();

  await page.keyboard.press('d');
  await expect(page.getByRole('button', { name: 'Draw' })).toHaveAttribute('aria-pressed', 'true');
  await drawLine(page, 420);
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.keyboard.press('h');
  await expect(page.getByRole('button', { name: 'Highlight' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await sweepOver(page, page.locator('.textLayer').getByText(TITLE));
  await expect(page.locator('.highlightEditor')).toHaveCount(1);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
  await expect(save).toBeDisabled();

  await page.keyboard.press('d');
  await drawLine(page, 520);
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the package' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  const preview = page.getByRole('complementary', { name: 'Preview' });
  // New annotations require a new decision.
  await expect(preview).toContainText('To review', { timeout: 30_000 });
  // The page returns to the file's folder, not to the top of the package.
  await expect(page.getByRole('treeitem', { name: 'Individual Docs' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(row(page, TITLE)).toHaveAttribute('aria-current', 'true');

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const theirs = await context.newPage();
  await logInAlone(theirs.request, ELENA);
  const { searchParams } = new URL(
    (await preview.getByRole('link', { name: 'Mark up' }).getAttribute('href'))!,
    page.url(),
  );
  await theirs.goto(`/annotator?documentId=${searchParams.get('documentId')}`);
  await expect(theirs.locator('.annotationLayer .inkAnnotation')).toHaveCount(1);
  await expect(theirs.locator('.annotationLayer .highlightAnnotation')).toHaveCount(1);
  await expect(theirs.getByRole('button', { name: 'Draw' })).toBeVisible();
  await context.close();
  expect(refused).toEqual([]);
});

test('without a file, or with one that is not theirs, nothing is there', async ({ page }) => {
  await logIn(page, ELENA, '/annotator');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.goto('/annotator?documentId=01890000-0000-7000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('the preview shows a file’s pages, or its text alone, and keeps the choice [R046]', async ({
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
  await toPackage(page);
  await page.getByRole('treeitem', { name: 'Individual Docs' }).click();
  const item = page.getByRole('button', { name: TITLE, exact: true });
  await item.click();
  const preview = page.getByRole('complementary', { name: 'Preview' });
  const pages = preview.getByRole('region', { name: 'Pages' });
  await expect(pages.locator('.textLayer').getByText(TITLE)).toBeVisible();
  const saved = page.waitForResponse(/alternativePreviewer/);
  await preview.getByRole('button', { name: 'Text', exact: true }).click();
  await saved;
  const words = preview.getByRole('region', { name: 'Page 1' });
  await expect(words).toContainText(TITLE);
  await expect(pages).toHaveCount(0);

  await page.reload();
  await item.click();
  await expect(words).toContainText(TITLE);
  await preview.getByRole('button', { name: 'Pages', exact: true }).click();
  await expect(pages).toBeVisible();
});
