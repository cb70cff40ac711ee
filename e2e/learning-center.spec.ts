import { expect, test, type Locator } from '@playwright/test';
import { makePng } from '../packages/testing/src/png.ts';
import { DANA, ELENA, logIn, ROBIN } from './helpers.ts';

test('an administrator writes and publishes an article; a borrower finds it by search and reads it on a phone', async ({
  page,
  browser,
}) => {
  await logIn(page, ROBIN, '/admin/learning-center');
  await page.getByRole('link', { name: 'New article' }).click();
  await page.getByLabel('Title').fill('Send a signed lease');
  await page.getByLabel('Topic').selectOption({ label: 'Sending documents' });
  await page.getByRole('switch', { name: 'Lenders' }).uncheck();
  await page.getByRole('switch', { name: 'Borrowers' }).check();
  const text = page.getByLabel('Text');
  await text.fill('Open the lease\nSign it with periwinkle ink');
  await text.selectText();
  await page.getByRole('button', { name: 'Steps' }).click();
  await expect(text).toHaveValue('1. Open the lease\n2. Sign it with periwinkle ink');
  await page.getByRole('button', { name: 'Save article' }).click();
  await expect(page.getByRole('heading', { name: 'Send a signed lease' })).toBeVisible();

  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Picture' }).click();
  await (
    await chooser
  ).setFiles({
    name: 'Where to sign.png',
    mimeType: 'image/png',
    buffer: makePng(120, 80),
  });
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('img', { name: 'Where to sign' })).toBeVisible();

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const elena = await phone.newPage();
  await logIn(elena, ELENA, '/v2/learning-center');
  const search = elena.getByLabel('Search articles');
  await search.fill('periwinkle');
  await expect(elena.getByText('No results for “periwinkle”')).toBeVisible();

  await page.getByRole('switch', { name: 'Published' }).check();
  await page.getByRole('button', { name: 'Save article' }).click();
  await expect(page.getByText('Article saved and published')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const heightOf = async (button: Locator) => (await button.boundingBox())!.height;
  expect(await heightOf(page.getByRole('link', { name: 'Open article' }))).toBe(44);
  expect(await heightOf(page.getByRole('button', { name: 'Delete article' }))).toBe(44);
  await elena.reload();
  await search.fill('periwinkle');
  await elena.getByRole('link', { name: /Send a signed lease/ }).click();
  await expect(elena.getByRole('heading', { name: 'Send a signed lease' })).toBeVisible();
  await expect(elena.getByRole('listitem').filter({ hasText: 'periwinkle' })).toBeVisible();
  const picture = elena.getByRole('img', { name: 'Where to sign' });
  await expect(picture).toHaveJSProperty('naturalWidth', 120);
  const width = await elena.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
  await phone.close();
});

test('help on a page leads to the article about it, for lenders and borrowers', async ({
  page,
  browser,
}) => {
  await logIn(page, DANA, '/loans/phases/origination');
  await page.getByRole('link', { name: 'Help', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Find loans in the pipeline' })).toBeVisible();
  await page.getByRole('link', { name: 'Learning Center' }).first().click();
  await expect(page.getByRole('heading', { name: 'How can we help, Dana?' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search articles')).toBeFocused();

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const elena = await phone.newPage();
  await logIn(elena, ELENA, '/communications');
  await elena.getByRole('button', { name: 'Open menu' }).click();
  await elena.getByRole('link', { name: 'Help with this page' }).click();
  await expect(elena.getByRole('heading', { name: 'Write to your lender' })).toBeVisible();
  await phone.close();
});
