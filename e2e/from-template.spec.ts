/**
 * A template is built and published; a loan is created from it, entities are added, and requests are hidden and shared.
 */
import { expect, test, type Page } from '@playwright/test';
import { PASSWORD } from '../tools/database/demo-data.ts';
import { linkFor } from './email.ts';
import { DANA, logIn, NOOR, row, toPackage } from './helpers.ts';

const CANARY = 'CANARY covenant memo';
const WANDA = `wanda.${Date.now()}@fern.example`;
const tree = (page: Page) => page.getByRole('tree', { name: 'Elements' });
const item = (page: Page, title: string) =>
  tree(page).getByRole('treeitem', { name: new RegExp(`^${title}`) });
const inPackage = (page: Page, title: string) => page.getByRole('treeitem', { name: title });

async function typeTitle(page: Page, title: string): Promise<void> {
  const input = page.getByLabel('Title of the element');
  await expect(input).toBeFocused();
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await expect(input).toHaveCount(0);
}

/** Adds elements to the focused block, whose folder stays the target. */
async function buildTemplate(page: Page): Promise<void> {
  await page.goto('/loans/templates/create');
  for (const kind of ['Trust', 'Collateral']) {
    await page.getByRole('checkbox', { name: kind }).focus();
    await page.keyboard.press('Space');
  }
  await page.getByLabel('Name', { exact: true }).focus();
  await page.keyboard.type('Journey');
  await page.keyboard.press('Enter');
  const added: [string, string][] = [
    ['Business name', 'Lease of the shop'],
    ['Individual name', 'Personal guaranty'],
    ['Trust name', 'Trust agreement'],
    ['Collateral name', 'Title report'],
  ];
  for (const [block, title] of added) {
    await item(page, block).focus();
    await page.keyboard.press('n');
    await typeTitle(page, title);
  }
  await expect(page.getByText('All changes saved')).toBeVisible();
  await item(page, 'Personal guaranty').click();
  await page.getByLabel('Condition').fill('entity.label == GUARANTOR');
  await page.getByLabel('Condition').press('Tab');
  await expect(page.getByText('All changes saved')).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).press('Enter');
  await expect(page.getByText('Version 1 is published')).toBeVisible();
}

async function createLoan(page: Page): Promise<void> {
  await page.goto('/loans/phases/origination');
  await page.getByRole('link', { name: 'New loan' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Choose a template').last()).toBeVisible();
  await page.getByLabel('Loan type').selectOption('SBA_7A');
  const template = page.getByLabel('Template');
  const option = template.locator('option', { hasText: /^Journey/ });
  await template.selectOption(await option.getAttribute('value'));
  await page.getByLabel('Name', { exact: false }).first().fill('Fernhill Pottery');
  await page.getByLabel('Amount').pressSequentially('640k');
  await page.getByLabel('Purpose').selectOption('Equipment');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Legal name').fill('Fernhill Pottery LLC');
  // The browser's Back button goes back one step without losing input.
  await page.goBack();
  await expect(page.getByLabel('Amount')).toHaveValue('$640,000');
  await page.goForward();
  await expect(page.getByLabel('Legal name')).toHaveValue('Fernhill Pottery LLC');
  await page.getByLabel('Type of business').selectOption('LLC');
  await page.getByLabel('Is this a start-up?').selectOption('No');
  await page.getByRole('button', { name: 'Invite a borrower' }).click();
  await page.getByLabel('First name (primary borrower)').fill('Wanda');
  await page.getByLabel('Last name').fill('Fern');
  await page.getByLabel('Email').fill(WANDA);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText(
    'Fernhill Pottery LLC / Lease of the shop',
  );
  const form = page.locator('form[data-state]');
  await expect(form).toHaveAttribute('data-state', 'idle');
  // The first attempt fails: the page shows an error and keeps the input.
  const answer = Promise.withResolvers<void>();
  const broken = /createFromTemplate/;
  await page.route(broken, async (route) => {
    await answer.promise;
    await route.fulfill({ status: 500, json: { code: 'SERVER_ERROR', message: 'No answer' } });
  });
  const create = page.getByRole('button', { name: 'Create loan' });
  await create.click();
  await expect(form).toHaveAttribute('data-state', 'loading');
  answer.resolve();
  await expect(form).toHaveAttribute('data-state', 'error');
  await expect(form.getByRole('alert')).toBeVisible();
  await page.unroute(broken);
  await create.click();
  await expect(page).toHaveURL(/\/loans\/[0-9a-f-]{36}/);
  await expect(page.getByRole('heading', { name: 'Fernhill Pottery' })).toBeVisible();
  const about = page.getByLabel('Loan summary');
  await expect(about).toContainText('TemplateJourney');
  await expect(about).toContainText('by Noor');
}

async function addEntity(page: Page, kind: string, fields: Record<string, string>): Promise<void> {
  await page.getByRole('link', { name: 'Overview' }).locator('visible=true').click();
  await page.getByRole('button', { name: 'Entities', exact: true }).click();
  await page.getByRole('link', { name: 'Add an entity' }).click();
  await page.getByRole('link', { name: `New ${kind}` }).click();
  // The previous page also has a field "Name".
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
  for (const [label, value] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: false }).first().fill(value);
  }
  if (kind === 'individual') await page.getByLabel('Guarantor').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'Entities of the loan' })).toBeVisible();
}

