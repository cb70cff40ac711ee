import { expect, test, type Page } from '@playwright/test';
import { onePagePdf } from '../tools/database/one-page-pdf.ts';
import { emailSaying } from './email.ts';
import { REPLY_TOKEN } from './global-setup.ts';
import { DANA, drawFramesLate, ELENA, logIn, markAsLoaded, openLoanTab } from './helpers.ts';

const PHONE = { width: 390, height: 844 };
const LOAN = 'Larkspur Bakery LLC';
const conversations = (page: Page) => page.getByRole('region', { name: 'Conversations' });
const history = (page: Page) => page.getByRole('log', { name: 'Message history' });
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
  await expect(history(page).getByRole('listitem')).toHaveText(['certificate', 'agent’s address']);
  await expect(unreadIn(elena)).toHaveText(/1 unread/);
  await conversations(elena).getByRole('link').filter({ hasText: 'Insurance' }).click();
  await expect(history(elena)).toContainText('Two things are left');
  await expect(unreadIn(elena)).not.toHaveText(/unread/);

  await elena.getByLabel('Your reply').pressSequentially('The certificate');
  await expect(page.getByText('Elena is typing…')).toBeVisible();
  await elena.getByLabel('Your reply').fill('The certificate comes today.');
  await elena.getByRole('button', { name: 'Send' }).click();
  await expect(history(page)).toContainText('The certificate comes today.');
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
  await openLoanTab(page, /^Messages/);
  await expect(page).toHaveURL(/\/loans\/[0-9a-f-]{36}\/messages$/);
  // Conversations between the lender's employees are not listed.
  await expect(conversations(page)).not.toContainText('Lease');
  await conversations(page).getByRole('link').filter({ hasText: 'Marcus' }).click();
  await expect(conversations(page)).toBeHidden();
  await expect(history(page)).toContainText('A phone photo of page 9 is fine.');
  await page.getByLabel('Your reply').fill('It is there now.');
  await page.getByRole('button', { name: 'Send' }).click();
  const own = history(page).getByRole('article').filter({ hasText: 'It is there now.' });
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
  await expect(history(page)).toContainText('Seen beside the loan.');
  await expect(words).toHaveValue('');

  const closes = chat.getByRole('switch', { name: 'Close when a message is sent' });
  const draftSaved = page.waitForResponse(/closeChatWhenSent/);
  await closes.click();
  await expect(closes).toBeChecked();
  await draftSaved;
  await page.reload();
  await page.getByRole('button', { name: 'Chat' }).click();
  await expect(closes).toBeChecked();
  await words.fill('And gone.');
  await words.press('ControlOrMeta+Enter');
  await expect(chat).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(history(page)).toContainText('And gone.');
  await closes.click();
  await expect(closes).not.toBeChecked();

  // If messages are a tab there is no panel, not even a hidden one.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(chat).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Chat' })).toHaveCount(0);
});

test('a lender signs with a signature, lists the shoebox in a message and copies it with both', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await logIn(page, DANA, '/user/profile');
  const field = page.getByRole('textbox', { name: 'Email signature' });
  await field.fill('Dana Whitfield');
  await field.selectText();
  await page.getByRole('button', { name: 'Bold' }).click();
  await field.press('End');
  await field.pressSequentially(', <i>Northgate</i>');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.locator('strong')).toHaveText('Dana Whitfield');
  await expect(preview.locator('i')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save signature' }).click();
  await expect(page.getByText('Signature saved')).toBeVisible();

  await page.goto('/communications?new');
  await page.getByRole('combobox', { name: 'Loan' }).fill('Larkspur');
  await page.getByRole('option', { name: LOAN }).click();
  await page.getByRole('button', { name: /^Marcus Oyelaran/ }).click();
  await page.getByLabel('Your message').fill('These are not filed yet:');
  await page.getByRole('button', { name: 'Shoebox list' }).click();
  await expect(page.getByLabel('Your message')).toHaveValue(/^These are not filed yet:\n\n- \S/);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(history(page).getByRole('listitem').first()).toBeVisible();
  await history(page)
    .getByRole('button', { name: /^More for the message of You/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Copy with formatting' }).click();
  await expect(page.getByText('Message copied')).toBeVisible();
  const html = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return (await item!.getType('text/html')).text();
  });
  expect(html).toContain('<strong>Dana Whitfield</strong>');
  expect(html).toContain('<li>');
});

