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
    name: '06-login-with-code',
    open: async (page) => {
      await page.goto('/auth/login?with=code');
      await page.getByLabel('E-mail').fill('somebody@example.com');
      await page.getByRole('button', { name: 'Send me a code' }).click();
      await expect(page.getByLabel('Code from the e-mail')).toBeFocused();
    },
  },
  {
    name: '07-signup',
    open: async (page) => {
      await page.goto('/auth/signup');
      await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible();
    },
  },
  {
    name: '08-signup-refused',
    open: async (page) => {
      await page.goto('/auth/signup');
      await page.getByLabel('First name').fill('Ada');
      await page.getByLabel('E-mail').fill('ada.moss');
      await page.getByLabel('Password', { exact: true }).fill('too short');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByLabel('Last name').fill('Moss');
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByText('Use at least 12 characters')).toBeVisible();
    },
  },
  {
    name: '09-signup-code',
    open: async (page) => {
      await page.goto('/auth/signup');
      await page.getByLabel('First name').fill('Ada');
      await page.getByLabel('Last name').fill('Moss');
      await page.getByLabel('E-mail').fill(`ada.moss.${Date.now()}@larkspur.example`);
      await page.getByLabel('Password', { exact: true }).fill('three stones and a trail');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByLabel('Code from the e-mail').fill('0000-0000');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await expect(page.getByText('That code does not match')).toBeVisible();
    },
  },
  {
    name: '10-forgot-password',
    open: async (page) => {
      await page.goto('/auth/forgot-password');
      await expect(page.getByRole('button', { name: 'Send me a code' })).toBeVisible();
    },
  },
  {
    name: '11-forgot-password-code',
    open: async (page) => {
      await page.goto('/auth/forgot-password');
      await page.getByLabel('E-mail').fill('somebody@example.com');
      await page.getByRole('button', { name: 'Send me a code' }).click();
      await expect(page.getByLabel('Code from the e-mail')).toBeFocused();
    },
  },
  {
    name: '12-new-password',
    open: async (page) => {
      await page.goto('/auth/new-password');
      await expect(page.getByRole('button', { name: 'Save the new password' })).toBeVisible();
    },
  },
  {
    name: '13-password-updated',
    open: async (page) => {
      await page.goto('/auth/password-updated');
      await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
    },
  },
  {
    name: '14-change-password',
    as: ELENA,
    open: async (page) => {
      await page.goto('/');
      const menu = page.getByRole('button', { name: 'Open the menu' });
      const own = page.getByRole('button', { name: /Elena Marsh/ });
      await expect(menu.or(own).first()).toBeVisible();
      if (!(await own.isVisible())) await menu.click();
      await own.click();
      await page.getByRole('menuitem', { name: 'Change password' }).click();
      const dialog = page.getByRole('dialog', { name: 'Change password' });
      await expect(dialog.getByLabel('Password until now')).toBeVisible();
      // Faded in: half-transparent letters have half the contrast.
      await expect(dialog).toHaveCSS('opacity', '1');
    },
  },
  {
    name: '15-profile',
    as: DANA,
    open: async (page) => {
      await page.goto('/user/profile');
      await expect(page.getByRole('switch')).toHaveCount(6);
      await expect(page.getByLabel('Your time zone')).toBeEnabled();
    },
  },
  {
    name: '16-roles',
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
    name: '17-phases-shown',
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
