/** A request is edited, a question and a link are added, and answers are copied, reset and given an expiration date. */
import { expect, test, type Page } from '@playwright/test';
import { DANA, logIn, row, toPackage } from './helpers.ts';

const LOAN = 'Hollis & Vine Market LLC';
const editor = (page: Page) => page.getByRole('dialog');

async function chooseAction(page: Page, title: string, name: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
}

async function ask(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'New request' }).click();
  await editor(page).getByRole('textbox', { name: 'Title', exact: true }).fill(title);
}

test('a lender asks, edits, copies and resets from the rows of a package [R331]', async ({
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: LOAN }).first().click();
  await toPackage(page);

  await ask(page, 'Seats after the build-out');
  await editor(page).getByRole('button', { name: 'Question', exact: true }).click();
  await editor(page).getByRole('combobox', { name: 'Answer' }).click();
  await page.getByRole('option', { name: 'Number' }).click();
  await page.keyboard.press('Control+Enter');
  await expect(editor(page)).toHaveCount(0);
  await ask(page, 'Seats today');
  await editor(page).getByRole('button', { name: 'Question', exact: true }).click();
  await editor(page).getByRole('combobox', { name: 'Answer' }).click();
  await page.getByRole('option', { name: 'Number' }).click();
  await editor(page).getByRole('button', { name: 'Request' }).click();
  await expect(row(page, 'Seats today')).toBeVisible();

  // The E key on the row opens the editor.
  await row(page, 'Seats today').focus();
  await page.keyboard.press('e');
  await editor(page).getByRole('textbox', { name: 'Title', exact: true }).fill('Seats in 2026');
  await editor(page).getByLabel('Instructions to borrower').fill('Count the bar, too.');
  await expect(editor(page).getByRole('region', { name: /borrower reads/ })).toContainText(
    'Count the bar, too.',
  );
  await editor(page).getByLabel('Due', { exact: true }).fill('2027-03-01');
  await editor(page).getByRole('combobox', { name: 'Priority' }).click();
  await page.getByRole('option', { name: 'Urgent' }).click();
  await editor(page).getByText('Flags').click();
  await editor(page).getByRole('button', { name: 'Needs legal review' }).click();
  await editor(page).getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Seats in 2026')).toBeVisible();

  // Answers one question, then copies the answer to the other.
  await row(page, 'Seats in 2026')
    .getByRole('button', { name: /^Answer/ })
    .click();
  await page.getByLabel('Your answer').fill('42');
  await page.getByRole('button', { name: 'Save answer' }).click();
  await chooseAction(page, 'Seats in 2026', 'Copy answer');
  await editor(page).getByRole('combobox').click();
  await page.getByRole('option', { name: /Seats after the build-out/ }).click();
  await page.keyboard.press('Escape');
  await editor(page).getByRole('button', { name: 'Copy answer' }).click();
  await expect(row(page, 'Seats after the build-out')).not.toContainText('Requested');

  // An answer that expired yesterday is shown as expired.
  await chooseAction(page, 'Seats after the build-out', 'Edit request');
  await editor(page).getByText('The answer expires').click();
  await editor(page).getByLabel('This answer expires on').fill('2020-01-31');
  await editor(page).getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Seats after the build-out')).toContainText('Document Expired');
  await chooseAction(page, 'Seats after the build-out', 'Reset answer');
  await expect(row(page, 'Seats after the build-out')).toContainText('Requested');

  // Adds a link to the same request in another folder.
  await page.getByRole('button', { name: 'New request' }).click();
  await editor(page).getByRole('button', { name: 'Link', exact: true }).click();
  await editor(page).getByRole('combobox', { name: 'Request' }).fill('Seats in 2026');
  await page.getByRole('option', { name: /Seats in 2026/ }).click();
  await editor(page).getByRole('button', { name: 'Add link' }).click();
  await expect(row(page, 'Seats in 2026')).toHaveCount(2);

  // The copied link opens the request.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await chooseAction(page, 'Seats after the build-out', 'Copy link');
  await expect(page.getByText('Seats after the build-out: link copied')).toBeVisible();
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(page).toHaveURL(/\?view=package&item=/);
  await expect(row(page, 'Seats after the build-out')).toBeVisible();
});
