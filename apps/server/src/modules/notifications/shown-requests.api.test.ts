/** Requests that were hidden when they were created: people are notified when they can see them. */
import type { BellNotification } from '@cairn/contract';
import {
  emailTo,
  emailsTo,
  startTestServer,
  startTestWorker,
  until,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let worker: { stop(): Promise<void> };
let company: Company;

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
  company = await server.given.company({ name: 'Northgate Bank' });
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

interface Session {
  account: Account;
  token: string;
}
interface House {
  loan: Loan;
  dana: Session;
  elena: Session;
}
async function house(): Promise<House> {
  const { given } = server;
  const loan = await given.loan(await given.phase(company), { name: 'Larkspur Bakery' });
  const dana = await given.employee(company, { givenName: 'Dana', familyName: 'Whitfield' });
  await given.role(loan, dana, 'LENDER');
  const elena = await given.account({ givenName: 'Elena', familyName: 'Marsh' });
  await given.role(loan, elena, 'LEAD_BORROWER');
  return {
    loan,
    dana: { account: dana, token: await given.session(dana, { roleLevel: 'LENDER', company }) },
    elena: { account: elena, token: await given.session(elena, { roleLevel: 'BORROWER' }) },
  };
}

const bellOf = async (as: Session): Promise<BellNotification[]> =>
  (await server.call('listNotifications', {}, as)).body.notifications;
const requestedOf = (as: Session, count = 1) =>
  until(async () =>
    (await bellOf(as)).find((line) => line.kind === 'REQUESTED' && line.count >= count),
  );
const change = ({ loan, dana }: House, id: string, changed: object) =>
  server.call('updateElement', { params: { id }, body: { id, loanId: loan.id, ...changed } }, dana);

test('a request that was hidden is told when it is shown, in the bell and by email, once', async () => {
  const here = await house();
  const lease = await server.given.element(here.loan, { title: 'Lease', flags: ['LENDER_ONLY'] });
  expect((await change(here, lease.id, { flags: [] })).status).toBe(200);
  expect((await requestedOf(here.elena)).titles).toEqual(['Lease']);
  const { text } = await emailTo(here.elena.account.emailAddress, 'needs 1 document');
  expect(text).toContain('- Lease');

  await change(here, lease.id, { flags: ['LENDER_ONLY'] });
  await change(here, lease.id, { flags: [] });
  const plan = await server.given.element(here.loan, { title: 'Plan', priorityType: 'HIDDEN' });
  await change(here, plan.id, { priorityType: 'MEDIUM' });
  await requestedOf(here.elena, 2);
  const emails = await until(async () => {
    const all = await emailsTo(here.elena.account.emailAddress);
    return all.length > 1 ? all : undefined;
  });
  expect(emails.filter((email) => email.text.includes('- Lease'))).toHaveLength(1);
});

test('requests in a folder are told when the folder is shown; an answered request is not', async () => {
  const here = await house();
  const { given } = server;
  const folder = await given.element(here.loan, {
    title: 'Closing',
    storageType: 'FOLDER',
    flags: ['LENDER_ONLY'],
  });
  await given.element(here.loan, { title: 'Deed', parent: folder });
  const document = await given.document(here.loan, here.dana.account, { name: 'policy.pdf' });
  await given.element(here.loan, {
    title: 'Policy',
    parent: folder,
    answer: { documentId: document.id, by: here.dana.account },
  });
  await change(here, folder.id, { flags: [] });
  expect((await requestedOf(here.elena)).titles).toEqual(['Deed']);
});

test('a request that is released before its phase, or moved to where people see it, is told', async () => {
  const here = await house();
  const { given } = server;
  const early = await given.element(here.loan, { title: 'Early', releasePhase: 'CLOSING' });
  await change(here, early.id, { releasePhase: null });
  expect((await requestedOf(here.elena)).titles).toEqual(['Early']);

  const hidden = await given.element(here.loan, {
    title: 'Internal',
    storageType: 'FOLDER',
    flags: ['LENDER_ONLY'],
  });
  const open = await given.element(here.loan, { title: 'Open', storageType: 'FOLDER' });
  const memo = await given.element(here.loan, { title: 'Memo', parent: hidden });
  await change(here, memo.id, { parentId: open.id });
  const line = await requestedOf(here.elena, 2);
  expect(line.titles).toContain('Memo');
});

test('a request that was hidden before its email left is told when it is shown again', async () => {
  const here = await house();
  const { given, owner } = server;
  const lease = await given.element(here.loan, { title: 'Lease', flags: ['LENDER_ONLY'] });
  await owner.query(
    `insert into cairn.notification (company_id, account_id, level, event_id, kind, topic, loan_id, element_id,
       bell, email, sms)
     values ($1, $2, 'BORROWER', uuidv7(), 'REQUESTED', 'REQUESTS', $3, $4, true, true, false)`,
    [company.id, here.elena.account.id, here.loan.id, lease.id],
  );
  await change(here, lease.id, { flags: [] });
  await emailTo(here.elena.account.emailAddress, 'needs 1 document');
  expect(await bellOf(here.elena)).toHaveLength(1);
});

test('a change that shows nothing new tells no one', async () => {
  const here = await house();
  const { given, owner } = server;
  const lease = await given.element(here.loan, { title: 'Lease' });
  await change(here, lease.id, { title: 'Signed lease' });
  const plan = await given.element(here.loan, { title: 'Plan', flags: ['LENDER_ONLY'] });
  await change(here, plan.id, { flags: [] });
  expect((await requestedOf(here.elena)).titles).toEqual(['Plan']);
  const { rows } = await owner.query(
    `select from cairn.event where loan_id = $1 and kind = 'element.edited' and workflow is not null`,
    [here.loan.id],
  );
  expect(rows).toHaveLength(1);
});

test('a phase that releases more than before tells the borrowers of its loans, one email each, however many loans', async () => {
  const { given } = server;
  const { token: owner } = await given.colleague(company, 'OWNER');
  const phase = await given.phase(company);
  const other = await given.phase(company);
  const elena = await given.account({ givenName: 'Elena' });
  for (const name of ['Larkspur Bakery', 'Harborview']) {
    const loan = await given.loan(phase, { name });
    await given.role(loan, elena, 'LEAD_BORROWER');
    await given.element(loan, { title: `Survey of ${name}`, releasePhase: 'CLOSING' });
    await given.element(loan, { title: 'Guaranty', releasePhase: 'POST_CLOSING' });
  }
  const elsewhere = await given.loan(other);
  const { account: paul, token } = await given.borrower(elsewhere, 'LEAD_BORROWER');
  await given.element(elsewhere, { title: 'Survey', releasePhase: 'CLOSING' });
  const releaseUntil = (releases: string) =>
    server.call(
      'savePhases',
      { body: [{ id: phase.id, lenderId: company.id, releases }] } as never,
      { token: owner },
    );
  expect((await releaseUntil('CLOSING')).status).toBe(200);

  const email = await emailTo(elena.emailAddress, 'needs 2 documents');
  expect(email.text).toContain('Survey of Larkspur Bakery');
  expect(email.text).toContain('Survey of Harborview');
  expect(email.text).not.toContain('Guaranty');
  expect(await bellOf({ account: paul, token })).toEqual([]);

  // Releasing less and then the same again notifies no one.
  await releaseUntil('UNDERWRITING');
  await releaseUntil('CLOSING');
  await releaseUntil('POST_CLOSING');
  const next = await until(async () => {
    const all = await emailsTo(elena.emailAddress);
    return all.length > 1 ? all : undefined;
  });
  expect(next.filter(({ text }) => text.includes('Survey of'))).toHaveLength(1);
  expect(next.filter(({ text }) => text.includes('Guaranty'))).toHaveLength(1);
});
