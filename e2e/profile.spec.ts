import { expect, test, type Page } from '@playwright/test';
import { codeInText, textTo } from '../packages/testing/src/texts.ts';
import { PASSWORD } from '../tools/database/demo-data.ts';
import { productEnvironment } from './global-setup.ts';
import { DANA, ELENA, GRACE, logIn, MARCUS } from './helpers.ts';

Object.assign(process.env, productEnvironment());

/** A wide picture, half dark and half light: the colors show where it was cropped. */
const picture = (page: Page): Promise<Buffer> =>
  page
    .evaluate(() => {
      const canvas = document.createElement('canvas');
      canvas.width = 600;
      canvas.height = 300;
      const context = canvas.getContext('2d')!;
      context.fillStyle = '#204060';
      context.fillRect(0, 0, 300, 300);
      context.fillStyle = '#F0C080';
      context.fillRect(300, 0, 300, 300);
      return canvas.toDataURL('image/png').split(',')[1]!;
    })
    .then((text) => Buffer.from(text, 'base64'));

async function choosePicture(page: Page, name: string, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^(Add a|Change) picture$/ }).click();
  await (await chooser).setFiles({ name, mimeType: 'image/png', buffer });
}

test('a phone is verified with the code of a text message, on a phone [R263] [R270]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, ELENA, '/user/profile');
  const number = `555-${100 + Math.floor(Math.random() * 900)}-${1000 + Math.floor(Math.random() * 9000)}`;
  await page.getByLabel('Phone').fill('12');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter a phone number, like 555-010-0199')).toBeVisible();
  await page.getByLabel('Phone').fill(number);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter your password to change your phone number')).toBeVisible();
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Text me a code' }).click();
  const field = page.getByLabel('Code from the text message');
  await expect(field).toBeFocused();
  await field.fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('That code doesn’t match')).toBeVisible();
  await expect(page.getByRole('button', { name: /Send it again in/ })).toBeDisabled();
  await field.fill(codeInText(await textTo(`+1${number.replaceAll('-', '')}`)));
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${number} is verified.`)).toBeVisible();
  await page.reload();
  await expect(page.getByText(`${number} is verified.`)).toBeVisible();
});

test('a picture is cut with the keyboard, checked, and seen by a colleague', async ({
  page,
  browser,
}) => {
  await logIn(page, DANA, '/user/profile');
  await choosePicture(page, 'me.png', await picture(page));
  const dialog = page.getByRole('dialog', { name: 'Your picture' });
  await expect(dialog.getByRole('application')).toBeFocused();
  for (let press = 0; press < 20; press += 1) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('slider', { name: 'Zoom' })).toHaveValue('1.05');
  await dialog.getByRole('button', { name: 'Save picture' }).press('Enter');
  await expect(dialog).toBeHidden();
  const shownPicture = page.locator('img[src*="/v2/users/avatar/"]').first();
  // A workflow scans the picture before it is shown.
  await expect(shownPicture).toBeVisible({ timeout: 45_000 });
  // The picture was moved to the far right, so only its left, dark half remains.
  const color = await shownPicture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = 1;
    canvas.height = 1;
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 128, 128, 1, 1, 0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  });
  expect(color[0]).toBeLessThan(60);

  const context = await browser.newContext();
  const other = await context.newPage();
  await logIn(other, MARCUS);
  await expect(other.locator('img[src*="/v2/users/avatar/"]').first()).toBeVisible();
  await context.close();

  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Add a picture' })).toBeVisible();
  await expect(page.locator('img[src*="/v2/users/avatar/"]')).toHaveCount(0);
});

test('a file that is no picture is refused in plain words', async ({ page }) => {
  await logIn(page, GRACE, '/user/profile');
  await choosePicture(page, 'not.png', Buffer.from('<svg onload="alert(1)"></svg>'));
  await expect(
    page.getByText('This file is not a picture that your browser can read.'),
  ).toBeVisible();
});

test('another browser is ended from the list, and its page goes to the log-in', async ({
  page,
  browser,
}) => {
  await logIn(page, GRACE);
  const context = await browser.newContext();
  const elsewhere = await context.newPage();
  await logIn(elsewhere, GRACE);
  await page.goto('/user/profile');
  const list = page.getByRole('region', { name: 'Where you are logged in' });
  await expect(list.getByText('This browser')).toBeVisible();
  await page.getByRole('button', { name: 'Log out other browsers' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill('not the password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This isn’t your password')).toBeVisible();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(elsewhere).toHaveURL(/auth\/login/);
  await expect(elsewhere.getByText('Session expired, please log in again.')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await context.close();
});

test('a borrower reads the text and consents to a credit check, once [R325]', async ({ page }) => {
  await logIn(page, ELENA, '/user/profile');
  const section = page.getByRole('region', { name: 'Credit check' });
  await expect(section.getByText('Fair Credit Reporting Act')).toBeVisible();
  const give = section.getByRole('button', { name: 'Give consent' });
  await expect(give).toBeDisabled();
  await section.getByLabel('I have read this and I agree').check();
  await give.click();
  await expect(section.getByText(/You agreed on/)).toBeVisible();
  await page.reload();
  await expect(section.getByText(/You agreed on/)).toBeVisible();
});

test('a lender keeps a Microsoft address', async ({ page }) => {
  await logIn(page, GRACE, '/user/profile');
  await page.getByLabel('Microsoft address').fill('grace');
  await page.getByRole('button', { name: 'Use this address' }).click();
  await expect(page.getByText('Enter an email address')).toBeVisible();
  await page.getByLabel('Microsoft address').fill('grace@northgate.onmicrosoft.example');
  await page.getByRole('button', { name: 'Use this address' }).click();
  await expect(page.getByText('Microsoft address saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Microsoft address')).toHaveValue(
    'grace@northgate.onmicrosoft.example',
  );
});
