import { readFile } from 'node:fs/promises';
import type { LoanSummary } from '@cairn/contract';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { parseCsv } from '@cairn/testing/csv';
import { DANA, logIn, MARCUS, markAsLoaded, row } from './helpers.ts';

const PIPELINE = '/loans/phases/origination';
const FIELD = 'Loan, borrower or entity';
const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const card = (page: Page, name: string) => page.getByRole('link', { name });
const countOf = async (page: Page, name: string) =>
  Number(await column(page, name).locator('header span').first().innerText());

async function choose(page: Page, filter: string, option: string): Promise<void> {
  await page.getByRole('button', { name: filter }).click();
  await page.getByRole('menu').getByText(option, { exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
}

test('a card is dragged to another phase, and moved back by keyboard; a second browser sees both [R224]', async ({
  browser,
}) => {
  const [dana, marcus] = [await browser.newPage(), await browser.newPage()];
  await logIn(dana, DANA);
  await logIn(marcus, MARCUS);
  for (const page of [dana, marcus]) {
    await page.goto(`${PIPELINE}?layout=board`);
    await expect(card(page, 'Redfern Logistics Inc.')).toBeVisible();
  }
  const stillLoaded = await markAsLoaded(marcus);
  const [from, to] = ['Document collection', 'Underwriting'];
  const before = { from: await countOf(dana, from), to: await countOf(dana, to) };

  await card(dana, 'Redfern Logistics Inc.').dragTo(column(dana, to));
  for (const page of [dana, marcus]) {
    await expect(column(page, to).getByText('Redfern Logistics Inc.')).toBeVisible();
    await expect(column(page, from).getByText('Redfern Logistics Inc.')).toHaveCount(0);
    expect(await countOf(page, to)).toBe(before.to + 1);
    expect(await countOf(page, from)).toBe(before.from - 1);
  }

  await card(dana, 'Redfern Logistics Inc.').focus();
  await dana.keyboard.press('Shift+ArrowLeft');
  for (const page of [dana, marcus]) {
    await expect(column(page, from).getByText('Redfern Logistics Inc.')).toBeVisible();
    expect(await countOf(page, from)).toBe(before.from);
  }
  // The focus stays on the moved card.
  await expect(card(dana, 'Redfern Logistics Inc.')).toBeFocused();
  await expect(dana.getByText('Redfern Logistics Inc. moved to Document collection')).toHaveCount(
    1,
  );
  await stillLoaded();
  await dana.close();
  await marcus.close();
});

test('J goes to the first card of the board from anywhere on the page', async ({ page }) => {
  await logIn(page, DANA, `${PIPELINE}?layout=board`);
  await expect(card(page, 'Redfern Logistics Inc.')).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.locator('[data-loan]').first()).toBeFocused();
});

test('a move that is refused is taken back, and said', async ({ page }) => {
  await logIn(page, DANA, `${PIPELINE}?layout=board`);
  await expect(card(page, 'Redfern Logistics Inc.')).toBeVisible();
  await page.route('**/api/v1/loans/*/phase', (route) =>
    route.fulfill({
      status: 409,
      json: { code: 'CONFLICT', message: 'Someone else just changed this.' },
    }),
  );
  await card(page, 'Redfern Logistics Inc.').dragTo(column(page, 'Credit approval'));
  await expect(page.getByRole('alert')).toContainText('Someone else just changed this');
  await expect(
    column(page, 'Document collection').getByText('Redfern Logistics Inc.'),
  ).toBeVisible();
});

test('the filters are Modified, Loan Stage and Loan Type; what they leave is kept as a view and exported [R321]', async ({
  page,
}) => {
  await logIn(page, DANA, PIPELINE);
  const filters = page.getByRole('group', { name: 'Filters' });
  await expect(filters.getByRole('button')).toHaveText([
    'My loans',
    'Modified',
    'Loan Stage',
    'Loan Type',
    'Status',
    'Loan officer',
  ]);
  await page.getByRole('button', { name: 'Modified' }).click();
  await expect(page.getByRole('menuitemradio')).toHaveText([
    'Today',
    'Last 7 days',
    'Last 30 days',
    'Last 60 days',
    'Last 90 days',
    'Last 180 days',
  ]);
  await page.getByRole('menuitemradio', { name: 'Last 180 days' }).click();
  await choose(page, 'Loan Stage', 'Underwriting');
  await choose(page, 'Loan Type', 'SBA 7(a)');
  await choose(page, 'Status', 'To review');
  await expect(page.getByText('Modified today')).toBeVisible();
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
  await expect(row(page, 'Redfern Logistics Inc.')).toHaveCount(0);
  const names = await rows.getByRole('link').allInnerTexts();
  expect(names.length).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('7(a) in underwriting');
  await page.keyboard.press('Enter');
  const views = page.getByRole('list', { name: 'Saved views' });
  await expect(
    views.getByRole('button', { name: '7(a) in underwriting', exact: true }),
  ).toHaveAttribute('aria-pressed', 'true');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^loans-.*\.csv$/);
  const [, ...lines] = parseCsv(await readFile(await file.path(), 'utf8'));
  expect(lines.map(([name = '']) => name).toSorted()).toEqual(names.toSorted());

  // Saved from the unfiltered list with one click, renamed, and deleted.
  await page.goto(PIPELINE);
  await views.getByRole('button', { name: '7(a) in underwriting', exact: true }).click();
  await expect(page).toHaveURL(/type=SBA_7A.*status=review/);
  await expect(rows.getByRole('link')).toHaveText(names);
  await page.getByRole('button', { name: 'More for the view 7(a) in underwriting' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Mine');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'More for the view Mine' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(views.getByRole('button', { name: 'Mine', exact: true })).toHaveCount(0);
});

test('words and “My loans” leave fewer, the phases count what is left, and J and K go through it', async ({
  page,
}) => {
  await logIn(page, DANA, PIPELINE);
  const all = page.getByRole('button', { name: /^All phases/ });
  await expect(all).toHaveText(/^All phases[1-9]/);
  const before = await all.innerText();
  await page.keyboard.press('/');
  await page.keyboard.type('redfern');
  await expect(page).toHaveURL(/words=redfern/);
  await expect(all).toHaveText(/^All phases1\$/);
  const links = page.getByRole('rowheader').getByRole('link');
  await expect(links).toHaveText(['Redfern Logistics Inc.']);
  await page.getByRole('button', { name: `Clear ${FIELD}` }).click();
  await expect(all).toHaveText(before.replaceAll('\n', ''));

  await page.getByRole('button', { name: 'My loans' }).click();
  await expect(page.getByRole('button', { name: 'My loans' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page).toHaveURL(/officer=/);
  await expect(all).not.toHaveText(before.replaceAll('\n', ''));
  await expect(links.nth(1)).toBeVisible();
  await page.keyboard.press('j');
  await expect(links.first()).toBeFocused();
  await page.keyboard.press('j');
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(links.first()).toBeFocused();
});

test('words typed after / before the field is loaded are in it, and Escape gives them up', async ({
  page,
}) => {
  let letCome = () => {};
  const gate = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes(FIELD)) await gate;
    await route.fulfill({ response });
  });
  await logIn(page, DANA, PIPELINE);
  await expect(page.getByRole('button', { name: /^All phases/ })).toHaveText(/^All phases[1-9]/);
  await page.keyboard.press('/');
  await page.keyboard.type('nothing like it');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('redfer');
  letCome();
  const field = page.getByRole('searchbox', { name: FIELD });
  await expect(field).toBeFocused();
  await page.keyboard.type('n');
  await expect(field).toHaveValue('redfern');
  await expect(page).toHaveURL(/words=redfern/);
});

test('an officer joins several loans, which are then archived together after a question', async ({
  page,
}) => {
  await logIn(page, DANA, PIPELINE);
  const names = ['Sunfield Early Learning Center', 'Redfern Logistics Inc.'];
  const bar = page.getByRole('toolbar', { name: 'Selected loans' });
  const chooseBoth = async () => {
    for (const name of names) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).click();
    }
    await expect(bar).toContainText('2 selected');
  };
  await chooseBoth();
  const ids = await Promise.all(
    names.map(async (name) => {
      const link = row(page, name).getByRole('rowheader').getByRole('link');
      return new URL((await link.getAttribute('href'))!, page.url()).pathname.split('/').at(-1)!;
    }),
  );
  const lends = async (id: string): Promise<boolean> => {
    const loan = (await (await page.request.get(`/api/v1/loans/${id}`)).json()) as {
      loanRoles: { role: string; user: { givenName: string } }[];
    };
    return loan.loanRoles.some(
      ({ role, user }) => role === 'LENDER' && user.givenName === 'Marcus',
    );
  };
  const marcus = (
    await Promise.all(ids.map(async (id) => ({ id, isMember: await lends(id) })))
  ).filter(({ isMember }) => !isMember);
  expect(marcus.length).toBeGreaterThan(0);
  await bar.getByRole('button', { name: 'Add officer' }).click();
  await page.getByRole('menuitem', { name: /^Marcus/ }).click();
  await expect(page.getByText(/^2 loans now with Marcus \w+ on the team$/).first()).toBeVisible();
  for (const id of ids) expect(await lends(id)).toBe(true);
  await expect(bar).toHaveCount(0);

  await chooseBoth();
  await bar.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('menuitem').first().click();
  const dialog = page.getByRole('dialog', { name: 'Archive 2 loans?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, names[0]!)).toBeVisible();
  await bar.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('menuitem').first().click();
  await dialog.getByRole('button', { name: 'Archive' }).click();
  for (const name of names) await expect(row(page, name)).toHaveCount(0);

  // Restores the previous state for later journeys.
  const { companyId } = (await (await page.request.get(`/api/v1/loans/${ids[0]}`)).json()) as {
    companyId: string;
  };
  const { phases } = (await (
    await page.request.get(`/api/v1/lenders/${companyId}/phases`)
  ).json()) as { phases: { id: string; name: string }[] };
  const { id } = phases.find(({ name }) => name === 'Document collection')!;
  const back = await page.request.post('/api/v1/loans/phase', { data: { id, loanIds: ids } });
  expect(back.status(), await back.text()).toBe(200);
  for (const each of marcus) {
    const people = (await (await page.request.get(`/api/v1/loans/${each.id}`)).json()) as {
      loanRoles: { user: { id: string; givenName: string } }[];
    };
    const { user } = people.loanRoles.find((role) => role.user.givenName === 'Marcus')!;
    await page.request.delete(`/api/v1/loans/${each.id}/lenderUser/${user.id}`);
  }
});

test('several loans are selected by keyboard and by mouse, and moved together', async ({
  page,
}) => {
  await logIn(page, DANA, `${PIPELINE}?order=desc`);
  await expect(page.getByRole('columnheader', { name: 'Close date' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  const links = page.getByRole('rowheader').getByRole('link');
  await expect(links.nth(3)).toBeVisible();
  const names = await links.allInnerTexts();
  await links.nth(2).focus();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  const bar = page.getByRole('toolbar', { name: 'Selected loans' });
  await expect(bar).toContainText('2 selected');
  await page.getByRole('checkbox', { name: `Select ${names[4]}` }).click();
  await expect(bar).toContainText('3 selected');
  const loanNames = [names[2]!, names[3]!, names[4]!];
  const phases = await Promise.all(
    loanNames.map((name) => row(page, name).getByRole('cell').nth(2).innerText()),
  );

  await bar.getByRole('button', { name: 'Move to phase' }).click();
  await page.getByRole('menuitem', { name: 'Commitment', exact: true }).click();
  for (const name of loanNames) await expect(row(page, name)).toContainText('Commitment');
  await expect(bar).toHaveCount(0);

  // Reset for the tests that follow.
  for (const [index, name] of loanNames.entries()) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).click();
    await bar.getByRole('button', { name: 'Move to phase' }).click();
    const [phase = ''] = phases[index]!.split('\n');
    await page.getByRole('menuitem', { name: phase, exact: true }).click();
    await expect(row(page, name)).toContainText(phase);
    await expect(bar).toHaveCount(0);
  }
});

test('My Loans lists the loans on which a lender works, of every stage before the archive [R034]', async ({
  page,
}) => {
  await logIn(page, DANA, PIPELINE);
  const entry = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'My Loans' });
  const [reply] = await Promise.all([
    page.waitForResponse((response) => /loans\/view\?.*officerId=/.test(response.url())),
    entry.click(),
  ]);
  await expect(page).toHaveURL(/\/loans\/phases\/mine$/);
  await expect(page.getByRole('heading', { name: 'My Loans' })).toBeVisible();
  await expect(entry).toHaveAttribute('aria-current', 'page');
  const { pinned, loans } = (await reply.json()) as Record<'pinned' | 'loans', LoanSummary[]>;
  const mine = [...pinned, ...loans];
  // Sorted by the latest change: by close date, years of closed loans would come before active ones.
  const changes = loans.map(({ lastModifiedDate }) => lastModifiedDate);
  expect(changes).toEqual(changes.toSorted().toReversed());
  const names = page.getByRole('rowheader').getByRole('link');
  await expect(names.first()).toHaveText(mine[0]!.name);
  expect(
    mine.filter(({ team }) => !team.some(({ user }) => user.familyName === 'Whitfield')),
  ).toEqual([]);
  const stages = new Set(mine.map(({ loanPhase }) => loanPhase.category));
  expect(stages.size).toBeGreaterThan(1);
  expect(stages).not.toContain('ARCHIVE');
});