/** Collects everything that the page receives (replies and events) and shows. */
async function listening(page: Page): Promise<() => Promise<string>> {
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/') && !response.url().includes('/events')) {
      bodies.push(response.text().catch(() => ''));
    }
  });
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const events: string[] = [];
  network.on('Network.eventSourceMessageReceived', ({ data }) => events.push(data));
  return async () => {
    expect(events.length).toBeGreaterThan(0);
    return [...(await Promise.all(bodies)), ...events, await page.content()].join('\n');
  };
}

test('a template by keyboard, a loan from it, a guarantor with a trust and a building, and what a borrower sees of it [R070] [R228] [R326]', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  page.setDefaultTimeout(20_000);
  await logIn(page, NOOR);
  await buildTemplate(page);
  await createLoan(page);
  await toPackage(page);
  const address = page.url();
  await inPackage(page, 'Fernhill Pottery LLC').click();
  await expect(row(page, 'Lease of the shop')).toContainText('Requested');

  await addEntity(page, 'individual', { 'First name': 'Ines', 'Last name': 'Alder' });
  await addEntity(page, 'trust', { 'Name of the trust': 'Alder Family Trust' });
  await addEntity(page, 'collateral', {
    Name: '9 Kiln Lane',
    Street: '9 Kiln Lane',
    City: 'Bend',
    State: 'or',
  });
  await toPackage(page);
  const folders: [string, string][] = [
    ['Ines Alder', 'Personal guaranty'],
    ['Alder Family Trust', 'Trust agreement'],
    ['9 Kiln Lane', 'Title report'],
  ];
  for (const [folder, request] of folders) {
    await inPackage(page, folder).click();
    // The template's rules create the request automatically, shortly after the entity was added.
    await expect(row(page, request)).toBeVisible({ timeout: 30_000 });
  }
  await inPackage(page, 'Ines Alder').click();
  await expect(row(page, 'Personal guaranty')).toContainText('Guarantor');

  // The lead borrower accepts the invitation from the email.
  const context = await browser.newContext();
  const theirs = await context.newPage();
  const readEverything = await listening(theirs);
  await theirs.goto(await linkFor(WANDA, 'Fairhaven'));
  await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await theirs.getByRole('button', { name: 'Accept and log in' }).click();
  await expect(theirs).not.toHaveURL(/loan-role-verification/);

  // Requests are assigned, hidden and shared with another loan while the borrower's page is open.
  await theirs.goto(address);
  await expect(inPackage(theirs, 'Ines Alder')).toBeVisible();
  await page.goto(address);
  await inPackage(page, 'Ines Alder').click();
  await page.getByRole('link', { name: 'Request files' }).click();
  await page.getByLabel('Files').fill(CANARY);
  await page.getByText('Hidden from the borrower').click();
  await page.getByRole('button', { name: 'Request file' }).click();
  await expect(row(page, CANARY)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select Personal guaranty' }).check();
  await page
    .getByRole('toolbar', { name: 'Selected items' })
    .getByRole('button', { name: 'Assign' })
    .click();
  await page.getByRole('dialog').getByRole('combobox').click();
  await page.getByRole('option', { name: 'Wanda Fern' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click();
  await expect(row(page, 'Personal guaranty')).toContainText('Wanda Fern');
  await inPackage(page, '9 Kiln Lane').click();
  await page.getByRole('checkbox', { name: 'Select Title report' }).check();
  await page
    .getByRole('toolbar', { name: 'Selected items' })
    .getByRole('button', { name: 'Share' })
    .click();
  const sharing = page.getByRole('dialog', { name: 'Share Title report' });
  await sharing.getByLabel('With').selectOption('Another loan');
  await sharing.getByRole('combobox', { name: 'Loan' }).fill('Saltmarsh');
  await page.getByRole('option', { name: /Saltmarsh/ }).click();
  await sharing.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Shared', { exact: true })).toBeVisible();

  // The request is visible on the other loan; then the share is removed.
  await row(page, 'Title report')
    .getByRole('button', { name: 'Title report', exact: true })
    .click();
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await preview.getByRole('link', { name: /Saltmarsh/ }).click();
  const region = page.getByRole('region', { name: 'Shared with this loan' });
  await expect(region).toContainText('Title report');
  await region.getByRole('link', { name: 'Open loan' }).click();
  await inPackage(page, '9 Kiln Lane').click();
  await row(page, 'Title report')
    .getByRole('button', { name: 'Title report', exact: true })
    .click();
  await preview.getByRole('button', { name: 'Stop sharing with the other loan' }).click();
  await expect(page.getByText('No longer shared')).toBeVisible();
  await expect(preview.getByText('Shared with')).toHaveCount(0);

  await theirs.goto(address);
  await inPackage(theirs, 'Ines Alder').click();
  await expect(row(theirs, 'Personal guaranty')).toBeVisible();
  await expect(row(theirs, CANARY)).toHaveCount(0);
  await theirs.goto('/');
  await theirs.goto(address);
  await expect(inPackage(theirs, 'Ines Alder')).toBeVisible();
  expect(await readEverything()).not.toContain('CANARY covenant');
  await context.close();
});

test('the last step of a new loan leaves one request out and postpones another', async ({
  page,
}) => {
  await logIn(page, DANA, '/loans/create');
  await page.getByLabel('Loan type').selectOption('SBA_7A');
  const template = page.getByLabel('Template');
  const option = template.locator('option', { hasText: /^SBA 7\(a\) \(\d+ requests\)$/ });
  await template.selectOption(await option.getAttribute('value'));
  await page.getByLabel('Name', { exact: false }).first().fill('Thistle Framing');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Legal name').fill('Thistle Framing LLC');
  await page.getByLabel('Type of business').selectOption('LLC');
  await page.getByLabel('Is this a start-up?').selectOption('No');
  await page.getByRole('button', { name: 'Continue' }).click();

  const requests = page.getByRole('region', { name: 'Requested' }).getByRole('listitem');
  const [unwanted, later] = [requests.nth(0), requests.nth(1)];
  await expect(later).toBeVisible();
  const planned = await requests.count();
  const titleOf = async (request: typeof unwanted) => {
    const label = await request.getByRole('combobox').getAttribute('aria-label');
    return label!.replace('When to ask for ', '');
  };
  const [unwantedTitle, laterTitle] = [await titleOf(unwanted), await titleOf(later)];
  await unwanted.getByRole('checkbox').uncheck();
  await expect(unwanted.getByRole('combobox')).toBeDisabled();
  await later.getByRole('combobox').selectOption('From Closing');
  await expect(page.getByText(`${planned - 1} requested`)).toBeVisible();
  await expect(page.getByText('1 left out')).toBeVisible();

  // Going one step back and forward again loses nothing.
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(unwanted.getByRole('checkbox')).not.toBeChecked();
  const createRequest = page.waitForRequest(/createFromTemplate/);
  await page.getByRole('button', { name: 'Create loan' }).click();
  expect((await createRequest).postDataJSON()).toMatchObject({
    leaveOut: [expect.anything()],
    postpone: [{ releasePhase: 'CLOSING' }],
  });
  await expect(page.getByRole('heading', { name: 'Thistle Framing' })).toBeVisible();
  const loanId = /loans\/([0-9a-f-]{36})/.exec(page.url())![1]!;
  const answer = await page.request.get(`/api/v2/loanmanager/${loanId}/elements`);
  const { elements } = (await answer.json()) as { elements: { title: string }[] };
  const titles = elements.map(({ title }) => title);
  expect(titles).toContain(laterTitle);
  expect(titles).not.toContain(unwantedTitle);
});

test('a half-entered loan is kept over a reload, until Cancel or log-out', async ({ page }) => {
  await logIn(page, DANA, '/loans/create');
  const name = page.getByLabel('Name', { exact: false }).first();
  await page.getByLabel('Loan type').selectOption('SBA_7A');
  const template = page.getByLabel('Template');
  const option = template.locator('option', { hasText: /^SBA 7\(a\) \(\d+ requests\)$/ });
  await template.selectOption(await option.getAttribute('value'));
  await name.fill('Quill Books');
  // An amount of 1.25 million in a notation that people type.
  const amount = page.getByLabel('Amount');
  await amount.pressSequentially('1.25m');
  await expect(amount).toHaveValue('$1,250,000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Legal name').fill('Quill Books LLC');
  await page.getByLabel('Type of business').selectOption('LLC');
  await page.getByLabel('Is this a start-up?').selectOption('No');
  await page.reload();
  await expect(page.getByLabel('Legal name')).toHaveValue('Quill Books LLC');

  // The checklist is computed again, so the loan can be created after the reload.
  await page.getByRole('button', { name: 'Continue' }).click();
  const requests = page.getByRole('region', { name: 'Requested' }).getByRole('listitem');
  await requests.first().getByRole('checkbox').uncheck();
  await page.reload();
  await expect(requests.first().getByRole('checkbox')).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Create loan' })).toBeEnabled();

  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(name).toHaveValue('Quill Books');
  await expect(template).toHaveValue(/.+/);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Dana/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new loan');
  await expect(page.getByRole('option', { name: 'New loan', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/loans\/create$/);
  await expect(name).toHaveValue('');

  const storedDraft = () => page.evaluate(() => sessionStorage.getItem('cairn-new-loan'));
  await name.fill('Quill Books');
  await expect.poll(storedDraft).toContain('Quill Books');
  await page.getByRole('button', { name: /^Dana Whitfield/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  expect(await storedDraft()).toBeNull();
});
