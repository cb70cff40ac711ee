import { expect, type Page } from '@playwright/test';
import { DANA, ELENA } from '../helpers.ts';
import type { Screen } from './screen.ts';

/** Opens the draft of the demo's borrower. */
async function openDraft(page: Page): Promise<void> {
  await page.goto('/applicant');
  const mine = page.getByRole('region', { name: 'Your applications' });
  await mine.getByRole('link').filter({ hasText: 'In progress' }).click();
  await expect(page.getByRole('navigation', { name: 'Steps' })).toBeVisible();
}

const step = (name: string, link: string, waitFor: (page: Page) => Promise<void>): Screen => ({
  name,
  as: ELENA,
  open: async (page) => {
    await openDraft(page);
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: link }).click();
    await waitFor(page);
  },
});

const open = (state: string) => async (page: Page) => {
  await page.goto('/applications?list=all');
  await page.getByRole('row').filter({ hasText: state }).getByRole('link').first().click();
  await expect(page.getByRole('region', { name: 'Status' })).toBeVisible();
};

export const LOAN_APPLICATION_SCREENS: Screen[] = [
  {
    name: '118-apply',
    as: ELENA,
    open: async (page) => {
      await openDraft(page);
      await page.getByRole('link', { name: 'Your applications' }).click();
      await page.getByRole('link', { name: 'Apply for a loan' }).click();
      await expect(page.getByRole('radio').first()).toBeAttached();
    },
  },
  { name: '119-application', as: ELENA, open: openDraft },
  step('120-application-people', 'People', (page) =>
    expect(page.getByRole('button', { name: 'Add a person' })).toBeVisible(),
  ),
  step('121-application-own-information', 'Your information', (page) =>
    expect(page.getByRole('region', { name: 'Confirm your information' })).toBeVisible(),
  ),
  step('122-application-documents', 'Documents', (page) =>
    expect(page.getByRole('region', { name: 'Documents' })).toBeVisible(),
  ),
  step('123-application-submit', 'Review and submit', (page) =>
    expect(page.getByRole('button', { name: 'Submit application' })).toBeVisible(),
  ),
  {
    name: '124-lender-applications',
    as: DANA,
    open: async (page) => {
      await page.goto('/applications');
      await expect(page.getByRole('table', { name: 'Open applications' })).toBeVisible();
    },
  },
  { name: '125-lender-application', as: DANA, open: open('In review') },
  {
    name: '126-verify-phone',
    as: ELENA,
    open: async (page) => {
      await openDraft(page);
      await page.goto(`${page.url()}/verify-phone-number`);
      await expect(page.getByRole('heading', { name: 'Verify your phone number' })).toBeVisible();
    },
  },
];
