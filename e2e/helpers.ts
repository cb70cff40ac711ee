import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { ADMINISTRATOR, BORROWER, OFFICER, PASSWORD, PEOPLE } from '../tools/database/demo-data.ts';

export const DANA = PEOPLE.dana[2];
export const MARCUS = PEOPLE.marcus[2];
export const PRIYA = PEOPLE.priya[2];
export const GRACE = PEOPLE.grace[2];
export const ELENA = BORROWER[2];
export const ROBIN = ADMINISTRATOR[2];
export const NOOR = OFFICER[2];

/** Lenders start on the pipeline, all other users on their home. */
const ENTRANCE = '/loans/phases/origination';

/** Logs in by API call. Journeys about the log-in form use logInByForm. */
export async function logIn(page: Page, username: string, to = ENTRANCE): Promise<void> {
  await logInAlone(page.request, username);
  await page.goto(to);
}

/** Creates a session without opening a page. */
export async function logInAlone(request: APIRequestContext, username: string): Promise<void> {
  const answer = await request.post('/api/v1/noauth/login', {
    data: { username, password: PASSWORD },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

export async function logInByForm(page: Page, username: string): Promise<void> {
  await page.goto(`/auth/login?return=${ENTRANCE}`);
  await page.getByLabel('Email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).not.toHaveURL(/auth\/login/);
}

/** Marks the page; the returned function verifies that the page was not reloaded, so that changes arrived by events. */
export async function markAsLoaded(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  return async () => {
    expect(await page.evaluate(() => (globalThis as { sameDocument?: boolean }).sameDocument)).toBe(
      true,
    );
  };
}

/** Chooses the company that an administrator views, by typing its name. */
export async function chooseCompany(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Company' }).fill(name);
  await page.getByRole('option', { name, exact: true }).click();
}

/** Opens a tab of a loan in its bar or its menu, because the bar shows only as many tabs as fit. */
export async function openLoanTab(page: Page, name: string | RegExp): Promise<void> {
  const tabs = page.getByRole('navigation', { name: 'Loan', exact: true }).locator('visible=true');
  const tab = tabs.getByRole('link', { name });
  const timeout = 2_000;
  await expect(tabs.getByRole('link').first()).toBeVisible();
  // Counts of files and messages load late and change how many tabs fit.
  await expect(async () => {
    if (await tab.isVisible()) {
      await tab.click({ timeout });
      return;
    }
    await tabs.getByRole('button', { name: 'More', exact: true }).click({ timeout });
    await page.getByRole('menuitem', { name }).click({ timeout });
  }).toPass();
}

/** Goes from a loan's overview to its package. */
export const toPackage = (page: Page): Promise<void> => openLoanTab(page, 'Package');

export const row = (page: Page, title: string): Locator =>
  page.getByRole('row').filter({ hasText: title });

export async function upload(
  page: Page,
  title: string,
  name: string,
  content: Buffer,
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await row(page, title)
    .getByRole('button', { name: /^(Upload|Replace)/ })
    .click();
  await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer: content });
}

/** Drags from the first character to the last. */
export async function sweepOver(page: Page, words: Locator): Promise<void> {
  const { x, y, width, height } = (await words.boundingBox())!;
  await page.mouse.move(x + 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width - 2, y + height / 2, { steps: 8 });
  await page.mouse.up();
}

/** Clears cookies and leaves the page: an open page would otherwise redirect itself to the log-in. */
export async function forget(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

/** Waits until the target has not moved for half a second: late content shifts the layout under the pointer. */
export async function waitUntilStill(target: Locator): Promise<void> {
  let before = '';
  await expect(async () => {
    const now = JSON.stringify(await target.boundingBox());
    const moved = now !== before;
    before = now;
    expect(moved).toBe(false);
  }).toPass({ intervals: [500] });
}

/** Waits until the page has loaded nothing for two seconds: parts that are not needed at once load late. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  let before = -1;
  await expect(async () => {
    const now = await page.evaluate(() => performance.getEntriesByType('resource').length);
    const hasLoadedMore = now !== before;
    before = now;
    expect(hasLoadedMore).toBe(false);
  }).toPass({ intervals: [2000] });
}

/** Delays the page's animation frames, as on a slow machine, to test that no key press is lost. */
export async function drawFramesLate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const onNextFrame = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) =>
      onNextFrame((time) => setTimeout(() => callback(time), 250));
  });
}

/** Returns a function that reads the sum of the open page's layout shifts that no input caused. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counter = globalThis as typeof globalThis & { shifted: number };
    counter.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        if (!entry.hadRecentInput) counter.shifted += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted);
}
