/**
 * Exports of a loan's documents to a lender's SharePoint library, against a fake that implements the protocol of
 * Microsoft Graph.
 */
import { randomBytes } from 'node:crypto';
import {
  ExportSteps,
  graphEnvironment,
  SHAREPOINT_APP,
  SHAREPOINT_SITE,
  startGraph,
  startTestServer,
  startTestWorker,
  until,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CompanyKeys } from '../../platform/company-keys.ts';
import { GraphClient, RANGE_BYTES } from './graph-client.ts';
import { sharePointActivities } from './index.ts';

const SETTINGS = { ...SHAREPOINT_APP, siteUrl: SHAREPOINT_SITE, library: 'loan files' };

let graph: Awaited<ReturnType<typeof startGraph>>;
let server: TestServer;
let worker: { stop(): Promise<void> };
let steps: ExportSteps;
let company: Company;
let owner: Account;
let asOwner: { token: string };

beforeAll(async () => {
  graph = await startGraph();
  Object.assign(process.env, graphEnvironment(graph.port));
  server = await startTestServer();
  worker = await startTestWorker(server);
  steps = new ExportSteps(server);
  company = await server.given.company();
  owner = await server.given.employee(company, { level: 'OWNER' });
  asOwner = { token: await server.given.session(owner, { roleLevel: 'LENDER', company }) };
  await connect();
}, 60_000);
afterAll(async () => {
  await worker.stop();
  steps.stop();
  await server.stop();
  await graph.stop();
});
beforeEach(() => {
  graph.files.clear();
  graph.ranges.length = 0;
  graph.faults.length = 0;
  graph.forbid(false);
});

const save = (over: object = {}, as = asOwner) =>
  server.call(
    'saveSharePointSettings',
    { params: { companyId: company.id }, body: { ...SETTINGS, ...over } },
    as,
  );
const disconnect = () =>
  server.call('removeSharePointSettings', { params: { companyId: company.id } }, asOwner);
const settings = async (as = asOwner) =>
  (await server.call('getSharePointSettings', { params: { companyId: company.id } }, as)).body;
/** Saves the settings, and waits for Microsoft's answer. */
async function connect(over: object = {}) {
  expect((await save(over)).status).toBe(200);
  return until(async () => {
    const now = await settings();
    return now.state !== 'CHECKING' && now;
  });
}

async function loanWith(files: Record<string, Buffer>): Promise<Loan> {
  const loan = await server.given.loan(await server.given.phase(company), { name: 'Larkspur' });
  for (const [name, content] of Object.entries(files)) {
    await steps.answered(loan, owner, [name, content], { title: name.split('.')[0]! });
  }
  return loan;
}
const folderOf = (loan: Loan) => `Larkspur (${loan.id.slice(-8)})`;
const ask = (loan: Loan, as = asOwner) =>
  server.call('exportToSharePoint', { params: { loanId: loan.id } }, as);
const state = async (loan: Loan, as = asOwner) =>
  (await server.call('getSharePointExport', { params: { loanId: loan.id } }, as)).body;
const finished = (loan: Loan) =>
  until(async () => {
    const { last } = await state(loan);
    return last?.finishedDate ? last : false;
  });

