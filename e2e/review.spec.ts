/**
 * Review mode: one key decides about a document and shows the next one immediately, and other reviewers are visible
 * live.
 */
import { expect, test, type Page } from '@playwright/test';
import pg from 'pg';
import { onePagePdf } from '../tools/database/one-page-pdf.ts';
import { productEnvironment } from './global-setup.ts';
import { DANA, GRACE, logIn, logInAlone, row, toPackage, upload } from './helpers.ts';
import { currentItem, expectDocumentsDrawn, readQueue, reopenAnswers } from './review-page.ts';

const DOCUMENTS = 20;

const details = (page: Page) => page.getByRole('complementary', { name: 'Decision' });

/** Keeps updates from reaching the server until they are released. */
async function holdUpdates(page: Page): Promise<{ release: () => void }> {
  const released = Promise.withResolvers<void>();
  await page.route('**/api/v1/formElements/updates', async (route) => {
    await released.promise;
    await route.continue();
  });
  return { release: () => released.resolve() };
}

test('twenty documents by keyboard alone, one key each', async ({ page }) => {
  test.setTimeout(120_000);
  await logIn(page, DANA, '/lender');
  await page.getByRole('link', { name: 'Review all' }).click();
  await expect(page.getByRole('heading', { name: 'Review documents' })).toBeVisible();
  const waiting = await readQueue(page);
  const first = waiting.slice(0, DOCUMENTS);
  for (const { title } of first) {
    await expect(currentItem(page)).toContainText(title);
    await expectDocumentsDrawn(page);
    await page.keyboard.press('a');
  }
  await expect(page.getByRole('navigation').getByText('Approved', { exact: true })).toHaveCount(
    DOCUMENTS,
  );

  // Undo returns to the last document, which is then rejected with a digit; that is undone as well.
  const last = first.at(-1)!;
  await page.keyboard.press('u');
  await expect(currentItem(page)).toContainText(last.title);
  await page.keyboard.press('r');
  await page.keyboard.press('2');
  await expect(page.getByRole('radio', { name: /Pages or parts missing/ })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(details(page)).toContainText(`Rejected: ${last.title}`);
  await expect.poll(async () => (await readQueue(page)).map(({ id }) => id)).not.toContain(last.id);
  // On a slow connection, the next decision is made before the server has undone this one, and is sent after it.
  const line = await holdUpdates(page);
  await page.keyboard.press('u');
  await expect(currentItem(page)).toContainText(last.title);
  await expect(details(page).getByRole('button', { name: 'Approve' })).toBeEnabled();

  // Two documents are selected, decided and undone together.
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(details(page).getByRole('button', { name: 'Approve 2' })).toBeVisible();
  await page.keyboard.press('a');
  line.release();
  await expect(details(page)).toContainText('Approved: 2 documents');
  await expect.poll(async () => (await readQueue(page)).map(({ id }) => id)).not.toContain(last.id);
  await page.keyboard.press('u');
  await expect(currentItem(page)).toContainText(last.title);
  await expect.poll(async () => (await readQueue(page)).map(({ id }) => id)).toContain(last.id);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Undo the last decision');
  await page.keyboard.press('Escape');
  await reopenAnswers(
    page,
    first.slice(0, -1).map(({ id }) => id),
  );
});

test('a second reviewer is seen live, and what they decide moves the queue on', async ({
  page,
  browser,
}) => {
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await logInAlone(theirs.request, GRACE);
  const [{ loanId } = { loanId: '' }] = await readQueue(theirs);
  const [one, two] = await readQueue(theirs, `?loanId=${loanId}`);
  await logIn(page, DANA, `/review?loanId=${loanId}`);
  await expect(currentItem(page)).toContainText(one!.title);
  await theirs.goto(`/review?loanId=${loanId}`);
  await expect(details(theirs)).toContainText('is looking at this now');
  await expect(details(page)).toContainText('is looking at this now');
  await theirs.keyboard.press('a');
  await expect(currentItem(page)).toContainText(two!.title);
  await expect(page.getByRole('navigation')).toContainText(/Approved by \w+/);
  await reopenAnswers(page, [one!.id]);
  // The answer is open again for both reviewers, without a reload.
  await expect(page.getByRole('navigation')).not.toContainText('Approved by');
  await context.close();
});

test('checks point at words on the page and leave the decision to the reviewer', async ({
  page,
}) => {
  test.setTimeout(90_000);
  await logIn(page, DANA, '/lender');
  await page.goto('/review');
  const queue = page.getByRole('navigation', { name: 'Documents to review' });
  await queue
    .getByRole('button', { name: /business tax return/ })
    .first()
    .click();
  // The document is processed when it is first opened.
  const kind = page
    .getByRole('region', { name: 'Checks' })
    .getByRole('button', { name: /Looks like/ });
  await expect(kind).toContainText('Business tax return', { timeout: 60_000 });
  await kind.click();
  await expect(kind).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('[data-shown] .foundWords mark').first()).toBeVisible();
  await expect(details(page).getByRole('button', { name: 'Approve' })).toBeEnabled();
});

