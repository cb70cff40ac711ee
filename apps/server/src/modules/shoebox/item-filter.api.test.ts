import { startTestServer, type Company, type Loan, type TestServer } from '@cairn/testing';
import { shoeboxScene, type LoggedInUser } from '@cairn/testing/shoebox-steps';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let loan: Loan;
let dana: LoggedInUser;
let elena: LoggedInUser;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  ({ company, loan, dana, elena } = await shoeboxScene(server));
});

/** The listed titles of all pages; each page must state the same total. */
async function listNames(query: Record<string, string | string[]>, who: LoggedInUser = dana) {
  const titles: string[] = [];
  const totals = new Set<number>();
  let cursor: string | undefined;
  do {
    const pageQuery = { ...query, limit: 2, ...(cursor !== undefined && { cursor }) };
    const { status, body } = await server.call('listLenderShoebox', { query: pageQuery }, who);
    expect(status).toBe(200);
    titles.push(...body.items.map(({ title }) => title));
    totals.add(body.total);
    cursor = body.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect([...totals]).toEqual([titles.length]);
  return titles.toSorted();
}

test('by type, status and date, of what waits and of the trash [R320]', async () => {
  const { given } = server;
  const old = new Date(Date.now() - 40 * 86_400_000);
  await given.shoeboxItem(loan, elena.account, { title: 'lease.PDF', seen: true });
  await given.shoeboxItem(loan, elena.account, {
    title: 'letter.docx',
    state: 'PENDING',
    seen: true,
  });
  await given.shoeboxItem(loan, elena.account, {
    title: 'sheet.xlsx',
    state: 'INFECTED',
    seen: true,
  });
  await given.shoeboxItem(loan, elena.account, { title: 'photo.heic', at: old });
  await given.shoeboxItem(loan, elena.account, { title: 'notes', seen: true });
  await given.shoeboxItem(loan, elena.account, { title: 'gone.pdf', trashedBy: dana.account });
  expect(await listNames({ type: ['pdf'] })).toEqual(['lease.PDF']);
  expect(await listNames({ type: ['text', 'sheet'] })).toEqual(['letter.docx', 'sheet.xlsx']);
  expect(await listNames({ type: ['other', 'picture'] })).toEqual(['notes', 'photo.heic']);
  expect(await listNames({ fileStatus: ['NEW'] })).toEqual(['photo.heic']);
  expect(await listNames({ fileStatus: ['CHECKING', 'BLOCKED'] })).toEqual([
    'letter.docx',
    'sheet.xlsx',
  ]);
  const since = new Date(Date.now() - 7 * 86_400_000).toISOString();
  expect(await listNames({ modifiedSince: since })).not.toContain('photo.heic');
  expect(await listNames({ modifiedSince: since, type: ['picture'] })).toEqual([]);
  expect(await listNames({ status: 'TRASHED', type: ['pdf'] })).toEqual(['gone.pdf']);
  expect(await listNames({ status: 'TRASHED', type: ['sheet'] })).toEqual([]);
});

test('by stage, officer and entity of the loan; another company’s are not found [R320]', async () => {
  const { given } = server;
  const lead = await given.loan(await given.phase(company, { category: 'LEAD' }));
  const colleague = await given.employee(company);
  await given.role(lead, colleague, 'LENDER');
  await given.entity(lead, { name: 'Quillwort Trust' });
  await given.shoeboxItem(loan, elena.account, { title: 'here.pdf' });
  await given.shoeboxItem(lead, dana.account, { title: 'lead.pdf' });
  await given.ownShoeboxItem(company, dana.account, { title: 'own.pdf' });
  const elsewhere = await given.loan(await given.phase(await given.company()));
  await given.entity(elsewhere, { name: 'Quillwort Farm' });
  await given.shoeboxItem(elsewhere, colleague, { title: 'elsewhere.pdf' });
  expect(await listNames({})).toEqual(['here.pdf', 'lead.pdf', 'own.pdf']);
  expect(await listNames({ shoeboxType: 'PERSONAL' })).toEqual(['own.pdf']);
  expect(await listNames({ shoeboxType: 'LOAN' })).toEqual(['here.pdf', 'lead.pdf']);
  expect(await listNames({ category: ['LEAD'] })).toEqual(['lead.pdf']);
  expect(await listNames({ officerId: [colleague.id] })).toEqual(['lead.pdf']);
  expect(await listNames({ entity: 'quillw' })).toEqual(['lead.pdf']);
  expect(await listNames({ entity: 'quillw', category: ['ORIGINATION'] })).toEqual([]);
  expect(await listNames({ entity: 'quillw' }, elena)).toEqual([]);
});
