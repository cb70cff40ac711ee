/** The content security policy; screenshots.spec.ts checks that no screen of the product violates it. */
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { DANA, logIn } from './helpers.ts';
import { watchPolicy } from './security-policy.ts';

const policyOf = (headers: Record<string, string>): string => headers['content-security-policy']!;

test('every page has a nonce of its own and allows no inline style or script', async ({
  page,
  request,
}) => {
  const nonces = new Set<string>();
  for (const path of ['/', '/index.html', '/auth/login', '/loans/phases/origination', '/']) {
    const answer = await request.get(path);
    expect(answer.status()).toBe(200);
    const policy = policyOf(answer.headers());
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/);
    const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policy)![1]!;
    expect(await answer.text()).toContain(`nonce="${nonce}"`);
    expect(answer.headers()['cache-control']).toBe('no-store');
    expect(answer.headers()['permissions-policy']).toContain('geolocation=()');
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(5);

  const refused = await watchPolicy(page);
  await page.goto('/auth/login');
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  expect(refused).toEqual([]);
  // The control: an injected script is blocked, and the listener sees it.
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<style>h1 { color: red }</style>');
    document.body.insertAdjacentHTML('beforeend', '<p style="color: red">red</p>');
    const script = document.createElement('script');
    script.textContent = 'document.title = "taken"';
    document.body.append(script);
  });
  await expect
    .poll(() => refused.map((each) => each.split(':')[0]))
    .toEqual(expect.arrayContaining(['style-src-elem', 'style-src-attr', 'script-src-elem']));
  await expect(page).not.toHaveTitle('taken');
});

test('dialogs, menus, notifications and the change of colors work under the policy', async ({
  page,
}) => {
  const refused = await watchPolicy(page);
  await logIn(page, DANA);
  await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
  await page.getByRole('button', { name: 'More for this loan' }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit loan' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  // react-remove-scroll adds a style element while a dialog is open.
  await expect(page.locator('body[data-scroll-locked]')).toHaveCount(1);
  expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden');
  await page.keyboard.press('Escape');
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`)).toHaveCount(1);
  }
  expect(refused).toEqual([]);
});

test('only the barcode worker may use WebAssembly, and no page may start it otherwise', async ({
  page,
  request,
}) => {
  const files = globSync('*.js', { cwd: resolve(import.meta.dirname, '../apps/web/dist/assets') });
  const workers = files.filter((file) => file.startsWith('barcode-worker-'));
  expect(workers).toHaveLength(1);
  for (const encoding of ['identity', 'gzip', 'br']) {
    const headers = { 'accept-encoding': encoding };
    const worker = await request.get(`/assets/${workers[0]}`, { headers });
    expect(policyOf(worker.headers())).toContain(
      "script-src 'wasm-unsafe-eval'; connect-src 'self'",
    );
    const other = files.find((file) => file !== workers[0])!;
    const script = await request.get(`/assets/${other}`, { headers });
    expect(policyOf(script.headers())).not.toContain('wasm');
  }
  for (const path of ['/', '/applicant', '/api/v1/noauth/version']) {
    expect(policyOf((await request.get(path)).headers())).not.toContain('wasm');
  }
  // These eight bytes are the smallest valid WebAssembly module.
  await page.goto('/auth/login');
  const compiled = await page.evaluate(() =>
    WebAssembly.compile(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)).then(
      () => 'compiled',
      (refusal: unknown) => String(refusal),
    ),
  );
  expect(compiled).toContain('Content Security Policy');
});

test('a file that is not there is 404, not the page', async ({ request }) => {
  const missing = await request.get('/assets/gone-Ab12Cd34.js');
  expect(missing.status()).toBe(404);
  expect(missing.headers()['content-type']).toContain('json');
});
