/** Entities: a guarantor with a trust and a building, five rows from a spreadsheet, a tax id, the history. */
import { expect, test, type Page } from '@playwright/test';
import { DANA, ELENA, logIn, toPackage } from './steps.ts';

async function openEntities(page: Page, loan: string): Promise<void> {
  await page.getByRole('link', { name: loan }).first().click();
  await page.getByRole('button', { name: 'Entities', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Entities of the loan' })).toBeVisible();
}
async function addNew(page: Page, kind: string): Promise<void> {
  await page.getByRole('link', { name: 'Add an entity' }).click();
  await page.getByRole('link', { name: `New: ${kind}` }).click();
}
const entityRow = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Entities of the loan' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) });

test('a lender adds a guarantor with a trust and a building, and sees their folders', async ({
  page,
}) => {
  await logIn(page, DANA);
  await openEntities(page, 'Copper Creek Brewing Co.');
  await addNew(page, 'Person');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Required').first()).toBeVisible();
  await page.getByLabel('Given name').fill('Nadia');
  await page.getByLabel('Family name').fill('Ferro');
  await page.getByLabel('Social Security number or ITIN').fill('900123456');
  await page.getByLabel('Guarantor').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(entityRow(page, 'Nadia Ferro')).toContainText('Guarantor');
  await expect(entityRow(page, 'Nadia Ferro')).toContainText('•••-••-3456');

  await addNew(page, 'Trust');
  await page.getByLabel('Name of the trust').fill('Ferro Family Trust');
  await page.getByRole('button', { name: 'Save' }).click();
  await addNew(page, 'Collateral');
  await page.getByLabel('Name', { exact: false }).first().fill('12 Mill Road');
  await page.getByLabel('Street').fill('12 Mill Road');
  await page.getByLabel('City').fill('Bend');
  await page.getByLabel('State').fill('or');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(entityRow(page, '12 Mill Road')).toContainText('Real estate');

  await toPackage(page);
  for (const title of ['Nadia Ferro', 'Ferro Family Trust', '12 Mill Road']) {
    await expect(page.getByRole('treeitem', { name: title })).toBeVisible();
  }
});

test('five rows are pasted from a spreadsheet, corrected in place, and added', async ({ page }) => {
  await logIn(page, DANA);
  await openEntities(page, 'Redfern Logistics Inc.');
  await page.getByRole('link', { name: 'Add many' }).click();
  const rows = ['Ada', 'Ben', 'Cara', 'Dev', 'Eli'].map((name) => `${name}\tRedfern`);
  await page.getByLabel('Given name, row 1').focus();
  await page.evaluate(
    (text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    },
    ['Given name\tFamily name', ...rows].join('\n'),
  );
  await expect(page.getByLabel('Given name, row 5')).toHaveValue('Eli');
  await page.getByLabel('E-mail, row 2').fill('not an address');
  await page.getByRole('button', { name: 'Add 5 entities' }).click();
  await expect(page.getByText('Enter an e-mail address')).toBeVisible();
  await page.getByLabel('E-mail, row 2').press('ArrowUp');
  await expect(page.getByLabel('E-mail, row 1')).toBeFocused();
  await page.getByLabel('E-mail, row 2').fill('ben@redfern.example');
  await page.getByRole('button', { name: 'Add 5 entities' }).click();
  await expect(entityRow(page, 'Eli Redfern')).toBeVisible();
});

test('a tax id is shown on asking, and the history tells who changed what', async ({ page }) => {
  await logIn(page, DANA);
  await openEntities(page, 'Tamarack Dental Partners');
  await page.getByRole('link', { name: 'Tamarack Dental Partners', exact: true }).last().click();
  await expect(page.getByText('••-•••')).toBeVisible();
  await page.getByRole('button', { name: 'Show Tax id' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^93-\d{7}$/ })).toBeVisible();
  await page.getByLabel('Trade name').fill('Tamarack');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Tamarack Dental Partners', exact: true }).last().click();
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText('Changed: Trade name');
  await expect(history).toContainText('Dana Whitfield');
  await history.getByRole('button', { name: 'Look at version 1' }).click();
  await history.getByRole('button', { name: 'Restore this version' }).click();
  await expect(history).toContainText('Version 1 restored');
});

test('an owner of 20 % is suggested as guarantor, and becomes one only when somebody says so', async ({
  page,
}) => {
  await logIn(page, DANA);
  await openEntities(page, 'Larkspur Bakery LLC');
  const suggestions = page.getByRole('list', { name: 'Suggestions' });
  await expect(suggestions).toContainText('Jonas Marsh owns 25 % of Larkspur Bakery LLC');
  await expect(suggestions).toContainText('13 CFR 120.160(a)');
  await expect(entityRow(page, 'Jonas Marsh')).not.toContainText('Guarantor');
  await suggestions.getByRole('button', { name: 'Add as guarantor' }).click();
  await expect(entityRow(page, 'Jonas Marsh')).toContainText('Guarantor');
  await expect(suggestions).toHaveCount(0);
});

test('the lead borrower sees no digit of anybody else’s numbers', async ({ page }) => {
  await logIn(page, ELENA);
  await openEntities(page, 'Larkspur Bakery LLC');
  await expect(entityRow(page, 'Jonas Marsh')).toContainText('••••');
  await page.getByRole('link', { name: 'Jonas Marsh' }).click();
  await expect(page.getByRole('button', { name: /^Show/ })).toHaveCount(0);
});
