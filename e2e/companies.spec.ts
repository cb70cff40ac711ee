/** A company manages its phases, profile and logo itself; administrators choose a company first. */
import { expect, test, type Page } from '@playwright/test';
import { makePng } from '../packages/testing/src/png.ts';
import { ADMINISTRATOR } from '../tools/database/demo-data.ts';
import { PORT } from './address.ts';
import { forget, logIn, markAsLoaded, MARCUS, waitUntilStill } from './helpers.ts';

const NOOR = 'noor.haddad@fairhaven.example';
const ROBIN = ADMINISTRATOR[2];
const phasesOf = (page: Page, category: string) =>
  page.getByRole('list', { name: `Phases of ${category}` });
const grip = (page: Page, phase: string) =>
  page.getByRole('button', { name: new RegExp(`^${phase}, \\d+ of`) });
const announcements = (page: Page) => page.getByRole('log', { name: 'Announcements' });

async function chooseCompany(page: Page, name: string): Promise<void> {
  await page.goto('/admin');
  await page.getByLabel('Search companies').fill(name.slice(0, 6));
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await expect(page).toHaveURL(/companyId=/);
}

test('phases renamed and ordered by keyboard alone; another browser sees it [R124] [R032]', async ({
  page,
  browser,
}) => {
  const context = await browser.newContext();
  const elsewhere = await context.newPage();
  await logIn(elsewhere, ROBIN);
  await chooseCompany(elsewhere, 'Fairhaven');
  await expect(phasesOf(elsewhere, 'Origination').getByRole('listitem')).toHaveText([
    /Intake/,
    /Review/,
  ]);
  const stillTheSame = await markAsLoaded(elsewhere);

  await logIn(page, NOOR);
  await page.getByRole('link', { name: 'Admin', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Phases' })).toBeVisible();
  await grip(page, 'Intake').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(phasesOf(page, 'Origination').getByRole('listitem')).toHaveText([
    /Review/,
    /Intake/,
  ]);
  await expect(announcements(page)).toContainText('Intake moved to Origination, 2 of 2');
  // The focus stays on the moved phase, so that the next key press moves it further.
  await expect(grip(page, 'Intake')).toBeFocused();
  await expect(phasesOf(elsewhere, 'Origination').getByRole('listitem')).toHaveText([
    /Review/,
    /Intake/,
  ]);

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('New name of Intake')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('First look');
  await page.keyboard.press('Enter');
  await expect(phasesOf(elsewhere, 'Origination')).toContainText('First look');
  await stillTheSame();
  await context.close();
});

test('a change that fails is taken back, and said so [R124]', async ({ page }) => {
  await logIn(page, NOOR, '/admin');
  const archive = phasesOf(page, 'Archive').getByRole('listitem');
  const portfolio = phasesOf(page, 'Portfolio').getByRole('listitem');
  await expect(archive).toHaveText([/Closed/]);
  let answer = () => {};
  await page.route('**/api/v1/lenders/phases', async (route) => {
    await new Promise<void>((go) => (answer = go));
    await route.fulfill({ status: 500, body: '{}' });
  });
  await page.getByRole('button', { name: 'More for Closed' }).click();
  await page.getByRole('menuitem', { name: 'Move to Portfolio' }).click();
  await expect(portfolio).toHaveText([/Servicing/, /Closed/]);
  await expect(async () => answer()).toPass();
  await expect(page.getByText('Server error happened when executing operation.')).toBeVisible();
  await expect(archive).toHaveText([/Closed/]);
  await expect(portfolio).toHaveText([/Servicing/]);
  await expect(announcements(page)).toContainText(
    'Couldn’t save. Your changes to the phases were undone.',
  );
});

test('phases are added, dragged and removed; one with loans stays [R125] [R266]', async ({
  page,
}) => {
  await logIn(page, NOOR, '/admin');
  await page.getByRole('button', { name: 'Add phase to Leads' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Required')).toBeVisible();
  await page.getByLabel('Name of the new phase in Leads').fill('Enquiry');
  await page.keyboard.press('Enter');
  const leads = phasesOf(page, 'Leads').getByRole('listitem');
  await expect(leads).toHaveText([/Enquiry/]);
  await page.reload();
  await expect(leads).toHaveText([/Enquiry/]);
  const closed = phasesOf(page, 'Archive').getByText('Closed');
  await waitUntilStill(closed);
  await leads.filter({ hasText: 'Enquiry' }).dragTo(closed, { targetPosition: { x: 8, y: 2 } });
  const archive = phasesOf(page, 'Archive').getByRole('listitem');
  await expect(archive).toHaveText([/Enquiry/, /Closed/]);
  await page.reload();
  await expect(archive).toHaveText([/Enquiry/, /Closed/]);
  await page.getByRole('button', { name: 'More for Enquiry' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(archive).toHaveText([/Closed/]);

  const phaseItem = phasesOf(page, 'Origination').getByRole('listitem').filter({ hasText: '1' });
  await phaseItem.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(page.getByText('This phase still holds loans.')).toBeVisible();
  await expect(phaseItem).toHaveCount(1);
});

test('a company is edited, with a logo; its subdomain is checked while typing [R126] [R265]', async ({
  page,
}) => {
  test.slow();
  await logIn(page, NOOR, '/admin');
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL(/\/admin\/company\/[0-9a-f-]+\/edit/);
  await page.getByLabel('Subdomain').fill('northgate');
  await expect(page.getByText('This subdomain is taken. Choose another')).toBeVisible();
  await page.getByLabel('Subdomain').fill('fairhaven-cu');
  await expect(page.getByText('fairhaven-cu is available')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Required')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.getByLabel('Name', { exact: true }).fill('Fairhaven Community Credit Union');
  await page.getByLabel('Password expiration (days)').fill('365');
  await page.getByLabel('Quiet from').fill('21:00');
  await page.getByLabel('Quiet until').fill('07:30');
  await page.getByRole('switch', { name: 'People can’t approve' }).check();
  await page.getByLabel('Logo', { exact: true }).setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg/>'),
  });
  await expect(page.getByText('Choose a PNG, JPEG or WebP picture')).toBeVisible();
  await page.getByLabel('Logo', { exact: true }).setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: makePng(600, 300),
  });
  await expect(page.getByRole('button', { name: 'Choose another logo' })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Company saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Password expiration (days)')).toHaveValue('365');
  await expect(page.getByLabel('Quiet until')).toHaveValue('07:30');
  await expect(page.getByRole('switch', { name: 'People can’t approve' })).toBeChecked();
  await expect(page.locator('img[src*="/lenders/logo/"]')).toBeVisible();
  await expect(page.getByRole('button', { name: /Noor Haddad/ })).toContainText(
    'Fairhaven Community Credit Union',
  );

  // Turns quiet hours off again: at night they would delay the emails of the following journeys.
  await page.getByLabel('Quiet from').fill('');
  await page.getByLabel('Quiet until').fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Company saved')).toBeVisible();

  // The company's own host shows its name and logo, and users log in there.
  await page.goto(`http://fairhaven-cu.localhost:${PORT}/auth/login`);
  await expect(page.getByText('Fairhaven Community Credit Union')).toBeVisible();
  await page.getByLabel('Email').fill(NOOR);
  await page.getByLabel('Password', { exact: true }).fill('three stones and a trail');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/fairhaven-cu\.localhost.*\/lender$/);
});

test('an employee reads, a sub-role is added by an owner [R123] [R117]', async ({ page }) => {
  await logIn(page, MARCUS, '/admin');
  await expect(phasesOf(page, 'Leads')).toContainText('Inquiry');
  await expect(page.getByRole('button', { name: /^Add/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByText('Only an owner of the company can change this.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);

  await forget(page);
  await logIn(page, NOOR, '/admin');
  await page.getByRole('button', { name: 'Add sub-role' }).click();
  await page.getByLabel('Name of the new sub-role').fill('Title officer');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Contact sub-roles' })).toContainText(
    'Title officer',
  );
});

test('a lender’s own host has its name, logo and title; any other subdomain is Cairn’s [R021]', async ({
  page,
}) => {
  await page.goto(`http://northgate.localhost:${PORT}/auth/login`);
  await expect(page).toHaveTitle('Northgate Bank');
  await expect(page.locator('#main p').filter({ hasText: 'Northgate Bank' })).toBeVisible();
  await expect(page.locator('#main p img')).toBeVisible();
  await page.goto(`http://nowhere.localhost:${PORT}/auth/login`);
  await expect(page).toHaveTitle('Cairn');
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page.getByText('Northgate Bank')).toHaveCount(0);
});
