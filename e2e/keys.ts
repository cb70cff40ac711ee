/** A person without a pointer: Tab, arrows, Enter, and what they type. */
import { expect, type Locator, type Page } from '@playwright/test';

const active = (locator: Locator) =>
  locator.evaluate((element) => element === document.activeElement);

async function pressUntilActive(
  page: Page,
  key: string,
  target: Locator,
  most: number,
): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < most; step += 1) {
    if (await active(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach it`);
}

/** Tab until it has the focus, if need be once round the page; so many steps and no more. */
export const tabTo = (page: Page, target: Locator, most = 150): Promise<void> =>
  pressUntilActive(page, 'Tab', target, most);

export const arrowTo = (page: Page, target: Locator, most = 20): Promise<void> =>
  pressUntilActive(page, 'ArrowDown', target, most);

/** Reached by Tab and opened, sent or followed by Enter. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Replaces the value of a field that Tab reaches. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** An entry of a menu that a button opens. */
export async function choose(page: Page, opener: Locator, entry: Locator): Promise<void> {
  await enter(page, opener);
  await arrowTo(page, entry);
  await page.keyboard.press('Enter');
}