describe('an export', () => {
  test('sends Office and other documents to SHAREPOINT, each with a Content-range over the whole file [R235] [R236] [R240]', async () => {
    const [sheet, lease] = [randomBytes(5000), randomBytes(700)];
    const loan = await loanWith({ 'Rent roll.xlsx': sheet, 'Lease.pdf': lease });
    const reply = await ask(loan);
    expect(reply.body).toMatchObject({ connected: true, files: 2, last: { files: 2 } });
    const last = await finished(loan);
    expect(last).toMatchObject({ state: 'DONE', sent: 2, failure: null });
    expect(last.webUrl).toContain('/web/Larkspur');
    expect(graph.files.get(`${folderOf(loan)}/Rent roll.xlsx`)).toEqual(sheet);
    expect(graph.files.get(`${folderOf(loan)}/Lease.pdf`)).toEqual(lease);
    expect(graph.ranges.toSorted()).toEqual(['bytes 0-4999/5000', 'bytes 0-699/700']);
    const { rows } = await server.owner.query<{ kind: string }>(
      `select kind from cairn.audit_entry where loan_id = $1 and kind like 'sharepoint.%' order by id`,
      [loan.id],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['sharepoint.asked', 'sharepoint.exported']);
  });

  test('that is asked for again replaces the files; asked for twice at once it is one', async () => {
    const loan = await loanWith({ 'Lease.pdf': randomBytes(10) });
    await Promise.all([ask(loan), ask(loan)]);
    await finished(loan);
    expect((await ask(loan)).status).toBe(200);
    await until(async () => (await state(loan)).last?.finishedDate && graph.ranges.length === 2);
    expect([...graph.files.keys()]).toEqual([`${folderOf(loan)}/Lease.pdf`]);
    const { rowCount } = await server.owner.query(
      'select from cairn.sharepoint_export where loan_id = $1',
      [loan.id],
    );
    expect(rowCount).toBe(2);
  });

  test('goes on after the files that were sent, in whatever worker', async () => {
    const loan = await loanWith({ 'A.pdf': randomBytes(10), 'B.pdf': randomBytes(20) });
    await ask(loan);
    await finished(loan);
    const { rows } = await server.owner.query<{ id: string }>(
      `update cairn.sharepoint_export set state = 'RUNNING', sent = 1, finished_at = null
       where loan_id = $1 returning id`,
      [loan.id],
    );
    graph.files.delete(`${folderOf(loan)}/B.pdf`);
    graph.ranges.length = 0;
    const { sendToLibrary } = activities();
    await sendToLibrary({ companyId: company.id, exportId: rows[0]!.id });
    expect(graph.ranges).toEqual(['bytes 0-19/20']);
    expect((await state(loan)).last).toMatchObject({ state: 'DONE', sent: 2 });
  });

  test('sends nothing that was replaced, removed or found infected since, nor a damaged file', async () => {
    const loan = await loanWith({ 'Lease.pdf': randomBytes(10) });
    await ask(loan);
    await finished(loan);
    const again = async () => {
      graph.files.clear();
      await server.owner.query(
        `update cairn.sharepoint_export set state = 'QUEUED', sent = 0, finished_at = null,
         failure = null where loan_id = $1`,
        [loan.id],
      );
      const { rows } = await server.owner.query<{ id: string }>(
        'select id from cairn.sharepoint_export where loan_id = $1',
        [loan.id],
      );
      await activities().sendToLibrary({ companyId: company.id, exportId: rows[0]!.id });
      return (await state(loan)).last;
    };
    await server.owner.query(
      `update cairn.document set sha256 = sha256('other') where loan_id = $1`,
      [loan.id],
    );
    expect(await again()).toMatchObject({ state: 'FAILED', failure: 'DAMAGED' });
    expect(graph.files.size).toBe(0);
    // The document is blocked now.
    expect(await again()).toMatchObject({ state: 'FAILED', failure: 'CHANGED' });
    expect(graph.files.size).toBe(0);
  });

  test.each([
    ['SharePoint is disconnected', () => disconnect()],
    ['another library is named', () => save({ library: 'Documents' })],
  ])('sends nothing more once %s', async (_, change) => {
    const loan = await loanWith({ 'A.pdf': randomBytes(10), 'B.pdf': randomBytes(20) });
    await ask(loan);
    await finished(loan);
    const { rows } = await server.owner.query<{ id: string }>(
      `update cairn.sharepoint_export set state = 'QUEUED', sent = 0, finished_at = null
       where loan_id = $1 returning id`,
      [loan.id],
    );
    graph.ranges.length = 0;
    let changing: ReturnType<typeof change> | undefined;
    const { sendToLibrary } = activities(async () => {
      changing ??= change();
      expect((await changing).status).toBe(200);
    });
    await sendToLibrary({ companyId: company.id, exportId: rows[0]!.id });
    // Only the file that was being sent.
    expect(graph.ranges).toEqual(['bytes 0-9/10']);
    expect((await state(loan)).last).toMatchObject({ state: 'FAILED', failure: 'DISCONNECTED' });
    await connect();
  });

  test('goes on while the same library is connected anew', async () => {
    const loan = await loanWith({ 'A.pdf': randomBytes(10) });
    await ask(loan);
    await finished(loan);
    await server.owner.query(
      `update cairn.sharepoint_export set state = 'RUNNING', finished_at = null where loan_id = $1`,
      [loan.id],
    );
    await connect();
    expect((await state(loan)).last).toMatchObject({ state: 'RUNNING', failure: null });
  });

  test('is for people of the lender on the loan, with what they see of it', async () => {
    const loan = await loanWith({ 'Lease.pdf': randomBytes(10) });
    const colleague = await server.given.colleague(company);
    expect((await ask(loan, colleague)).status).toBe(403);
    const borrower = await server.given.account();
    await server.given.role(loan, borrower, 'LEAD_BORROWER');
    const token = await server.given.session(borrower, { roleLevel: 'BORROWER' });
    expect((await ask(loan, { token })).status).toBe(403);
    const empty = await server.given.loan(await server.given.phase(company));
    expect((await ask(empty)).body).toMatchObject({ code: 'NOTHING_TO_EXPORT' });
  });

  test('says what Microsoft refuses', async () => {
    const loan = await loanWith({ 'Lease.pdf': randomBytes(10) });
    graph.forbid(true);
    await ask(loan);
    expect(await finished(loan)).toMatchObject({ state: 'FAILED', failure: 'FORBIDDEN', sent: 0 });
  });
});

function hookedVault(beforeReading: () => Promise<void>) {
  return new Proxy(steps.vault, {
    get: (vault, name) => {
      const value: unknown = Reflect.get(vault, name);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]): Promise<unknown> => {
        await beforeReading();
        return value.apply(vault, args);
      };
    },
  });
}

/** `beforeReading` is awaited before each read from the vault. */
const activities = (beforeReading = async () => {}) =>
  sharePointActivities(
    {
      db: server.db,
      storage: { vault: hookedVault(beforeReading) },
      keys: new CompanyKeys(server.config.secretKey),
      config: server.config.graph,
      log: { error: () => {} },
    },
    () => {},
  );

