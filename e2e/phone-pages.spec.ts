/** The borrower's pages on a phone: how much a first visit loads, that nothing jumps, and that a thumb hits every target. */
import { expect, test, type Browser, type Page } from '@playwright/test';
import { ELENA, logInAlone, waitUntilLoaded, watchShifts } from './helpers.ts';

const MAX_REQUESTS = 30;
const MAX_SHIFT = 0.05;
const MIN_TARGET_PX = 44;
const LOAN = 'Larkspur Bakery LLC';
/** The server names other scripts to phones. */
const PHONE = 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36';

async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent: PHONE,
  });
  const page = await context.newPage();
  await logInAlone(page.request, ELENA);
  return page;
}

/** A loan of the demo data, and a request of it that waits for a file. */
async function findRequest(page: Page): Promise<{ loanId: string; elementId: string }> {
  const listed = await page.request.get('/api/v1/loans/view?limit=50');
  const list = (await listed.json()) as Record<'loans' | 'pinned', { id: string; name: string }[]>;
  const loanId = [...list.pinned, ...list.loans].find(({ name }) => name === LOAN)!.id;
  const answer = await page.request.get(`/api/v2/loanmanager/${loanId}/elements`);
  const { elements } = (await answer.json()) as {
    elements: {
      elementId: string;
      storageType: string;
      answer: object | null;
      abilities: { answer: boolean };
    }[];
  };
  const { elementId } = elements.find(
    ({ storageType, answer: sent, abilities }) =>
      storageType === 'FILE' && sent === null && abilities.answer,
  )!;
  return { loanId, elementId };
}

/** Everything that can be touched and is smaller than a thumb, except links in a sentence. */
function findSmallTargets(least: number): string[] {
  const touchable =
    'button, a[href], input, select, textarea, summary, [role=button], [role=switch], [role=tab], [role=radio]';
  return [...document.querySelectorAll<HTMLElement>(touchable)].flatMap((element) => {
    const style = getComputedStyle(element);
    const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!isShown || element.closest('[inert]')) return [];
    if (element.tagName === 'A' && style.display === 'inline') return [];
    // Some targets cover their whole row; a box is chosen by its label as well.
    const coversRow = getComputedStyle(element, '::after').position === 'absolute';
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
    const hit = (coversRow && element.closest<HTMLElement>('tr, li')) || element;
    const sizes = [hit, ...(label ? [label] : [])].map((each) => each.getBoundingClientRect());
    const { width, height } = sizes.toSorted((one, other) => other.height - one.height)[0]!;
    if (width <= 1 || (width >= least && height >= least)) return [];
    const name = element.getAttribute('aria-label') ?? element.textContent;
    return [
      `${name.slice(0, 40)} (${element.tagName}): ${Math.round(width)} x ${Math.round(height)}`,
    ];
  });
}

test('a first visit of a borrower’s home or request needs at most 30 requests, and nothing jumps', async ({
  browser,
}, info) => {
  const page = await openPhone(browser);
  const { loanId, elementId } = await findRequest(page);
  const shifted = await watchShifts(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.resourceType()} ${request.url()}`));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('left to do');
  await waitUntilLoaded(page);
  info.annotations.push({
    type: 'requests of a first visit',
    description: String(requests.length),
  });
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(MAX_REQUESTS);
  expect(await shifted()).toBeLessThan(MAX_SHIFT);

  requests.length = 0;
  await page.goto(`/loans/${loanId}?view=package&item=${elementId}`);
  const close = page.getByRole('button', { name: 'Close the preview' });
  await expect(close).toBeVisible();
  await waitUntilLoaded(page);
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(MAX_REQUESTS);
  expect(await shifted()).toBeLessThan(MAX_SHIFT);
  // The documents around it load when it is closed.
  await expect(page.getByRole('region', { name: 'Documents' })).toHaveCount(0);
  await close.tap();
  await expect(page.getByRole('region', { name: 'Documents' })).toBeVisible();
  await expect(page).toHaveURL(/view=package$/);
  await page.context().close();
});

test('a thumb hits every target of the borrower’s pages, and doubled text stays on the screen', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = await openPhone(browser);
  const { loanId, elementId } = await findRequest(page);
  const pages: [path: string, heading: string | RegExp][] = [
    ['/', /left to do/],
    [`/loans/${loanId}`, LOAN],
    [`/loans/${loanId}?view=package&item=${elementId}`, LOAN],
    [`/loans/${loanId}/messages`, LOAN],
    ['/user/profile', /profile/i],
    ['/user/shoebox', /shoebox/i],
    ['/calendar', 'Calendar'],
  ];
  for (const [path, heading] of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    await expect(page.getByRole('navigation').getByText('Calendar').last()).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    expect.soft(await page.evaluate(findSmallTargets, MIN_TARGET_PX), path).toEqual([]);
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    const tooWide = await page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        // The tabs of a loan scroll sideways.
        .filter((element) => element.closest('nav') === null)
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
        .map((element) => `${element.tagName} ${element.textContent.slice(0, 40)}`),
    );
    expect.soft(tooWide, path).toEqual([]);
  }
  await page.context().close();
});
