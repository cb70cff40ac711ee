import {
  startTestServer,
  type Account,
  type Company,
  type Loan,
  type Phase,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let phase: Phase;
let dana: Account;
let elena: Account;
let larkspur: Loan;
let larkfield: Loan;
let token: string;
let borrower: string;

beforeAll(async () => {
  server = await startTestServer();
  const { given } = server;
  company = await given.company();
  phase = await given.phase(company, { name: 'Document collection' });
  dana = await given.employee(company);
  elena = await given.account();
  larkspur = await given.loan(phase, { name: 'Larkspur Bakery LLC', shortCode: 'LKSP-2041' });
  larkfield = await given.loan(phase, { name: 'Larkfield Orchards Inc.', shortCode: 'LRKF-1902' });
  await given.loan(phase, { name: 'Tamarack Dental Partners', shortCode: 'TMRK-2060' });
  await given.role(larkspur, elena, 'LEAD_BORROWER');
  token = await given.session(dana, { roleLevel: 'LENDER', company });
  borrower = await given.session(elena, { roleLevel: 'BORROWER' });
});
afterAll(() => server.stop());

const titles = async (query: Record<string, string>, as = token) =>
  (
    await server.call('quickSearch', { query: query as { q: string } }, { token: as })
  ).body.results.map(({ title }) => title);

describe('searching', () => {
  test('finds by the beginnings of words, in name and short code, in any order', async () => {
    expect(await titles({ q: 'lark' })).toEqual(
      expect.arrayContaining(['Larkspur Bakery LLC', 'Larkfield Orchards Inc.']),
    );
    for (const q of ['bak lark', 'LKSP-2041', '2041', 'lksp', 'llc bakery']) {
      expect(await titles({ q })).toEqual(['Larkspur Bakery LLC']);
    }
    expect(await titles({ q: 'akery' })).toEqual([]);
    expect(await titles({ q: '%' })).toEqual([]);
  });

  test('finds documents by what was asked for and by the file’s name; those of the loan at hand first [R161]', async () => {
    const { given } = server;
    const file = await given.document(larkspur, elena, { name: 'zircon-1120S-signed.pdf' });
    const request = await given.element(larkspur, {
      title: 'Business tax return',
      answer: { documentId: file.id, by: elena },
    });
    await given.element(larkfield, { title: 'Business license' });
    expect(await titles({ q: 'zircon' })).toEqual(['Business tax return']);
    expect(await titles({ q: 'business', c: larkspur.id })).toEqual([
      'Business tax return',
      'Business license',
    ]);
    expect(await titles({ q: 'business', c: larkfield.id })).toEqual([
      'Business license',
      'Business tax return',
    ]);
    const { body } = await server.call('quickSearch', { query: { q: 'zircon' } }, { token });
    expect(body.results).toEqual([
      {
        kind: 'DOCUMENT',
        id: request.id,
        loanId: larkspur.id,
        title: 'Business tax return',
        loanName: 'Larkspur Bakery LLC',
        folderId: expect.any(String) as string,
        fileName: 'zircon-1120S-signed.pdf',
      },
    ]);
  });

  test('finds a borrower what they see, and nothing that is kept from them', async () => {
    const { given } = server;
    await given.element(larkspur, { title: 'Quartz memo', flags: ['LENDER_ONLY'] });
    await given.element(larkspur, { title: 'Quartz valuation', priorityType: 'HIDDEN' });
    await given.element(larkspur, { title: 'Quartz photos' });
    await given.element(larkfield, { title: 'Quartz of others' });
    expect((await titles({ q: 'quartz' })).toSorted()).toEqual([
      'Quartz memo',
      'Quartz of others',
      'Quartz photos',
      'Quartz valuation',
    ]);
    expect(await titles({ q: 'quartz' }, borrower)).toEqual(['Quartz photos']);
    expect(await titles({ q: 'lark' }, borrower)).toEqual(['Larkspur Bakery LLC']);
  });

  test('stays within the company', async () => {
    const other = await server.given.company();
    await server.given.loan(await server.given.phase(other), { name: 'Larkspur Elsewhere' });
    expect(await titles({ q: 'larkspur' })).toEqual(['Larkspur Bakery LLC']);
  });

  test('asks the words’ index in a company with many loans', async () => {
    const { given, owner } = server;
    const large = await given.company();
    const inIt = await given.phase(large);
    await owner.query(
      `insert into cairn.loan (company_id, id, short_code, name, loan_type, phase_id, phase_category)
       select $1, gen_random_uuid(), 'c' || n, md5(n::text) || ' holdings', 'SBA_7A', $2, 'ORIGINATION'
       from generate_series(1, 5000) n`,
      [large.id, inIt.id],
    );
    await owner.query('analyze cairn.loan');
    const { rows } = await owner.query(
      `explain select id from cairn.loan l where l.company_id = '${large.id}'
       and app.search_text(l.short_code || ' ' || l.name) like '% larkspur%'`,
    );
    expect(JSON.stringify(rows)).toContain('loan_words');
  });
});

describe('a page of results', () => {
  test('has 15 on a desktop and 5 on a mobile, by a page index from zero [R156] [R157] [R158] [R159] [R160] [R161]', async () => {
    const { given, call } = server;
    const big = await given.company();
    const inIt = await given.phase(big);
    const as = {
      token: await given.session(await given.employee(big), { roleLevel: 'LENDER', company: big }),
    };
    for (let number = 1; number <= 17; number += 1)
      await given.loan(inIt, { name: `Basalt ${number}` });
    const first = await call('search', { query: { q: 'basalt', p: 0, d: 'd' } }, as);
    expect(first.body).toMatchObject({
      page: 0,
      perPage: 15,
      totalRecords: 17,
      totalPages: 2,
      device: 'd',
    });
    expect(first.body.results).toHaveLength(15);
    const second = await call('search', { query: { q: 'basalt', p: 1, d: 'd' } }, as);
    const ids = [...first.body.results, ...second.body.results].map(({ id }) => id);
    expect(new Set(ids).size).toBe(17);
    const mobile = await call('search', { query: { q: 'basalt', p: 3, d: 'm' } }, as);
    expect(mobile.body).toMatchObject({ perPage: 5, totalPages: 4, device: 'm' });
    expect(mobile.body.results).toHaveLength(2);
    const box = await call('quickSearch', { query: { q: 'basalt', d: 'm' } }, as);
    expect(box.body.results).toHaveLength(5);
  });

  test('is refused for a page that is none, and for a text without end', async () => {
    for (const query of [{ q: 'a', p: -1 }, { q: 'a', d: 'x' }, { q: 'a'.repeat(201) }, {}]) {
      const { status } = await server.call('search', { query: query as never }, { token });
      expect(status).toBe(400);
    }
  });
});

describe('what was opened last', () => {
  test('is kept and listed, the latest first, each once [R163]', async () => {
    const { call } = server;
    const open = (loanId: string) => call('addRecent', { body: { loanId } }, { token });
    await open(larkspur.id);
    await open(larkfield.id);
    await open(larkspur.id);
    const { body } = await call('listRecent', {}, { token });
    expect(body.results.map(({ title }) => title)).toEqual([
      'Larkspur Bakery LLC',
      'Larkfield Orchards Inc.',
    ]);
    expect((await call('listRecent', {}, { token: borrower })).body.results).toEqual([]);
  });

  test('refuses what the caller does not see, like what does not exist', async () => {
    const { call, given } = server;
    const hidden = await given.element(larkspur, { flags: ['LENDER_ONLY'] });
    const foreign = await call(
      'addRecent',
      { body: { loanId: larkfield.id } },
      { token: borrower },
    );
    expect(foreign.status).toBe(404);
    const reply = await call(
      'addRecent',
      { body: { loanId: larkspur.id, elementId: hidden.id } },
      { token: borrower },
    );
    expect(reply.status).toBe(404);
    expect((await call('listRecent', {}, { token: borrower })).body.results).toEqual([]);
  });

  test('goes from the list with the right to see it', async () => {
    const { call, given, owner } = server;
    const guest = await given.account();
    const role = await given.role(larkfield, guest, 'BORROWER');
    const as = { token: await given.session(guest, { roleLevel: 'BORROWER' }) };
    await call('addRecent', { body: { loanId: larkfield.id } }, as);
    expect((await call('listRecent', {}, as)).body.results).toHaveLength(1);
    await owner.query('delete from cairn.loan_role where id = $1', [role]);
    expect((await call('listRecent', {}, as)).body.results).toEqual([]);
  });

  test('forgets the oldest', async () => {
    const { call, given, owner } = server;
    const many = await given.employee(company);
    const as = { token: await given.session(many, { roleLevel: 'LENDER', company }) };
    for (let number = 0; number < 62; number += 1) {
      const { id } = await given.loan(phase, { name: `Marl ${number}` });
      await call('addRecent', { body: { loanId: id } }, as);
    }
    const { body } = await call('listRecent', {}, as);
    expect(body.results).toHaveLength(15);
    expect(body.results[0]?.title).toBe('Marl 61');
    const { rows } = await owner.query<{ count: string }>(
      'select count(*) from cairn.recently_opened where account_id = $1',
      [many.id],
    );
    expect(Number(rows[0]?.count)).toBe(60);
  });
});

test('loans with files to review are a list of their own, by a number that is kept', async () => {
  const { given, call, owner } = server;
  const lender = await given.company();
  const inIt = await given.phase(lender);
  const reviewer = await given.employee(lender);
  const as = { token: await given.session(reviewer, { roleLevel: 'LENDER', company: lender }) };
  const waiting = await given.loan(inIt, { name: 'Waiting' });
  await given.loan(inIt, { name: 'Idle' });
  const answer = async () => ({
    documentId: (await given.document(waiting, reviewer)).id,
    by: reviewer,
  });
  const first = await given.element(waiting, { answer: await answer() });
  await given.element(waiting, { answer: await answer(), approvedBy: reviewer });
  await given.element(waiting, { answer: await answer(), rejectedBy: reviewer });
  const listResults = async () =>
    (await call('viewLoans', { query: { toReview: 'true' } }, as)).body.loans.map((loan) => [
      loan.name,
      loan.packageTotals.totalFilesToReview,
    ]);
  expect(await listResults()).toEqual([['Waiting', 1]]);
  await owner.query('update cairn.element set approved_by = $1 where id = $2', [
    reviewer.id,
    first.id,
  ]);
  expect(await listResults()).toEqual([]);
});
