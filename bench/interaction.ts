/**
 * node bench/interaction.ts [rows] [rounds] [--only <name>] [--profile <file>]: measures how long the package's list
 * takes from a key press, a click or a turn of the wheel to the next frame, in Chromium with the CPU slowed down four
 * times, on the built product. A package of 20 rows is the baseline for the cost of the machine and the page itself.
 * The figures are the browser's own (Event Timing, in steps of 8 ms, nothing below 16 ms). `work` is the CPU time of
 * the page's main thread, which is longer than what the next frame waits for, and does not depend on other programs.
 */
import { writeFile } from 'node:fs/promises';
import { chromium, type CDPSession, type Locator, type Page } from '@playwright/test';
import { createTestData, type Account, type Loan } from '@cairn/testing';
import pg from 'pg';
import { ADDRESS } from '../e2e/address.ts';
import { productEnvironment, startProduct } from '../e2e/global-setup.ts';
import { RECORDER, type Recorded } from './interaction-recorder.ts';
import { median } from './statistics.ts';

const [rows = '10000', rounds = '20'] = process.argv.slice(2).filter((each) => /^\d+$/.test(each));
const ROWS = Number(rows);
const ROUNDS = Number(rounds);
const CONTROL = 20;
const SLOW_DOWN = 4;
const BAR_MS = 50;
function option(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}
const profileFile = option('--profile');
const only = option('--only');

/** Every third request has a file and every sixth is approved, so that rows have few or many buttons. */
async function fill(client: pg.Client, loan: Loan, by: Account, count: number): Promise<void> {
  const given = createTestData(client);
  const folder = await given.element(loan, { title: 'Statements', storageType: 'FOLDER' });
  await given.element(loan, { title: 'Correspondence', storageType: 'FOLDER' });
  // A single statement for all rows, because single inserts would update the loan's totals for each row.
  const values = [loan.companyId, loan.id, by.id, count - 2];
  await client.query(
    `insert into cairn.document (company_id, id, loan_id, name, provider, object_key, vault_key,
       size, sha256, virus_scan_state, created_by)
     select $1, uuidv7(), $2, n || '.pdf', 'S3', format('bench/%s/%s', $2::uuid, n),
       format('bench/%s/%s', $2::uuid, n), 1000,
       decode(repeat('00', 32), 'hex'), 'CLEAN', $3
     from generate_series(3, $4::int, 3) n`,
    values,
  );
  await client.query(
    `insert into cairn.element (company_id, id, loan_id, parent_id, title, storage_type, display_order,
       assigned_to, answer_document_id, answered_at, answered_by, approved_by)
     select $1, uuidv7(), $2, $5, 'Bank statement ' || n, 'FILE', n,
       case when n % 2 = 0 then $3::uuid end, d.id, d.created_at, d.created_by,
       case when n % 6 = 0 then $3::uuid end
     from generate_series(1, $4::int) n
     left join cairn.document d
       on d.company_id = $1 and d.loan_id = $2 and d.name = n || '.pdf'`,
    [...values, folder.id],
  );
}

interface Lender {
  token: string;
  loans: { large: Loan; small: Loan };
}

async function makePackages(): Promise<Lender> {
  const client = new pg.Client(productEnvironment()['MIGRATION_DATABASE_URL']);
  await client.connect();
  const given = createTestData(client);
  const company = await given.company();
  const dana = await given.employee(company, { level: 'OWNER' });
  const phase = await given.phase(company);
  const [large, small] = [await given.loan(phase), await given.loan(phase)];
  await fill(client, large, dana, ROWS);
  await fill(client, small, dana, CONTROL);
  const token = await given.session(dana, { roleLevel: 'LENDER', company });
  await client.query('vacuum analyze');
  await client.end();
  return { token, loans: { large, small } };
}

const table = (page: Page): Locator => page.getByRole('table');
const fileRow = (page: Page, index: number): Locator =>
  table(page).locator(`[data-index="${index}"]`);
const openFolder = (page: Page): Locator =>
  page.getByRole('button', { name: 'Statements', exact: true });

async function openStatements(page: Page): Promise<void> {
  await openFolder(page).click();
  await fileRow(page, 5).waitFor();
}
async function backToRoot(page: Page): Promise<void> {
  await page.getByRole('treeitem', { name: /^Package/ }).click();
  await openFolder(page).waitFor();
}

interface Interaction {
  prepare?: (page: Page) => Promise<void>;
  act: (page: Page, round: number) => Promise<void>;
  /** Runs after each round, not measured. */
  undo?: (page: Page) => Promise<void>;
}

const press = (key: string) => (page: Page) => page.keyboard.press(key);
/** When the folder is opened again, it is scrolled to the top and nothing is selected. */
const toFirstRow = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await backToRoot(page);
  await openStatements(page);
  await fileRow(page, 0).focus();
};

const INTERACTIONS: Record<string, Interaction> = {
  'open a folder': { prepare: backToRoot, act: openStatements, undo: backToRoot },
  'open it in the tree': {
    act: (page) => page.getByRole('treeitem', { name: /^Statements/ }).click(),
    undo: backToRoot,
  },
  wheel: {
    prepare: async (page) => {
      await openStatements(page);
      await fileRow(page, 5).hover();
    },
    act: (page, round) => page.mouse.wheel(0, round % 10 < 5 ? 600 : -600),
  },
  'arrow keys': { prepare: toFirstRow, act: press('ArrowDown') },
  'x to select': { prepare: toFirstRow, act: press('x') },
  'Shift and arrow': { prepare: toFirstRow, act: press('Shift+ArrowDown') },
  'click on a box': {
    prepare: toFirstRow,
    act: (page, round) =>
      fileRow(page, round % 8)
        .getByRole('checkbox')
        .click(),
  },
};

