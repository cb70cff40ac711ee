/** Each screen of the specification opens at its URL with objects of the demo, on a desktop and on a phone. */
import { expect, test } from '@playwright/test';
import { logInAlone } from './helpers.ts';
import { SPECIFIED_SCREENS } from './specified-screens.ts';

const filled = (path: string, names: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\[(\w+)\]/g, (_, name: string) => {
    const value = names[name];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return value;
  });

for (const [path, screen] of Object.entries(SPECIFIED_SCREENS)) {
  test(`screen ${path}, whose title is the name of the product [R035]`, async ({ page }) => {
    if (screen.as) await logInAlone(page.request, screen.as);
    const names = (await screen.find?.(page.request)) ?? { phase: 'origination' };
    const address = filled(path, names);
    const end = screen.endsAt === undefined ? address : filled(screen.endsAt, names);
    await page.goto(address + filled(screen.query ?? '', names));
    const { heading } = screen;
    const title = typeof heading === 'function' ? heading(names) : heading;
    for (const viewport of [page.viewportSize()!, { width: 390, height: 844 }]) {
      await page.setViewportSize(viewport);
      await expect(page.getByRole('heading', { level: 1 }).first()).toContainText(title);
      await expect(screen.shows(page, names)).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(end);
    }
    await expect(page).toHaveTitle('Cairn');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
  });
}
