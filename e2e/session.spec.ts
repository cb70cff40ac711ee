/** The end of a session: of 30 minutes with a simulated clock, and in real time on a server with short sessions. */
import { resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { run, untilAnswers } from '../tools/processes.ts';
import { PORT } from './address.ts';
import { productEnvironment } from './global-setup.ts';
import { GRACE, logIn, logInByForm, waitUntilLoaded } from './helpers.ts';
import { takePicture } from './screenshots/picture.ts';

const port = String(Number(PORT) + 1);
const address = `http://localhost:${port}`;
const IDLE_SECONDS = 45;
let web: ReturnType<typeof run>;

test('the warning can be read, heard and pressed', async ({ page }) => {
  // Starts at noon, because a page that is open at midnight reloads its lists, and their replies extend the session.
  await page.clock.install({ time: new Date().setHours(12, 0, 0, 0) });
  await logIn(page, GRACE);
  await expect(page.getByRole('heading', { name: 'Origination' })).toBeVisible();
  // Late parts must load now: after the time jump their data would be stale, and reloading it would extend the session.
  await waitUntilLoaded(page);
  const warning = page.getByRole('dialog', { name: 'Are you still there?' });
  await page.clock.fastForward('28:05');
  await expect(warning.getByText(/^01:\d\d$/)).toBeVisible();
  await expect(warning).toHaveCSS('opacity', '1');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await takePicture(page, '32-session-warning-1440');
  await expect(page.getByRole('button', { name: 'Stay logged in' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(warning).toBeHidden();
});

test.describe('where a session is short', () => {
  test.use({ baseURL: address });
  test.setTimeout(300_000);

  test.beforeAll(async () => {
    web = run('web', process.execPath, [resolve('apps/server/src/main.ts'), 'web'], {
      ...productEnvironment(),
      PORT: port,
      PUBLIC_URL: address,
      SESSION_IDLE_SECONDS: String(IDLE_SECONDS),
    });
    await untilAnswers(`${address}/api/v1/noauth/version`);
  });
  test.afterAll(() => web.stop());

  test('warns in every tab, one press of a key stays, and then it ends [R258] [R289]', async ({
    page,
    context,
  }) => {
    await logInByForm(page, GRACE);
    const other = await context.newPage();
    await other.goto('/user/profile');
    const warning = page.getByRole('dialog', { name: 'Are you still there?' });
    const otherWarning = other.getByRole('dialog', { name: 'Are you still there?' });
    await expect(warning).toBeVisible({ timeout: IDLE_SECONDS * 1000 });
    await expect(otherWarning).toBeVisible();
    await expect(warning.getByText(/^00:\d\d$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Stay logged in' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(warning).toBeHidden();
    await expect(otherWarning).toBeHidden();
    // Screen readers announce it at ten seconds.
    await expect(page.getByText('Your session ends in 10 seconds')).toBeAttached({
      timeout: IDLE_SECONDS * 1000,
    });
    for (const tab of [page, other]) {
      await expect(tab).toHaveURL(/auth\/login/, { timeout: IDLE_SECONDS * 1000 });
      await expect(tab.getByText('Session expired, please log in again.')).toBeVisible();
    }
  });
});