/** Waits until the page is idle, including the browser's own report; a slowed page may never be idle. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(
    'new Promise((done) => setTimeout(() => requestIdleCallback(done, { timeout: 2000 }), 150))',
  );

const slow = (cdp: CDPSession, rate: number): Promise<unknown> =>
  cdp.send('Emulation.setCPUThrottlingRate', { rate });

/** CPU time of the page's main thread so far, which is independent of other programs. */
async function workOf(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ThreadTime')!.value * 1000;
}

async function measureOne(
  { page, cdp }: Opened,
  interaction: Interaction,
  round: number,
): Promise<Measured> {
  await settled(page);
  // A slowed page keeps a core busy even when idle: the other page must not run, nor this one between measurements.
  await slow(cdp, SLOW_DOWN);
  await page.evaluate('recorder.clear()');
  const before = await workOf(cdp);
  await interaction.act(page, round);
  await settled(page);
  const work = (await workOf(cdp)) - before;
  await slow(cdp, 1);
  const recorded = (await page.evaluate('recorder.worst()')) as Recorded;
  await interaction.undo?.(page);
  return { ...recorded, work };
}

interface Opened {
  page: Page;
  cdp: CDPSession;
}
interface Measured extends Recorded {
  work: number;
}
type Arm = 'large' | 'small';
type Pages = Record<Arm, Opened>;

async function measure(pages: Pages, interaction: Interaction): Promise<Record<Arm, Measured[]>> {
  const results: Record<Arm, Measured[]> = { large: [], small: [] };
  for (const { page } of Object.values(pages)) await interaction.prepare?.(page);
  // Two warm-up rounds load and compile code, which a user at work does not notice.
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const arm of round % 2 === 0
      ? (['large', 'small'] as const)
      : (['small', 'large'] as const)) {
      const recorded = await measureOne(pages[arm], interaction, round + 2);
      if (round >= 0) results[arm].push(recorded);
    }
  }
  return results;
}

const ms = (value: number): string => value.toFixed(0).padStart(5);
const medianOf = (all: readonly Measured[], part: keyof Measured): number =>
  median(all.map((each) => each[part]));
const worstOf = (all: readonly Measured[]): number => Math.max(...all.map(({ total }) => total));

function report(name: string, { large, small }: Record<Arm, Measured[]>): void {
  const [many, few] = [medianOf(large, 'total'), medianOf(small, 'total')];
  const parts = (['delay', 'handlers', 'painting'] as const).map((part) =>
    ms(medianOf(large, part)),
  );
  const work = [large, small].map((all) => ms(medianOf(all, 'work')));
  console.log(
    `${name.padEnd(20)} ${ms(many)} (worst${ms(worstOf(large))})  ${ms(few)} (worst${ms(worstOf(small))})  ` +
      `${ms(many - few)}  ${(many / few).toFixed(2).padStart(5)}   =${parts.join(' +')}   ${work.join(' ')}`,
  );
}

async function open(page: Page, loan: Loan): Promise<CDPSession> {
  await page.addInitScript({ content: RECORDER });
  await page.goto(`/loans/${loan.id}?view=package`);
  await openFolder(page).waitFor({ timeout: 60_000 });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return cdp;
}

const stop = await startProduct();
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const { token, loans } = await makePackages();
  const context = await browser.newContext({
    baseURL: ADDRESS,
    viewport: { width: 1440, height: 900 },
    storageState: {
      cookies: [],
      origins: [{ origin: ADDRESS, localStorage: [{ name: 'cairn-cookies-seen', value: 'yes' }] }],
    },
  });
  await context.addCookies([{ name: 'cairn-session', value: token, url: ADDRESS }]);
  const [large, small] = [await context.newPage(), await context.newPage()];
  const pages: Pages = {
    large: { page: large, cdp: await open(large, loans.large) },
    small: { page: small, cdp: await open(small, loans.small) },
  };
  const { cdp } = pages.large;
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.setSamplingInterval', { interval: 500 });
  console.log(
    `milliseconds to the next picture, median of ${ROUNDS}, processor slowed ${SLOW_DOWN} times\n` +
      `${''.padEnd(20)} ${ROWS} rows          ${CONTROL} rows             more  ratio   = delay + handlers + painting   work`,
  );
  const every: Measured[] = [];
  for (const [name, interaction] of Object.entries(INTERACTIONS)) {
    if (only !== undefined && only !== name) continue;
    if (profileFile) await cdp.send('Profiler.start');
    const results = await measure(pages, interaction);
    if (profileFile) {
      const { profile } = await cdp.send('Profiler.stop');
      await writeFile(
        `${profileFile}.${name.replaceAll(' ', '-')}.cpuprofile`,
        JSON.stringify(profile),
      );
    }
    report(name, results);
    every.push(...results.large);
  }
  const blank = every.filter((each) => each.blank > 0).length;
  console.log(`${blank} of ${every.length} pictures lacked rows`);
  const over = every.filter(({ total }) => total >= BAR_MS).length;
  console.log(`${over} of ${every.length} interactions took ${BAR_MS} ms or more`);
} finally {
  await browser.close();
  await stop();
}
