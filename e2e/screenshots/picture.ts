import type { Page } from '@playwright/test';

/** `npm run screenshots` keeps a picture of every screen in an ignored folder; the tests keep none. */
export const TAKES_PICTURES = process.env['SCREENSHOTS'] !== undefined;

export async function takePicture(page: Page, name: string): Promise<void> {
  if (TAKES_PICTURES) await page.screenshot({ path: `.cache/screenshots/${name}.png` });
}
