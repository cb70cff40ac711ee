/** A lender edits a Word file in the browser; each save by the office server is scanned and becomes a new version. */
import { expect, test } from '@playwright/test';
import { makeDocx } from '../packages/testing/src/export-steps.ts';
import { DANA, logIn, row, toPackage, upload } from './helpers.ts';
import { watchPolicy } from './security-policy.ts';

test('a lender edits a Word file in the office server and reads what was typed', async ({
  page,
}) => {
  // Waits for two conversions, each of which takes a few seconds on an idle machine.
  test.setTimeout(120_000);
  const refused = await watchPolicy(page);
  await logIn(page, DANA);
  await page.getByRole('link', { name: 'Tamarack Dental Partners' }).first().click();
  await toPackage(page);
  await page.getByRole('treeitem', { name: 'Collateral Docs' }).click();
  const title = 'Phase I environmental report';
  await upload(page, title, 'report.docx', await makeDocx('As it came'));
  await row(page, title).getByText(title).click();
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect(preview.locator('.textLayer')).toContainText('As it came', { timeout: 40_000 });

  await preview.getByRole('button', { name: 'Edit in the browser' }).click();
  const editor = page.getByRole('dialog', { name: 'report.docx' });
  const frame = editor.frameLocator('iframe[title="Office editor"]');
  await expect(frame.getByText(/^report\.docx, \d+ bytes, for Dana Whitfield$/)).toBeVisible();
  // The token is in no URL, which logs or the browser's history would store.
  expect(
    page
      .frames()
      .map((each) => each.url())
      .join(' '),
  ).not.toContain('access_token');
  await frame.getByRole('button', { name: 'Save' }).click();
  await expect(frame.getByText('Saved')).toBeVisible();
  // The package behind the editor updates; the editor stays open while the new version is scanned and shown.
  await expect(page.locator('aside[aria-label="Preview"] .textLayer')).toContainText(
    'Typed in the office server',
    { timeout: 40_000 },
  );
  await expect(frame.getByText('Saved')).toBeVisible();
  await editor.getByRole('button', { name: 'Close the editor' }).click();
  await expect(editor).toBeHidden();
  expect(refused).toEqual([]);
});
