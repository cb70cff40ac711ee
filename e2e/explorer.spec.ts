/** The explorer finds documents of all loans by folder and filter, and restores a file from the trash. */
import { expect, test } from '@playwright/test';
import { DANA, logIn, row } from './helpers.ts';

const LOAN = 'Larkspur Bakery LLC';

test('a lender goes from a loan to a folder by keyboard, filters, trashes and restores a request [R320]', async ({
  page,
}) => {
  await logIn(page, DANA);
  await page.goto('/explorer/loans?stage=ORIGINATION');
  const labels = ['Type', 'Status', 'Modified', 'Loan Stage'];
  for (const name of labels) await expect(page.getByRole('button', { name })).toBeVisible();
  await page.getByRole('row').filter({ hasText: LOAN }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: LOAN })).toBeVisible();
  await page.getByRole('link', { name: 'Package', exact: true }).click();

  await row(page, 'Individual Docs').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/folder=/);
  // The folder is the page's title, and the breadcrumbs lead back to its parents.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Individual Docs');
  await expect(page.getByText('Package', { exact: true })).toHaveCount(1);
  for (const name of ['Type', 'Status', 'Modified', 'Entity']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  }
  const file = row(page, 'SBA Form 413').first();
  await file.focus();
  await page.keyboard.press('x');
  const bar = page.getByRole('toolbar', { name: 'Selected items' });
  await bar.getByRole('button', { name: 'Trash' }).click();
  await expect(file).toHaveCount(0);

  await page.goto('/explorer/trash');
  await page.getByRole('link', { name: LOAN }).click();
  const restore = page.getByRole('button', { name: /^Restore SBA Form 413/ });
  await expect(restore).toBeVisible();
  await page.goto(`${page.url()}?type=sheet`);
  await expect(page.getByText('Remove a filter to see more.')).toBeVisible();
  await page.getByRole('button', { name: 'Type' }).click();
  await page.getByRole('menuitem', { name: 'Show all' }).click();
  await restore.click();
  await expect(restore).toHaveCount(0);

  // A file that was removed from its request is in the same trash.
  const trash = page.url();
  await page.goto(trash.replace('/trash/', '/loans/') + '/package');
  await page.getByRole('button', { name: 'Individual Docs' }).click();
  await page.getByRole('button', { name: 'Résumé', exact: true }).click();
  await page.getByRole('button', { name: 'Remove file' }).click();
  await expect(page.getByRole('button', { name: 'Remove file' })).toHaveCount(0);
  await page.goto(trash);
  const answer = row(page, 'Answer to Résumé');
  await answer.getByRole('button', { name: /^Restore/ }).click();
  await expect(answer).toHaveCount(0);
});

test('several items are restored from the trash, or deleted for good, by keyboard', async ({
  page,
}) => {
  await logIn(page, DANA, '/explorer/loans?stage=ORIGINATION');
  await page.getByRole('link', { name: LOAN }).first().click();
  await expect(page).toHaveURL(/\/explorer\/loans\/[\da-f-]{36}/);
  const loanId = new URL(page.url()).pathname.split('/').at(3)!;
  const titles = ['Trash one', 'Trash two', 'Trash three', 'Trash four'];
  const added = await page.request.post('/api/v2/loanmanager/elements', {
    data: { loanId, elements: titles.map((title) => ({ title })) },
  });
  expect(added.status(), await added.text()).toBe(200);
  const { elements } = (await (
    await page.request.get(`/api/v2/loanmanager/${loanId}/elements`)
  ).json()) as { elements: { id: string; title: string }[] };
  const ids = elements.filter(({ title }) => titles.includes(title)).map(({ id }) => id);
  const reply = await page.request.delete('/api/v2/loanmanager/markelements', {
    data: { loanId, elements: ids },
  });
  expect(reply.status(), await reply.text()).toBe(200);

  await page.goto(`/explorer/trash/${loanId}`);
  const bar = page.getByRole('toolbar', { name: 'Selected items' });
  for (const title of ['Trash one', 'Trash two']) {
    await row(page, title).focus();
    await page.keyboard.press('x');
  }
  await expect(bar).toContainText('2 selected');
  await bar.getByRole('button', { name: 'Restore', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 items restored').first()).toBeVisible();
  await expect(row(page, 'Trash one')).toHaveCount(0);
  await expect(bar).toHaveCount(0);

  await row(page, 'Trash three').getByRole('checkbox').check();
  await row(page, 'Trash four').getByRole('checkbox').check();
  await row(page, 'Trash four').focus();
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete 2 items?' });
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByText('2 items deleted permanently').first()).toBeVisible();
  await expect(row(page, 'Trash three')).toHaveCount(0);
  await page.goto(`/explorer/loans/${loanId}/package?words=Trash`);
  await expect(row(page, 'Trash one')).toBeVisible();
  await expect(row(page, 'Trash three')).toHaveCount(0);
});

test('lists over several loans are filtered by the server, and their address says how [R320]', async ({
  page,
}) => {
  await logIn(page, DANA, '/explorer/loans');
  const entity = page.getByRole('searchbox', { name: 'Entity' });
  await expect(page.getByRole('button', { name: 'Assignee' })).toBeVisible();
  await page.getByRole('button', { name: 'Status', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Declined' }).click();
  const both = page.waitForRequest(/loanStatus=DECLINED&loanStatus=WITHDRAWN/);
  await page.getByRole('menuitemcheckbox', { name: 'Withdrawn' }).click();
  await both;
  await expect(page).toHaveURL(/status=DECLINED&status=WITHDRAWN/);
  await page.goto('/explorer/loans?review=waiting');
  await expect(page.getByRole('button', { name: 'To review' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.goto('/explorer/loans');
  const loans = page.getByRole('rowheader');
  await expect(loans.nth(5)).toBeVisible();
  await entity.fill('larkspur bak');
  await expect(page).toHaveURL(/entity=larkspur/);
  await expect(row(page, LOAN)).toBeVisible();
  await expect(loans.nth(5)).toHaveCount(0);

  await page.goto('/explorer/trash?entity=nothing+like+this');
  await expect(page.getByText('Remove a filter to see more.')).toBeVisible();
  await expect(entity).toHaveValue('nothing like this');

  await page.goto('/explorer/shoebox');
  for (const name of ['Type', 'Status', 'Modified', 'Assignee', 'Loan Stage']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Type', exact: true }).click();
  const request = page.waitForRequest(/shoebox\/lender\?.*type=picture/);
  await page.getByRole('menuitemcheckbox', { name: 'Picture' }).click();
  await request;
  await expect(page).toHaveURL(/type=picture/);

  await page.goto('/search?q=larkspur');
  await expect(page.getByRole('navigation', { name: 'Kinds of results' })).toBeVisible();
  await page.getByRole('button', { name: 'Loan Stage' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Archive' }).click();
  await expect(page).toHaveURL(/q=larkspur.*stage=ARCHIVE/);
  await expect(page.getByText(/Remove a filter to see more/)).toBeVisible();
});
