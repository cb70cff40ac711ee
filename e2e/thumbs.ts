/** Checks that a page on a phone has large touch targets and works with text of twice the size. */
import { expect, type Page } from '@playwright/test';

const MIN_TARGET_PX = 44;

/** Touch targets that are smaller than a thumb, except links within a sentence. */
function findSmallTargets(least: number): string[] {
  const touchable =
    'button, a[href], input, select, textarea, summary, [role=button], [role=switch], [role=tab], [role=radio]';
  return [...document.querySelectorAll<HTMLElement>(touchable)].flatMap((element) => {
    const style = getComputedStyle(element);
    const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!isShown || element.closest('[inert]')) return [];
    if (element.tagName === 'A' && style.display === 'inline') return [];
    // Some targets cover their whole row, and a checkbox can also be tapped by its label.
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

/** Expects that the open page has targets as large as a thumb, and that text of twice the size stays on the screen. */
export async function expectRoomForThumbs(page: Page, name: string): Promise<void> {
  expect.soft(await page.evaluate(findSmallTargets, MIN_TARGET_PX), name).toEqual([]);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const tooWide = await page.evaluate(() =>
    [...document.querySelectorAll('main *, [role=dialog] *')]
      // The tabs of a loan scroll sideways.
      .filter((element) => element.closest('nav') === null)
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => `${element.tagName} ${element.textContent.slice(0, 40)}`),
  );
  expect.soft(tooWide, `${name}, doubled text`).toEqual([]);
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
}
