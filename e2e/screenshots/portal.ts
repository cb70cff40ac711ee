import { expect, type Page } from '@playwright/test';
import { DANA, ELENA, logInAlone } from '../helpers.ts';
import type { Screen } from './screen.ts';

/** The lender of the page's person, or of Dana for an anonymous visitor. */
async function lenderIdFor(page: Page): Promise<string> {
  const answer = await page.request.get('/api/v1/lenders/forBorrower');
  const { companies } = (await answer.json()) as { companies: { id: string }[] };
  return companies[0]!.id;
}

async function openLanding(page: Page): Promise<void> {
  await logInAlone(page.request, ELENA);
  const lenderId = await lenderIdFor(page);
  await page.context().clearCookies();
  await page.goto(`/portal/${lenderId}`);
  await expect(page.getByRole('heading', { name: 'Apply for a business loan' })).toBeVisible();
}

const ofLender = (name: string, path: string, heading: string | RegExp): Screen => ({
  name,
  as: ELENA,
  open: async (page) => {
    await page.goto(`/portal/${await lenderIdFor(page)}/${path}`);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  },
});

export const PORTAL_SCREENS: Screen[] = [
  { name: '140-portal-landing', open: openLanding },
  {
    name: '141-portal-signup',
    open: async (page) => {
      await openLanding(page);
      await page.getByRole('link', { name: /^Start / }).click();
      await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
    },
  },
  ofLender('142-portal-contact', 'onboarding/contact', 'Your contact details'),
  ofLender('143-portal-tasks', 'tasks', /^Elena, /),
  ofLender('144-portal-exit', 'exit', 'You’re done for now'),
  {
    name: '145-portal-settings',
    as: DANA,
    open: async (page) => {
      await page.goto('/admin/portal');
      await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible();
    },
  },
  {
    name: '147-email-texts',
    as: DANA,
    open: async (page) => {
      await page.goto('/admin/emails');
      await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Send documents');
    },
  },
  {
    name: '146-portal-unknown',
    open: async (page) => {
      await page.goto('/portal/0198c5a0-0000-7000-8000-000000000000');
      await expect(page.getByText('This link doesn’t lead to a lender')).toBeVisible();
    },
  },
];
