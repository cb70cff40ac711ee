import {
  emailTo,
  emailsTo,
  startTestServer,
  startTestWorker,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

test('loan members who left the switch on are told of a new status, once, and no other user', async () => {
  const { given, call } = server;
  const company = await given.company({ name: 'Northgate Bank' });
  const owner = await given.employee(company, { level: 'OWNER' });
  const token = await given.session(owner, { roleLevel: 'LENDER', company });
  const loan = await given.loan(await given.phase(company), { name: 'Larkspur Bakery' });
  const borrower = await given.account();
  const quiet = await given.account();
  await given.role(loan, owner, 'UNDERWRITER_LENDER');
  await given.role(loan, borrower, 'LEAD_BORROWER');
  await given.role(loan, borrower, 'PRINCIPAL');
  await given.role(loan, quiet, 'BORROWER');
  const asQuiet = await given.session(quiet, { roleLevel: 'BORROWER' });
  await call('updateUserSettings', { body: { sendEmailLoanStatus: false } }, { token: asQuiet });

  await call(
    'setLoanStatus',
    { params: { id: loan.id }, body: { loanStatus: 'IN_REVIEW' } },
    { token },
  );

  const email = await emailTo(borrower.emailAddress);
  expect(email.subject).toContain('Larkspur Bakery: In Review');
  expect(email.text).toContain(`/loans/${loan.id}`);
  expect(email.from[0]?.name).toBe('Northgate Bank');
  // A later email has arrived, so emails to the others would have arrived too.
  await call(
    'setLoanStatus',
    { params: { id: loan.id }, body: { loanStatus: 'UNDERWRITING' } },
    { token },
  );
  await emailTo(borrower.emailAddress, 'Underwriting');
  expect(await emailsTo(borrower.emailAddress)).toHaveLength(2);
  expect(await emailsTo(quiet.emailAddress)).toHaveLength(0);
  expect(await emailsTo(owner.emailAddress)).toHaveLength(0);
});
