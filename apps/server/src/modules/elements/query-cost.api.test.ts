/** Reading a package or a shoebox costs as much as it contains, however much other data there is. */
import {
  pagesRead,
  rowsRead,
  startTestServer,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import type { Actor } from '../../platform/actor.ts';
import { filedLately, newestItemsFor } from '../shoebox/store.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharesAround } from './shares-store.ts';
import { elementsOfLoan, elementsSharedWith } from './store.ts';

let server: TestServer;
let company: Company;
let loan: Loan;
let callers: Record<'staff' | 'borrower' | 'underwriter', { actor: Actor; token: string }>;

/** Elements of other loans, in the same company and in another one. */
const OTHERS = 3000;
const ENOUGH = 300;

beforeAll(async () => {
  server = await startTestServer();
  const { given } = server;
  company = await given.company();
  const phase = await given.phase(company);
  loan = await given.loan(phase);
  const [clerk, borrower] = [await given.colleague(company), await given.borrower(loan)];
  const underwriter = await given.account();
  await given.role(loan, underwriter, 'UNDERWRITER_LENDER');
  callers = {
    staff: {
      token: clerk.token,
      actor: { accountId: clerk.account.id, roleLevel: 'LENDER', companyId: company.id },
    },
    borrower: {
      token: borrower.token,
      actor: { accountId: borrower.account.id, roleLevel: 'BORROWER', companyId: null },
    },
    underwriter: {
      token: await given.session(underwriter, { roleLevel: 'LENDER' }),
      actor: { accountId: underwriter.id, roleLevel: 'LENDER', companyId: null },
    },
  };
  await given.element(loan);
  await given.shoeboxItem(loan, borrower.account, { title: 'own' });
  const others = await given.loan(phase);
  await given.packageOf(others);
  const elsewhere = await given.loan(await given.phase(await given.company()));
  for (const other of [others, elsewhere]) await fill(other, clerk.account.id);
  await server.owner.query('analyze');
});
afterAll(() => server.stop());

async function fill(other: Loan, by: string): Promise<void> {
  const root = await server.given.packageOf(other);
  const many = (text: string, ...more: unknown[]) =>
    server.owner.query(text, [other.companyId, other.id, OTHERS, ...more]);
  await many(
    `insert into cairn.element (company_id, id, loan_id, parent_id, title, storage_type)
     select $1, gen_random_uuid(), $2, $4, 'e', 'FILE' from generate_series(1, $3)`,
    root.id,
  );
  await many(
    `insert into cairn.element_share (company_id, id, loan_id, element_id, account_id, created_by)
     select $1, gen_random_uuid(), $2, id, $4::uuid, $4::uuid from cairn.element
     where loan_id = $2 and parent_id is not null limit $3 / 10`,
    by,
  );
  await many(
    `insert into cairn.document (company_id, id, loan_id, name, provider, object_key, size, created_by)
     select $1, gen_random_uuid(), $2, 'd', 'S3', gen_random_uuid()::text, 1, $4
     from generate_series(1, $3)`,
    by,
  );
  await many(
    `insert into cairn.shoebox_item (company_id, id, loan_id, document_id, shoebox_type, title,
       user_id, uploaded_by, filed_at, filed_by, filed_as)
     select $1, gen_random_uuid(), $2, id, 'LOAN', 't', $4::uuid, $4::uuid,
       case when n % 2 = 0 then now() end, case when n % 2 = 0 then $4::uuid end,
       case when n % 2 = 0 then 'x' end
     from (select id, row_number() over () as n from cairn.document where loan_id = $2 limit $3) d`,
    by,
  );
}

describe.each(['staff', 'borrower', 'underwriter'] as const)('for %s', (who) => {
  const loanPackage = () => ({ company_id: loan.companyId, id: loan.id });
  const read = (query: Parameters<typeof rowsRead>[2]) =>
    rowsRead(server, callers[who].token, query);

  test('a package', async () => {
    const { actor } = callers[who];
    expect(await read(elementsOfLoan(actor, loanPackage(), 'ALL'))).toBeLessThan(ENOUGH);
    expect(await read(elementsSharedWith(actor, loanPackage()))).toBeLessThan(ENOUGH);
    expect(await read(sharesAround(actor, [loanPackage()]))).toBeLessThan(ENOUGH);
  });

  test('the shoebox', async () => {
    const { actor } = callers[who];
    const filter = { loanIds: [loan.id], status: 'ACTIVE' as const };
    expect(await read(newestItemsFor(actor, filter, { after: undefined, limit: 50 }))).toBeLessThan(
      ENOUGH,
    );
    if (who === 'staff') return;
    expect(
      await read(newestItemsFor(actor, { status: 'ACTIVE' }, { after: undefined, limit: 50 })),
    ).toBeLessThan(ENOUGH);
    expect(await read(filedLately(actor, company.id))).toBeLessThan(ENOUGH);
  });
});

test('the role of a borrower is looked up once for a package, not once for each request', async () => {
  const { given } = server;
  const own = await given.loan(await given.phase(await given.company()));
  const { account, token } = await given.borrower(own);
  await fill(own, account.id);
  await server.owner.query('analyze');
  const actor: Actor = { accountId: account.id, roleLevel: 'BORROWER', companyId: null };
  const query = elementsOfLoan(actor, { company_id: own.companyId, id: own.id }, 'ACTIVE');
  // The first execution also reads the catalog.
  await pagesRead(server, token, query);
  expect(await pagesRead(server, token, query)).toBeLessThan(2 * OTHERS);
});
