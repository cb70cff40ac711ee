/** The package: request files, answer, send back, answer again, approve and move by keyboard, trash, bulk. */
import { expect, test, type Page } from '@playwright/test';
import { onePagePdf } from '../tools/database/one-page-pdf.ts';
import { DANA, ELENA, logIn, row, toPackage, upload } from './helpers.ts';

const pdf = (text: string): Buffer => onePagePdf(text, ['Sent by a test.']);

async function openPackage(page: Page, folder: string): Promise<void> {
  await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
  await expect(page.getByRole('heading', { name: 'Larkspur Bakery LLC' })).toBeVisible();
  await toPackage(page);
  await page.getByRole('treeitem', { name: folder }).click();
}

test('from request to approval: a reason is told, and keys do the work [R026] [R219]', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  await logIn(page, DANA);
  await openPackage(page, 'Project Docs');
  await page.getByRole('link', { name: 'Request files' }).click();
  await expect(page).toHaveURL(/\/files\/create/);
  await page.getByLabel('Files').fill('Zoning letter\nStaffing plan');
  await page.getByRole('button', { name: 'Request 2 files' }).click();
  await expect(row(page, 'Zoning letter')).toContainText('Requested');

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await logIn(theirs, ELENA);
  await openPackage(theirs, 'Project Docs');
  await expect(theirs.getByRole('link', { name: 'Request files' })).toHaveCount(0);
  await upload(theirs, 'Zoning letter', 'zoning.pdf', pdf('Zoning'));
  await expect(row(page, 'Zoning letter')).toContainText('To review', { timeout: 30_000 });

  await row(page, 'Zoning letter').focus();
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Reject Zoning letter' });
  await expect(dialog.getByRole('button', { name: 'Reject' })).toBeDisabled();
  await dialog.getByLabel(/Pages or parts missing/).focus();
  await page.keyboard.press('2');
  await expect(dialog.getByLabel('Note')).toHaveValue(/Some pages or answers are missing/);
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(row(page, 'Zoning letter')).toContainText('Rejected');

  await expect(row(theirs, 'Zoning letter')).toContainText('Needs Attention');
  await theirs.getByRole('button', { name: 'Zoning letter', exact: true }).click();
  await expect(theirs.getByRole('complementary', { name: 'Preview' })).toContainText(
    'Some pages or answers are missing',
  );
  await upload(theirs, 'Zoning letter', 'zoning-whole.pdf', pdf('Zoning, whole'));
  await expect(row(page, 'Zoning letter')).toContainText('To review', { timeout: 30_000 });

  await row(page, 'Zoning letter').focus();
  await page.keyboard.press(' ');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect(preview).toContainText('Previous answers');
  await page.keyboard.press('a');
  await expect(row(page, 'Zoning letter')).toContainText('Approved');
  await expect(row(theirs, 'Zoning letter')).toContainText('Approved');
  await page.keyboard.press('Escape');
  await expect(preview).toHaveCount(0);

  await row(page, 'Zoning letter').focus();
  await page.keyboard.press('m');
  await page.getByRole('dialog').getByRole('combobox').fill('Collateral');
  await page.getByRole('option', { name: 'Package / Collateral Docs' }).click();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(row(page, 'Zoning letter')).toHaveCount(0);
  await page.getByRole('treeitem', { name: 'Collateral Docs' }).click();
  await expect(row(page, 'Zoning letter')).toContainText('Approved');

  await row(page, 'Zoning letter').focus();
  await page.keyboard.press('Delete');
  await expect(row(page, 'Zoning letter')).toHaveCount(0);
  await page.getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('button', { name: 'Restore Zoning letter' }).click();
  await expect(row(page, 'Zoning letter')).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to the package' }).click();
  await page.getByRole('treeitem', { name: 'Collateral Docs' }).click();
  await expect(row(page, 'Zoning letter')).toContainText('Approved');
  await context.close();
});

