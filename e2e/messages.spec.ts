import { expect, test, type Page } from '@playwright/test';
import { DANA, drawFramesLate, ELENA, logIn, markAsLoaded } from './helpers.ts';

const LOAN = 'Larkspur Bakery LLC';
const conversations = (page: Page) => page.getByRole('region', { name: 'Conversations' });
const said = (page: Page) => page.getByRole('log', { name: 'Message history' });
const unreadIn = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Messages/ });

test('two users write to each other without a reload, and unread messages are counted until they are read', async ({
  page,
  browser,
}) => {
  await drawFramesLate(page);
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
  // A draft survives leaving the page.
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

  await elena.getByLabel('Your reply').pressSequentially('The certificate');
  await expect(page.getByText('Elena is typing…')).toBeVisible();
  await elena.getByLabel('Your reply').fill('The certificate comes today.');
  await elena.getByRole('button', { name: 'Send' }).click();
  await expect(said(page)).toContainText('The certificate comes today.');
  await expect(page.getByText('Elena is typing…')).toHaveCount(0);
  await expect(elena.getByLabel('Your reply')).toHaveValue('');
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
  await page.getByLabel('Your reply').fill('It is there now.');
  await page.getByRole('button', { name: 'Send' }).click();
  const own = said(page).getByRole('article').filter({ hasText: 'It is there now.' });
  await own.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(own).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to the conversations' }).click();
  await expect(conversations(page)).toBeVisible();
});

test('the chat beside a loan opens and closes by a key, and may close once something was sent [R045]', async ({
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: LOAN }).first().click();
  await expect(page.getByRole('button', { name: 'Chat' })).toBeVisible();
  const address = page.url();
  const chat = page.getByRole('complementary', { name: 'Chat' });
  await page.keyboard.press('c');
  const words = chat.getByLabel('Your reply');
  // Opening focuses the reply field; the shortcut's character is not typed into it.
  await expect(words).toBeFocused();
  await expect(words).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(chat).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Chat' })).toBeFocused();

  await page.keyboard.press('c');
  await chat.getByRole('button', { name: 'Back to the conversations' }).click();
  await chat.getByRole('link').filter({ hasText: 'Lease' }).click();
  expect(page.url()).toBe(address);
  await words.fill('Seen beside the loan.');
  await words.press('ControlOrMeta+Enter');
  await expect(said(page)).toContainText('Seen beside the loan.');
  await expect(words).toHaveValue('');

  const closes = chat.getByRole('switch', { name: 'Close when a message is sent' });
  const kept = page.waitForResponse(/closeChatWhenSent/);
  await closes.click();
  await expect(closes).toBeChecked();
  await kept;
  await page.reload();
  await page.getByRole('button', { name: 'Chat' }).click();
  await expect(closes).toBeChecked();
  await words.fill('And gone.');
  await words.press('ControlOrMeta+Enter');
  await expect(chat).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(said(page)).toContainText('And gone.');
  await closes.click();
  await expect(closes).not.toBeChecked();

  // Where messages are a tab there is no panel, not even a hidden one.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(chat).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Chat' })).toHaveCount(0);
});
