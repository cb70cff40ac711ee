import { expect, test, type Page } from '@playwright/test';
import { DANA, ELENA, logIn, markAsLoaded } from './steps.ts';

const LOAN = 'Larkspur Bakery LLC';
const conversations = (page: Page) => page.getByRole('region', { name: 'Conversations' });
const said = (page: Page) => page.getByRole('log', { name: 'What was said' });
const unreadIn = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Messages/ });

test('two write to each other without a reload, and what is unread is counted until it is read', async ({
  page,
  browser,
}) => {
  await logIn(page, DANA, '/communications');
  await expect(conversations(page).getByRole('link').first()).toBeVisible();
  await page.keyboard.press('n');
  await page.getByRole('combobox', { name: 'Loan' }).fill('Larkspur');
  await page.getByRole('option', { name: LOAN }).click();
  await page.getByRole('button', { name: /^Elena Marsh/ }).click();
  await page.getByLabel('Subject').fill('Insurance');
  const words = page.getByLabel('Your message');
  await words.fill('Two things are left:\n- ');
  await words.press('End');
  await words.pressSequentially('certificate');
  await words.press('Enter');
  await words.pressSequentially('agent’s address');
  await expect(page.getByText('Draft saved')).toBeVisible();
  // Whoever leaves finds the draft again.
  await page.goto('/communications?new');
  await page.getByRole('combobox', { name: 'Loan' }).fill('Larkspur');
  await page.getByRole('option', { name: LOAN }).click();
  await expect(page.getByLabel('Your message')).toHaveValue(
    'Two things are left:\n- certificate\n- agent’s address',
  );

  const hers = await browser.newContext();
  const elena = await hers.newPage();
  await logIn(elena, ELENA, '/communications');
  await expect(conversations(elena).getByRole('link').first()).toBeVisible();
  const sameDocument = await markAsLoaded(elena);
  await page.getByLabel('Your message').press('ControlOrMeta+Enter');
  await expect(said(page).getByRole('listitem')).toHaveText(['certificate', 'agent’s address']);
  await expect(unreadIn(elena)).toHaveText(/1 unread/);
  await conversations(elena).getByRole('link').filter({ hasText: 'Insurance' }).click();
  await expect(said(elena)).toContainText('Two things are left');
  await expect(unreadIn(elena)).not.toHaveText(/unread/);

  await elena.getByLabel('Your answer').pressSequentially('The certificate');
  await expect(page.getByText('Elena is writing…')).toBeVisible();
  await elena.getByLabel('Your answer').fill('The certificate comes today.');
  await elena.getByRole('button', { name: 'Send' }).click();
  await expect(said(page)).toContainText('The certificate comes today.');
  await expect(page.getByText('Elena is writing…')).toHaveCount(0);
  await expect(elena.getByLabel('Your answer')).toHaveValue('');
  await sameDocument();
  await hers.close();
});

test('a borrower reads and answers on a phone: the list, then the conversation, and back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, ELENA, '/');
  await page.getByRole('link', { name: LOAN }).first().click();
  await page
    .getByRole('navigation', { name: 'Loan' })
    .getByRole('link', { name: /^Messages/ })
    .click();
  await expect(page).toHaveURL(/\/loans\/[0-9a-f-]{36}\/messages$/);
  // What the lender's people say to each other is not among them.
  await expect(conversations(page)).not.toContainText('Lease');
  await conversations(page).getByRole('link').filter({ hasText: 'Marcus' }).click();
  await expect(conversations(page)).toBeHidden();
  await expect(said(page)).toContainText('A phone photo of page 9 is fine.');
  await page.getByLabel('Your answer').fill('It is there now.');
  await page.getByRole('button', { name: 'Send' }).click();
  const own = said(page).getByRole('article').filter({ hasText: 'It is there now.' });
  await own.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(own).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to the conversations' }).click();
  await expect(conversations(page)).toBeVisible();
});