test('words are found across conversations, and drafts are listed on their loan', async ({
  page,
}) => {
  await logIn(page, DANA, '/communications');
  const field = page.getByLabel('Search messages');
  await field.fill('signature page');
  const results = conversations(page).getByRole('list', { name: 'Search results' });
  await results.getByRole('link').filter({ hasText: 'signature page' }).first().click();
  await expect(history(page)).toContainText('that’s the signature page');
  await field.fill('no such words anywhere');
  await expect(page.getByText('No results for “no such words anywhere”')).toBeVisible();
  await field.press('Escape');
  await expect(conversations(page).getByRole('link').first()).toBeVisible();

  await page.getByLabel('Your reply').fill('I will look for it');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.getByRole('link', { name: 'Open loan' }).click();
  await openLoanTab(page, /^Messages/);
  const drafts = conversations(page).getByRole('list', { name: 'Drafts' });
  await drafts.getByRole('link').filter({ hasText: 'I will look for it' }).click();
  await expect(page.getByLabel('Your reply')).toHaveValue('I will look for it');
  await page.getByLabel('Your reply').fill('');
  await expect(drafts).toHaveCount(0);
});

test('files go with a message, from the device after their scan and from the package to those who may see them', async ({
  page,
  browser,
}) => {
  await logIn(page, DANA, '/communications?new');
  await page.getByRole('combobox', { name: 'Loan' }).fill('Larkspur');
  await page.getByRole('option', { name: LOAN }).click();
  await page.getByRole('button', { name: /^Elena Marsh/ }).click();
  await page.getByLabel('Subject').fill('Term sheet');
  await page.getByLabel('Your message').fill('Our term sheet, and the lease it refers to.');
  const attach = page.getByRole('button', { name: 'Attach files' });
  const chooser = page.waitForEvent('filechooser');
  await attach.click();
  await page.getByRole('menuitem', { name: 'From this device' }).click();
  const buffer = onePagePdf('Term sheet', ['Page 1']);
  await (await chooser).setFiles({ name: 'Term sheet.pdf', mimeType: 'application/pdf', buffer });
  const chosenFiles = page.getByRole('list', { name: 'Files to send' });
  await expect(chosenFiles.getByText('Term sheet.pdf')).toBeVisible();
  await attach.click();
  await page.getByRole('menuitem', { name: 'From the package' }).click();
  const dialog = page.getByRole('dialog', { name: 'Attach from the package' });
  await dialog.getByLabel('Search files').fill('lease');
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByRole('button', { name: 'Attach' }).click();
  await expect(chosenFiles.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Send' }).click();
  const files = history(page).getByRole('list', { name: 'Attached files' });
  await expect(files.getByRole('listitem')).toHaveCount(2);

  const elena = await (await browser.newContext({ viewport: PHONE })).newPage();
  await logIn(elena, ELENA, '/communications');
  await conversations(elena).getByRole('link').filter({ hasText: 'Term sheet' }).click();
  const hers = history(elena).getByRole('button', { name: 'Download Term sheet.pdf' });
  // The page follows the scan.
  await expect(hers).toBeEnabled();
  const download = elena.waitForEvent('download');
  await hers.click();
  expect((await download).suggestedFilename()).toBe('Term sheet.pdf');
  await elena.context().close();
});

test('the reader of an email answers from the mailbox, and the words are in the conversation', async ({
  page,
  request,
}) => {
  await logIn(page, DANA, '/communications?new');
  await page.getByRole('combobox', { name: 'Loan' }).fill('Larkspur');
  await page.getByRole('option', { name: LOAN }).click();
  await page.getByRole('button', { name: /^Elena Marsh/ }).click();
  await page.getByLabel('Subject').fill('Appraisal');
  await page.getByLabel('Your message').fill('Can the appraiser come on Friday?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(history(page)).toContainText('Can the appraiser come on Friday?');
  const thread = new URL(page.url()).searchParams.get('thread')!;

  const email = await emailSaying(ELENA, thread);
  const [recipient] = /reply\+[0-9a-f]{52}@[a-z.]+/.exec(JSON.stringify(email))!;
  const answer = await request.post('/api/v2/webhook/reply', {
    headers: {
      'content-type': 'message/rfc822',
      'x-recipient': recipient,
      authorization: `Bearer ${REPLY_TOKEN}`,
    },
    data: [
      `From: Elena Marsh <${ELENA}>`,
      `Message-ID: <${thread}@mail.example>`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Friday at ten is fine.',
      '',
      'On Wed, Nov 18, 2026 at 9:02 AM Northgate Bank wrote:',
      '> Dana Whitfield sent you a message',
    ].join('\r\n'),
  });
  expect(answer.status()).toBe(204);
  await expect(history(page)).toContainText('Friday at ten is fine.');
  await expect(history(page)).not.toContainText('sent you a message');
});
