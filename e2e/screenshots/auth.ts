import { expect } from '@playwright/test';
import { makePng } from '../../packages/testing/src/png.ts';
import { DANA, ELENA, PRIYA } from '../helpers.ts';
import type { Screen } from './screen.ts';

export const AUTH_SCREENS: Screen[] = [
  {
    name: '01-login',
    open: async (page) => {
      await page.goto('/auth/login');
      await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    },
  },
  {
    name: '06-login-with-code',
    open: async (page) => {
      await page.goto('/auth/login?with=code');
      await page.getByLabel('Email').fill('ada.moss@example.com');
      await page.getByRole('button', { name: 'Send me a code' }).click();
      await expect(page.getByLabel('Code from the email')).toBeFocused();
    },
  },
  {
    name: '06-unsubscribe',
    open: async (page) => {
      await page.goto('/unsubscribe?token=REQUESTS.example');
      await expect(page.getByRole('button', { name: 'Stop these emails' })).toBeVisible();
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
      await page.getByLabel('Email').fill('ada.moss');
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
      await page.getByLabel('Email').fill(`ada.moss.${Date.now()}@larkspur.example`);
      await page.getByLabel('Password', { exact: true }).fill('three stones and a trail');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByLabel('Code from the email').fill('0000-0000');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await expect(page.getByText('That code doesn’t match')).toBeVisible();
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
      await page.getByLabel('Email').fill('ada.moss@example.com');
      await page.getByRole('button', { name: 'Send me a code' }).click();
      await expect(page.getByLabel('Code from the email')).toBeFocused();
    },
  },
  {
    name: '12-new-password',
    open: async (page) => {
      await page.goto('/auth/new-password');
      await expect(page.getByRole('button', { name: 'Save new password' })).toBeVisible();
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
      const menu = page.getByRole('button', { name: 'Open menu' });
      const own = page.getByRole('button', { name: /Elena Marsh/ });
      await expect(menu.or(own).first()).toBeVisible();
      if (!(await own.isVisible())) await menu.click();
      await own.click();
      await page.getByRole('menuitem', { name: 'Change password' }).click();
      const dialog = page.getByRole('dialog', { name: 'Change password' });
      await expect(dialog.getByLabel('Current password')).toBeVisible();
      // Wait for the fade-in: half-transparent text has half the contrast.
      await expect(dialog).toHaveCSS('opacity', '1');
    },
  },
  {
    name: '15-profile',
    as: DANA,
    open: async (page) => {
      await page.goto('/user/profile');
      await expect(page.getByRole('group', { name: /^By / }).getByRole('switch')).toHaveCount(8);
      await expect(page.getByLabel('Your time zone')).toBeEnabled();
    },
  },
  {
    name: '16-roles',
    as: PRIYA,
    open: async (page) => {
      await page.goto('/user/profile');
      await expect(page.getByRole('group', { name: /^By / }).getByRole('switch')).toHaveCount(8);
      const menu = page.getByRole('button', { name: 'Open menu' });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('button', { name: /Priya Raman/ }).click();
      await expect(page.getByRole('menuitemradio', { name: 'Borrower' })).toBeVisible();
    },
  },
  {
    name: '30-own-account',
    as: ELENA,
    open: async (page) => {
      await page.goto('/user/profile');
      const devices = page.getByRole('region', { name: 'Where you are logged in' });
      await expect(devices.getByText('This browser')).toBeVisible();
      await expect(page.getByText('Fair Credit Reporting Act')).toBeVisible();
      await devices.scrollIntoViewIfNeeded();
    },
  },
  {
    name: '31-picture',
    as: DANA,
    open: async (page) => {
      await page.goto('/user/profile');
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: /^(Add a|Change) picture$/ }).click();
      const buffer = makePng(600, 400, (x, y) => [60 + x / 4, 90 + y / 4, 140, 255]);
      await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer });
      const dialog = page.getByRole('dialog', { name: 'Your picture' });
      await expect(dialog.getByRole('button', { name: 'Save picture' })).toBeVisible();
      await expect(dialog).toHaveCSS('opacity', '1');
    },
  },
  {
    name: '29-close-account',
    as: ELENA,
    open: async (page) => {
      await page.goto('/user/profile');
      await page.getByRole('button', { name: 'Close account' }).click();
      const dialog = page.getByRole('dialog', { name: 'Close your account?' });
      await expect(dialog.getByLabel('Your password')).toBeVisible();
      await expect(dialog).toHaveCSS('opacity', '1');
    },
  },
];
