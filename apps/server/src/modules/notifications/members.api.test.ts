import { randomUUID } from 'node:crypto';
import {
  emailTo,
  emailsTo,
  startTestServer,
  startTestWorker,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

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

interface House {
  company: Company;
  owner: Account;
  loan: Loan;
  as: { token: string };
}
async function house(name: string): Promise<House> {
  const { given } = server;
  const company = await given.company({ name });
  const owner = await given.employee(company, { level: 'OWNER' });
  const token = await given.session(owner, { roleLevel: 'LENDER', company });
  const loan = await given.loan(await given.phase(company), { name: 'Larkspur Bakery' });
  return { company, owner, loan, as: { token } };
}
const newcomer = (emailAddress: string) => ({ givenName: 'Ada', familyName: 'Moss', emailAddress });
const newAddress = (): string => `${randomUUID()}@example.com`;
const addLender = ({ loan, as }: House, account: Account) =>
  server.call(
    'addLenderUser',
    { params: { id: loan.id }, body: { userId: account.id, role: 'LENDER' } },
    as,
  );
const removeLender = ({ loan, as }: House, account: Account) =>
  server.call('removeLenderUser', { params: { id: loan.id, userId: account.id } }, as);
const ask = ({ loan, as }: House, emailAddress: string) =>
  server.call(
    'addBorrowerUser',
    { params: { id: loan.id }, body: { user: newcomer(emailAddress), sendInvite: true } },
    as,
  );

describe('people who are put on a loan or taken off it', () => {
  test('get an email each time, unless they turned it off', async () => {
    const here = await house('Northgate Bank');
    const colleague = await server.given.employee(here.company);
    const quiet = await server.given.employee(here.company);
    const asQuiet = await server.given.session(quiet, {
      roleLevel: 'LENDER',
      company: here.company,
    });
    await server.call(
      'updateUserSettings',
      { body: { sendEmailAddRemoveUser: false } },
      { token: asQuiet },
    );
    for (const account of [quiet, colleague]) await addLender(here, account);
    const added = await emailTo(
      colleague.emailAddress,
      'You were added to the loan “Larkspur Bakery”',
    );
    expect(added.text).toContain(`/loans/${here.loan.id}`);
    expect(added.from[0]?.name).toBe('Northgate Bank');
    for (const account of [quiet, colleague]) await removeLender(here, account);
    await emailTo(colleague.emailAddress, 'You were removed from the loan “Larkspur Bakery”');
    expect(await emailsTo(colleague.emailAddress)).toHaveLength(2);
    expect(await emailsTo(quiet.emailAddress)).toHaveLength(0);
  });

  test('pressing "invite" sends the email, whatever the settings', async () => {
    const here = await house('Northgate Bank');
    const elsewhere = await server.given.loan(await server.given.phase(here.company));
    const existing = await server.given.account();
    await server.given.role(elsewhere, existing, 'BORROWER');
    const token = await server.given.session(existing, { roleLevel: 'BORROWER' });
    await server.call('updateUserSettings', { body: { sendEmailAddRemoveUser: false } }, { token });
    await server.call(
      'addBorrowerUser',
      { params: { id: here.loan.id }, body: { userId: existing.id, sendInvite: true } },
      here.as,
    );
    await emailTo(existing.emailAddress, 'You were added to the loan');
  });
});

test('a company’s name with a line break cannot inject a header', async () => {
  const victim = newAddress();
  const here = await house(`Evil Bank\r\nBcc: ${victim}\r\nX-Injected: yes\n\nA body of their own`);
  const address = newAddress();
  await ask(here, address);
  const email = await emailTo(address);
  expect(email.from).toHaveLength(1);
  expect(email.from[0]?.name).toContain(`Evil Bank Bcc: ${victim}`);
  expect(email.headers).not.toHaveProperty('bcc');
  expect(email.headers).not.toHaveProperty('x-injected');
  expect(email.subject).toMatch(
    /^You have been invited to help with a loan: Evil Bank Bcc: \S+ X-Injected: yes A body/,
  );
  expect(await emailsTo(victim)).toEqual([]);
});

test('an unsolicited email waits until the company’s quiet hours are over', async () => {
  const here = await house('Quiet Bank');
  // Until the next full minute that is at least ten seconds away.
  const end = new Date(Math.ceil((Date.now() + 10_000) / 60_000) * 60_000);
  const minute = (at: Date): string => at.toISOString().slice(11, 16);
  await server.owner.query(
    `update cairn.company set quiet_from = $2, quiet_until = $3, timezone_id = 'Etc/UTC' where id = $1`,
    [here.company.id, minute(new Date(end.getTime() - 3 * 3600_000)), minute(end)],
  );
  const colleague = await server.given.employee(here.company);
  const invited = newAddress();
  await addLender(here, colleague);
  await ask(here, invited);
  await server.call(
    'setLoanStatus',
    { params: { id: here.loan.id }, body: { loanStatus: 'IN_REVIEW' } },
    here.as,
  );
  // Emails of other companies are sent meanwhile.
  const otherHouse = await house('Loud Bank');
  const another = newAddress();
  await ask(otherHouse, another);
  await emailTo(another);
  if (Date.now() < end.getTime()) {
    expect(await emailsTo(invited)).toEqual([]);
    expect(await emailsTo(colleague.emailAddress)).toEqual([]);
  }
  await server.owner.query('select pg_sleep(extract(epoch from $1::timestamptz - now()))', [
    end.toISOString(),
  ]);
  await emailTo(invited);
  await emailTo(colleague.emailAddress, 'You were added to the loan');
  await emailTo(colleague.emailAddress, 'In Review');
}, 120_000);
