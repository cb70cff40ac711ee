/** Every screen, wide and narrow, in light and dark: no accessibility violation, and a picture. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { ADDRESS } from './address.ts';
import { ACCOUNTS_SCREENS } from './screens/accounts.ts';
import { ADMINISTRATION_SCREENS } from './screens/administration.ts';
import { ANNOTATOR_SCREENS } from './screens/annotator.ts';
import { APPLYING_SCREENS } from './screens/applying.ts';
import { APPLICATION_SCREENS } from './screens/applications.ts';
import { COMPANIES_SCREENS } from './screens/companies.ts';
import { ENTITY_SCREENS } from './screens/entities.ts';
import { HOME_SCREENS } from './screens/home.ts';
import { LOANS_SCREENS } from './screens/loans.ts';
import { MESSAGES_SCREENS } from './screens/messages.ts';
import { PARTY_SCREENS } from './screens/parties.ts';
import { PACKAGE_SCREENS } from './screens/package.ts';
import type { Screen } from './screens/screen.ts';
import { SHELL_SCREENS } from './screens/shell.ts';
import { SHOEBOX_SCREENS } from './screens/shoebox.ts';
import { TEMPLATE_SCREENS } from './screens/templates.ts';
import { logInAlone } from './steps.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

const SCREENS: Screen[] = [
  ...ACCOUNTS_SCREENS,
  ...HOME_SCREENS,
  ...LOANS_SCREENS,
  ...PACKAGE_SCREENS,
  ...ANNOTATOR_SCREENS,
  ...APPLYING_SCREENS,
  ...APPLICATION_SCREENS,
  ...SHELL_SCREENS,
  ...COMPANIES_SCREENS,
  ...ADMINISTRATION_SCREENS,
  ...ENTITY_SCREENS,
  ...PARTY_SCREENS,
  ...TEMPLATE_SCREENS,
  ...MESSAGES_SCREENS,
  ...SHOEBOX_SCREENS,
];

/** Logged in once for each person: the screens are looked at, not the way to them. */
const cookies = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>();

async function asPerson(page: Page, username: string): Promise<void> {
  const known = cookies.get(username);
  if (known) return page.context().addCookies(known);
  await logInAlone(page.request, username);
  cookies.set(username, await page.context().cookies());
}

/** What colours alone decide; the page is the same one in the dark. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Colours pass from light to dark in a moment; what is looked at is where they arrive. */
const atRest = (page: Page) =>
  page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });

async function lookAt(page: Page, picture: string, rules?: string[]): Promise<void> {
  await atRest(page);
  if (process.env['SCREENS']) await page.screenshot({ path: `docs/screens/${picture}.png` });
  // We have no frames: without the look into those of strangers it takes half the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

for (const screen of SCREENS) {
  test(`${screen.name}, wide and narrow, light and dark`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: SIZES[0]!, baseURL: ADDRESS });
    const page = await context.newPage();
    if (screen.as) await asPerson(page, screen.as);
    await screen.open(page);
    await page.evaluate(() => document.fonts.ready);
    for (const size of SIZES) {
      const picture = `${screen.name}-${size.width}`;
      await page.setViewportSize(size);
      // Without motion: a box on its way from dark to light would be drawn grey.
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await lookAt(page, picture);
      // Nothing may be cut off or scroll sideways on a phone.
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await lookAt(page, `${picture}-dark`, OF_COLOURS);
    }
    await context.close();
  });
}
