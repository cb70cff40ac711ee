/** A download that is ready or failed: those who requested it are notified in the bell and by a toast on open pages. */
import { NOTIFICATION_EXPORTED } from '@cairn/contract/notification-terms';
import {
  Ear,
  ExportSteps,
  flags,
  startTestServer,
  startTestWorker,
  until,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { onePagePdf } from '../../../../../tools/database/one-page-pdf.ts';

vi.setConfig({ testTimeout: 60_000 });

type Person = { account: Account; token: string };

let server: TestServer;
let worker: { stop(): Promise<void> };
let steps: ExportSteps;
let company: Company;
let loan: Loan;
let dana: Person;

beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  worker = await startTestWorker(server);
  steps = new ExportSteps(server);
});
afterAll(async () => {
  await worker.stop();
  steps.stop();
  await server.stop();
});
beforeEach(async () => {
  const { given } = server;
  company = await given.company();
  loan = await given.loan(await given.phase(company));
  dana = await newLender();
});

async function newLender(): Promise<Person> {
  const person = await server.given.colleague(company);
  await server.given.role(loan, person.account, 'LENDER');
  return person;
}

const lease = () =>
  steps.answered(loan, dana.account, ['lease.pdf', onePagePdf('Lease', [])], { title: 'Lease' });

const bellOf = async ({ token }: Person) =>
  (await server.call('listNotifications', {}, { token })).body.notifications;

const bellLines = (person: Person) =>
  until(async () => {
    const lines = await bellOf(person);
    return lines.length > 0 && lines;
  }, 60_000);

test('who has left the loan meanwhile is told nothing', async () => {
  await lease();
  const { account, token } = await server.given.borrower(loan);
  const options = flags(true, false);
  await steps.refresh(loan, token, options);
  await server.owner.query('delete from cairn.loan_role where account_id = $1', [account.id]);
  await steps.refresh(loan, dana.token, options);
  await bellLines(dana);
  const { rows } = await server.owner.query(
    'select kind from cairn.notification where account_id = $1',
    [account.id],
  );
  expect(rows).toEqual([]);
});

test('the person who asked for a package is told once, when all of its files are there', async () => {
  await lease();
  const other = await newLender();
  const ear = await Ear.listen(server, dana.token);
  await steps.refresh(loan, dana.token, { ...flags(true, true), cover: 'true' } as ReturnType<
    typeof flags
  >);
  const ready = ['ZIP', 'PDF', 'ZIP_PDF'];
  const [line, ...more] = await bellLines(dana);
  expect(more).toEqual([]);
  expect(line).toMatchObject({
    kind: 'EXPORTED',
    count: 1,
    read: false,
    createdByUser: null,
    loan: { id: loan.id },
    exported: { failed: [], options: ['cover'], jobId: null },
  });
  expect(line!.exported!.ready.toSorted()).toEqual(ready.toSorted());
  await until(async () => ear.changes.some(({ kind }) => kind === NOTIFICATION_EXPORTED));
  expect(ear.changes.filter(({ kind }) => kind === NOTIFICATION_EXPORTED)).toHaveLength(1);
  ear.close();
  expect(await bellOf(other)).toEqual([]);
});

test('those who asked for the same are told too', async () => {
  await lease();
  const other = await newLender();
  await worker.stop();
  await steps.refresh(loan, dana.token, flags(true, false));
  await steps.refresh(loan, other.token, flags(true, false));
  worker = await startTestWorker(server);
  for (const person of [dana, other]) {
    expect(await bellLines(person)).toMatchObject([{ exported: { ready: ['ZIP'], failed: [] } }]);
  }
});

test('a download that could not be prepared is news as well', async () => {
  const { documentId } = await lease();
  await worker.stop();
  await steps.refresh(loan, dana.token, flags(true, false));
  await server.owner.query(
    `update cairn.document set virus_scan_state = 'INFECTED' where id = $1`,
    [documentId],
  );
  worker = await startTestWorker(server);
  expect(await bellLines(dana)).toMatchObject([{ exported: { ready: [], failed: ['ZIP'] } }]);
});

const askForSelection = async (elementId: string, { token }: Person) => {
  const body = { elementIds: [elementId], zip: true };
  const reply = await server.call(
    'createElementDownload',
    { params: { loanId: loan.id }, body },
    { token },
  );
  return reply.body.jobs[0]!.id;
};

test('a selection leads to its job, on a muted loan too', async () => {
  const { id } = await lease();
  await server.call('muteLoan', { params: { id: loan.id }, body: { muted: true } }, dana);
  const jobId = await askForSelection(id, dana);
  expect(await bellLines(dana)).toMatchObject([{ exported: { ready: ['ZIP'], jobId } }]);
});

test('no one is told in the bell who does not want it, and no one by email or text message', async () => {
  const other = await newLender();
  await server.call('updateUserSettings', { body: { bellExports: false } }, dana);
  await lease();
  await worker.stop();
  await steps.refresh(loan, dana.token, flags(true, false));
  await steps.refresh(loan, other.token, flags(true, false));
  worker = await startTestWorker(server);
  await bellLines(other);
  expect(await bellOf(dana)).toEqual([]);
  const { rows } = await server.owner.query(
    'select account_id, bell, email, sms from cairn.notification where loan_id = $1',
    [loan.id],
  );
  expect(rows).toEqual([{ account_id: other.account.id, bell: true, email: false, sms: false }]);
});
