/** SMS notifications: the same events as by email, each with its own setting. */
import {
  emailTo,
  startTestServer,
  startTestWorker,
  textsTo,
  textTo,
  until,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: TestServer;
let worker: { stop(): Promise<void> };
let company: Company;
let owner: Account;
let as: { token: string };
let loan: Loan;

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
  company = await server.given.company({ name: 'Northgate Bank' });
  owner = await server.given.employee(company, {
    level: 'OWNER',
    givenName: 'Dana',
    familyName: 'Whitfield',
  });
  as = { token: await server.given.session(owner, { roleLevel: 'LENDER', company }) };
}, 60_000);
beforeEach(async () => {
  loan = await server.given.loan(await server.given.phase(company), { name: 'Larkspur Bakery' });
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

const setStatus = (loanStatus: 'IN_REVIEW' | 'UNDERWRITING') =>
  server.call('setLoanStatus', { params: { id: loan.id }, body: { loanStatus } }, as);

/** A loan member with a confirmed phone number; `off` are the topics that they turned off. */
async function reader(off: object = {}) {
  const account = await server.given.account();
  await server.given.role(loan, account, 'BORROWER');
  const token = await server.given.session(account, { roleLevel: 'BORROWER' });
  await server.call('updateUserSettings', { body: off }, { token });
  return { account, phone: await server.given.phone(account) };
}

test('a new status is texted once to those who left that switch on, whatever their email settings', async () => {
  const hears = await reader({ sendEmailLoanStatus: false });
  const quiet = await reader({ sendTextLoanStatus: false });
  const unproved = await server.given.account();
  await server.given.role(loan, unproved, 'BORROWER');
  const typed = await server.given.phone(unproved, { verified: false });
  const own = await server.given.phone(owner);
  await server.given.role(loan, owner, 'LENDER');

  await setStatus('IN_REVIEW');

  expect(await textTo(hears.phone)).toBe(
    `Northgate Bank: the status of Larkspur Bakery is now In Review. ${new URL(`/loans/${loan.id}`, server.config.publicUrl).href}`,
  );
  await emailTo(quiet.account.emailAddress, 'In Review');
  await setStatus('UNDERWRITING');
  await until(async () => (await textsTo(hears.phone)).length === 2);
  await emailTo(quiet.account.emailAddress, 'Underwriting');
  // Not to users who turned it off, caused the event, or did not confirm their number.
  for (const phone of [quiet.phone, own, typed]) expect(await textsTo(phone)).toEqual([]);
});

test('who is put on a loan and taken off it is texted, unless they want none', async () => {
  const [hears, quiet] = [
    await server.given.employee(company),
    await server.given.employee(company),
  ];
  const phones = [await server.given.phone(hears), await server.given.phone(quiet)];
  const token = await server.given.session(quiet, { roleLevel: 'LENDER', company });
  await server.call('updateUserSettings', { body: { sendTextAddRemoveUser: false } }, { token });
  for (const { id: userId } of [hears, quiet]) {
    const body = { userId, role: 'LENDER' } as const;
    await server.call('addLenderUser', { params: { id: loan.id }, body }, as);
  }
  expect(await textTo(phones[0]!)).toContain(
    'Northgate Bank: you were added to the loan “Larkspur',
  );
  for (const { id: userId } of [hears, quiet]) {
    await server.call('removeLenderUser', { params: { id: loan.id, userId } }, as);
  }
  await until(async () => (await textsTo(phones[0]!)).length === 2);
  await emailTo(quiet.emailAddress, 'You were removed from the loan');
  expect(await textsTo(phones[1]!)).toEqual([]);
});

test('a message is announced by text, without its words', async () => {
  const [hears, quiet] = [await reader(), await reader({ sendTextAppMessage: false })];
  await server.given.role(loan, owner, 'LENDER');
  const userIds = [hears.account.id, quiet.account.id];
  await server.call(
    'sendMessage',
    { body: { loanId: loan.id, userIds, body: 'The password of the vault' } },
    as,
  );
  const text = await textTo(hears.phone);
  expect(text).toMatch(
    /^Northgate Bank: Dana Whitfield sent you a message about Larkspur Bakery\. http/,
  );
  expect(text).not.toContain('vault');
  await emailTo(quiet.account.emailAddress, 'sent you a message');
  expect(await textsTo(quiet.phone)).toEqual([]);
});

test('a rejection is texted to the borrower who sent the file, without the reason, if they want texts', async () => {
  const [hears, quiet] = [await reader(), await reader({ sendTextReviews: false })];
  await server.given.role(loan, owner, 'LENDER');
  const reject = async ({ account }: typeof hears, title: string): Promise<void> => {
    const document = await server.given.document(loan, account);
    const answer = { documentId: document.id, by: account };
    const { id } = await server.given.element(loan, { title, answer });
    const body = {
      id,
      loanId: loan.id,
      rejectedByUserId: owner.id,
      rejectionReason: 'The landlord did not sign page 9.',
    };
    expect((await server.call('updateElement', { params: { id }, body }, as)).status).toBe(200);
  };
  await reject(hears, 'Lease');
  // Sent before the other rejection: two at the same time would be combined in one message.
  const text = await textTo(hears.phone);
  expect(text).toMatch(/^Northgate Bank: .*Lease.* http/);
  expect(text).not.toContain('landlord');
  await reject(quiet, 'Bylaws');
  await emailTo(quiet.account.emailAddress, 'Bylaws');
  expect(await textsTo(quiet.phone)).toEqual([]);
});

test('a reminder of a request is texted to who has it, if they want texts', async () => {
  const [hears, quiet] = [await reader(), await reader({ sendTextRequests: false })];
  const elena = await server.given.borrower(loan, 'LEAD_BORROWER');
  for (const { account } of [hears, quiet]) {
    const { id } = await server.given.element(loan, { title: 'Deed', assignedTo: account });
    const body = { loanId: loan.id };
    expect((await server.call('remindAssignee', { params: { id }, body }, elena)).status).toBe(200);
  }
  expect(await textTo(hears.phone)).toMatch(/^Northgate Bank: Deed is still needed\. http/);
  await emailTo(quiet.account.emailAddress, 'Deed is still needed');
  expect(await textsTo(quiet.phone)).toEqual([]);
});
