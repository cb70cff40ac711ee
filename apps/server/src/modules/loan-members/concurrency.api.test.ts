/** Loan members and their labels are changed concurrently by two callers. */
import {
  startTestServer,
  whileHeld,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { newId } from '../../platform/ids.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let owner: Account;
let as: { token: string };
let loan: Loan;

beforeAll(async () => {
  server = await startTestServer();
  company = await server.given.company();
  owner = await server.given.employee(company, { level: 'OWNER' });
  as = { token: await server.given.session(owner, { roleLevel: 'LENDER', company }) };
});
beforeEach(async () => {
  loan = await server.given.loan(await server.given.phase(company));
});
afterAll(() => server.stop());

test('who comes onto a loan by an invitation while a colleague adds them is on it once', async () => {
  const colleague = await server.given.employee(company);
  const [added] = await whileHeld(
    server,
    [
      [
        `insert into cairn.loan_role (company_id, id, loan_id, account_id, role)
         values ($1, $2, $3, $4, 'LENDER')`,
        [company.id, newId(), loan.id, colleague.id],
      ],
    ],
    () =>
      server.call(
        'addLenderUser',
        { params: { id: loan.id }, body: { userId: colleague.id, role: 'LENDER' } },
        as,
      ),
  );
  expect(added).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
});

test('labels for a member who leaves the loan at the same time are dropped', async () => {
  const label = await server.given.label(company);
  const { account, roleId } = await server.given.borrower(loan);
  const [reply] = await whileHeld(
    server,
    [
      [`select pg_advisory_xact_lock(hashtextextended('labels ' || $1::text, 0))`, [company.id]],
      ['delete from cairn.loan_role where id = $1', [roleId]],
    ],
    () =>
      server.call(
        'setLabelsForUser',
        { params: { id: loan.id }, body: { userId: account.id, labelIds: [label.id] } },
        as,
      ),
  );
  expect(reply).toMatchObject({ status: 404 });
});

test('an id that is taken on a loan out of sight is refused like any other', async () => {
  const underwriter = await server.given.account();
  await server.given.role(loan, underwriter, 'UNDERWRITER_LENDER');
  const token = await server.given.session(underwriter, { roleLevel: 'LENDER' });
  const elsewhere = await server.given.element(
    await server.given.loan(await server.given.phase(company)),
  );
  const { status, body } = await server.call(
    'createElements',
    { body: { loanId: loan.id, elements: [{ id: elsewhere.id, title: 'Lease' }] } },
    { token },
  );
  expect({ status, body }).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
});
