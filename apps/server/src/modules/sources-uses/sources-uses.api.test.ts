/** Sources and uses of a loan: the lender's own sheet. */
import { sourcesUses } from '@cairn/contract/sources-uses';
import type { Sheet } from '@cairn/contract/sources-uses-terms';
import {
  makeDatabase,
  startTestServer,
  type Account,
  type Company,
  type Loan,
  type TestDatabase,
  type TestServer,
} from '@cairn/testing';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendInParts } from '../../platform/multipart-upload.ts';
import { WorkerStorage } from '../../platform/object-storage.ts';
import { workbook, zipOf } from '../../platform/xlsx.ts';
import { readZip } from '../../platform/read-zip.ts';

let database: TestDatabase;
let server: TestServer;
let storage: WorkerStorage;
let company: Company;
let loan: Loan;
interface Session {
  account: Account;
  token: string;
}
let dana: Session;
let owner: Session;
let elena: Session;

beforeAll(async () => {
  database = await makeDatabase(process.env['MIGRATION_DATABASE_URL']!);
  server = await startTestServer({ database });
  storage = new WorkerStorage(server.config.store);
});
afterAll(async () => {
  storage.close();
  await server.stop();
  await database.drop();
});
beforeEach(async () => {
  const { given } = server;
  company = await given.company({ name: 'Northgate Bank' });
  loan = await given.loan(await given.phase(company), { name: 'Larkspur Bakery' });
  const staff = async (over: object): Promise<Session> => {
    const account = await given.employee(company, over);
    return { account, token: await given.session(account, { roleLevel: 'LENDER', company }) };
  };
  dana = await staff({ givenName: 'Dana', familyName: 'Whitfield' });
  await given.role(loan, dana.account, 'LENDER');
  owner = await staff({ level: 'OWNER' });
  const account = await given.account();
  await given.role(loan, account, 'LEAD_BORROWER');
  elena = { account, token: await given.session(account, { roleLevel: 'BORROWER' }) };
});

const SHEET: Sheet = {
  sources: [
    { name: 'SBA 7(a)', terms: '10 years', kind: 'LOAN', available: 1000.1 },
    { name: 'Equity', terms: '', kind: 'EQUITY', available: 200.2 },
  ],
  uses: [
    { name: 'Business purchase', amounts: [1000, 200.2] },
    { name: '=cmd|" /C calc"!A0 & <b>', amounts: [0.1, 0] },
  ],
};
const read = (by: Session, of = loan) =>
  server.call('getSourcesUses', { params: { loanId: of.id } }, by);
const save = (by: Session, version: number, sheet: Sheet = SHEET, of = loan) =>
  server.call('saveSourcesUses', { params: { loanId: of.id }, body: { ...sheet, version } }, by);

test('a use keeps the request whose document shows it; one of another loan is left out', async () => {
  const { given } = server;
  const bid = await given.element(loan, { title: 'Contractor bid' });
  const other = await given.element(await given.loan(await given.phase(company)));
  const withDocuments = (ids: (string | null)[]): Sheet => ({
    ...SHEET,
    uses: SHEET.uses.map((use, at) => ({ ...use, elementId: ids[at]! })),
  });
  const elementIds = async () => (await read(dana)).body.uses.map(({ elementId }) => elementId);
  expect((await save(dana, 0, withDocuments([bid.id, other.id]))).status).toBe(200);
  expect(await elementIds()).toEqual([bid.id, null]);
  // Like clients from before sheets had documents.
  expect((await save(dana, 1)).status).toBe(200);
  expect(await elementIds()).toEqual([null, null]);
  // The company's starting rows have only names.
  await save(dana, 2, withDocuments([bid.id, null]));
  await server.call('saveSourcesUsesTemplate', { params: { loanId: loan.id } }, owner);
  const next = await given.loan(await given.phase(company));
  const { uses } = (await read(owner, next)).body;
  expect(uses.map(({ elementId }) => elementId)).toEqual([null, null]);
});

test('a sheet starts with rows without amounts, and is kept with who saved it', async () => {
  const blank = await read(dana);
  expect(blank.body).toMatchObject({ version: 0, modifiedBy: null, abilities: { write: true } });
  expect(blank.body.uses.map(({ name }) => name)).toContain('Working capital');
  expect((await save(dana, 0)).status).toBe(200);
  expect((await read(owner)).body).toMatchObject({
    ...SHEET,
    uses: SHEET.uses.map((use) => ({ ...use, elementId: null })),
    version: 1,
    modifiedBy: { givenName: 'Dana' },
  });
});

