/**
 * A search considers a limited number of candidates: with filters and hidden rows it never states a total that it
 * cannot know.
 */
import type { FoundKind } from '@cairn/contract';
import {
  startTestServer,
  type Account,
  type Company,
  type Loan,
  type Phase,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The maximum number of candidates that a search reads. */
const CANDIDATES = 5000;

let server: TestServer;
let company: Company;
let phase: Phase;
let leadPhase: Phase;
let dana: Account;
let loan: Loan;
let lead: Loan;
let token: string;

beforeAll(async () => {
  server = await startTestServer({ feedRuns: false });
  const { given } = server;
  company = await given.company();
  phase = await given.phase(company);
  leadPhase = await given.phase(company, { category: 'LEAD' });
  dana = await given.employee(company);
  loan = await given.loan(phase, { name: 'Larkspur Bakery LLC' });
  lead = await given.loan(leadPhase, { name: 'Tamarack Dental Partners' });
  token = await given.session(dana, { roleLevel: 'LENDER', company });
  await given.element(loan, { title: 'Lease' });
  await given.thread(loan, [dana], [{ by: dana, body: 'Hello' }]);
});
afterAll(() => server.stop());

const find = async (q: string, over: Record<string, unknown> = {}) =>
  (await server.call('search', { query: { q, ...over } }, { token })).body;
const box = async (q: string, over: Record<string, unknown> = {}) =>
  (await server.call('quickSearch', { query: { q, ...over } }, { token })).body;

/** Inserts many rows without the triggers that maintain totals, and with up-to-date statistics. */
async function insert(text: string, values: unknown[]): Promise<void> {
  const client = await server.owner.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    await client.query(text, values);
    await client.query('commit; analyze');
  } finally {
    client.release();
  }
}

const LEADS = { category: ['LEAD'] };

const ELEMENTS = `
  insert into cairn.element (company_id, id, loan_id, parent_id, title, storage_type, display_order)
  select e.company_id, gen_random_uuid(), e.loan_id, e.parent_id, $2 || ' ' || n, 'FILE', n
  from cairn.element e, generate_series(1, $3::int) n where e.company_id = $1 and e.title = 'Lease'`;

/** By kind: many rows on loans that are not leads. */
const MANY: [kind: FoundKind, word: string, text: string][] = [
  [
    'LOAN',
    'diorite',
    `insert into cairn.loan (company_id, id, short_code, name, loan_type, phase_id, phase_category)
     select l.company_id, gen_random_uuid(), $2 || n, $2 || ' ' || n, 'SBA_7A', l.phase_id, l.phase_category
     from cairn.loan l, generate_series(1, $3::int) n where l.company_id = $1 and l.name = 'Larkspur Bakery LLC'`,
  ],
  [
    'PERSON',
    'gabbro',
    `with made as (
       insert into cairn.account (id, email_address)
       select gen_random_uuid(), $2 || '-' || n || '@example.com' from generate_series(1, $3::int) n
       returning id, email_address
     ) insert into cairn.person (company_id, account_id, email_address) select $1, id, email_address from made`,
  ],
  [
    'ENTITY',
    'dolomite',
    `insert into cairn.entity (company_id, id, kind, name, version)
     select $1, gen_random_uuid(), 'COMPANY', $2 || ' ' || n, 1 from generate_series(1, $3::int) n`,
  ],
  ['DOCUMENT', 'zeolite', ELEMENTS],
  [
    'MESSAGE',
    'pumice',
    `insert into cairn.message (company_id, id, thread_id, loan_id, author_id, body)
     select m.company_id, gen_random_uuid(), m.thread_id, m.loan_id, m.author_id, $2 || ' ' || n
     from cairn.message m, generate_series(1, $3::int) n where m.company_id = $1 and m.body = 'Hello'`,
  ],
];

test.each(MANY)(
  'says of %s that there may be more where a filter leaves none of the candidates',
  async (kind, word, text) => {
    await insert(text, [company.id, word, CANDIDATES]);
    const none = { counts: { [kind]: 0 }, cutOffKinds: [kind], isMore: true, isSimilar: false };
    expect(await find(word, LEADS)).toMatchObject({ ...none, totalRecords: 0, results: [] });
    expect(await find(word, { ...LEADS, kind })).toMatchObject({ ...none, totalRecords: 0 });
    expect(await box(word, { ...LEADS, everything: 'true' })).toMatchObject(none);
  },
  60_000,
);

test('a filtered search says that there may be more where rows that are not shown took the place of others', async () => {
  await server.given.element(loan, { title: 'Kyanite shown' });
  await insert(ELEMENTS, [company.id, 'kyanite', CANDIDATES]);
  await server.owner.query(
    `update cairn.element set deleted_at = now(), deleted_by = $2, in_trash = true
     where company_id = $1 and title like 'kyanite %'`,
    [company.id, dana.id],
  );
  const page = await find('kyanite');
  expect(page.counts.DOCUMENT).toBe(0);
  expect(page).toMatchObject({ cutOffKinds: ['DOCUMENT'], isMore: true, isSimilar: false });
}, 60_000);

test('a filtered search claims an exact total of requests and file names where it looked at all of both', async () => {
  const half = CANDIDATES / 2 + 100;
  await insert(ELEMENTS, [company.id, 'olivine', half]);
  await insert(
    `with made as (
       insert into cairn.document (company_id, id, loan_id, name, provider, object_key, size, sha256, vault_key,
         virus_scan_state, created_by)
       select $1, gen_random_uuid(), $2, 'olivine ' || n || '.pdf', 'S3', 'given/' || n, 1, sha256('x'), 'given/' || n,
         'CLEAN', $3 from generate_series(1, $4::int) n returning id
     )
     insert into cairn.element (company_id, id, loan_id, parent_id, title, storage_type, display_order,
       answer_document_id, answered_by, answered_at)
     select e.company_id, gen_random_uuid(), e.loan_id, e.parent_id, 'Statement', 'FILE', 1, made.id, $3, now()
     from cairn.element e, made where e.company_id = $1 and e.title = 'Lease'`,
    [company.id, loan.id, dana.id, half],
  );
  expect(await find('olivine', { kind: 'DOCUMENT' })).toMatchObject({
    totalRecords: 2 * half,
    cutOffKinds: [],
    isMore: false,
  });
}, 60_000);

test('a filtered search shows no similar names because a filter left nothing', async () => {
  await server.given.loan(phase, { name: 'Quillwort Farm' });
  await server.given.loan(leadPhase, { name: 'Quilwort Mill' });
  await server.given.role(lead, dana, 'LENDER');
  const modifiedSince = new Date(Date.now() + 86_400_000).toISOString();
  for (const filter of [LEADS, { officerId: [dana.id] }, { modifiedSince }]) {
    for (const page of [
      await find('quillwort', filter),
      await find('quillwort', { ...filter, kind: 'LOAN' }),
      await box('quillwort', filter),
      await box('quillwort', { ...filter, everything: 'true' }),
    ]) {
      expect(page).toMatchObject({ results: [], isSimilar: false, cutOffKinds: [] });
    }
  }
  const similar = { isSimilar: true, results: [{ title: 'Quilwort Mill' }] };
  expect(await find('quilwrot', LEADS)).toMatchObject(similar);
  expect(await box('quilwrot', LEADS)).toMatchObject(similar);
});