for (const [name, address] of [
  ['My Loans', '/loans/phases/mine'],
  ['Servicing', '/loans/phases/servicing'],
] as const) {
  test(`${name} says when its phases could not be loaded, and loads them again`, async ({
    page,
  }) => {
    const phases = /\/v1\/lenders\/[\da-f-]+\/phases$/;
    await page.route(phases, (route) => route.abort());
    await logIn(page, DANA, address);
    await expect(page.getByText('The loans could not be loaded')).toBeVisible();
    await page.unroute(phases);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('The loans could not be loaded')).toHaveCount(0);
    await expect(page.getByRole('rowheader').first()).toBeVisible();
  });
}

test('a small laptop has the filters, the views and the board of the pipeline, and the name of an open loan', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await logIn(page, DANA, PIPELINE);
  const filters = page.getByRole('group', { name: 'Filters' });
  for (const name of ['Modified', 'Loan Stage', 'Loan Type']) {
    await expect(filters.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
  const link = page.getByRole('link', { name: 'Larkspur Bakery LLC' }).first();
  const isCut = (of: Locator) =>
    of.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  await expect(link).toBeVisible();
  expect(await isCut(link)).toBe(false);
  await page.getByText('Board', { exact: true }).click();
  await expect(page).toHaveURL(/layout=board/);
  await page.getByText('List', { exact: true }).click();
  await link.click();
  // The name is truncated if the tabs need the space, but always visible.
  const name = page.getByText('Larkspur Bakery LLC', { exact: true }).first();
  await expect(name).toBeInViewport({ ratio: 1 });
});