test('Skip leaves a document to decide and shows the next one; its notes and activity are a tab away', async ({
  page,
}) => {
  test.setTimeout(90_000);
  await logIn(page, DANA, '/review');
  const [one, two] = await readQueue(page);
  await expect(currentItem(page)).toContainText(one!.title);
  await details(page).getByRole('button', { name: 'Notes' }).click();
  const text = `Ask for the signed copy ${Date.now()}`;
  const notes = details(page).getByRole('region', { name: 'Notes' });
  // Keys typed into the note are not shortcuts.
  await notes.getByLabel('New note').fill(text);
  await notes.getByLabel('New note').press('s');
  await expect(currentItem(page)).toContainText(one!.title);
  await notes.getByRole('button', { name: 'Add note' }).click();
  await expect(notes.getByText(text)).toBeVisible();
  await expect(details(page).getByRole('button', { name: /^Notes \d/ })).toBeVisible();
  await details(page).getByRole('button', { name: 'Activity' }).click();
  const activity = details(page).getByRole('region', { name: 'Activity' });
  await expect(activity.getByRole('listitem').first()).toContainText('Dana Whitfield');
  await expect(activity).toContainText('Dana Whitfield opened');
  await details(page).getByRole('button', { name: 'Review', exact: true }).click();
  await page.keyboard.press('s');
  await expect(currentItem(page)).toContainText(two!.title);
  expect((await readQueue(page)).map(({ id }) => id)).toContain(one!.id);
  await page.keyboard.press('k');
  await expect(currentItem(page)).toContainText(one!.title);
  await details(page).getByRole('button', { name: 'Skip' }).click();
  await expect(currentItem(page)).toContainText(two!.title);
});

/** Changes the setting by SQL, because it stays in effect for a day after it is turned off on the settings page. */
async function setFourEyes(on: boolean): Promise<void> {
  const database = new pg.Client(productEnvironment()['MIGRATION_DATABASE_URL']);
  await database.connect();
  await database.query(
    `update cairn.company set four_eyes_approval = $1, four_eyes_until = null where name = 'Northgate Bank'`,
    [on],
  );
  await database.end();
}

test('under four-eyes who uploaded a file reads why they cannot approve it, and a colleague does', async ({
  page,
  browser,
}) => {
  await setFourEyes(true);
  try {
    await logIn(page, DANA);
    await page.getByRole('link', { name: 'Sunfield Early Learning Center' }).first().click();
    await expect(page).toHaveURL(/\/loans\/[\da-f-]{36}/);
    const loanId = new URL(page.url()).pathname.split('/').at(-1)!;
    const title = 'Wind study';
    const added = await page.request.post('/api/v2/loanmanager/elements', {
      data: { loanId, elements: [{ title }] },
    });
    expect(added.status(), await added.text()).toBe(200);
    await toPackage(page);
    await upload(page, title, 'wind.pdf', onePagePdf('Wind study', ['Brought by a lender.']));
    await expect(row(page, title)).toContainText('To review', { timeout: 60_000 });

    const open = async (on: Page) => {
      await on.goto(`/review?loanId=${loanId}`);
      await on.getByRole('button', { name: title }).click();
      await expect(details(on)).toContainText(title);
    };
    await open(page);
    await expect(details(page)).toContainText(
      'You uploaded this file, so someone else must approve it.',
    );
    await expect(details(page).getByRole('button', { name: 'Approve' })).toBeDisabled();
    await page.keyboard.press('a');
    await expect(currentItem(page)).toContainText(title);
    // The API also refuses it.
    const mine = (await readQueue(page, `?loanId=${loanId}`)).find((each) => each.title === title)!;
    const updates = [{ id: mine.id, approved: true }];
    const refused = await page.request.put('/api/v1/formElements/updates', { data: { updates } });
    expect(refused.status()).toBe(409);

    const context = await browser.newContext();
    const theirs = await context.newPage();
    await logInAlone(theirs.request, GRACE);
    await open(theirs);
    await expect(details(theirs)).not.toContainText('someone else must approve');
    await theirs.keyboard.press('a');
    await expect(page.getByRole('navigation')).toContainText('Approved by Grace');
    await context.close();
  } finally {
    await setFourEyes(false);
  }
});

test('on a phone the tools above the pages do not cover one another', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, DANA, '/review');
  const tools = page.getByRole('toolbar', { name: 'Pages' }).first();
  await expect(tools.getByText(/^1 \/ \d+$/)).toBeVisible();
  const words = page.getByRole('button', { name: 'Text', exact: true }).first();
  const right = ({ x, width }: { x: number; width: number }) => x + width;
  const wordsBox = (await words.boundingBox())!;
  const frame = (await page.getByRole('group', { name: 'Show as' }).first().boundingBox())!;
  expect(right(wordsBox)).toBeLessThanOrEqual(right(frame));
  const toolsBox = (await tools.boundingBox())!;
  expect(right(toolsBox)).toBeLessThanOrEqual(390);
  expect(toolsBox.x >= right(frame) || toolsBox.y >= frame.y + frame.height).toBe(true);
});
