import { randomUUID } from 'node:crypto';
import {
  parseCsv,
  startTestServer,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let dana: Account;
let loan: Loan;
let owner: string;
let admin: string;

beforeAll(async () => {
  server = await startTestServer();
  const { given } = server;
  company = await given.company();
  dana = await given.employee(company, {
    level: 'OWNER',
    givenName: 'Dana',
    familyName: 'Whitfield',
  });
  owner = await given.session(dana, { roleLevel: 'LENDER', company });
  const robin = await given.account({ platformAdmin: true });
  admin = await given.session(robin, { roleLevel: 'ADMIN' });
  loan = await given.loan(await given.phase(company), { name: 'Larkspur Bakery' });
});
afterAll(() => server.stop());

type Filter = Record<string, string | number>;
const list = (query: Filter = {}, token = owner) =>
  server.call('listAuditEntries', { query }, { token });
const sentences = async (query: Filter = {}, token = owner) =>
  (await list(query, token)).body.entries.map(({ sentence }) => sentence);
const pin = (of: Loan, token = owner) =>
  server.call('pinLoan', { params: { id: of.id } }, { token });
const newLoan = async (name = 'Another loan') =>
  server.given.loan(await server.given.phase(company), { name });
const verify = async (of: Loan, token = owner) =>
  (await server.call('verifyAuditChain', { params: { loanId: of.id } }, { token })).body;

describe('the audit log', () => {
  test('says what happened in a sentence, newest first, with the exact time', async () => {
    const file = await server.given.document(loan, dana, { name: 'Lease.pdf' });
    const request = await server.given.element(loan, { title: 'Commercial lease' });
    await server.call(
      'answerElement',
      { body: { elementId: request.id, loanId: loan.id, documentId: file.id } },
      { token: owner },
    );
    await server.call('getDocumentWithDownloadUrl', { params: { id: file.id } }, { token: owner });
    const { body } = await list({ loanId: loan.id });
    expect(body.entries.map(({ sentence }) => sentence)).toEqual([
      'Dana Whitfield opened “Lease.pdf” from Larkspur Bakery',
      'Dana Whitfield answered “Commercial lease” with “Lease.pdf” on Larkspur Bakery',
    ]);
    expect(body.entries[0]).toMatchObject({
      kind: 'document.read',
      actor: { id: dana.id },
      loan: { id: loan.id, name: 'Larkspur Bakery' },
    });
    expect(Date.now() - Date.parse(body.entries[0]!.at)).toBeLessThan(10_000);
  });

  test('is the owner’s own company’s, and any company’s for an administrator', async () => {
    const other = await server.given.company();
    const stranger = await server.given.employee(other, { level: 'OWNER' });
    const strangerToken = await server.given.session(stranger, {
      roleLevel: 'LENDER',
      company: other,
    });
    await pin(loan);
    expect(await sentences({}, strangerToken)).toEqual([]);
    expect((await list({ companyId: company.id }, strangerToken)).status).toBe(404);
    expect((await list({ companyId: company.id }, admin)).body.entries.length).toBeGreaterThan(0);
    expect((await list({ companyId: other.id }, admin)).body.entries).toEqual([]);
    expect((await list({}, admin)).body).toMatchObject({
      fieldErrors: { companyId: 'Choose a company' },
    });
  });

  test('is not for employees, nor for anybody who borrows', async () => {
    const employee = await server.given.employee(company);
    const token = await server.given.session(employee, { roleLevel: 'LENDER', company });
    expect((await list({}, token)).status).toBe(403);
    const elena = await server.given.account();
    await server.given.role(loan, elena, 'LEAD_BORROWER');
    const borrower = await server.given.session(elena, { roleLevel: 'BORROWER' });
    expect((await list({}, borrower)).status).toBe(403);
  });

  test('is filtered by person, loan, kind and time, also together', async () => {
    const marcus = await server.given.employee(company, { givenName: 'Marcus', familyName: 'O' });
    const his = await server.given.session(marcus, { roleLevel: 'LENDER', company });
    const [one, two] = [await newLoan('One'), await newLoan('Two')];
    const before = new Date().toISOString();
    await pin(one, his);
    await pin(two, his);
    await server.call('unpinLoan', { params: { id: one.id } }, { token: his });
    await pin(one);
    expect(await sentences({ personId: marcus.id })).toEqual([
      'Marcus O unpinned One',
      'Marcus O pinned Two',
      'Marcus O pinned One',
    ]);
    expect(await sentences({ loanId: two.id })).toEqual(['Marcus O pinned Two']);
    expect(await sentences({ personId: marcus.id, kind: 'loan.unpinned' })).toHaveLength(1);
    expect(await sentences({ loanId: one.id, personId: dana.id })).toEqual([
      'Dana Whitfield pinned One',
    ]);
    expect(await sentences({ loanId: one.id, to: before })).toEqual([]);
    expect(await sentences({ loanId: one.id, from: before })).toHaveLength(3);
    expect(await sentences({ kind: 'nothing.ofTheKind' })).toEqual([]);
    expect(await sentences({ loanId: randomUUID() })).toEqual([]);
  });

  test('is walked by pages, none twice and none left out, while more is written', async () => {
    const busy = await newLoan('Busy');
    for (let count = 0; count < 7; count += 1) await pin(busy);
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await list({ loanId: busy.id, limit: 2, ...(cursor && { cursor }) });
      ids.push(...body.entries.map(({ id }) => id));
      cursor = body.nextCursor;
      await pin(busy);
    } while (cursor);
    expect(ids).toHaveLength(7);
    expect(new Set(ids).size).toBe(7);
    expect((await list({ cursor: 'made up' })).status).toBe(400);
  });

  test('entries of the same microsecond are in one order', async () => {
    const same = await newLoan('Same moment');
    for (let count = 0; count < 5; count += 1) await pin(same);
    await server.owner.query(
      `update cairn.audit_entry set at = '2026-01-01 00:00:00.123456+00' where loan_id = $1`,
      [same.id],
    );
    const first = (await list({ loanId: same.id, limit: 3 })).body;
    const rest = (await list({ loanId: same.id, limit: 3, cursor: first.nextCursor! })).body;
    const ids = [...first.entries, ...rest.entries].map(({ id }) => id);
    expect(new Set(ids).size).toBe(5);
  });

  test('has the network address of each request, and none where the application did it', async () => {
    const watched = await newLoan('Watched');
    const address = async (remoteAddress: string) => {
      await server.app.inject({
        method: 'PUT',
        url: `/api/v1/loans/${watched.id}/pin`,
        remoteAddress,
        cookies: { 'cairn-session': owner },
      });
      return (await list({ loanId: watched.id })).body.entries[0]!.sourceAddress;
    };
    expect(await address('203.0.113.9')).toBe('203.0.113.9');
    expect(await address('::ffff:203.0.113.10')).toBe('203.0.113.10');
    expect(await address('::ffff:cb00:7109')).toBe('203.0.113.9');
    expect(await address('2001:db8::1')).toBe('2001:db8::1');
    // Includes failed log-ins, which have no logged-in user; none of them is in a loan's activity.
    const elena = await server.given.account({ password: 'a long pass phrase of mine' });
    const body = { username: elena.emailAddress, password: 'not her pass phrase' };
    await server.call('login', { body });
    const { rows } = await server.owner.query(
      `select host(source_address) as address from cairn.audit_entry where chain_id = $1`,
      [elena.id],
    );
    expect(rows).toEqual([{ address: '127.0.0.1' }]);
    const activity = await server.call(
      'listLoanActivity',
      { params: { id: watched.id } },
      { token: owner },
    );
    expect(activity.text).not.toContain('203.0.113');
  });

  test('offers what to filter by, people and loans by a part of their name', async () => {
    await newLoan('100 % Juice_Bar');
    const choices = async (query: Filter, token = owner) =>
      (await server.call('listAuditChoices', { query }, { token })).body;
    expect((await choices({ search: 'whit' })).people).toEqual([
      { id: dana.id, name: 'Dana Whitfield' },
    ]);
    expect((await choices({ search: '% juice_' })).loans).toHaveLength(1);
    expect((await choices({ search: '%%' })).loans).toEqual([]);
    expect((await choices({})).kinds).toContainEqual({
      value: 'document.read',
      label: 'File opened',
    });
    // An administrator must select a company first.
    expect((await choices({ search: 'whit' }, admin)).people).toEqual([]);
    expect((await choices({ search: 'whit', companyId: company.id }, admin)).people).toHaveLength(
      1,
    );
  });
});

