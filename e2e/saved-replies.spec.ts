import { expect, test, type Page } from '@playwright/test';
import { DANA, logIn, MARCUS } from './helpers.ts';

const conversations = (page: Page) => page.getByRole('region', { name: 'Conversations' });
const openLease = (page: Page) =>
  conversations(page)
    .getByRole('link', { name: /^Larkspur Bakery LLC · Lease/ })
    .click();

test('an owner keeps a reply, a colleague finds and inserts it by keyboard, and drafts open on their loan', async ({
  page,
  browser,
}) => {
  const title = `Landlord’s waiver ${Date.now()}`;
  await logIn(page, DANA, '/communications');
  await openLease(page);
  await page.getByRole('button', { name: 'Saved replies' }).click();
  const list = page.getByRole('dialog', { name: 'Saved replies' });
  await list.getByRole('button', { name: 'New reply' }).click();
  const form = page.getByRole('dialog', { name: 'New saved reply' });
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Text').fill('<b>Please</b> ask your landlord for:\n- the waiver');
  await form.getByRole('button', { name: 'Save reply' }).click();
  await expect(list.getByRole('listitem').filter({ hasText: title })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Saved replies' })).toBeFocused();

  const his = await browser.newContext();
  const marcus = await his.newPage();
  await logIn(marcus, MARCUS, '/communications');
  await openLease(marcus);
  await marcus.getByLabel('Your reply').fill('Hi Dana,');
  await marcus.getByRole('button', { name: 'Saved replies' }).press('Enter');
  const replies = marcus.getByRole('dialog', { name: 'Saved replies' });
  const search = replies.getByLabel('Search saved replies');
  await expect(search).toBeFocused();
  await expect(replies.getByRole('button', { name: 'New reply' })).toHaveCount(0);
  await search.fill('no such reply');
  await expect(replies.getByText('No results for “no such reply”')).toBeVisible();
  await search.fill(title);
  await expect(replies.getByRole('listitem')).toHaveCount(1);
  await search.press('ArrowDown');
  await marcus.keyboard.press('Enter');
  const field = marcus.getByLabel('Your reply');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('Hi Dana,\n\n<b>Please</b> ask your landlord for:\n- the waiver');
  await expect(marcus.getByText('Draft saved')).toBeVisible();

  const drafts = conversations(marcus).getByRole('list', { name: 'Drafts' });
  await drafts.getByRole('link').filter({ hasText: 'ask your landlord' }).click();
  await expect(marcus).toHaveURL(/\/loans\/[0-9a-f-]{36}\/messages\?thread=/);
  await expect(field).toHaveValue(/ask your landlord/);
  await field.fill('');
  await expect(drafts).toHaveCount(0);
  await his.close();

  await page.getByRole('button', { name: 'Saved replies' }).click();
  await list.getByRole('button', { name: `Delete ${title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(list).toBeVisible();
  await expect(list.getByText(title)).toHaveCount(0);
});
