/** Splits a scan of two documents into two answers by keyboard, then compares the two. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { longPdf } from '../packages/testing/src/sample-files.ts';
import { DANA, logIn, row, toPackage, upload } from './helpers.ts';

const preview = (page: Page) => page.getByRole('complementary', { name: 'Preview' });
const REPORT = 'Phase I environmental report';
const LIST = 'Equipment list with serial numbers';

test('a lender splits a scan into two answers, turns a page, and compares them with the scan', async ({
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: 'Sunfield Early Learning Center' }).first().click();
  await toPackage(page);
  await page.getByRole('treeitem', { name: 'Collateral Docs' }).click();
  await upload(page, REPORT, 'scan.pdf', longPdf(5, 4, 'Ovens and mixers'));
  await row(page, REPORT).getByText(REPORT).click();
  // The button appears when the document's pages are ready.
  const split = preview(page).getByRole('button', { name: 'Split pages' });
  await expect(split).toBeVisible({ timeout: 30_000 });
  // The buttons leave enough space for the page, and the package's toolbar beside them leaves enough for the table.
  const top = async (target: Locator) => (await target.boundingBox())!.y;
  const last = preview(page).getByRole('button', { name: 'Compare' });
  expect((await top(last)) - (await top(split))).toBeLessThan(48);
  const request = page.getByRole('link', { name: 'Request files' });
  const download = page.getByRole('button', { name: 'Download', exact: true });
  expect(await top(request)).toBe(await top(download));
  await split.click();

  const dialog = page.getByRole('dialog', { name: 'Split pages' });
  await dialog.getByRole('button', { name: 'Page 4', exact: true }).click();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('2');
  const second = dialog.getByRole('region', { name: 'Answer 2' });
  await expect(second).toContainText('Pages 4–5');
  // Moves the second page first, with keys.
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(second).toContainText('Pages 5, 4');
  await page.keyboard.press('Control+z');
  await expect(second).toContainText('Pages 4–5');
  // Moves a page with the mouse.
  await dialog.getByRole('button', { name: 'Page 3', exact: true }).dragTo(second);
  await expect(second).toContainText('Pages 3–5');
  await page.keyboard.press('Control+z');
  await expect(second).toContainText('Pages 4–5');
  await dialog.getByRole('button', { name: 'Page 1', exact: true }).click();
  await page.keyboard.press(']');
  await expect(dialog.getByRole('button', { name: 'Page 1, turned 90°' })).toBeVisible();
  await expect(dialog).toContainText('Choose a request for each answer.');
  await second.getByRole('combobox').fill(LIST);
  await page.getByRole('option', { name: LIST }).click();
  await dialog.getByRole('button', { name: 'Create 2 answers' }).click();
  await expect(dialog).toBeHidden();

  const tools = preview(page).getByRole('toolbar', { name: 'Pages' });
  await row(page, LIST).getByText(LIST).click();
  await expect(tools).toContainText('1 / 2', { timeout: 30_000 });
  await expect(preview(page).locator('.textLayer').first()).toContainText('Ovens and mixers');
  await row(page, REPORT).getByText(REPORT).click();
  await expect(tools).toContainText('1 / 3', { timeout: 30_000 });
  // The scan is kept in the history of its request.
  await expect(preview(page)).toContainText('Previous answers');

  // The rotated page is wide; after another rotation in the viewer it is tall again.
  const sheet = preview(page).locator('.page').first();
  const isWide = async () => {
    const box = await sheet.boundingBox();
    return box !== null && box.width > box.height;
  };
  await expect.poll(isWide).toBe(true);
  await preview(page).getByRole('button', { name: 'Rotate the view' }).click();
  await expect.poll(isWide).toBe(false);
  await preview(page).getByRole('button', { name: 'Thumbnails' }).click();
  await preview(page).getByRole('button', { name: 'Go to page 3' }).click();
  await expect(tools).toContainText('3 / 3');

  await preview(page).getByRole('button', { name: 'Compare' }).click();
  const compare = page.getByRole('dialog', { name: 'Compare' });
  await compare.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: /^Version of/ }).click();
  await expect(compare.getByRole('toolbar', { name: 'Pages' })).toContainText(['/ 5', '/ 3']);
  // Pages are matched by their text: the two pages that became another answer are reported as removed, and no other
  // page differs.
  const changes = compare.getByRole('region', { name: 'What changed' });
  await expect(changes).toContainText('2 pages removed, 3 the same');
  await changes.getByRole('button', { name: 'Page 5, removed' }).click();
  await expect(compare.getByRole('toolbar', { name: 'Pages' })).toContainText(['5 / 5', '/ 3']);
  await expect(
    compare.getByRole('region', { name: 'Other document' }).locator('.foundWords mark').first(),
  ).toBeVisible();
});

test('a document is compared with the same one of another year', async ({ page }) => {
  // Waits until two files are scanned and converted.
  test.setTimeout(90_000);
  await logIn(page, DANA);
  await page.getByRole('link', { name: 'Sunfield Early Learning Center' }).first().click();
  await expect(page).toHaveURL(/\/loans\/[\da-f-]{36}/);
  const loanId = new URL(page.url()).pathname.split('/').at(-1)!;
  const [before, after] = ['2024 enrollment audit', '2025 enrollment audit'];
  const added = await page.request.post('/api/v2/loanmanager/elements', {
    data: { loanId, elements: [{ title: before }, { title: after }] },
  });
  expect(added.status(), await added.text()).toBe(200);
  await toPackage(page);
  await upload(page, before, 'audit 2024.pdf', longPdf(2, 2, 'Enrollment of 2024'));
  await upload(page, after, 'audit 2025.pdf', longPdf(3, 2, 'Enrollment of 2025'));
  await row(page, after).getByText(after).click();
  await preview(page).getByRole('button', { name: 'Compare' }).click({ timeout: 30_000 });
  const compare = page.getByRole('dialog', { name: 'Compare' });
  const others = compare.getByRole('combobox', { name: 'Compare with' });
  await others.click();
  await expect(page.getByRole('group', { name: 'Other years' })).toContainText(before);
  await page.getByRole('option', { name: before }).click();
  await expect(compare.getByRole('toolbar', { name: 'Pages' })).toContainText(['/ 2', '/ 3']);

  const changes = compare.getByRole('region', { name: 'What changed' });
  await expect(changes).toContainText('1 page changed, 1 added, 1 the same');
  await page.keyboard.press('n');
  const changed = changes.getByRole('button', { name: 'Page 2, changed' });
  await expect(changed).toHaveAttribute('aria-current', 'true');
  const words = changes.getByRole('group', { name: 'Changes on page 2' });
  await expect(words.locator('del')).toHaveText('2024');
  await expect(words.locator('ins')).toHaveText('2025');
  for (const name of ['Other document', 'This document']) {
    const half = compare.getByRole('region', { name });
    await expect(half.locator('.foundWords mark[data-current]')).toHaveCount(1);
    await expect(half.getByRole('toolbar', { name: 'Pages' })).toContainText('2 /');
  }
  await page.keyboard.press('n');
  await expect(changes.getByRole('button', { name: 'Page 3, added' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expect(compare.getByRole('toolbar', { name: 'Pages' })).toContainText(['2 / 2', '3 / 3']);
  // After the last change, the key returns to the first one.
  await page.keyboard.press('n');
  await expect(changed).toHaveAttribute('aria-current', 'true');
});

test('a scan of two documents is divided as suggested, and a page that was forgotten is added to an answer', async ({
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: 'Tamarack Dental Partners' }).first().click();
  await toPackage(page);
  await page.getByRole('treeitem', { name: 'Collateral Docs' }).click();
  await upload(page, LIST, 'scan.pdf', longPdf(5, 4, 'Commercial lease'));
  await row(page, LIST).getByText(LIST).click();
  await preview(page).getByRole('button', { name: 'Split pages' }).click({ timeout: 40_000 });
  const dialog = page.getByRole('dialog', { name: 'Split pages' });
  const suggestions = dialog.getByRole('region', { name: 'Suggestions' });
  await expect(suggestions).toContainText('Pages 4–5: Lease');
  await expect(suggestions).toContainText('Page 4 says “Commercial lease');
  await suggestions.getByRole('button', { name: 'Move: Pages 4–5: Lease' }).click();
  await expect(dialog.getByRole('region', { name: 'Answer 2' })).toContainText('Pages 4–5');
  await expect(suggestions).toContainText('Applied');
  // The suggestion can be undone like any move, and nothing is saved.
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(suggestions).not.toContainText('Applied');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const chooser = page.waitForEvent('filechooser');
  await preview(page).getByRole('button', { name: 'Add pages' }).click();
  await (
    await chooser
  ).setFiles({ name: 'rider.pdf', mimeType: 'application/pdf', buffer: longPdf(2, 1, 'Rider') });
  const tools = preview(page).getByRole('toolbar', { name: 'Pages' });
  await expect(tools).toContainText('1 / 7', { timeout: 40_000 });
  // Each original file is kept.
  await expect(preview(page)).toContainText('Previous answers');
});
