/**
 * The cost of a borrower's activity list does not grow with other activity on the loan, in the company and elsewhere.
 */
import { startTestServer, type Account, type Loan, type TestServer } from '@cairn/testing';
import { difference, readCounters, total, type Cost } from '@cairn/testing/lenders/counters';
import { afterAll, beforeAll, expect, test } from 'vitest';

const CONNECTIONS = 2;
/** With 20, the first measurement took 263 searches in some runs and 405 in others; with 60, always 405. */
const LOANS_BEFORE = 60;
/** Entries on one page. */
const SHOWN = 20;
const TOLD = ['document.uploaded', 'element.answered', 'element.approved'];
const UNTOLD = ['element.opened', 'document.read', 'element.updated'];

let server: TestServer;
let phase: Awaited<ReturnType<TestServer['given']['phase']>>;
let loan: Loan;
let borrower: Account;
let token: string;

beforeAll(async () => {
  server = await startTestServer({ poolSize: CONNECTIONS, feedRuns: false });
  const { given } = server;
  phase = await given.phase(await given.company());
  borrower = await given.account();
  loan = await newLoan();
  token = await given.session(borrower, { roleLevel: 'BORROWER' });
  // Enough loans, roles and requests for Postgres to prefer an index.
  for (let count = 0; count < LOANS_BEFORE; count += 1) await fill(await newLoan(), 40, TOLD);
});
afterAll(() => server.stop());

async function newLoan(): Promise<Loan> {
  const created = await server.given.loan(phase);
  await server.given.role(created, borrower, 'LEAD_BORROWER');
  // The first element creates the package.
  await server.given.element(created);
  return created;
}

/** Answered requests. */
const REQUESTS = `
  with made as (
    select uuidv7() as "elementId", uuidv7() as "documentId", number
    from generate_series(1, $3::int) as n (number)
  ), document as (
    insert into cairn.document (company_id, id, loan_id, name, provider, object_key, size, sha256, vault_key,
      virus_scan_state, created_by)
    select $1, "documentId", $2, 'Lease.pdf', 'S3', 'incoming/' || "documentId", 1, sha256('x'),
      'vault/' || "documentId", 'CLEAN', $4 from made
  ), element as (
    insert into cairn.element (company_id, id, loan_id, parent_id, title, storage_type, answer_document_id,
      answered_at, answered_by, display_order)
    select $1, "elementId", $2, root.id, 'Request ' || number, 'FILE', "documentId", now(), $4, 10 + number
    from made, cairn.element root
    where root.company_id = $1 and root.loan_id = $2 and root.parent_id is null
  )
  select "elementId", "documentId" from made`;

const ENTRIES = `
  insert into cairn.audit_entry (company_id, chain_id, position, id, at, actor_id, kind, loan_id, detail, hash)
  select $1, $2, coalesce((select max(position) from cairn.audit_entry where company_id = $1 and chain_id = $2), 0)
    + row_number() over (), gen_random_uuid(), now(), $3, kind, $2,
    case kind when 'document.uploaded' then jsonb_build_object('documentId', each."documentId")
      else to_jsonb(each) end, ''
  from jsonb_to_recordset($4::jsonb) as each ("elementId" uuid, "documentId" uuid), unnest($5::text[]) kind`;

/** Requests with one file each, and the audit entries about them. */
async function fill(on: Loan, count: number, kinds: readonly string[]): Promise<void> {
  const { id: uploaderId } = await server.given.account();
  const of = [on.companyId, on.id];
  const { rows } = await server.owner.query(REQUESTS, [...of, count, uploaderId]);
  await server.owner.query(ENTRIES, [...of, uploaderId, JSON.stringify(rows), kinds]);
}

/** The lowest cost of three calls, because the first one also plans its statements. */
async function costOfActivity(): Promise<Cost> {
  await server.owner.query('vacuum (analyze)');
  const costs: Cost[] = [];
  for (let repeat = 0; repeat < 3; repeat += 1) {
    const start = await readCounters(server.db, server.owner, CONNECTIONS);
    const params = { id: loan.id };
    const { body } = await server.call('listLoanActivity', { params, query: {} }, { token });
    expect(body.happened).toHaveLength(SHOWN);
    costs.push(total(difference(start, await readCounters(server.db, server.owner, CONNECTIONS))));
  }
  return costs.toSorted((one, other) => one.pages - other.pages)[0]!;
}

test('activity costs a borrower the same with ten times as many entries and requests, and more loans', async () => {
  // With fewer entries on a loan the planner reads all of them, which is cheaper still.
  await fill(loan, 100, TOLD);
  const before = await costOfActivity();
  const after: Record<string, Cost> = {};
  await fill(loan, 700, UNTOLD);
  after['entries that they are not told of'] = await costOfActivity();
  await fill(loan, 700, TOLD);
  after['requests'] = await costOfActivity();
  for (let count = 0; count < 20; count += 1) await fill(await newLoan(), 100, TOLD);
  after['loans'] = await costOfActivity();

  const grown = Object.entries(after).filter(
    ([, { searches, pages }]) =>
      searches > 1.2 * before.searches + 2 || pages > 1.2 * before.pages + 8,
  );
  expect({ before, grown }).toEqual({ before, grown: [] });
  // Each entry is looked up with its requests, its file, their names, and who may see them.
  for (const { searches } of [before, ...Object.values(after)]) {
    expect(searches).toBeLessThan(30 * SHOWN);
  }
}, 120_000);