describe('the chain of a loan', () => {
  const tampered = async (statement: string) => {
    const victim = await newLoan();
    for (let count = 0; count < 3; count += 1) await pin(victim);
    expect(await verify(victim)).toEqual({ entries: 3, state: 'UNBROKEN', brokenAt: null });
    await server.owner.query(statement, [victim.id]);
    return verify(victim);
  };

  test('is unbroken as it was written, also before the first entry', async () => {
    expect(await verify(await newLoan())).toEqual({
      entries: 0,
      state: 'UNBROKEN',
      brokenAt: null,
    });
  });

  test.each([
    ['kind', `kind = 'loan.unpinned'`],
    ['time', `at = at - interval '1 day'`],
    ['person', `actor_id = null`],
    ['detail', `detail = '{"a":1}'`],
    ['source address', `source_address = '198.51.100.1'`],
    ['MAC', `mac = sha256('x')`],
    ['hash', `hash = sha256('x')`],
  ])('is broken where the %s of an entry was changed', async (_, change) => {
    const answer = await tampered(
      `update cairn.audit_entry set ${change} where loan_id = $1 and position = 2`,
    );
    expect(answer).toEqual({ entries: 3, state: 'BROKEN', brokenAt: 2 });
  });

  test.each([
    [1, 1],
    [2, 2],
    [3, 3],
  ])('is broken where entry %i was taken out', async (position, brokenAt) => {
    const answer = await tampered(
      `delete from cairn.audit_entry where loan_id = $1 and position = ${position}`,
    );
    expect(answer).toEqual({ entries: 2, state: 'BROKEN', brokenAt });
  });

  test('is broken where all of it was taken out', async () => {
    expect(await tampered('delete from cairn.audit_entry where loan_id = $1')).toMatchObject({
      state: 'BROKEN',
    });
  });
});

