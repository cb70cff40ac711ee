/**
 * Entities: a guarantor with a trust and a building, five rows pasted from a spreadsheet, a tax ID, and the history.
 */
import { expect, test, type Page } from '@playwright/test';
import { DANA, ELENA, GRACE, logIn, toPackage } from './helpers.ts';

async function openEntities(page: Page, loan: string): Promise<void> {
  await page.getByRole('link', { name: loan }).first().click();
  await page.getByRole('button', { name: 'Entities', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Entities of the loan' })).toBeVisible();
}
async function addNew(page: Page, kind: string): Promise<void> {
  await page.getByRole('link', { name: 'Add an entity' }).click();
  await page.getByRole('link', { name: `New ${kind}` }).click();
}
const entityRow = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Entities of the loan' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) });

test('a lender adds a guarantor with a trust and a building as collateral, and sees their folders [R007]', async ({
  page,
}) => {
  await logIn(page, DANA);
  await openEntities(page, 'Copper Creek Brewing Co.');
  await addNew(page, 'individual');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Required').first()).toBeVisible();
  await page.getByLabel('First name').fill('Nadia');
  await page.getByLabel('Last name').fill('Ferro');
  await page.getByLabel('Social Security number or ITIN').fill('900123456');
  await page.getByLabel('Guarantor').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(entityRow(page, 'Nadia Ferro')).toContainText('Guarantor');
  await expect(entityRow(page, 'Nadia Ferro')).toContainText('•••-••-3456');

  await addNew(page, 'trust');
  await page.getByLabel('Name of the trust').fill('Ferro Family Trust');
  await page.getByRole('button', { name: 'Save' }).click();
  await addNew(page, 'collateral');
  // The previous page also has a name field.
  await expect(page.getByLabel('Type of property')).toBeVisible();
  await expect(page.getByLabel('Kind', { exact: true }).getByRole('option')).toHaveText([
    'Real estate',
    'Equipment',
    'Bank account',
    'Other asset',
  ]);
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

test('a lender keeps fields of its own about an entity, and the borrower sees none of it [R072]', async ({
  page,
  browser,
}) => {
  await logIn(page, DANA);
  await openEntities(page, 'Larkspur Bakery');
  await page.getByRole('link', { name: 'Elena Marsh', exact: true }).click();
  const own = page.getByRole('form', { name: 'Custom fields' });
  await own.getByRole('button', { name: 'Add a field' }).click();
  await expect(own.getByLabel('Name of field 1')).toBeFocused();
  await page.keyboard.type('Risk rating');
  await own.getByRole('button', { name: 'Save fields' }).click();
  await expect(own.getByText('Fill in both the name and the value.')).toBeVisible();
  await own.getByLabel('Value of field 1').fill('4');
  await own.getByRole('button', { name: 'Save fields' }).click();
  await expect(page.getByText('Custom fields saved')).toBeVisible();
  await expect(own.getByLabel('Risk rating', { exact: true })).toHaveValue('4');

  const theirs = await browser.newContext();
  const borrower = await theirs.newPage();
  await logIn(borrower, ELENA, page.url());
  await expect(borrower.getByRole('heading', { name: 'Elena Marsh' })).toBeVisible();
  await expect(borrower.getByText('Risk rating')).toHaveCount(0);
  await expect(borrower.getByRole('form', { name: 'Custom fields' })).toHaveCount(0);
  await theirs.close();

  // A colleague who is not on the loan can read the entities.
  const third = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const colleague = await third.newPage();
  await logIn(colleague, GRACE, page.url());
  const shown = colleague.getByRole('region', { name: 'Custom fields' });
  await expect(shown.getByRole('term')).toHaveText(['Risk rating']);
  await expect(shown.getByRole('definition')).toHaveText(['4']);
  await expect(colleague.getByRole('form', { name: 'Custom fields' })).toHaveCount(0);
  await third.close();

  await page.reload();
  await expect(own.getByLabel('Risk rating', { exact: true })).toHaveValue('4');
  await own.getByRole('button', { name: 'Remove Risk rating' }).click();
  await own.getByRole('button', { name: 'Save fields' }).click();
  await expect(own.getByRole('listitem')).toHaveCount(0);
});

test('an entity that could not be loaded is not called removed', async ({ page }) => {
  await logIn(page, DANA);
  await openEntities(page, 'Larkspur Bakery');
  await page.getByRole('link', { name: 'Elena Marsh', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Elena Marsh' })).toBeVisible();
  await page.route('**/api/v2/loanmanager/*/entities', (route) =>
    route.fulfill({ status: 409, json: { code: 'CONFLICT', message: 'Not now.' } }),
  );
  await page.reload();
  await expect(page.getByText('The entity could not be loaded')).toBeVisible();
  await expect(page.getByText('no longer on the loan')).toHaveCount(0);
  await page.unroute('**/api/v2/loanmanager/*/entities');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Elena Marsh' })).toBeVisible();
});

test('five rows are pasted from a spreadsheet, corrected in place, added, and changed together', async ({
  page,
}) => {
  await logIn(page, DANA);
  await openEntities(page, 'Redfern Logistics Inc.');
  await page.getByRole('link', { name: 'Bulk add' }).click();
  const rows = ['Ada', 'Ben', 'Cara', 'Dev', 'Eli'].map((name) => `${name}\tRedfern`);
  await page.getByLabel('First name, row 1').focus();
  await page.evaluate(
    (text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    },
    ['First name\tLast name', ...rows].join('\n'),
  );
  await expect(page.getByLabel('First name, row 5')).toHaveValue('Eli');
  await page.getByLabel('Email, row 2').fill('not an address');
  await page.getByRole('button', { name: 'Add 5 entities' }).click();
  await expect(page.getByText('Enter an email address')).toBeVisible();
  await page.getByLabel('Email, row 2').press('ArrowUp');
  await expect(page.getByLabel('Email, row 1')).toBeFocused();
  await page.getByLabel('Email, row 2').fill('ben@redfern.example');
  await page.getByRole('button', { name: 'Add 5 entities' }).click();
  await expect(entityRow(page, 'Eli Redfern')).toBeVisible();

  await page.getByRole('link', { name: 'Bulk edit' }).click();
  await page.getByLabel('Kind').selectOption('Individual');
  await page.getByLabel('Email, Cara Redfern').fill('cara@redfern.example');
  await page.getByLabel('Email, Cara Redfern').press('ArrowDown');
  await expect(page.getByLabel('Email, Dev Redfern')).toBeFocused();
  await page.keyboard.type('no address');
  await page.getByRole('button', { name: 'Change 2 entities' }).click();
  await expect(page.getByText('Enter an email address')).toBeVisible();
  await page.getByLabel('Email, Dev Redfern').fill('dev@redfern.example');
  await page.getByRole('button', { name: 'Change 2 entities' }).click();
  await page.getByRole('link', { name: 'Bulk edit' }).click();
  await page.getByLabel('Kind').selectOption('Individual');
  await expect(page.getByLabel('Email, Dev Redfern')).toHaveValue('dev@redfern.example');
  await expect(page.getByRole('button', { name: 'Change 0 entities' })).toBeDisabled();
});

test('a tax id is shown on asking, and the history tells who changed what', async ({ page }) => {
  await logIn(page, DANA);
  await openEntities(page, 'Tamarack Dental Partners');
  await page.getByRole('link', { name: 'Tamarack Dental Partners', exact: true }).last().click();
  await expect(page.getByText('••-•••')).toBeVisible();
  await page.getByRole('button', { name: 'Show EIN' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^93-\d{7}$/ })).toBeVisible();
  await page.getByLabel('Trade name').fill('Tamarack');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Tamarack Dental Partners', exact: true }).last().click();
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText('Changed: Trade name');
  await expect(history).toContainText('Dana Whitfield');
  await history.getByRole('button', { name: 'View version 1' }).click();
  await history.getByRole('button', { name: 'Restore this version' }).click();
  await expect(history).toContainText('Version 1 restored');
});

test('an owner of 20% is suggested as guarantor, and becomes one only when a lender confirms', async ({
  page,
}) => {
  await logIn(page, DANA);
  await openEntities(page, 'Larkspur Bakery LLC');
  const suggestions = page.getByRole('list', { name: 'Suggestions' });
  await expect(suggestions).toContainText('Jonas Marsh owns 25% of Larkspur Bakery LLC');
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

test('owners are named with their shares; who reaches 20% should guarantee', async ({ page }) => {
  await logIn(page, DANA);
  await openEntities(page, 'Hollis & Vine Market LLC');
  await page.getByRole('link', { name: 'Hollis & Vine Market LLC', exact: true }).last().click();
  const owners = page.getByRole('form', { name: 'Owners' });
  const line = (name: string) => owners.getByRole('listitem').filter({ hasText: name });
  await expect(line('Imogen Hollis')).toContainText('20% or more: guarantees');
  await expect(line('Theo Hollis')).toContainText('20% or more: should guarantee');
  await expect(owners).toContainText('Ownership totals 100%.');
  await expect(owners).toContainText('13 CFR 120.160(a)');

  await owners.getByLabel('Share of Theo Hollis, percent').fill('19.99');
  await expect(line('Theo Hollis')).not.toContainText('20%');
  await owners.getByLabel('Add an owner').selectOption('Hollis Family Trust');
  await owners.getByLabel('Share of Hollis Family Trust, percent').fill('6');
  await expect(owners).toContainText('Ownership totals 100.99%, more than 100%.');
  await owners.getByRole('button', { name: 'Save owners' }).click();
  await expect(page.getByText('Owners of Hollis & Vine Market LLC saved')).toHaveCount(0);
  await owners.getByLabel('Share of Hollis Family Trust, percent').fill('5');
  await owners.getByLabel('Share of Hollis Family Trust, percent').press('Enter');
  await expect(page.getByText('Owners of Hollis & Vine Market LLC saved')).toBeVisible();
  await expect(owners).toContainText('Ownership totals 99.99%. 0.01% is missing.');

  await page.getByRole('link', { name: 'Entities of the loan' }).click();
  await expect(entityRow(page, 'Hollis & Vine Market LLC')).toContainText(
    'Theo Hollis 19.99%, Hollis Family Trust 5%',
  );
  await expect(page.getByText('Theo Hollis owns')).toHaveCount(0);
});

test('taking an entity off says what becomes of its folder, and can take that along', async ({
  page,
}) => {
  await logIn(page, DANA);
  await openEntities(page, 'Hollis & Vine Market LLC');
  await page.getByRole('button', { name: 'Remove Theo Hollis' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Theo Hollis from the loan?' });
  await expect(dialog).toContainText('Its folder, with 2 requests, none of them answered');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(entityRow(page, 'Theo Hollis')).toBeVisible();

  await page.getByRole('button', { name: 'Remove Theo Hollis' }).click();
  await dialog.getByLabel('Move its folder to the trash').check();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Theo Hollis removed. Its folder is in the trash.')).toBeVisible();
  await expect(entityRow(page, 'Theo Hollis')).toHaveCount(0);
  await toPackage(page);
  await expect(page.getByRole('treeitem', { name: 'Imogen Hollis' })).toBeVisible();
  await expect(page.getByRole('treeitem', { name: 'Theo Hollis' })).toHaveCount(0);
});

test('a chosen address fills the fields, by keyboard; without a service the street is a plain field', async ({
  page,
}) => {
  await logIn(page, DANA);
  await openEntities(page, 'Copper Creek Brewing Co.');
  await addNew(page, 'individual');
  await expect(page.getByLabel('Street')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Street' })).toHaveCount(0);

  await page.route('**/api/v2/addresses/suggestions', (route) => {
    const { words } = route.request().postDataJSON() as { words: string };
    const text = '418 NW Larkspur Ave, Bend, OR';
    const suggestions = words.startsWith('418') ? [{ id: 'larkspur-418', text }] : [];
    return route.fulfill({ json: { isOn: true, suggestions } });
  });
  await page.route('**/api/v2/addresses/address', (route) => {
    const address = { street: '418 NW Larkspur Ave', unit: 'B', city: 'Bend', state: 'OR' };
    return route.fulfill({ json: { address: { ...address, postalCode: '97703' } } });
  });
  await page.reload();
  const street = page.getByRole('combobox', { name: 'Street' });
  await street.fill('418 nw');
  await expect(page.getByRole('option', { name: '418 NW Larkspur Ave, Bend, OR' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(street).toHaveValue('418 NW Larkspur Ave');
  await expect(street).toBeFocused();
  await expect(page.getByLabel('Unit or suite')).toHaveValue('B');
  await expect(page.getByLabel('City')).toHaveValue('Bend');
  await expect(page.getByLabel('ZIP code')).toHaveValue('97703');

  // A late reply does not overwrite what was typed in the meantime.
  let answer: (() => void) | undefined;
  await page.route('**/api/v2/addresses/address', async (route) => {
    await new Promise<void>((done) => (answer = done));
    await route.fallback();
  });
  await street.fill('418 n');
  await page.getByRole('option', { name: '418 NW Larkspur Ave, Bend, OR' }).click();
  await expect.poll(() => answer !== undefined).toBe(true);
  await page.getByLabel('City').fill('Redmond');
  await page.getByLabel('ZIP code').fill('');
  answer!();
  await expect(street).toHaveValue('418 NW Larkspur Ave');
  await expect(page.getByLabel('City')).toHaveValue('Redmond');
  await expect(page.getByLabel('ZIP code')).toHaveValue('');
  await page.getByLabel('ZIP code').fill('97703');

  await page.getByLabel('First name').fill('Ines');
  await page.getByLabel('Last name').fill('Larkspur');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Ines Larkspur', exact: true }).first().click();
  await expect(page.getByRole('combobox', { name: 'Street' })).toHaveValue('418 NW Larkspur Ave');
  await expect(page.getByLabel('ZIP code')).toHaveValue('97703');
});

test('a new entity gets the requests of the template that the lender chooses for it', async ({
  page,
}) => {
  await logIn(page, DANA);
  await openEntities(page, 'Blue Heron Marine Services');
  await addNew(page, 'individual');
  await page.getByLabel('First name').fill('Ivo');
  await page.getByLabel('Last name').fill('Sand');
  await page.getByLabel('Template').selectOption({ label: 'SBA 504' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(entityRow(page, 'Ivo Sand')).toBeVisible();
  const loanId = /\/loans\/([0-9a-f-]{36})/.exec(page.url())![1]!;
  const { loanEntities } = (await (
    await page.request.get(`/api/v2/loanmanager/${loanId}/entities`)
  ).json()) as { loanEntities: { entityId: string; name: string; templateName: string | null }[] };
  const ivo = loanEntities.find(({ name }) => name === 'Ivo Sand')!;
  expect(ivo.templateName).toBe('SBA 504');
  const { elements } = (await (
    await page.request.get(`/api/v2/loanmanager/${loanId}/elements`)
  ).json()) as { elements: { title: string; sherpaEntityId: string | null }[] };
  const requests = elements.filter(({ sherpaEntityId }) => sherpaEntityId === ivo.entityId);
  expect(requests.map(({ title }) => title).join()).toMatch(/personal|license/i);
});
