/** An applicant applies for a loan on a phone; the lender reviews and decides. */
import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { PASSWORD } from '../tools/database/demo-data.ts';
import { codeFor } from './email.ts';
import { DANA, ELENA, logIn, logInAlone, markAsLoaded } from './helpers.ts';
import { application } from './specified-objects.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The ID of the lender, which its own employees can read. */
async function lenderOf(page: Page): Promise<string> {
  await logInAlone(page.request, DANA);
  const answer = await page.request.get('/api/v2/users/loggedUser');
  const { company } = (await answer.json()) as { company: { id: string } };
  await page.context().clearCookies();
  return company.id;
}

/** Signs up, starting from the lender's page, and returns to that page. */
async function signUpOnTheWay(page: Page, lenderId: string): Promise<void> {
  const address = `iris-${randomUUID().slice(0, 8)}@example.com`;
  await page.goto(`/apply-now/new/${lenderId}`);
  await page.getByRole('link', { name: /^Start .* application$/ }).click();
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
}

async function begin(page: Page, business: string): Promise<void> {
  // The loan type was chosen on the lender's page.
  await expect(page.getByRole('radio').first()).toBeChecked();
  await press(page, 'Start application');
  await expect(page.getByText('Required').first()).toBeVisible();
  await field(page, 'Amount').fill('$180,000');
  await field(page, 'Purpose').selectOption({ index: 1 });
  await field(page, 'Legal name of the business').fill(business);
  await field(page, 'Type of business').selectOption('LLC');
  await press(page, 'Start application');
  await expect(page.getByRole('heading', { name: business, level: 1 })).toBeVisible();
  await expect(page.getByText('In progress')).toBeVisible();
}

async function toStep(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

async function sayOwn(page: Page): Promise<void> {
  await expect(page.getByText(/^Still missing: Phone/)).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'I certify this is complete and accurate' }),
  ).toBeDisabled();
  await page.getByLabel('Phone').fill('555-010-0134');
  await page.getByLabel('Social Security number or ITIN').fill('912-70-4411');
  await page.getByLabel('Date of birth').fill('06/14/1984');
  await page.getByLabel('Citizenship').selectOption('US_CITIZEN');
  await page.getByLabel('Credit rating').selectOption('GOOD');
  await page.getByLabel('Street').fill('12 Alder Lane');
  await page.getByLabel('City').fill('Bend');
  await page.getByLabel('State').fill('OR');
  await page.getByLabel('ZIP code').fill('97702');
  await press(page, 'Save');
  await expect(page.getByText('Everything is filled in.')).toBeVisible();
  await press(page, 'I certify this is complete and accurate');
  await expect(page.getByText(/You confirmed this/)).toBeVisible();
}

test('an applicant applies on a phone, and sees the review and acceptance without reloading [R011]', async ({
  page,
  browser,
}) => {
  const lenderId = await lenderOf(page);
  const business = `Alder Lane Pottery ${randomUUID().slice(0, 4)} LLC`;
  await page.setViewportSize({ width: 390, height: 844 });
  await signUpOnTheWay(page, lenderId);
  await begin(page, business);

  // Every guarantor has to complete their own information.
  await toStep(page, 'People');
  await press(page, 'Add a person');
  await page.getByLabel('First name').fill('Otis');
  await page.getByLabel('Last name').fill('Vale');
  await page.getByLabel('Email').fill(`otis-${randomUUID().slice(0, 8)}@example.com`);
  await press(page, 'Save');
  await press(page, 'Invite Otis Vale');
  await expect(page.getByText('Invitation Sent!')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Otis Vale' })).toContainText(
    'Invited',
  );
  await page.getByRole('link', { name: business }).click();
  await toStep(page, 'Review and submit');
  await expect(page.getByRole('link', { name: /Otis Vale/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit application' })).toBeDisabled();
  await page.getByRole('link', { name: /Otis Vale/ }).click();
  await press(page, 'Remove Otis Vale');
  await expect(page.getByText('Otis Vale removed')).toBeVisible();
  await page.getByLabel('Iris Vale owns').fill('100');
  await press(page, 'Save ownership');
  await expect(page.getByText('Ownership saved')).toBeVisible();

  await page.getByRole('link', { name: business }).click();
  await toStep(page, 'Your information');
  await sayOwn(page);
  await page.getByRole('link', { name: business }).click();
  await toStep(page, 'Review and submit');
  await press(page, 'Submit application');
  await expect(page.getByText('Your application is with the lender.')).toBeVisible();
  const stillTheSame = await markAsLoaded(page);

  const lender = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const desk = await lender.newPage();
  await logIn(desk, DANA, '/applications');
  await expect(desk.getByRole('table', { name: 'Open applications' })).toBeVisible();
  await desk.getByRole('link', { name: business }).click();
  await press(desk, 'Start review');
  await expect(page.getByText('The lender is reviewing your application.')).toBeVisible();
  await press(desk, 'Accept');
  await desk.getByLabel('Message (optional)').fill('Welcome to Northgate.');
  await desk.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('Welcome to Northgate.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open loan' })).toBeVisible();
  await stillTheSame();
  await desk.goto('/applications?list=all');
  await expect(desk.getByRole('row').filter({ hasText: business })).toContainText('Accepted');
  await lender.close();
});

test('an owner renames a role of applications and withholds another; an applicant chooses from the rest [R121]', async ({
  page,
  browser,
}) => {
  await logIn(page, DANA, '/admin');
  await page.getByRole('link', { name: 'Profile' }).click();
  const roles = page.getByRole('form', { name: 'Application roles' });
  const roleName = roles.getByLabel('Name for “Guarantor”');
  const propertyOwner = roles.getByRole('group', { name: 'Property owner' }).getByRole('switch');
  await roleName.fill('Borrower');
  await press(page, 'Save roles');
  await expect(roles.getByText('Another role has this name')).toBeVisible();
  await roleName.fill('Personal guarantor');
  await propertyOwner.click();
  await press(page, 'Save roles');
  await expect(page.getByText('Application roles saved')).toBeVisible();

  const theirs = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const applicant = await theirs.newPage();
  await logInAlone(applicant.request, ELENA);
  const { loanId, lenderId } = await application(/DRAFT/)(applicant.request);
  await applicant.goto(`/apply-now/applications/${lenderId}/${loanId}`);
  await toStep(applicant, 'Business');
  await press(applicant, 'Add a business');
  const choices = applicant.getByLabel('Role in the application').getByRole('option');
  await expect(choices).toHaveText([
    'Other',
    'Borrower',
    'Operating company',
    'Personal guarantor',
  ]);
  await theirs.close();

  await page.reload();
  await expect(roleName).toHaveValue('Personal guarantor');
  await expect(propertyOwner).not.toBeChecked();
  await roleName.fill('Guarantor');
  await propertyOwner.click();
  await press(page, 'Save roles');
  await expect(page.getByText('Application roles saved')).toBeVisible();
});