test('of two who change the same version of a sheet, the second is told and overwrites nothing', async () => {
  const first = await Promise.all([save(dana, 0), save(owner, 0)]);
  expect(first.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const [use] = SHEET.uses;
  const other = { ...SHEET, uses: [{ ...use!, name: 'Inventory' }] };
  expect((await save(dana, 1, other)).body.version).toBe(2);
  expect((await save(owner, 1)).body).toMatchObject({ code: 'CONFLICT' });
  expect((await read(dana)).body.uses.map(({ name }) => name)).toEqual(['Inventory']);
});

test('a sheet takes dollars and cents for each source, and nothing else', async () => {
  const [source] = SHEET.sources;
  const refused: Sheet[] = [
    { ...SHEET, uses: [{ name: 'Equipment', amounts: [1] }] },
    { ...SHEET, uses: [{ name: 'Equipment', amounts: [-1, 0] }] },
    { ...SHEET, uses: [{ name: 'Equipment', amounts: [0.001, 0] }] },
    { ...SHEET, uses: [{ name: ' ', amounts: [0, 0] }] },
    { ...SHEET, uses: [] },
    { sources: Array.from({ length: 11 }, () => source!), uses: [] },
  ];
  for (const sheet of refused) expect((await save(dana, 0, sheet)).status).toBe(400);
});

test('a sheet is the lender’s alone: a borrower is refused, and their record of the loan does not name it', async () => {
  await save(dana, 0);
  expect((await read(elena)).status).toBe(403);
  expect((await save(elena, 1)).status).toBe(403);
  const params = { id: loan.id };
  const { body } = await server.call('listLoanActivity', { params, query: {} }, elena);
  expect(JSON.stringify(body)).not.toContain('sourcesUses');
  const log = await server.call('listLoanActivity', { params, query: {} }, dana);
  expect(JSON.stringify(log.body)).toMatch(/sources and uses/i);
});

test('a sheet starts with the company’s rows once its owner kept some, without their amounts', async () => {
  const keep = (by: Session) =>
    server.call('saveSourcesUsesTemplate', { params: { loanId: loan.id } }, by);
  expect((await keep(owner)).status).toBe(404);
  await save(dana, 0);
  expect((await keep(dana)).status).toBe(403);
  expect((await keep(owner)).status).toBe(200);
  const next = await server.given.loan(await server.given.phase(company));
  const { body } = await read(owner, next);
  expect(body).toMatchObject({ version: 0, sources: [{ name: 'SBA 7(a)', available: 0 }, {}] });
  expect(body.uses[0]).toEqual({ name: 'Business purchase', amounts: [0, 0], elementId: null });
});

const order = (by: Session) => server.call('exportSourcesUses', { body: { loanId: loan.id } }, by);
const fetched = (downloadUrl: string, { token }: Session) =>
  server.app.inject({ url: downloadUrl, headers: { cookie: `cairn-session=${token}` } });

/** The sheets of a workbook by number, as LibreOffice displays them. */
async function shownBy(workbookBytes: Buffer, ...numbers: number[]): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'sheet-'));
  try {
    await writeFile(join(folder, 'book.xlsx'), workbookBytes);
    await promisify(execFile)('soffice', [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      '--convert-to',
      // Exports each sheet to its own file, as displayed, with the formats of the cells.
      'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1',
      '--outdir',
      folder,
      join(folder, 'book.xlsx'),
    ]);
    const files = (await readdir(folder)).filter((name) => name.endsWith('.csv'));
    const lines = async (name: string | undefined) =>
      name === undefined ? [] : (await readFile(join(folder, name), 'utf8')).trim().split('\n');
    return Promise.all(
      numbers.map((number) => lines(files.find((name) => name.includes(SHEET_NAMES[number]!)))),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
const SHEET_NAMES = ['Sources and uses', 'Memo'];

test('a sheet is exported as a workbook that LibreOffice reads, with totals and no formula of a user’s', async () => {
  await save(dana, 0);
  const { body } = await order(dana);
  expect(body.template).toBe('NONE');
  expect((await fetched(body.downloadUrl, owner)).statusCode).toBe(404);
  const file = await fetched(body.downloadUrl, dana);
  expect(file.headers['content-disposition']).toContain('.xlsx');
  const [rows] = await shownBy(file.rawPayload, 0);
  expect(rows![0]).toContain('Sources and uses: Larkspur Bakery');
  expect(rows![3]).toBe('Business purchase,"1,000.00",200.20,"1,200.20"');
  expect(rows![4]).toContain('=cmd|');
  expect(rows!.slice(5)).toEqual([
    'Total uses,"1,000.10",200.20,"1,200.30"',
    'Available from source,"1,000.10",200.20,"1,200.30"',
    'Difference,0.00,0.00,0.00',
  ]);
}, 60_000);

test('a sheet may be unbalanced as a draft, and is exported only when balanced', async () => {
  const [use] = SHEET.uses;
  const off = { ...SHEET, uses: [use!] };
  expect((await save(dana, 0, off)).status).toBe(200);
  expect((await order(dana)).body).toMatchObject({ code: 'SHEET_NOT_BALANCED' });
  await save(dana, 1);
  const { body } = await order(dana);
  await save(dana, 2, off);
  expect((await fetched(body.downloadUrl, dana)).statusCode).toBe(409);
});

/** Stores a spreadsheet in the vault and chooses it as the company's template. */
async function chooseTemplate(content: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(content).digest();
  const objectKey = `0000/${company.id}/document/${sha256.toString('hex')}.${owner.account.id}`;
  const size = content.length;
  await sendInParts(storage.vault, { key: objectKey, size, bytes: async () => content });
  const { id } = await server.given.document(loan, owner.account, {
    ...{ name: 'Ours.xlsx', objectKey, size, sha256 },
  });
  await server.owner.query('update cairn.document set loan_id = null where id = $1', [id]);
  const choice = { params: { id: company.id, docId: id } };
  expect((await server.call('setExcelTemplateId', choice, owner)).status).toBe(200);
  return id;
}

/** A memo with a formula that refers to a cell of the sheet that exports fill. */
async function memo(): Promise<Map<string, Buffer>> {
  const cells = [[{ text: 'Total' }, { formula: "'Sources and uses'!D6", value: 0 }]];
  const book = await workbook({ name: 'Memo', rows: cells, widths: [10, 10] }, new Date());
  const parts = (await readZip(book, { maxBytes: 10 ** 6 }))!;
  const sheet = parts.get('xl/worksheets/sheet1.xml')!.toString().replace('<v>0</v>', '');
  return parts.set('xl/worksheets/sheet1.xml', Buffer.from(sheet));
}

test('the export fills the company’s spreadsheet, whose other sheets read it', async () => {
  await save(dana, 0);
  await chooseTemplate(await zipOf(await memo(), new Date()));
  const { body } = await order(dana);
  expect(body.template).toBe('FILLED');
  const added = (await fetched(body.downloadUrl, dana)).rawPayload;
  const [sheet, total] = await shownBy(added, 0, 1);
  expect(sheet![5]).toBe('Total uses,"1,000.10",200.20,"1,200.30"');
  expect(total).toEqual(['Total,"1,200.30"']);

  // If the template contains the sheet, the export replaces it instead of adding a second one.
  await save(dana, 1, { ...SHEET, uses: [{ name: 'Inventory', amounts: [1000.1, 200.2] }] });
  await chooseTemplate(added);
  const again = await fetched((await order(dana)).body.downloadUrl, dana);
  const parts = (await readZip(again.rawPayload, { maxBytes: 10 ** 6 }))!;
  expect(
    parts
      .get('xl/workbook.xml')!
      .toString()
      .match(/<sheet /g),
  ).toHaveLength(2);
  const [replaced] = await shownBy(again.rawPayload, 0);
  expect(replaced![3]).toBe('Inventory,"1,000.10",200.20,"1,200.30"');
}, 120_000);

/** The reason in the reply why an export does not use the template. */
async function templateLeftOut(by: Session): Promise<string> {
  const { body } = await order(by);
  const { rawPayload } = await fetched(body.downloadUrl, by);
  const parts = (await readZip(rawPayload, { maxBytes: 10 ** 6 }))!;
  expect(parts.size).toBe(6);
  return body.template;
}

test('the sheet is exported alone where the template cannot be filled, and the export says so', async () => {
  await save(dana, 0);
  const plain = async (content: Buffer) => {
    await chooseTemplate(content);
    return templateLeftOut(dana);
  };
  const good = await zipOf(await memo(), new Date());
  const macros = (await memo()).set('xl/vbaProject.bin', Buffer.from('x'));
  expect(await plain(Buffer.from('an older format'))).toBe('UNUSABLE');
  expect(await plain(good.subarray(0, good.length - 300))).toBe('UNUSABLE');
  expect(await plain(await zipOf(macros, new Date()))).toBe('UNUSABLE');
  // Unclosed tags, for which a backtracking search would take minutes.
  const slow = (await memo()).set('xl/styles.xml', Buffer.from('<fonts '.repeat(140_000)));
  expect(await plain(await zipOf(slow, new Date()))).toBe('UNUSABLE');
}, 60_000);

test('an export never fills a file of a loan or a removed one as its template; employees are told', async () => {
  await save(dana, 0);
  const id = await chooseTemplate(await zipOf(await memo(), new Date()));
  const set = (what: string, value: unknown) =>
    server.owner.query(`update cairn.document set ${what} = $2 where id = $1`, [id, value]);
  await set('loan_id', loan.id);
  expect(await templateLeftOut(dana)).toBe('UNUSABLE');
  await set('loan_id', null);
  await set('removed_at', new Date());
  expect(await templateLeftOut(dana)).toBe('UNUSABLE');
});

test('the sheet is exported alone for an underwriter from outside, who is not told of the template', async () => {
  await save(dana, 0);
  await chooseTemplate(await zipOf(await memo(), new Date()));
  const account = await server.given.account();
  await server.given.role(loan, account, 'UNDERWRITER_LENDER');
  const token = await server.given.session(account, { roleLevel: 'LENDER' });
  expect(await templateLeftOut({ account, token })).toBe('NONE');
});

test('the sheet is exported alone when the template is not what was scanned, which blocks it and raises an alert', async () => {
  await save(dana, 0);
  const id = await chooseTemplate(await zipOf(await memo(), new Date()));
  const other = createHash('sha256').update('what was scanned').digest();
  await server.owner.query('update cairn.document set sha256 = $2 where id = $1', [id, other]);
  expect(await templateLeftOut(dana)).toBe('UNUSABLE');
  const { rows } = await server.owner.query(
    'select virus_scan_state, scan_reason from cairn.document where id = $1',
    [id],
  );
  expect(rows).toEqual([{ virus_scan_state: 'ERROR', scan_reason: 'DAMAGED' }]);
  expect(server.logged.join()).toContain('"event":"document.checksum-mismatch"');
  expect(server.logged.join()).toContain(id);
});

test('the sheet is exported alone when the store has lost the template, which is logged and not blocked', async () => {
  await save(dana, 0);
  const id = await chooseTemplate(await zipOf(await memo(), new Date()));
  const key = `0000/${company.id}/document/lost.${owner.account.id}`;
  await server.owner.query('update cairn.document set vault_key = $2 where id = $1', [id, key]);
  expect(await templateLeftOut(dana)).toBe('UNUSABLE');
  const { rows } = await server.owner.query(
    'select virus_scan_state from cairn.document where id = $1',
    [id],
  );
  expect(rows).toEqual([{ virus_scan_state: 'CLEAN' }]);
  expect(server.logged.join()).toContain(key);
});

test('an export fails when the store refuses the credentials, and the template is kept', async () => {
  await save(dana, 0);
  await chooseTemplate(await zipOf(await memo(), new Date()));
  const { store } = server.config;
  const web = { ...store.web, secretAccessKey: 'another' };
  const other = await startTestServer({ database, config: { store: { ...store, web } } });
  try {
    const { status } = await other.call('exportSourcesUses', { body: { loanId: loan.id } }, dana);
    expect(status).toBe(500);
    expect(other.logged.join()).toContain('SignatureDoesNotMatch');
    expect(other.logged.join()).not.toContain('restore the object from a backup');
  } finally {
    await other.stop();
  }
});

test('an export of a sheet counts as an expensive call, both when it is ordered and when it is fetched', () => {
  const { exportSourcesUses, downloadSourcesUses } = sourcesUses;
  expect([exportSourcesUses.slow, downloadSourcesUses.slow]).toEqual([true, true]);
});
