/**
 * An application from the lender's branded page to its acceptance, on a touch phone and with a co-owner; also a
 * withdrawal.
 */
import { randomUUID } from 'node:crypto';
import { devices, expect, test, type Browser, type Page } from '@playwright/test';
import { PASSWORD } from '../tools/database/demo-data.ts';
import { codeFor, linkFor } from './email.ts';
import { DANA, logIn, logInAlone } from './helpers.ts';

const { defaultBrowserType: _browser, ...phone } = devices['iPhone 13'];
test.use({ ...phone, viewport: { width: 390, height: 844 } });

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).tap();

async function lenderOf(page: Page): Promise<string> {
  await logInAlone(page.request, DANA);
  const answer = await page.request.get('/api/v2/users/loggedUser');
  const { company } = (await answer.json()) as { company: { id: string } };
  await page.context().clearCookies();
  return company.id;
}

/** Signs up from the lender's page; the password is typed once. */
async function signUpFromLanding(page: Page, lenderId: string): Promise<void> {
  const address = `iris-${randomUUID().slice(0, 8)}@example.com`;
  await page.goto(`/apply-now/new/${lenderId}`);
  await expect(page).toHaveURL(new RegExp(`/portal/${lenderId}$`));
  await expect(page.getByRole('heading', { name: 'Apply for a business loan' })).toBeVisible();
  await expect(page.getByText('Dana Whitfield')).toBeVisible();
  const loan = page.getByRole('radio', { name: /^SBA 504/ });
  await loan.tap();
  await expect(loan).toBeChecked();
  await page.getByRole('link', { name: /^Start SBA 504.* application$/ }).tap();
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
  await expect(page.getByText('Northgate Bank')).toBeVisible();
  await field(page, 'First name').fill('Iris');
  await field(page, 'Last name').fill('Vale');
  await field(page, 'Email').fill(address);
  await field(page, 'Password').fill(PASSWORD);
  await press(page, 'Create account');
  await field(page, 'Code from the email').fill(
    await codeFor(address, 'Confirm your email address'),
  );
  await press(page, 'Confirm');
  await expect(page.getByRole('heading', { name: 'Apply for a loan' })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^SBA 504.*Often 10% down/ })).toBeChecked();
}

async function begin(page: Page, business: string): Promise<void> {
  await field(page, 'Amount').fill('$180,000');
  await field(page, 'Purpose').selectOption({ index: 1 });
  await field(page, 'Legal name of the business').fill(business);
  await field(page, 'Type of business').selectOption('LLC');
  await press(page, 'Start application');
  await expect(page.getByRole('heading', { name: business, level: 1 })).toBeVisible();
}

async function toStep(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name }).tap();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

async function sayOwn(page: Page, ssn: string): Promise<void> {
  await expect(page.getByText(/^Still missing:/)).toBeVisible();
  await page.getByLabel('Phone').fill('555-010-0134');
  await page.getByLabel('Social Security number or ITIN').fill(ssn);
  await page.getByLabel('Date of birth').fill('06/14/1984');
  await page.getByLabel('Citizenship').selectOption('US_CITIZEN');
  await page.getByLabel('Street').fill('12 Alder Lane');
  await page.getByLabel('City').fill('Bend');
  await page.getByLabel('State').fill('OR');
  await page.getByLabel('ZIP code').fill('97702');
  await press(page, 'Save');
  await expect(page.getByText('Everything is filled in.')).toBeVisible();
  await press(page, 'I certify this is complete and accurate');
  await expect(page.getByText(/You confirmed this/)).toBeVisible();
}

