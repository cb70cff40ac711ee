/** Steps of a keyboard user: Tab, arrow keys, Enter and typing. */
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

/** Presses Tab until the target has the focus, at most `most` times. */
export const tabTo = (page: Page, target: Locator, most = 150): Promise<void> =>
  pressUntilActive(page, 'Tab', target, most);

export const arrowTo = (page: Page, target: Locator, most = 20): Promise<void> =>
  pressUntilActive(page, 'ArrowDown', target, most);

/** Moves to the target by Tab and activates it by Enter. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Moves to the field by Tab and replaces its value. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Opens the menu of a button and activates an entry. */
export async function choose(page: Page, opener: Locator, entry: Locator): Promise<void> {
  await enter(page, opener);
  await arrowTo(page, entry);
  await page.keyboard.press('Enter');
}
