import {
  startTestServer,
  type Account,
  type Company,
  type Phase,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let officer: Account;
let token: string;
let underwriting: Phase;
let closing: Phase;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

beforeEach(async () => {
  const { given } = server;
  company = await given.company();
  officer = await given.employee(company, { level: 'OWNER' });
  token = await given.session(officer, { roleLevel: 'LENDER', company });
  underwriting = await given.phase(company, { name: 'Underwriting' });
  closing = await given.phase(company, { name: 'Closing' });
});

interface Query {
  [name: string]: string | string[];
}
const names = async (query: Query, as = token): Promise<string[]> => {
  const { status, body } = await server.call('viewLoans', { query }, { token: as });
  expect(status).toBe(200);
  return [...body.pinned, ...body.loans].map(({ name }) => name).toSorted();
};

test('words find loans by name, code, borrower and entity, and not by their officers', async () => {
  const { given } = server;
  await given.loan(underwriting, { name: 'Larkspur Bakery' });
  const byEntity = await given.loan(underwriting, { name: 'B' });
  await given.entity(byEntity, { name: 'Larkspur Holdings' });
  const byPerson = await given.loan(closing, { name: 'C' });
  await given.role(byPerson, await given.account({ familyName: 'Larkspur' }), 'BORROWER');
  const byOfficer = await given.loan(closing, { name: 'D', shortCode: 'dlta-7' });
  const colleague = await given.employee(company, { familyName: 'Larkspur' });
  await given.role(byOfficer, colleague, 'LENDER');
  const elsewhere = await given.phase(await given.company());
  await given.loan(elsewhere, { name: 'Larkspur of another lender' });

  expect(await names({ words: 'lark' })).toEqual(['B', 'C', 'Larkspur Bakery']);
  expect(await names({ words: 'LARKSPUR bak' })).toEqual(['Larkspur Bakery']);
  expect(await names({ words: 'DLTA-7' })).toEqual(['D']);
  expect(await names({ words: 'arkspur' })).toEqual([]);
  expect(await names({ entity: 'larkspur' })).toEqual(['B']);
  expect(await names({ words: 'lark', phaseId: [closing.id] })).toEqual(['C']);
  // Punctuation alone is not a filter.
  expect(await names({ words: '%_' })).toHaveLength(4);
});

test('officers find the loans they work on, each once; a borrower of that id finds none', async () => {
  const { given } = server;
  const [mine, theirs, ours] = [
    await given.loan(underwriting, { name: 'mine' }),
    await given.loan(closing, { name: 'theirs' }),
    await given.loan(closing, { name: 'ours' }),
  ];
  await given.loan(closing, { name: 'of none' });
  const colleague = await given.employee(company);
  await given.role(mine, officer, 'LENDER');
  await given.role(ours, officer, 'LENDER');
  await given.role(ours, colleague, 'LENDER');
  await given.role(theirs, colleague, 'LENDER');
  const borrower = await given.account();
  await given.role(theirs, borrower, 'BORROWER');
  expect(await names({ officerId: [officer.id] })).toEqual(['mine', 'ours']);
  expect(await names({ officerId: [officer.id, colleague.id] })).toEqual([
    'mine',
    'ours',
    'theirs',
  ]);
  expect(await names({ officerId: [borrower.id] })).toEqual([]);
});

test('a borrower finds no loan by an entity that is hidden from them', async () => {
  const { given } = server;
  const loan = await given.loan(underwriting, { name: 'theirs' });
  const borrower = await given.borrower(loan);
  const other = await given.loan(underwriting, { name: 'not theirs' });
  await given.entity(other, { name: 'Quillwort Trust' });
  expect(await names({ entity: 'quillwort' })).toEqual(['not theirs']);
  expect(await names({ entity: 'quillwort' }, borrower.token)).toEqual([]);
  expect(await names({ words: 'quillwort' }, borrower.token)).toEqual([]);
});

test('the totals of the phases are those of the filtered list', async () => {
  const { given } = server;
  await given.loan(underwriting, { name: 'Larkspur 1', amount: 100, loanType: 'SBA_7A' });
  await given.loan(underwriting, { name: 'Larkspur 2', amount: 200, loanType: 'SBA_504' });
  await given.loan(closing, { name: 'Larkspur 3', amount: null, loanType: 'SBA_7A' });
  await given.loan(closing, { name: 'Other', amount: 800, loanType: 'SBA_7A' });
  await given.loan(await given.phase(company, { category: 'LEAD' }), { name: 'Larkspur lead' });
  const totals = async (query: Query, as = token) =>
    server.call(
      'countLoansByPhase',
      { query: { category: 'ORIGINATION', ...query } },
      { token: as },
    );
  const { body } = await totals({ words: 'larkspur' });
  expect(new Map(body.phases.map(({ id, ...rest }) => [id, rest]))).toEqual(
    new Map([
      [underwriting.id, { loanCount: 2, loanAmount: 300 }],
      [closing.id, { loanCount: 1, loanAmount: 0 }],
    ]),
  );
  expect((await totals({ words: 'larkspur', loanType: ['SBA_504'] })).body.phases).toEqual([
    { id: underwriting.id, loanCount: 1, loanAmount: 200 },
  ]);
  const elsewhere = await given.company();
  const stranger = await given.employee(elsewhere, { level: 'OWNER' });
  const session = await given.session(stranger, { roleLevel: 'LENDER', company: elsewhere });
  expect((await totals({}, session)).body.phases).toEqual([]);
});

test('loans with something in the trash are filtered like all others', async () => {
  const { given } = server;
  for (const [name, phase] of [
    ['Larkspur', underwriting],
    ['Other', closing],
  ] as const) {
    const loan = await given.loan(phase, {
      name,
      loanType: name === 'Other' ? 'SBA_504' : 'SBA_7A',
    });
    const { id } = await given.element(loan);
    await server.call('trashElements', { query: { id: [id] } }, { token });
  }
  await given.loan(underwriting, { name: 'Larkspur without trash' });
  const trashed = async (query: Query) =>
    (await server.call('viewLoansWithTrash', { query }, { token })).body.loans.map(
      ({ name }) => name,
    );
  expect((await trashed({})).toSorted()).toEqual(['Larkspur', 'Other']);
  expect(await trashed({ words: 'larkspur' })).toEqual(['Larkspur']);
  expect(await trashed({ loanType: ['SBA_504'] })).toEqual(['Other']);
  expect(await trashed({ category: 'LEAD' })).toEqual([]);
});
