/**
 * The cost of a search does not grow with other companies' data: each kind is found with an index that begins with
 * the company.
 */
import {
  startTestServer,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { difference, readCounters, total, type Cost } from '@cairn/testing/lenders/counters';
import { afterAll, beforeAll, expect, test } from 'vitest';

const CONNECTIONS = 2;

let server: TestServer;
let company: Company;
let loan: Loan;
let elena: Account;
let tokens: Record<'staff' | 'borrower', string>;

beforeAll(async () => {
  server = await startTestServer({ poolSize: CONNECTIONS, feedRuns: false });
  const { given } = server;
  company = await given.company();
  const phase = await given.phase(company);
  loan = await given.loan(phase, { name: 'Larkspur Bakery LLC' });
  elena = await given.account();
  await given.role(loan, elena, 'LEAD_BORROWER');
  const dana = await given.employee(company);
  tokens = {
    staff: await given.session(dana, { roleLevel: 'LENDER', company }),
    borrower: await given.session(elena, { roleLevel: 'BORROWER' }),
  };
  const document = await given.document(loan, elena, { name: 'lease.pdf' });
  await given.documentContent(document.id, Buffer.from('x'), { text: 'The hornblende lease' });
  await given.element(loan, {
    title: 'Hornblende lease',
    answer: { documentId: document.id, by: elena },
  });
  await given.entity(loan, { name: 'Hornblende LLC' });
  await given.thread(loan, [dana, elena], [{ by: dana, body: 'Send the hornblende lease.' }]);
});
afterAll(() => server.stop());

/** Loans of other companies, each with a request, an entity, a file of several pages and a person. */
const OTHERS = `
  with made as (
    select uuidv7() as loan_id, uuidv7() as root_id, uuidv7() as document_id, uuidv7() as entity_id, number
    from generate_series(1, $3::int) as n (number)
  ), loan as (
    insert into cairn.loan (company_id, id, short_code, name, loan_type, phase_id, phase_category)
    select $1, loan_id, 'c' || left(loan_id::text, 18), md5(loan_id::text) || ' holdings', 'SBA_7A', $2, 'ORIGINATION'
    from made returning id
  ), entity as (
    insert into cairn.entity (company_id, id, kind, name, version)
    select $1, entity_id, 'COMPANY', md5(entity_id::text) || ' inc', 1 from made
  ), document as (
    insert into cairn.document (company_id, id, loan_id, name, provider, object_key, size, sha256, vault_key,
      virus_scan_state, created_by)
    select $1, document_id, loan_id, md5(document_id::text) || '.pdf', 'S3', 'incoming/' || document_id, 1, sha256('x'),
      'vault/' || document_id, 'CLEAN', $4 from made
  )
  insert into cairn.document_page (company_id, document_id, version, page, width, height, source, text, words)
  select $1, document_id, 1, page, 612, 792, 'TEXT',
    md5(document_id::text || page) || ' ' || md5(page || document_id::text) || ' total amount', '[]'
  from made, generate_series(1, 4) page`;

async function addOthers(to: Company, count: number): Promise<void> {
  const phase = await server.given.phase(to);
  await server.owner.query(OTHERS, [to.id, phase.id, count, elena.id]);
}

const ONE_OF_EACH = { LOAN: 0, PERSON: 0, ENTITY: 1, DOCUMENT: 1, MESSAGE: 1, TEXT: 1 };
const NONE = { LOAN: 0, PERSON: 0, ENTITY: 0, DOCUMENT: 0, MESSAGE: 0, TEXT: 0 };

/** The lowest cost of three calls, because the first one also plans its statements. */
async function costOf(as: 'staff' | 'borrower', filter: object = {}): Promise<Cost> {
  await server.owner.query('vacuum (analyze)');
  const costs: Cost[] = [];
  for (let repeat = 0; repeat < 3; repeat += 1) {
    const start = await readCounters(server.db, server.owner, CONNECTIONS);
    const { body } = await server.call(
      'search',
      { query: { q: 'hornblende', ...filter } },
      { token: tokens[as] },
    );
    expect(body.counts).toEqual(Object.keys(filter).length > 0 ? NONE : ONE_OF_EACH);
    costs.push(total(difference(start, await readCounters(server.db, server.owner, CONNECTIONS))));
  }
  return costs.toSorted((one, other) => one.pages - other.pages)[0]!;
}

test('a search costs staff and borrowers the same with five times as many loans, files and pages around', async () => {
  const elsewhere = await server.given.company();
  // A filter without results: matches are counted once more without it.
  const costs = async () => ({
    staff: await costOf('staff'),
    borrower: await costOf('borrower'),
    filtered: await costOf('staff', { category: ['LEAD'] }),
  });
  await addOthers(company, 500);
  const before = await costs();
  await addOthers(company, 2000);
  await addOthers(elsewhere, 2000);
  const after = await costs();
  for (const of of ['staff', 'borrower', 'filtered'] as const) {
    expect.soft(after[of].searches).toBeLessThanOrEqual(1.2 * before[of].searches + 4);
    expect.soft(after[of].pages).toBeLessThanOrEqual(1.3 * before[of].pages + 40);
  }
}, 120_000);

/** Loans of one more lender, each with an entity and a request that contain the word. */
const FOUND = `
  with made as (
    select uuidv7() as loan_id, uuidv7() as root_id, uuidv7() as entity_id, number from generate_series(1, $3::int) as n (number)
  ), loan as (
    insert into cairn.loan (company_id, id, short_code, name, loan_type, phase_id, phase_category)
    select $1, loan_id, 'c' || left(loan_id::text, 18), 'Serpentine ' || number, 'SBA_7A', $2, 'ORIGINATION' from made
  ), entity as (
    insert into cairn.entity (company_id, id, kind, name, version)
    select $1, entity_id, 'COMPANY', 'Serpentine ' || number, 1 from made
  ), root as (
    insert into cairn.element (company_id, id, loan_id, title, storage_type)
    select $1, root_id, loan_id, 'Package', 'FOLDER' from made
  )
  insert into cairn.element (company_id, id, loan_id, parent_id, title, storage_type, display_order)
  select $1, uuidv7(), loan_id, root_id, 'Serpentine lease', 'FILE', 1 from made`;

async function addFound(lenders: number): Promise<void> {
  for (let added = 0; added < lenders; added += 1) {
    const lender = await server.given.company();
    await server.owner.query(FOUND, [lender.id, (await server.given.phase(lender)).id, 20]);
  }
  await server.owner.query('vacuum (analyze)');
}

test('a search costs the operator the same with four times as many lenders that have the word', async () => {
  const admin = await server.given.account({ platformAdmin: true });
  const token = await server.given.session(admin, { roleLevel: 'ADMIN' });
  const calls = ['search', 'quickSearch'] as const;
  const costsOf = async (call: (typeof calls)[number]): Promise<Cost> => {
    const costs: Cost[] = [];
    for (let repeat = 0; repeat < 3; repeat += 1) {
      const start = await readCounters(server.db, server.owner, CONNECTIONS);
      const { body } = await server.call(call, { query: { q: 'serpentine' } }, { token });
      expect(body.isMore).toBe(true);
      expect(body.results.length).toBeGreaterThan(0);
      if (call === 'search') {
        expect(body.cutOffKinds).toEqual(['LOAN', 'ENTITY', 'DOCUMENT']);
        expect(body.counts.LOAN).toBe(200);
      }
      costs.push(
        total(difference(start, await readCounters(server.db, server.owner, CONNECTIONS))),
      );
    }
    return costs.toSorted((one, other) => one.pages - other.pages)[0]!;
  };
  const costs = async () => ({
    search: await costsOf('search'),
    quickSearch: await costsOf('quickSearch'),
  });
  await addFound(50);
  const before = await costs();
  await addFound(150);
  const after = await costs();
  for (const call of calls) {
    expect.soft(after[call].searches, call).toBeLessThanOrEqual(1.2 * before[call].searches + 2);
    expect.soft(after[call].pages, call).toBeLessThanOrEqual(1.2 * before[call].pages + 8);
  }
}, 120_000);

const PEOPLE = `
  with made as (
    insert into cairn.account (id, email_address)
    select gen_random_uuid(), md5(n::text) || '@cost.example' from generate_series(1, 1500) n
    returning id, email_address
  ) insert into cairn.person (company_id, account_id, email_address) select $1, id, email_address from made`;
const MESSAGES = `
  insert into cairn.message (company_id, id, thread_id, loan_id, author_id, body)
  select m.company_id, gen_random_uuid(), m.thread_id, m.loan_id, m.author_id, md5(n::text) || ' ' || md5('b' || n)
  from cairn.message m, generate_series(1, 1500) n where m.company_id = $1`;
const REQUESTS = `
  insert into cairn.element (company_id, id, loan_id, parent_id, title, storage_type, display_order)
  select e.company_id, gen_random_uuid(), e.loan_id, e.parent_id, md5(n::text) || ' ' || md5('b' || n), 'FILE', n
  from cairn.element e, generate_series(1, 800) n where e.company_id = $1 and e.storage_type = 'FILE'`;

test('every kind of search result is found by its index', async () => {
  for (const text of [PEOPLE, MESSAGES, REQUESTS]) await server.owner.query(text, [company.id]);
  await server.owner.query('vacuum (analyze)');
  const plans: Record<string, string> = {
    loan_words: `loan t where t.company_id = $1 and app.search_text(t.short_code || ' ' || t.name) like '% hornbl%'`,
    element_words: `element t where t.company_id = $1 and t.storage_type = 'FILE' and app.search_text(t.title) like '% hornbl%'`,
    document_words: `document t where t.company_id = $1 and app.search_text(t.name) like '% hornbl%'`,
    entity_words: `entity t where t.company_id = $1 and app.search_text(t.name) like '% hornbl%'`,
    person_words: `person t where t.company_id = $1 and app.search_text(coalesce(t.given_name, '') || ' ' ||
      coalesce(t.family_name, '') || ' ' || t.email_address) like '% hornbl%'`,
    message_text: `message m where m.company_id = $1 and to_tsvector('pg_catalog.english',
      m.body || ' ' || coalesce(m.forwarded_body, '')) @@ app.text_query('{}', 'hornbl')`,
    document_page_words: `document_page where company_id = $1 and searchable @@ app.text_query('{}', 'hornbl')`,
  };
  const client = await server.owner.connect();
  try {
    await client.query('begin; set local search_path to cairn, app');
    for (const [index, from] of Object.entries(plans)) {
      const text = `explain select 1 from ${from.replace('$1', `'${company.id}'`)}`;
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(text);
      expect.soft(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index);
    }
    await client.query('rollback');
  } finally {
    client.release();
  }
});