describe('the export', () => {
  const order = async (body: object = {}, token = owner) =>
    server.call('exportAudit', { body }, { token });
  const fetchCsv = async (url: string, token = owner) =>
    server.app.inject({ url, cookies: { 'cairn-session': token } });

  test('is CSV whose cells are no formulas, whatever a loan or a file is called', async () => {
    const evil = await newLoan(`=HYPERLINK("http://evil.example","Click")`);
    const file = await server.given.document(evil, dana, { name: '@SUM(1)\r\n=1+1,".pdf' });
    await server.call('getDocumentWithDownloadUrl', { params: { id: file.id } }, { token: owner });
    const answer = await fetchCsv((await order({ loanId: evil.id })).body.downloadUrl);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename=audit-log-/);
    const rows = parseCsv(answer.body);
    expect(rows).toHaveLength(2);
    expect(rows[0]!.slice(0, 4)).toEqual(['Time (UTC)', 'Person', 'Email', 'What happened']);
    expect([rows[0]!.at(-1), rows[1]!.at(-1)]).toEqual(['Source address', '127.0.0.1']);
    expect(rows[1]).toContain(`'=HYPERLINK("http://evil.example","Click")`);
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
  });

  test('has every entry that the filter lets through, over many pages', async () => {
    const long = await newLoan('Long');
    await pin(long);
    await server.owner.query(
      `insert into cairn.audit_entry
       select company_id, chain_id, n, gen_random_uuid(), at - n * interval '1 s', actor_id, kind,
         loan_id, detail, hash
       from cairn.audit_entry, generate_series(2, 1234) n where loan_id = $1`,
      [long.id],
    );
    const answer = await fetchCsv((await order({ loanId: long.id })).body.downloadUrl);
    const rows = parseCsv(answer.body);
    expect(rows).toHaveLength(1235);
    expect(new Set(rows.map((row) => row[6])).size).toBe(1235);
  });

  test('is itself in the log, with what was asked for; fetching it writes nothing', async () => {
    const { body } = await order({ kind: 'loan.pinned' });
    const last = async () =>
      (
        await server.owner.query<{ id: string; detail: object }>(
          `select id, detail from cairn.audit_entry where company_id = $1 order by at desc limit 1`,
          [company.id],
        )
      ).rows[0];
    const entry = await last();
    expect(entry?.detail).toEqual({ filter: { kind: 'loan.pinned' } });
    expect((await sentences({ kind: 'audit.exported' }))[0]).toBe(
      'Dana Whitfield exported the audit log',
    );
    await fetchCsv(body.downloadUrl);
    expect((await last())?.id).toBe(entry?.id);
  });

  test('is only for whom it was made, and not once it was changed', async () => {
    const { downloadUrl } = (await order()).body;
    expect((await fetchCsv(downloadUrl, admin)).statusCode).toBe(404);
    expect((await fetchCsv(`${downloadUrl}x`)).statusCode).toBe(404);
    expect((await fetchCsv('/api/v1/admin/audit/export?token=e30.x')).statusCode).toBe(404);
    const employee = await server.given.employee(company);
    const token = await server.given.session(employee, { roleLevel: 'LENDER', company });
    expect((await order({}, token)).status).toBe(403);
  });

  test('is refused to a user who is no longer an owner', async () => {
    const second = await server.given.employee(company, { level: 'OWNER' });
    const token = await server.given.session(second, { roleLevel: 'LENDER', company });
    const { downloadUrl } = (await order({}, token)).body;
    await server.owner.query(`update cairn.employee set level = 'EMPLOYEE' where account_id = $1`, [
      second.id,
    ]);
    expect((await fetchCsv(downloadUrl, token)).statusCode).toBe(403);
  });
});
