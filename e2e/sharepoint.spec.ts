/** SharePoint: a company owner connects a library, and a lender exports a loan to it. */
import { expect, test } from '@playwright/test';
import { SHAREPOINT_APP, SHAREPOINT_SITE } from '@cairn/testing/sharepoint/environment';
import { DANA, logIn, toPackage } from './helpers.ts';

test('a library that is connected in the company profile takes the documents of a loan', async ({
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first().click();
  await toPackage(page);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const section = page.getByRole('region', { name: 'SharePoint' });
  await expect(section).toContainText('No library is connected.');
  await section.getByRole('link', { name: 'company profile' }).click();

  const form = page.getByRole('form', { name: 'SharePoint' });
  await form.getByLabel('Site address').fill(SHAREPOINT_SITE);
  await form.getByLabel('Document library').fill('Pictures');
  await form.getByLabel('Directory (tenant) ID').fill(SHAREPOINT_APP.tenantId);
  await form.getByLabel('Application (client) ID').fill(SHAREPOINT_APP.clientId);
  await form.getByLabel('Client secret').fill(SHAREPOINT_APP.clientSecret);
  await form.getByRole('button', { name: 'Save SharePoint' }).click();
  await expect(form).toContainText('It has: Documents, Loan files.');
  await form.getByLabel('Document library').fill('Loan files');
  await form.getByRole('button', { name: 'Save SharePoint' }).click();
  await expect(form.getByText('Connected', { exact: true })).toBeVisible();

  // Back returns to the dialog that led to the profile, because the dialog is part of the URL.
  await page.goBack();
  await section.getByRole('button', { name: 'Export to SharePoint' }).click();
  await expect(section.getByRole('link', { name: 'Open in SharePoint' })).toHaveAttribute(
    'href',
    /\/web\/Larkspur/,
    { timeout: 30_000 },
  );
});
