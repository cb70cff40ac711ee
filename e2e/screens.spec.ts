/** Every screen, in light and dark, wide and narrow: no accessibility violation, and a picture. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { ADDRESS } from './product.ts';
import { DANA, ELENA, logIn, PRIYA } from './steps.ts';

const SIZES = { 1440: { width: 1440, height: 900 }, 390: { width: 390, height: 844 } } as const;

interface Screen {
  name: string;
  as?: string;
  open(page: Page): Promise<void>;
}

const SCREENS: Screen[] = [
  {
    name: '01-login',
    open: async (page) => {
      await page.goto('/auth/login');
      await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    },
  },
  {
    name: '02-pipeline',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination');
      await expect(page.getByText('Larkspur Bakery LLC').first()).toBeVisible();
    },
  },
  {
    name: '03-package',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination');
      await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
      await expect(page.getByRole('table').getByText('Business Docs')).toBeVisible();
    },
  },
  {
    name: '04-my-loans',
    as: ELENA,
    open: async (page) => {
      await page.goto('/');
      await expect(page.getByText('Larkspur Bakery LLC').first()).toBeVisible();
    },
  },
  {
    name: '05-not-found',
    as: DANA,
    open: async (page) => {
      await page.goto('/nowhere');
      await expect(page.getByRole('heading').first()).toBeVisible();
    },
  },
  {
    name: '06-profile',
    as: DANA,
    open: async (page) => {
      await page.goto('/user/profile');
      await expect(page.getByRole('switch')).toHaveCount(6);
      await expect(page.getByLabel('Your time zone')).toBeEnabled();
    },
  },
  {
    name: '07-roles',
    as: PRIYA,
    open: async (page) => {
      await page.goto('/user/profile');
      await expect(page.getByRole('switch')).toHaveCount(6);
      const menu = page.getByRole('button', { name: 'Open the menu' });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('button', { name: /Priya Raman/ }).click();
      await expect(page.getByRole('menuitemradio', { name: 'Borrower' })).toBeVisible();
    },
  },
  {
    name: '08-phases-shown',
    as: DANA,
    open: async (page) => {
      await page.goto('/loans/phases/origination');
      await page.getByRole('button', { name: 'Choose phases to show' }).click();
      await expect(page.getByRole('menuitemcheckbox', { name: 'Closing' })).toBeVisible();
    },
  },
];

for (const screen of SCREENS) {
  for (const [width, viewport] of Object.entries(SIZES)) {
    for (const scheme of ['light', 'dark'] as const) {
      test(`${screen.name} at ${width} px, ${scheme}`, async ({ browser }) => {
        const context = await browser.newContext({
          viewport,
          colorScheme: scheme,
          baseURL: ADDRESS,
        });
        const page = await context.newPage();
        if (screen.as) await logIn(page, screen.as);
        await screen.open(page);
        await page.evaluate(() => document.fonts.ready);
        if (process.env['SCREENS']) {
          const suffix = scheme === 'dark' ? '-dark' : '';
          await page.screenshot({ path: `docs/screens/${screen.name}-${width}${suffix}.png` });
        }
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
        // Nothing may be cut off or scroll sideways on a phone.
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow).toBe(0);
        await context.close();
      });
    }
  }
}
