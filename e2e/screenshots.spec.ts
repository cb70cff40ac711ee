/**
 * Opens every screen, wide and narrow, in light and dark mode: checks it for accessibility violations and for
 * violations of the content security policy, and takes a picture.
 */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { ADDRESS } from './address.ts';
import { AUTH_SCREENS } from './screenshots/auth.ts';
import { ADMINISTRATION_SCREENS } from './screenshots/administration.ts';
import { ANNOTATOR_SCREENS } from './screenshots/annotator.ts';
import { NEEDS_LIST_SCREENS } from './screenshots/needs-list.ts';
import { LOAN_APPLICATION_SCREENS } from './screenshots/loan-applications.ts';
import { COMPANIES_SCREENS } from './screenshots/companies.ts';
import { LICENSE_SCREENS } from './screenshots/drivers-licenses.ts';
import { DELIVERY_SCREENS } from './screenshots/deliveries.ts';
import { ENTITY_SCREENS } from './screenshots/entities.ts';
import { EXPLORER_SCREENS } from './screenshots/explorer.ts';
import { HOME_SCREENS } from './screenshots/home.ts';
import { LOANS_SCREENS } from './screenshots/loans.ts';
import { MESSAGES_SCREENS } from './screenshots/messages.ts';
import { LOAN_MEMBER_SCREENS } from './screenshots/loan-members.ts';
import { DOCUMENT_REQUEST_SCREENS } from './screenshots/document-requests.ts';
import { takeArticlePicture } from './screenshots/article-pictures.ts';
import { takePicture, TAKES_PICTURES } from './screenshots/picture.ts';
import { LEARNING_CENTER_SCREENS } from './screenshots/learning-center.ts';
import { CREDIT_SCREENS } from './screenshots/credit.ts';
import { SHAREPOINT_SCREENS } from './screenshots/sharepoint.ts';
import { NOTE_SCREENS } from './screenshots/notes.ts';
import { PORTAL_SCREENS } from './screenshots/portal.ts';
import { REMINDER_SCREENS } from './screenshots/reminders.ts';
import { REVIEW_SCREENS } from './screenshots/review.ts';
import type { Screen } from './screenshots/screen.ts';
import { SECURE_UPLOAD_SCREENS } from './screenshots/secure-upload.ts';
import { SHELL_SCREENS } from './screenshots/shell.ts';
import { SHOEBOX_SCREENS } from './screenshots/shoebox.ts';
import { SOURCES_USES_SCREENS } from './screenshots/sources-uses.ts';
import { TEMPLATE_SCREENS } from './screenshots/templates.ts';
import { watchPolicy } from './security-policy.ts';
import { logInAlone } from './helpers.ts';

const WIDE = { width: 1440, height: 900 };
const LAPTOP = { width: 1024, height: 768 };
const NARROW = { width: 390, height: 844 };

interface Look {
  size: typeof WIDE;
  scheme: 'light' | 'dark';
  /** Rules of axe to check; all if absent. */
  rules?: string[];
}

/** Rules that depend on colors, the only ones checked again in dark mode. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * All rules are checked in both sizes, rules that depend on colors also in both color schemes. `npm run screenshots`
 * uses all four combinations, the tests only two, which together cover everything.
 */
const LOOKS: Look[] = TAKES_PICTURES
  ? [
      { size: WIDE, scheme: 'light' },
      { size: WIDE, scheme: 'dark', rules: COLOR_RULES },
      { size: NARROW, scheme: 'light' },
      { size: NARROW, scheme: 'dark', rules: COLOR_RULES },
    ]
  : [
      { size: WIDE, scheme: 'light' },
      { size: NARROW, scheme: 'dark' },
    ];

const SCREENS: Screen[] = [
  ...AUTH_SCREENS,
  ...EXPLORER_SCREENS,
  ...HOME_SCREENS,
  ...LOANS_SCREENS,
  ...DOCUMENT_REQUEST_SCREENS,
  ...ANNOTATOR_SCREENS,
  ...REVIEW_SCREENS,
  ...NEEDS_LIST_SCREENS,
  ...LOAN_APPLICATION_SCREENS,
  ...SHELL_SCREENS,
  ...LEARNING_CENTER_SCREENS,
  ...CREDIT_SCREENS,
  ...SOURCES_USES_SCREENS,
  ...SHAREPOINT_SCREENS,
  ...NOTE_SCREENS,
  ...COMPANIES_SCREENS,
  ...ADMINISTRATION_SCREENS,
  ...ENTITY_SCREENS,
  ...LICENSE_SCREENS,
  ...LOAN_MEMBER_SCREENS,
  ...TEMPLATE_SCREENS,
  ...MESSAGES_SCREENS,
  ...SHOEBOX_SCREENS,
  ...PORTAL_SCREENS,
  ...SECURE_UPLOAD_SCREENS,
  ...REMINDER_SCREENS,
  ...DELIVERY_SCREENS,
];

/** Each user logs in once, because the screens are tested here and not the log-in. */
const cookies = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>();

async function asPerson(page: Page, username: string): Promise<void> {
  const saved = cookies.get(username);
  if (saved) return page.context().addCookies(saved);
  await logInAlone(page.request, username);
  cookies.set(username, await page.context().cookies());
}

/** Waits for color transitions to finish: only the final colors are checked. */
const atRest = (page: Page) =>
  page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });

async function lookAt(page: Page, name: string, { size, scheme, rules }: Look): Promise<void> {
  await page.setViewportSize(size);
  // With reduced motion, because an element in transition from dark to light would be captured gray.
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await atRest(page);
  await takePicture(page, `${name}-${size.width}${scheme === 'dark' ? '-dark' : ''}`);
  // Legacy mode does not look into cross-origin frames, of which the product has none, and takes half the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await expectNoOverflow(page);
}

/** Controls that start beyond the page's left edge, where users cannot scroll. */
const cutOffAtLeft = (page: Page) =>
  page.evaluate(() => {
    const scrolls = (element: Element): boolean => {
      const parent = element.parentElement;
      if (parent === null) return false;
      return ['auto', 'scroll'].includes(getComputedStyle(parent).overflowX) || scrolls(parent);
    };
    return [...document.querySelectorAll('a, button')]
      .filter((element) => {
        const { left, width } = element.getBoundingClientRect();
        return left < 0 && width > 1 && !scrolls(element);
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
  });

/** Expects that nothing is cut off or scrolls horizontally. */
async function expectNoOverflow(page: Page): Promise<void> {
  expect(await cutOffAtLeft(page)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
}

for (const screen of SCREENS) {
  test(`${screen.name}, wide and narrow, light and dark`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: WIDE, baseURL: ADDRESS });
    const page = await context.newPage();
    const refused = await watchPolicy(page);
    if (screen.as) await asPerson(page, screen.as);
    await screen.open(page);
    await page.evaluate(() => document.fonts.ready);
    // After the change of width, a button may be under the pointer and show its tooltip.
    await page.mouse.move(0, 0);
    for (const look of LOOKS) await lookAt(page, screen.name, look);
    await takeArticlePicture(page, screen.name);
    await page.setViewportSize(LAPTOP);
    await expectNoOverflow(page);
    expect(refused).toEqual([]);
    await context.close();
  });
}
