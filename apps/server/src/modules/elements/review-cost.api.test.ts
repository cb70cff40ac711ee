/** A page of the review queue costs the same however many answers are in the queue. */
import { startTestServer, type Company, type Loan, type TestServer } from '@cairn/testing';
import { difference, readCounters, total, type Cost } from '@cairn/testing/lenders/counters';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_REVIEW_ITEMS } from './review-queue.ts';

const CONNECTIONS = 2;

let server: TestServer;
let company: Company;
let uploaderId: string;

beforeAll(async () => {
  server = await startTestServer({ poolSize: CONNECTIONS, feedRuns: false });
  company = await server.given.company();
  uploaderId = (await server.given.account()).id;
  // Enough rows of other loans for Postgres to prefer an index.
  for (let count = 0; count < 20; count += 1) await fill(await newLoan(), 50);
});
afterAll(() => server.stop());

async function newLoan(): Promise<Loan> {
  const loan = await server.given.loan(await server.given.phase(company));
  // The first element creates the package.
  await server.given.element(loan);
  return loan;
}

/** Requests with a scanned file and no decision. */
async function fill({ companyId, id }: Loan, count: number): Promise<void> {
  await server.owner.query(
    `with made as (
       select uuidv7() as element_id, uuidv7() as document_id, number from generate_series(1, $3::int) as n (number)
     ), document as (
       insert into cairn.document (company_id, id, loan_id, name, provider, object_key, size, sha256, vault_key,
         virus_scan_state, created_by)
       select $1, document_id, $2, 'Lease.pdf', 'S3', 'incoming/' || document_id, 1, sha256('x'),
         'vault/' || document_id, 'CLEAN', $4 from made
     )
     insert into cairn.element (company_id, id, loan_id, parent_id, title, storage_type, answer_document_id,
       answered_at, answered_by, display_order)
     select $1, element_id, $2, root.id, 'Request ' || number, 'FILE', document_id, now(), $4, 10 + number
     from made, cairn.element root
     where root.company_id = $1 and root.loan_id = $2 and root.parent_id is null`,
    [companyId, id, count, uploaderId],
  );
}

/** The lowest cost of three reads, because the first one also plans its statements. */
async function costOfQueue(token: string): Promise<Cost> {
  await server.owner.query('vacuum (analyze)');
  const costs: Cost[] = [];
  for (let repeat = 0; repeat < 3; repeat += 1) {
    const start = await readCounters(server.db, server.owner, CONNECTIONS);
    const { body } = await server.call('listReviewQueue', { query: {} }, { token });
    expect(body.items).toHaveLength(MAX_REVIEW_ITEMS);
    costs.push(total(difference(start, await readCounters(server.db, server.owner, CONNECTIONS))));
  }
  return costs.toSorted((one, other) => one.pages - other.pages)[0]!;
}

test('costs an employee the same with ten times as many answers', async () => {
  const { token } = await server.given.colleague(company, 'OWNER');
  const loans = [await newLoan(), await newLoan()];
  for (const loan of loans) await fill(loan, 100);
  const before = await costOfQueue(token);
  for (const loan of loans) await fill(loan, 900);
  const after = await costOfQueue(token);
  expect(after.searches).toBeLessThan(before.searches * 1.5);
  expect(after.pages).toBeLessThan(before.pages * 1.5);
  expect(after.searches).toBeLessThan(3 * MAX_REVIEW_ITEMS);
});

test('costs an underwriter from outside the same with ten times as many people at the company', async () => {
  const account = await server.given.account();
  const loan = await newLoan();
  await fill(loan, 100);
  await server.given.role(loan, account, 'UNDERWRITER_LENDER');
  const token = await server.given.session(account, { roleLevel: 'LENDER' });
  await addPeople(600);
  const before = await costOfQueue(token);
  await addPeople(5400);
  const after = await costOfQueue(token);
  expect(after.searches).toBeLessThan(before.searches * 1.1);
  expect(after.pages).toBeLessThan(before.pages * 1.1);
});

/** People on loans that the underwriter does not work on. */
async function addPeople(count: number): Promise<void> {
  await server.owner.query(
    `with made as (
       insert into cairn.account (id, email_address)
       select id, id || '@example.com' from (select uuidv7() as id from generate_series(1, $2::int)) as n
       returning id, email_address)
     insert into cairn.person (company_id, account_id, email_address) select $1, id, email_address from made`,
    [company.id, count],
  );
}
