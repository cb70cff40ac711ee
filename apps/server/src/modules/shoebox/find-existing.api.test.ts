import {
  startTestServer,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let loan: Loan;
let dana: { account: Account; token: string };
let elena: { account: Account; token: string };

beforeAll(async () => {
  server = await startTestServer();
  const { given } = server;
  company = await given.company();
  dana = await given.colleague(company);
  loan = await given.loan(await given.phase(company), { name: 'Larkspur Bakery' });
  await given.role(loan, dana.account, 'LENDER');
  elena = await given.borrower(loan);
});
afterAll(() => server.stop());

async function answeredElement(on: Loan, title: string, name: string, over: object = {}) {
  const { given } = server;
  const document = await given.document(on, elena.account, { name });
  return given.element(on, {
    title,
    answer: { documentId: document.id, by: elena.account },
    ...over,
  });
}

const find = (
  title: string[],
  { parentId = '', ...more }: { parentId?: string; token?: string } = {},
) =>
  server.call(
    'findExistingDocuments',
    { params: { id: loan.id }, query: { title, ...(parentId && { parentId }) } },
    { token: dana.token, ...more },
  );
const namesFor = async (title: string, parentId?: string): Promise<string[]> =>
  (await find([title], { ...(parentId && { parentId }) })).body.matches.flatMap(({ documents }) =>
    documents.map(({ name }) => name),
  );

test('a new request points at the same document on the loan, by title or file name, of the same year only', async () => {
  await answeredElement(loan, '2025 business tax return', 'scan_0412.pdf');
  await answeredElement(loan, 'Other documents', 'Commercial lease Orchard St.pdf');
  expect(await namesFor('2025 Business Tax Return')).toEqual(['scan_0412.pdf']);
  expect(await namesFor('2024 business tax return')).toEqual([]);
  expect(await namesFor('Commercial lease')).toEqual(['Commercial lease Orchard St.pdf']);
  expect(await namesFor('Driver’s license')).toEqual([]);
  const { matches } = (await find(['Commercial lease', 'Rent roll'])).body;
  expect(matches.map(({ title }) => title)).toEqual(['Commercial lease']);
  expect(matches[0]!.documents[0]).toMatchObject({ loanId: loan.id, loanName: 'Larkspur Bakery' });
});

test('a new request points at the entity’s document on another loan only if the caller sees it', async () => {
  const { given } = server;
  const entity = await given.entity(loan, { kind: 'INDIVIDUAL' });
  const folder = await given.element(loan, { storageType: 'FOLDER', about: entity });
  const earlier = await given.loan(await given.phase(company), { name: 'Larkspur 2023' });
  const elsewhere = await given.loan(await given.phase(await given.company()));
  await answeredElement(earlier, 'Articles of organization', 'articles.pdf', { about: entity });
  await answeredElement(elsewhere, 'Operating agreement', 'CANARY.pdf');
  expect(await namesFor('Articles of organization')).toEqual([]);
  const { matches } = (await find(['Articles of organization'], { parentId: folder.id })).body;
  expect(matches[0]!.documents[0]).toMatchObject({
    name: 'articles.pdf',
    loanName: 'Larkspur 2023',
  });
  expect(await namesFor('Operating agreement', folder.id)).toEqual([]);
});

test('a file that was found infected is not pointed at, and borrowers do not ask', async () => {
  const { given } = server;
  const document = await given.document(loan, elena.account, {
    name: 'Appraisal.pdf',
    state: 'INFECTED',
  });
  await given.element(loan, {
    title: 'Appraisal',
    answer: { documentId: document.id, by: elena.account },
  });
  expect(await namesFor('Appraisal')).toEqual([]);
  expect((await find(['Appraisal'], { token: elena.token })).status).toBe(403);
  expect((await find([])).status).toBe(400);
  expect((await find(Array.from({ length: 21 }, (_, n) => `Title ${n}`))).status).toBe(400);
});
