/** Credit checks: the borrower consents, and the lender reads the report or the reason why there is none. */
import { expect, test, type Page } from '@playwright/test';
import { DANA, logIn, openLoanTab } from './helpers.ts';

const JORDAN = 'jordan@beaconhillpharmacy.example';

async function openCredit(page: Page, status: string): Promise<void> {
  await page.goto('/applications?list=all');
  await page.getByRole('row').filter({ hasText: status }).getByRole('link').first().click();
  await openLoanTab(page, 'Credit');
}

test('consent starts the credit report of a submitted application, which only the lender reads', async ({
  page,
  browser,
}) => {
  await logIn(page, DANA, '/');
  await openCredit(page, 'Submitted');
  const person = page.getByRole('region', { name: 'Jordan Castellanos' });
  await expect(person.getByText('No consent yet')).toBeVisible();
  await expect(person.getByRole('button', { name: /^Run/ })).toHaveCount(0);

  const theirs = await browser.newContext();
  const borrower = await theirs.newPage();
  await logIn(borrower, JORDAN, '/user/profile');
  await borrower.getByLabel('I have read this and I agree').check();
  await borrower.getByRole('button', { name: 'Give consent' }).click();
  await expect(borrower.getByText('You agreed on')).toBeVisible();

  const openReport = person.getByRole('button', { name: /^View report .* TransUnion/ });
  await expect(openReport).toBeVisible();
  await expect(person.getByText('Credit rating')).toBeVisible();
  await openReport.click();
  const report = page.getByRole('dialog');
  await expect(report.getByText('HARBOR CARD SERVICES')).toBeVisible();
  await expect(report.getByText('$290 of $7,000')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(report).toHaveCount(0);

  await borrower.goto(page.url());
  await expect(borrower.getByRole('region').filter({ hasText: 'TransUnion' })).toHaveCount(0);
  await borrower.goto('/');
  await expect(borrower.getByRole('link', { name: 'Credit', exact: true })).toHaveCount(0);
  await theirs.close();
});

test('a run that fails says what to do, and a declined application gets a draft notice', async ({
  page,
}) => {
  await logIn(page, DANA, '/');
  await openCredit(page, 'Declined');
  const run = page.getByRole('button', { name: /^Run: TransUnion/ });
  await run.focus();
  await run.press('Enter');
  await expect(page.getByText('Information is missing.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Run again: TransUnion/ })).toBeVisible();

  const notice = page.getByRole('region', { name: 'Adverse-action notice' });
  await expect(notice.getByText('Draft: check with counsel')).toBeVisible();
  await expect(notice.getByRole('button', { name: 'Draft notice' })).toBeDisabled();
  await notice.getByLabel('Length of time in business').check();
  await notice.getByRole('button', { name: 'Draft notice' }).click();
  const draft = notice.getByRole('textbox', { name: 'Draft' });
  await expect(draft).toHaveValue(/- Length of time in business/);
  await draft.fill('As counsel wrote it.');
  await notice.getByRole('button', { name: 'Save draft' }).click();
  await expect(notice.getByText(/^Saved/)).toBeVisible();
  await page.reload();
  await expect(notice.getByRole('textbox', { name: 'Draft' })).toHaveValue('As counsel wrote it.');
});