test('several at once: a toolbar, and Escape lets go of them', async ({ page }) => {
  await logIn(page, DANA);
  await openPackage(page, 'Individual Docs');
  await page.getByRole('checkbox', { name: 'Select Résumé' }).check();
  await page.getByRole('checkbox', { name: 'Select Government photo ID' }).check();
  const bar = page.getByRole('toolbar', { name: 'Selected items' });
  await expect(bar).toContainText('2 selected');
  await bar.getByRole('button', { name: 'Assign' }).focus();
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Select Résumé' }).check();
  await page.getByRole('checkbox', { name: 'Select Government photo ID' }).check();
  await bar.getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('dialog').getByRole('combobox').click();
  await page.getByRole('option', { name: 'Elena Marsh' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click();
  await expect(row(page, 'Résumé')).toContainText('Elena Marsh');
  await expect(bar).toHaveCount(0);
});

test('approving, moving and deleting several at once is undone from the message', async ({
  page,
}) => {
  await logIn(page, DANA);
  await openPackage(page, 'Package');
  const loanId = new URL(page.url()).pathname.split('/').at(-1);
  const titles = ['Undo one', 'Undo two'];
  const added = await page.request.post('/api/v2/loanmanager/elements', {
    data: { loanId, elements: titles.map((title) => ({ title })) },
  });
  expect(added.status()).toBe(200);
  const field = page.getByRole('searchbox', { name: 'Find in the package' });
  const bar = page.getByRole('toolbar', { name: 'Selected items' });
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  const choose = async () => {
    await expect(row(page, 'Undo two')).toBeVisible();
    for (const title of titles) await row(page, title).getByRole('checkbox').check();
  };
  await field.fill('undo');
  await choose();
  await bar.getByRole('button', { name: 'Trash' }).click();
  await expect(row(page, 'Undo two')).toHaveCount(0);
  await undo.click();
  await expect(page.getByText('2 items: restored').first()).toBeVisible();

  await choose();
  await bar.getByRole('button', { name: 'Move' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill('Collateral');
  await page.getByRole('option', { name: /Collateral Docs/ }).click();
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(row(page, 'Undo two')).toContainText('in Collateral Docs');
  await undo.click();
  await expect(row(page, 'Undo two')).not.toContainText('in Collateral Docs');
  await page.getByRole('button', { name: 'Clear Find in the package' }).click();

  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'To review' }).click();
  await page.keyboard.press('Escape');
  const waiting = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
  await expect(waiting.first()).toContainText('To review');
  const before = await waiting.count();
  for (const index of [0, 1]) await waiting.nth(index).getByRole('checkbox').check();
  await bar.getByRole('button', { name: 'Approve' }).click();
  await expect(waiting).toHaveCount(before - 2);
  await undo.click();
  await expect(waiting).toHaveCount(before);
});

test('a request is asked for once more: beside the original, and in another folder', async ({
  page,
}) => {
  await logIn(page, DANA);
  await openPackage(page, 'Individual Docs');
  const bar = page.getByRole('toolbar', { name: 'Selected items' });
  const dialog = page.getByRole('dialog');
  await page.getByRole('checkbox', { name: 'Select Résumé' }).check();
  await bar.getByRole('button', { name: 'Copy' }).click();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  const copy = row(page, 'Résumé (copy)');
  await expect(copy).toContainText('Requested');
  await expect(bar).toHaveCount(0);

  await page.getByRole('checkbox', { name: 'Select Résumé (copy)' }).check();
  await bar.getByRole('button', { name: 'Copy' }).click();
  await dialog.getByLabel('To').selectOption('Another folder');
  await dialog.getByRole('combobox', { name: 'Folder' }).fill('Collateral');
  await page.getByRole('option', { name: /Collateral Docs$/ }).click();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog).toHaveCount(0);
  for (const folder of ['Individual Docs', 'Collateral Docs']) {
    await page.getByRole('treeitem', { name: folder }).click();
    await copy.focus();
    await page.keyboard.press('Delete');
    await expect(copy).toHaveCount(0);
  }
});

test('a hidden request reaches the borrower in no page and no reply', async ({ page, browser }) => {
  await logIn(page, DANA);
  await openPackage(page, 'Project Docs');
  await page.getByRole('link', { name: 'Request files' }).click();
  await page.getByLabel('Files').fill('CANARY memo');
  await page.getByText('Hidden from the borrower').click();
  await page.getByRole('button', { name: 'Request file' }).click();
  await expect(row(page, 'CANARY memo')).toBeVisible();

  const context = await browser.newContext();
  const theirs = await context.newPage();
  const texts: string[] = [];
  theirs.on('response', async (response) => {
    if (response.url().includes('/api/') && !response.url().includes('/events')) {
      texts.push(await response.text().catch(() => ''));
    }
  });
  await logIn(theirs, ELENA);
  await openPackage(theirs, 'Project Docs');
  await expect(row(theirs, 'Purchase agreement')).toBeVisible();
  expect(texts.length).toBeGreaterThan(3);
  expect(texts.join('')).not.toContain('CANARY');
  expect(await theirs.content()).not.toContain('CANARY');
  await context.close();
});

test('filters find documents in every folder, an address carries them, Shift and arrows select [R320]', async ({
  page,
}) => {
  await logIn(page, DANA);
  await openPackage(page, 'Package');
  // A person for the "Assignee" filter, which is hidden if no one has a request.
  const loanId = new URL(page.url()).pathname.split('/').at(-1);
  const loan = (await (await page.request.get(`/api/v1/loans/${loanId}`)).json()) as {
    loanRoles: { user: { id: string; givenName: string } }[];
  };
  const elena = loan.loanRoles.find(({ user }) => user.givenName === 'Elena')!.user;
  const added = await page.request.post('/api/v2/loanmanager/elements', {
    data: { loanId, elements: [{ title: 'Site plan', assignedToUserId: elena.id }] },
  });
  expect(added.status()).toBe(200);
  const filters = page.getByRole('group', { name: 'Filters' });
  await expect(filters.getByRole('button')).toHaveText([
    /^Waiting on you/,
    'Type',
    'Status',
    'Modified',
    'Assignee',
    'Entity',
  ]);
  await filters.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Approved' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/status=Approved/);
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
  await expect(rows.first()).toContainText('Approved');
  await expect(rows.first().getByText(/^in /)).toBeVisible();
  const statuses = await rows.getByText(/^(Approved|To review|Requested)$/).allInnerTexts();
  expect(new Set(statuses)).toEqual(new Set(['Approved']));

  await rows.first().focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByRole('toolbar', { name: 'Selected items' })).toContainText('3 selected');
  await expect(rows.nth(2)).toBeFocused();

  await page.reload();
  await expect(filters.getByRole('button', { name: 'Status' })).toContainText('Approved');
  await expect(rows.first()).toContainText('Approved');
});