describe('a large file', () => {
  const waits: number[] = [];
  const content = randomBytes(2 * RANGE_BYTES + 1000);
  const client = () =>
    new GraphClient(server.config.graph, SHAREPOINT_APP, async (seconds) => {
      waits.push(seconds);
    });
  const file = {
    path: 'Larkspur/plan.pdf',
    size: content.length,
    read: async (from: number, to: number) => content.subarray(from, to),
  };
  beforeEach(() => {
    waits.length = 0;
  });

  test('goes in ranges of a multiple of 320 KiB', async () => {
    await client().upload('b!loans', file);
    expect(graph.files.get(file.path)!.equals(content)).toBe(true);
    const [first, second] = [RANGE_BYTES, 2 * RANGE_BYTES];
    expect(RANGE_BYTES % (320 * 1024)).toBe(0);
    expect(graph.ranges).toEqual([
      `bytes 0-${first - 1}/${file.size}`,
      `bytes ${first}-${second - 1}/${file.size}`,
      `bytes ${second}-${file.size - 1}/${file.size}`,
    ]);
  });

  test('waits as long as a throttled answer says, and goes on where a broken connection stopped', async () => {
    graph.faults.push('throttled', 'dropped', 'unavailable');
    await client().upload('b!loans', file);
    expect(graph.files.get(file.path)!.equals(content)).toBe(true);
    expect(waits[0]).toBe(1);
    expect(graph.ranges).toContain(
      `bytes ${RANGE_BYTES / 2}-${RANGE_BYTES * 1.5 - 1}/${file.size}`,
    );
  });

  test('starts over in a new session when the old one expired, and is given up when nothing helps', async () => {
    graph.faults.push('expired');
    await client().upload('b!loans', file);
    expect(graph.files.get(file.path)!.equals(content)).toBe(true);
    graph.faults.push('expired', 'expired', 'expired');
    await expect(client().upload('b!loans', file)).rejects.toThrow('unavailable');
    graph.faults.push(...Array.from({ length: 6 }, () => 'unavailable' as const));
    await expect(client().upload('b!loans', file)).rejects.toThrow('unavailable');
    expect(waits).toEqual([2, 4, 8, 16, 32]);
  });
});

describe('the settings', () => {
  test('are checked with Microsoft, and say what is wrong', async () => {
    expect(await connect({ clientSecret: 'wrong' })).toMatchObject({ failure: 'CREDENTIALS' });
    expect(await connect({ siteUrl: 'https://contoso.sharepoint.com/sites/None' })).toMatchObject({
      failure: 'SITE_NOT_FOUND',
    });
    expect(await connect({ library: 'Pictures' })).toMatchObject({
      state: 'FAILED',
      failure: 'LIBRARY_NOT_FOUND',
      libraries: ['Documents', 'Loan files'],
    });
    const loan = await loanWith({ 'Lease.pdf': randomBytes(10) });
    expect((await ask(loan)).body).toMatchObject({ code: 'SHAREPOINT_NOT_CONNECTED' });
    expect(await connect()).toMatchObject({ state: 'CONNECTED', failure: null });
  });

  test('are an owner’s; the secret is shown to no one and kept for the same app only', async () => {
    const { clientSecret: _, ...without } = SETTINGS;
    const body = { ...without, clientSecret: undefined };
    expect((await save(body)).status).toBe(200);
    const other = { ...body, clientId: '99999999-bbbb-4ccc-8ddd-eeeeeeeeeeee' };
    expect((await save(other)).body).toMatchObject({ fieldErrors: { clientSecret: 'Required' } });
    const colleague = await server.given.colleague(company);
    expect((await save({}, colleague)).status).toBe(403);
    const asColleague = await settings(colleague);
    expect(asColleague).toMatchObject({ library: 'loan files', abilities: { edit: false } });
    expect(JSON.stringify(asColleague)).not.toContain(SHAREPOINT_APP.clientSecret);
    const { rows } = await server.owner.query<{ row: string }>(
      `select row_to_json(c)::text as row from cairn.sharepoint_connection c
       union all select detail::text from cairn.audit_entry where kind like 'sharepoint.%'
       union all select input::text from cairn.event where kind like 'sharepoint.%'`,
    );
    for (const { row } of rows) expect(row ?? '').not.toContain(SHAREPOINT_APP.clientSecret);
    for (const siteUrl of ['http://contoso.sharepoint.com', 'https://localhost', 'file:///etc']) {
      expect((await save({ siteUrl })).status).toBe(400);
    }
  });

  test('are forgotten on request, with the secret', async () => {
    const remove = await disconnect();
    expect(remove.body).toMatchObject({ state: 'NONE', siteUrl: null });
    const loan = await loanWith({ 'Lease.pdf': randomBytes(10) });
    expect(await state(loan)).toMatchObject({ connected: false, last: null });
    expect((await ask(loan)).body).toMatchObject({ code: 'SHAREPOINT_NOT_CONNECTED' });
  });
});
