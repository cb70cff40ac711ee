/** Employees of a company and their invitations, with emails from the mail catcher. */
import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { ADMINISTRATOR, PASSWORD } from '../tools/database/demo-data.ts';
import { enter, tabTo, typeInto } from './keys.ts';
import { linkFor } from './email.ts';
import { DANA, GRACE, logIn, NOOR, chooseCompany } from './helpers.ts';

// These journeys take long, because they use emails, link scanners and two browsers.
test.describe.configure({ timeout: 180_000 });

const newAddress = (): string => `ada-${randomUUID().slice(0, 8)}@example.com`;
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const line = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

async function openMenu(page: Page, text: string, item: string): Promise<void> {
  await line(page, text)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function addPerson(page: Page, address: string, [first, last] = ['Ada', 'Moss']) {
  await press(page, 'Add person');
  const dialog = page.getByRole('dialog', { name: 'Add a person' });
  await dialog.getByLabel('First name').fill(first);
  await dialog.getByLabel('Last name').fill(last);
  await dialog.getByLabel('Email').fill(address);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Invitation Sent!').first()).toBeVisible();
  await expect(dialog).toBeHidden();
}

test('an administrator creates a company and a lender; its owner comes in by the mail and orders phases: by keyboard alone [R017] [R032] [R126]', async ({
  page,
  browser,
  request,
}) => {
  const address = newAddress();
  const name = `Harbor Lending ${address.slice(4, 12)}`;
  await logIn(page, ADMINISTRATOR[2]);
  await expect(page).toHaveURL(/\/admin$/);
  await enter(page, page.getByRole('link', { name: 'Create a company' }));
  await enter(page, page.getByRole('button', { name: 'Create company' }));
  await expect(page.getByText('Required')).toHaveCount(5);
  await expect(field(page, 'Name')).toBeFocused();
  await typeInto(page, field(page, 'Name'), name);
  await typeInto(page, field(page, 'Subdomain'), '-not-a-word-');
  await typeInto(page, field(page, 'First name'), 'Noor');
  await typeInto(page, field(page, 'Last name'), 'Haddad');
  await typeInto(page, field(page, 'Email'), address);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Use 3 to 63 letters')).toBeVisible();
  await expect(field(page, 'Subdomain')).toBeFocused();
  await typeInto(page, field(page, 'Subdomain'), 'northgate');
  await expect(page.getByText('This subdomain is taken. Choose another')).toBeVisible();
  const subdomain = `harbor-${address.slice(4, 12)}`;
  await typeInto(page, field(page, 'Subdomain'), subdomain);
  await expect(page.getByText(`${subdomain} is available`)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/people\?companyId=/);
  await expect(line(page, address).getByText('Invited', { exact: true })).toBeVisible();

  // An employee of that company is added on the same page.
  const colleague = newAddress();
  await enter(page, page.getByRole('button', { name: 'Add person' }));
  const dialog = page.getByRole('dialog', { name: 'Add a person' });
  await expect(dialog.getByLabel('First name')).toBeFocused();
  await page.keyboard.type('Ada');
  await typeInto(page, dialog.getByLabel('Last name'), 'Moss');
  await typeInto(page, dialog.getByLabel('Email'), colleague);
  await page.keyboard.press('Enter');
  await expect(line(page, colleague).getByText('Invited', { exact: true })).toBeVisible();

  // A mail scanner that opens the link, even in a browser that runs the page's scripts, does not accept the invitation.
  const link = await linkFor(address, name);
  expect((await request.get(link)).status()).toBe(200);
  const scanner = await (await browser.newContext()).newPage();
  await scanner.goto(link);
  await expect(scanner.getByRole('heading', { name })).toBeVisible();
  await scanner.context().close();
  await page.reload();
  await expect(line(page, address).getByText('Invited', { exact: true })).toBeVisible();

  // The lender uses only the keyboard.
  const lender = await (await browser.newContext()).newPage();
  await lender.goto(link);
  await expect(lender.getByText(`has invited you to run ${name} as an owner`)).toBeVisible();
  await typeInto(lender, field(lender, 'Password'), 'Password2024!');
  await lender.keyboard.press('Enter');
  await expect(lender.getByText('This password is too easy to guess')).toBeVisible();
  await typeInto(lender, field(lender, 'Password'), PASSWORD);
  await lender.keyboard.press('Enter');
  await expect(lender).toHaveURL(/\/admin\/people$/);
  await expect(line(lender, address).getByText('Active')).toBeVisible();
  await expect(lender.getByRole('button', { name: /Noor Haddad/ }).first()).toBeVisible();
  // Reorders phases, starting from the page to which the invitation led.
  await enter(lender, lender.getByRole('link', { name: 'Phases and roles' }));
  const leads = lender.getByRole('list', { name: 'Phases of Leads' }).getByRole('listitem');
  await expect(leads.first()).toBeVisible();
  const before = await leads.allInnerTexts();
  await tabTo(lender, leads.first().getByRole('button').first());
  await lender.keyboard.press('Alt+ArrowDown');
  await expect(leads.nth(1)).toContainText(before[0]!.split('\n')[0]!);
  await lender.goto('/');
  await expect(lender).toHaveURL(/\/lender$/);

  // The administrator's open page updates without a reload, and the link no longer works.
  await expect(line(page, address).getByText('Active')).toBeVisible();
  await lender.context().close();
  const later = await (await browser.newContext()).newPage();
  await later.goto(link);
  await expect(later.getByRole('heading', { name: 'Already accepted' })).toBeVisible();
  await later.context().close();
});

test('an administrator’s choice of company goes along from section to section [R018]', async ({
  page,
}) => {
  await logIn(page, ADMINISTRATOR[2]);
  const sections = page.getByRole('navigation', { name: 'Administration' });
  await enter(page, sections.getByRole('link', { name: 'People' }));
  await expect(page.getByText('Its people are listed here.')).toBeVisible();
  await chooseCompany(page, 'Northgate Bank');
  await expect(line(page, 'Dana Whitfield')).toBeVisible();
  await sections.getByRole('link', { name: 'Labels' }).click();
  await expect(page.getByRole('combobox', { name: 'Company' })).toHaveValue('Northgate Bank');
  await expect(page.getByText('Referral partner')).toBeVisible();
  await sections.getByRole('link', { name: 'People' }).click();
  await chooseCompany(page, 'Dunmore Savings');
  await expect(page.getByText('No people yet')).toBeVisible();
  await expect(line(page, 'Dana Whitfield')).toHaveCount(0);
});

test('an owner invites, sends again and takes back; the address opens the dialog [R031]', async ({
  page,
  browser,
}) => {
  const address = newAddress();
  await logIn(page, DANA, '/admin/people?addUserModal');
  const dialog = page.getByRole('dialog', { name: 'Add a person' });
  await expect(dialog.getByLabel('First name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/people$/);

  await press(page, 'Add person');
  await dialog.getByLabel('First name').fill('Ada');
  await dialog.getByLabel('Last name').fill('Moss');
  await dialog.getByLabel('Email').fill(GRACE);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByText('This person is already an employee')).toBeVisible();
  await page.keyboard.press('Escape');
  await addPerson(page, address);
  await expect(line(page, address).getByText('Invited', { exact: true })).toBeVisible();

  await openMenu(page, address, 'Resend invitation');
  await expect(page.getByText('This was just sent')).toBeVisible();
  // An expired invitation can be sent again immediately.
  await expect(line(page, 'Hana Okafor').getByText('Invitation expired')).toBeVisible();

  const link = await linkFor(address, 'Northgate Bank');
  await openMenu(page, address, 'Revoke invitation');
  await press(page, 'Revoke');
  await expect(line(page, address)).toHaveCount(0);
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { name: 'Invitation revoked' })).toBeVisible();
  await visitor.goto(`${link.slice(0, -1)}!`);
  await expect(visitor.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await visitor.context().close();
});

test('role, details and upload link are edited on a page of their own; a last owner stays', async ({
  page,
}) => {
  await logIn(page, DANA);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/admin/people');
  await page.getByRole('link', { name: 'Grace Lindqvist' }).click();
  await expect(page).toHaveURL(/\/admin\/lender\/[\w-]+\/[\w-]+\/edit$/);
  await field(page, 'Job title').fill('Analyst');
  await field(page, 'Work phone').fill('call me');
  await press(page, 'Save');
  await expect(page.getByText('Enter a phone number')).toBeVisible();
  await expect(field(page, 'Work phone')).toBeFocused();
  await field(page, 'Work phone').fill('555-010-0177');
  await press(page, 'Save');
  await expect(page.getByText('Saved')).toBeVisible();

  const before = await field(page, 'Link').inputValue();
  await press(page, 'Copy link');
  await expect(page.getByText('Secure-upload link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(before);
  await press(page, 'Create new link');
  await expect(field(page, 'Link')).not.toHaveValue(before);

  await page.getByRole('link', { name: 'People' }).last().click();
  await expect(line(page, 'Grace Lindqvist').getByText('Analyst')).toBeVisible();
  await page.getByRole('link', { name: 'Dana Whitfield' }).click();
  await page.getByRole('radio', { name: /^Employee/ }).check();
  await press(page, 'Save');
  await expect(page.getByText('A company needs an owner')).toBeVisible();
});

test('an employee sees the people, and changes only their own details', async ({ page }) => {
  await logIn(page, GRACE, '/admin/people');
  await expect(line(page, 'Dana Whitfield')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add person' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Grace Lindqvist' }).click();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await page.goto('/admin/people?addUserModal');
  await expect(page.getByRole('dialog', { name: /access/i })).toBeVisible();
  await page.goto('/admin/company/create');
  await expect(page).not.toHaveURL(/company\/create/);
});

test('a user with an account accepts when logged in, and works in both roles [R113]', async ({
  page,
  browser,
}) => {
  await logIn(page, NOOR);
  await expect(page.getByText('Northgate Bank invited you to join them')).toBeVisible();
  await page.getByRole('link', { name: 'View invitation' }).click();
  await expect(page.getByText('Dana Whitfield has invited you to work for')).toBeVisible();

  // With another user's session, the page says that the link does not work.
  const grace = await (await browser.newContext()).newPage();
  await logIn(grace, GRACE, page.url());
  await expect(grace.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await grace.context().close();

  await press(page, 'Accept');
  await expect(page).toHaveURL(/\/lender$/);
  await expect(page.getByText('invited you to join them')).toBeHidden();
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Origination/ })
    .click();
  await expect(page.getByText('Larkspur Bakery LLC').first()).toBeVisible();
  await page.getByRole('button', { name: /Noor Haddad/ }).click();
  await page.getByRole('menuitemradio', { name: /Fairhaven/ }).click();
  await expect(page).toHaveURL(/\/lender$/);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Origination/ })
    .click();
  await expect(page.getByText('Saltmarsh Kayak Tours').first()).toBeVisible();

  // When she is removed from the list, she loses the role immediately.
  const dana = await (await browser.newContext()).newPage();
  await logIn(dana, DANA, '/admin/people');
  await openMenu(dana, 'Noor Haddad', 'Remove from the company');
  await dana.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(line(dana, 'Noor Haddad')).toHaveCount(0);
  // Invited again as before, because the screenshots show it.
  await addPerson(dana, NOOR, ['Noor', 'Haddad']);
  await dana.context().close();
});

test('an account is closed with its password, and is gone for good', async ({ page, browser }) => {
  const address = newAddress();
  await logIn(page, DANA, '/admin/people');
  await addPerson(page, address);
  const link = await linkFor(address, 'Northgate Bank');
  const ada = await (await browser.newContext()).newPage();
  await ada.goto(link);
  await field(ada, 'Password').fill(PASSWORD);
  await press(ada, 'Accept and log in');
  await expect(ada).toHaveURL(/\/lender$/);
  await ada.goto('/user/profile');
  await press(ada, 'Close account');
  const dialog = ada.getByRole('dialog', { name: 'Close your account?' });
  await dialog.getByLabel('Your password').fill('not the password');
  await dialog.getByRole('button', { name: 'Close my account' }).click();
  await expect(dialog.getByText('This isn’t your password')).toBeVisible();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Close my account' }).click();
  await expect(ada).toHaveURL(/auth\/login/);
  await field(ada, 'Email').fill(address);
  await field(ada, 'Password').fill(PASSWORD);
  await press(ada, 'Log in');
  await expect(ada.getByText('don’t match')).toBeVisible();
  await ada.context().close();
  await page.reload();
  await expect(line(page, address).getByText('Closed')).toBeVisible();
});
