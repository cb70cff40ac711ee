import { expect, test, type Page } from '@playwright/test';
import { DANA, ELENA, logIn, MARCUS } from './helpers.ts';

const LOAN = 'Larkspur Bakery LLC';
const notes = (page: Page) => page.getByRole('dialog', { name: 'Notes' });
const openLoan = (page: Page) => page.getByRole('link', { name: LOAN }).first().click();

test('a note mentions a colleague, who opens it from the bell, replies and marks it done; the borrower sees nothing of it', async ({
  page,
  browser,
}) => {
  await logIn(page, DANA, '/loans/phases/origination');
  await openLoan(page);
  await page.getByRole('button', { name: /^Notes/ }).click();
  const field = notes(page).getByLabel('New note');
  await field.pressSequentially('The appraisal is booked. @mar');
  // The list is inside the dialog, so that it belongs to a landmark of the page.
  await expect(notes(page).getByRole('option', { name: 'Marcus Oyelaran' })).toBeVisible();
  await field.press('Enter');
  await field.pressSequentially('please order the flood report.');
  await expect(field).toHaveValue(
    'The appraisal is booked. @Marcus Oyelaran please order the flood report.',
  );
  await field.press('ControlOrMeta+Enter');
  const hers = notes(page).getByRole('listitem').filter({ hasText: 'flood report' });
  await expect(hers).toBeVisible();

  const his = await browser.newContext();
  const marcus = await his.newPage();
  await logIn(marcus, MARCUS, '/');
  await marcus.getByRole('button', { name: /^Notifications/ }).click();
  await marcus
    .getByRole('link', { name: /Dana Whitfield.*mentioned you in a note/ })
    .first()
    .click();
  const note = notes(marcus).getByRole('listitem').filter({ hasText: 'flood report' });
  await expect(note).toBeVisible();
  await note.getByRole('button', { name: 'Reply' }).click();
  await note.getByLabel('Your reply').fill('Ordered.');
  await note.getByRole('button', { name: 'Reply' }).click();
  await expect(hers.getByText('Ordered.')).toBeVisible();
  await note.getByRole('button', { name: 'Mark done' }).click();
  await expect(note.getByText('Done')).toBeVisible();
  await expect(hers).toHaveCount(0);
  await his.close();

  const borrower = await browser.newContext();
  const elena = await borrower.newPage();
  await logIn(elena, ELENA, '/');
  await openLoan(elena);
  await expect(elena.getByRole('navigation', { name: 'Loan' }).first()).toBeVisible();
  await expect(elena.getByRole('button', { name: /^Notes/ })).toHaveCount(0);
  await borrower.close();
});