test('words find requests, files and folders in the package, and Escape shows all again', async ({
  page,
}) => {
  await logIn(page, DANA);
  await openPackage(page, 'Package');
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
  const before = await rows.count();
  const field = page.getByRole('searchbox', { name: 'Find in the package' });
  const announcements = page.getByRole('log', { name: 'Announcements' });
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.type('form 413');
  await expect(page).toHaveURL(/words=form/);
  await expect(rows.first()).toContainText('413');
  await expect(rows.first().getByText(/^in Individual Docs/)).toBeVisible();
  for (const text of await rows.allInnerTexts()) expect(text).toMatch(/413/);
  const count = await rows.count();
  await expect(announcements).toContainText(/\d+ results? for “form 413”/);
  const resultText = count === 1 ? '1 result' : `${count} results`;
  await expect(page.getByText(resultText, { exact: true })).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue('form 413');
  await expect(rows).toHaveCount(count);

  // A folder that matches is expanded with all of its contents.
  await field.fill('individual');
  const folder = rows.filter({ hasText: 'Individual Docs' }).filter({ hasText: 'answered' });
  await folder.getByRole('button', { name: 'Individual Docs', exact: true }).click();
  await expect(field).toHaveValue('');
  await expect(row(page, 'Résumé').first()).toBeVisible();

  // If nothing in the folder matches, the page offers to search the whole package. Escape clears the search.
  await field.fill('lease');
  await expect(page.getByText('No requests, folders or files here match “lease”.')).toBeVisible();
  await page.getByRole('button', { name: 'Search the whole package' }).click();
  await expect(rows.first()).toContainText(/lease/i);
  await field.focus();
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('');
  await expect(page).not.toHaveURL(/words=/);
  await expect(rows).toHaveCount(before);
});

test('a file is taken back, and used again from the trash of its request [R221]', async ({
  page,
}) => {
  await logIn(page, DANA);
  await openPackage(page, 'Package');
  const answer = await page.request.post('/api/v2/loanmanager/elements', {
    data: {
      loanId: new URL(page.url()).pathname.split('/').at(-1),
      elements: [{ title: 'Sign permit' }],
    },
  });
  expect(answer.status()).toBe(200);
  await upload(page, 'Sign permit', 'permit.pdf', pdf('Permit'));
  await expect(row(page, 'Sign permit')).toContainText('To review', { timeout: 20_000 });
  await row(page, 'Sign permit').getByRole('button', { name: 'Sign permit', exact: true }).click();
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await preview.getByRole('button', { name: 'Remove file' }).click();
  await expect(row(page, 'Sign permit')).toContainText('Requested');
  await expect(preview).toContainText('removed');
  await preview.getByRole('button', { name: 'Restore' }).click();
  await expect(row(page, 'Sign permit')).toContainText('To review');
  await expect(preview.getByText('removed')).toHaveCount(0);
});