/** The co-owner, invited by email, starts with their own information. */
async function coOwnerCompletes(browser: Browser, address: string): Promise<void> {
  const context = await browser.newContext({ ...phone, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(await linkFor(address, ''));
  await field(page, 'Password').fill(PASSWORD);
  await press(page, 'Accept and log in');
  await expect(page).toHaveURL(/\/own-info$/);
  await expect(page.getByRole('heading', { name: 'Your information', level: 1 })).toBeVisible();
  await sayOwn(page, '912-70-4412');
  await context.close();
}

test('an applicant goes from the branded link with a co-owner to acceptance [R010]', async ({
  page,
  browser,
}) => {
  // This journey takes long, because two applicants and a lender act in sequence.
  test.setTimeout(120_000);
  const lenderId = await lenderOf(page);
  const business = `Alder Lane Kilns ${randomUUID().slice(0, 4)} LLC`;
  await signUpFromLanding(page, lenderId);
  await begin(page, business);

  await toStep(page, 'People');
  const otis = `otis-${randomUUID().slice(0, 8)}@example.com`;
  await press(page, 'Add a person');
  await page.getByLabel('First name').fill('Otis');
  await page.getByLabel('Last name').fill('Vale');
  await page.getByLabel('Email').fill(otis);
  await press(page, 'Save');
  await page.getByLabel('Iris Vale owns').fill('60');
  await expect(page.getByText('40% is missing. Does anyone else own 20% or more?')).toBeVisible();
  await page.getByLabel('Otis Vale owns').fill('40');
  await expect(page.getByText('Ownership totals 100%.')).toBeVisible();
  await press(page, 'Save ownership');
  await expect(page.getByText('Ownership saved')).toBeVisible();
  await press(page, 'Invite Otis Vale');
  await expect(page.getByText('Invitation Sent!')).toBeVisible();
  await coOwnerCompletes(browser, otis);

  await page.getByRole('link', { name: business }).tap();
  await toStep(page, 'Your information');
  await sayOwn(page, '912-70-4411');
  await page.getByRole('link', { name: business }).tap();
  await toStep(page, 'Review and submit');
  await press(page, 'Submit application');
  await expect(page.getByText('Your application is with the lender.')).toBeVisible();

  const lender = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const desk = await lender.newPage();
  await logIn(desk, DANA, '/applications');
  await desk.getByRole('link', { name: business }).click();
  await desk.getByRole('button', { name: 'Start review' }).click();
  await expect(page.getByText('The lender is reviewing your application.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Withdraw application' })).toBeHidden();
  await desk.getByRole('button', { name: 'Accept', exact: true }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('link', { name: 'Open loan' })).toBeVisible();
  await lender.close();

  // The lender's portal has the loan's tasks, contact details and a way out.
  await page.goto('/portal');
  await expect(page).toHaveURL(new RegExp(`/portal/${lenderId}/tasks$`));
  await expect(page.getByRole('heading', { name: /^Iris, / })).toBeVisible();
  await page.getByRole('link', { name: 'Your contact details' }).tap();
  await expect(page.getByLabel('First name')).toHaveValue('Iris');
  await press(page, 'Save and continue');
  await page.getByRole('link', { name: 'Finish for now' }).tap();
  await expect(page.getByRole('heading', { name: 'You’re done for now' })).toBeVisible();
  await press(page, 'Log out');
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
});

test('an applicant withdraws, and the lender sees it', async ({ page, browser }) => {
  const lenderId = await lenderOf(page);
  const business = `Short Lived Kilns ${randomUUID().slice(0, 4)} LLC`;
  await signUpFromLanding(page, lenderId);
  await begin(page, business);
  await press(page, 'Withdraw application');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Withdraw' }).tap();
  await expect(page.getByText('This application was withdrawn.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Withdraw application' })).toBeHidden();

  const lender = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const desk = await lender.newPage();
  await logIn(desk, DANA, '/applications?list=all');
  await expect(desk.getByRole('row').filter({ hasText: business })).toContainText('Withdrawn');
  await lender.close();
});

test('an owner changes the brand, and visitors see it', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await logIn(page, DANA, '/admin/portal');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('Apply for a business loan')).toBeVisible();
  await page.getByLabel('Legal line').fill('Member FDIC. NMLS 12345.');
  await expect(preview.getByText('Member FDIC. NMLS 12345.')).toBeVisible();
  await page.getByLabel('Brand color', { exact: true }).fill('blue');
  await page.getByRole('button', { name: 'Save portal' }).click();
  await expect(page.getByText('Must be a color like #5B8DEF')).toBeVisible();
  await page.getByLabel('Brand color', { exact: true }).fill('#FFC61A');
  await page.getByRole('button', { name: 'Save portal' }).click();
  await expect(page.getByText('Borrower portal saved')).toBeVisible();
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Open portal' }).click();
  const visitor = await opened;
  await expect(visitor.getByText('Member FDIC. NMLS 12345.')).toBeVisible();
  // The text is black on a light brand color.
  await expect(visitor.getByRole('link', { name: /^Start / })).toHaveCSS('color', 'rgb(0, 0, 0)');
  await page.getByLabel('Brand color', { exact: true }).fill('#12365F');
  await page.getByLabel('Legal line').fill('Member FDIC. Equal Housing Lender.');
  const saved = page.waitForResponse(
    (response) => response.request().method() !== 'GET' && response.url().includes('/portal'),
  );
  await page.getByRole('button', { name: 'Save portal' }).click();
  expect((await saved).ok()).toBe(true);
  await context.close();
});

test('a visitor who is not sure answers three questions; a chosen loan outlives the session', async ({
  page,
}) => {
  const lenderId = await lenderOf(page);
  await page.goto(`/portal/${lenderId}`);
  await page.getByRole('radio', { name: /^Not sure yet/ }).tap();
  await expect(page.getByRole('button', { name: 'Answer the three questions' })).toBeDisabled();
  await page.getByLabel('What is the money for?').selectOption('Buy or refinance property');
  await page.getByLabel('About how much do you need?').selectOption('$500,000 to $5 million');
  await page.getByLabel('How will you use it?').selectOption('One set amount, repaid monthly');
  await expect(page.getByText(/^SBA 504.* looks like a fit$/)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Start SBA 504.* application$/ })).toBeVisible();

  const answer = await page.request.get(`/api/v1/noauth/portal/${lenderId}`);
  const { offers } = (await answer.json()) as { offers: { templateId: string; name: string }[] };
  const last = offers.at(-1)!;
  await page.goto(`/apply-now/new/${lenderId}?template=${last.templateId}`);
  await expect(page).toHaveURL(`/portal/${lenderId}?template=${last.templateId}`);
  await expect(page.getByRole('link', { name: `Start ${last.name} application` })).toBeVisible();
});

test('a link to no lender says so', async ({ page }) => {
  await page.goto('/portal/0198c5a0-0000-7000-8000-000000000000');
  await expect(page.getByText('This link doesn’t lead to a lender')).toBeVisible();
});
