/** The operator's settings that users see: the terms of service and the support address. */
import { resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { run, untilAnswers } from '../tools/processes.ts';
import { PORT } from './address.ts';
import { productEnvironment } from './global-setup.ts';
import { DANA, ELENA, logIn } from './helpers.ts';

const port = String(Number(PORT) + 2);
const address = `http://localhost:${port}`;
const TERMS = 'https://terms.example/terms';
let web: ReturnType<typeof run>;

test.use({
  baseURL: address,
  storageState: {
    cookies: [],
    origins: [{ origin: address, localStorage: [{ name: 'cairn-cookies-seen', value: 'yes' }] }],
  },
});
test.beforeAll(async () => {
  web = run('web', process.execPath, [resolve('apps/server/src/main.ts'), 'web'], {
    ...productEnvironment(),
    PORT: port,
    PUBLIC_URL: address,
    TERMS_URL: TERMS,
    TERMS_VERSION: '2026-11',
    SUPPORT_EMAIL: 'help@terms.example',
  });
  await untilAnswers(`${address}/api/v1/noauth/version`);
});
test.afterAll(() => web.stop());

const notice = (page: Page) =>
  page.getByRole('region', { name: 'Notices' }).getByText('Please read and agree to the terms');

/** Follows the notice to the section of the profile, and agrees. */
async function agree(page: Page): Promise<void> {
  await expect(notice(page)).toBeVisible();
  await page.getByRole('link', { name: 'Review terms' }).click();
  await expect(page).toHaveURL(/\/user\/profile#terms$/);
  const section = page.getByRole('region', { name: 'Terms of service' });
  await expect(section).toBeInViewport();
  const text = section.getByRole('link', { name: 'Read the terms of service' });
  await expect(text).toHaveAttribute('href', TERMS);
  await expect(section.getByText('(version 2026-11)')).toBeVisible();
  await section.getByRole('button', { name: 'I agree' }).click();
  await expect(section.getByText(/\bAgreed on \w{3} \d{1,2}, \d{4}$/)).toBeVisible();
  await expect(notice(page)).toBeHidden();
}

test('a lender is asked to agree, works on meanwhile, and is not asked again', async ({ page }) => {
  await logIn(page, DANA);
  await expect(page.getByRole('heading', { name: 'Origination' })).toBeVisible();
  await expect(notice(page)).toBeVisible();
  // The notice does not block the page.
  await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
  await expect(page.getByRole('heading', { name: 'Larkspur Bakery LLC' })).toBeVisible();
  await agree(page);
  await page.reload();
  await expect(page.getByText(/\bAgreed on/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'I agree' })).toBeHidden();
  await expect(notice(page)).toBeHidden();
});

test('a borrower agrees on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, ELENA, '/');
  await expect(notice(page)).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await agree(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('a page that failed names the operator’s support [R041]', async ({ page }) => {
  await logIn(page, DANA);
  const loan = page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first();
  const url = (await loan.getAttribute('href')) ?? '';
  await page.route('**/api/v1/loans/*', (route) =>
    route.fulfill({ status: 422, contentType: 'application/json', body: '{}' }),
  );
  await page.goto(url);
  await expect(page.getByRole('link', { name: 'help@terms.example' })).toHaveAttribute(
    'href',
    'mailto:help@terms.example',
  );
});
