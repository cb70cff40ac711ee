/**
 * Three weeks of summaries, by the engine's clock: the real schedule is backfilled over days that have passed, so each run
 * gets the time for which it was scheduled. Emails are those that arrived in the mail catcher.
 */
import { randomUUID } from 'node:crypto';
import {
  emailsTo,
  startTestServer,
  startTestWorker,
  until,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { Client, Connection, ScheduleOverlapPolicy, type ScheduleHandle } from '@temporalio/client';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../platform/local-time.ts';
import { ensureSchedules, scheduleIdOf, SCHEDULE_IDS } from '../../schedules.ts';

let server: TestServer;
let worker: { stop(): Promise<void> };
let connection: Connection;
let schedules: ScheduleHandle[];
let digests: ScheduleHandle;
let company: Company;
let loan: Loan;
let dana: { account: Account; token: string };

/** A Monday, about five weeks ago. */
const START = (() => {
  const day = addDays(new Date().toISOString().slice(0, 10), -35);
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
})();
const dayOf = (index: number): string => addDays(START, index);

beforeAll(async () => {
  server = await startTestServer();
  const taskQueue = `test-${randomUUID()}`;
  worker = await startTestWorker(server, undefined, { taskQueue });
  connection = await Connection.connect({ address: server.config.engine.address });
  const client = new Client({ connection });
  await ensureSchedules(client, { taskQueue, log: pino({ level: 'silent' }) });
  schedules = SCHEDULE_IDS.map((id) => client.schedule.getHandle(scheduleIdOf(taskQueue, id)));
  // Only the backfill runs: the real day would come in between.
  await Promise.all(schedules.map((schedule) => schedule.pause()));
  digests = client.schedule.getHandle(scheduleIdOf(taskQueue, 'send-digests'));
  const { given } = server;
  company = await given.company({ name: 'Northgate Bank' });
  loan = await given.loan(await given.phase(company), { name: 'Larkspur Bakery' });
  const account = await given.employee(company, { givenName: 'Dana', familyName: 'Whitfield' });
  await given.role(loan, account, 'LENDER');
  dana = { account, token: await given.session(account, { roleLevel: 'LENDER', company }) };
}, 180_000);
afterAll(async () => {
  await Promise.all(schedules.map((schedule) => schedule.delete()));
  await connection.close();
  await worker.stop();
  await server.stop();
});

let runs = 0;
/** Lets the schedule run in the morning and at noon of these days (UTC), one run after the other. */
async function passDays(from: number, to: number): Promise<void> {
  const backfill = [];
  for (let index = from; index <= to; index += 1) {
    for (const time of ['07:00', '12:00']) {
      const at = new Date(`${dayOf(index)}T${time}:00Z`);
      backfill.push({
        start: new Date(at.getTime() - 60_000),
        end: new Date(at.getTime() + 60_000),
        overlap: ScheduleOverlapPolicy.BUFFER_ALL,
      });
    }
  }
  runs += backfill.length;
  await digests.backfill(backfill);
  await until(async () => {
    const { info } = await digests.describe();
    return info.numActionsTaken >= runs && info.runningActions.length === 0;
  }, 120_000);
  // Each summary that was recorded has had its turn.
  await until(async () => {
    const { rows } = await server.owner.query(
      `select 1 from cairn.event where company_id = $1 and workflow = 'deliverDigest' and dispatched_at is null`,
      [company.id],
    );
    return rows.length === 0;
  }, 60_000);
}

const settle = async (token: string, body: object): Promise<void> => {
  const { status } = await server.call('updateUserSettings', { body }, { token });
  expect(status).toBe(200);
};
/** As if they had chosen it on that day, at noon. */
const chosenOn = ({ id }: Account, index: number) =>
  server.owner.query(`update cairn.user_settings set digest_from = $2 where account_id = $1`, [
    id,
    `${dayOf(index)}T12:00:00Z`,
  ]);
/** Notifications of the person that were written just now, as if on that day. */
const writtenOn = ({ id }: Account, index: number) =>
  server.owner.query(
    `update cairn.notification set created_at = $2 where account_id = $1 and created_at > now() - interval '5 minutes'`,
    [id, `${dayOf(index)}T15:00:00Z`],
  );
const waitingFor = ({ id }: Account, count: number) =>
  until(async () => {
    const { rows } = await server.owner.query(
      `select 1 from cairn.notification where account_id = $1 and in_digest and emailed_as is null`,
      [id],
    );
    return rows.length === count;
  });
const subjectsTo = async ({ emailAddress }: Account): Promise<string[]> =>
  (await emailsTo(emailAddress)).map(({ subject }) => subject);
async function request(title: string, due: string) {
  const { body } = await server.call(
    'createElements',
    { body: { loanId: loan.id, elements: [{ title, dueDate: due }] } },
    dana,
  );
  return body.elements.find((element) => element.title === title)!.elementId;
}
const daysOf = async ({ id }: Account): Promise<number[]> => {
  const { rows } = await server.owner.query<{ day: number }>(
    `select day - $2::date as day from cairn.email_digest where account_id = $1 order by day`,
    [id, START],
  );
  return rows.map(({ day }) => day);
};

test('a weekly summary comes on its day, with what is open and what changed, until nothing is open', async () => {
  const { given } = server;
  const elena = await given.borrower(loan, 'LEAD_BORROWER');
  await settle(elena.token, { emailFrequency: 'WEEKLY', digestWeekday: 1, digestTime: '08:00' });
  await chosenOn(elena.account, 0);
  const lease = await request('Commercial lease', dayOf(30));
  await request('Tax return', dayOf(31));
  await waitingFor(elena.account, 2);
  await writtenOn(elena.account, 0);

  // Tuesday to Sunday: nothing leaves, at once or later.
  await passDays(1, 6);
  expect(await subjectsTo(elena.account)).toEqual([]);
  await passDays(7, 8);
  await until(async () => (await subjectsTo(elena.account)).length === 1);
  const [first] = await emailsTo(elena.account.emailAddress);
  expect(first!.subject).toBe('2 things to do this week for Larkspur Bakery');
  expect(first!.text).toContain('Commercial lease');
  expect(first!.text).toContain('0 approved, 0 in review, 2 to do');
  expect(first!.headers['list-unsubscribe']).toMatch(
    /^<https?:.+\/unsubscribe\?token=SUMMARY\.[^>]+>$/,
  );

  // One is sent and approved: the next Monday tells of it.
  const { id: documentId } = await given.document(loan, elena.account);
  await server.call(
    'answerElement',
    { body: { loanId: loan.id, elementId: lease, documentId } },
    elena,
  );
  await server.call(
    'updateElement',
    { params: { id: lease }, body: { id: lease, loanId: loan.id, approved: true } },
    dana,
  );
  await waitingFor(elena.account, 1);
  await writtenOn(elena.account, 9);
  await passDays(14, 15);
  await until(async () => (await subjectsTo(elena.account)).length === 2);
  const second = (await emailsTo(elena.account.emailAddress)).find(({ subject }) =>
    subject.startsWith('1 thing'),
  )!;
  expect(second.text).toContain('Since the last summary');
  expect(second.text).toContain('Commercial lease, Approved');
  expect(second.text).toContain('1 approved, 0 in review, 1 to do');

  // Nothing is open and nothing happened: no summary.
  await server.owner.query(
    `update cairn.element set in_trash = true where loan_id = $1 and storage_type = 'FILE'`,
    [loan.id],
  );
  await passDays(21, 22);
  expect(await daysOf(elena.account)).toEqual([7, 14, 21]);
  expect(await subjectsTo(elena.account)).toHaveLength(2);
}, 400_000);

test('a daily summary has what happened, once; after a change to immediate emails, nothing is lost or sent twice', async () => {
  const ruth = await server.given.borrower(loan, 'BORROWER');
  await settle(ruth.token, { emailFrequency: 'DAILY', digestTime: '08:00' });
  await chosenOn(ruth.account, 16);
  await request('Balance sheet', dayOf(40));
  await waitingFor(ruth.account, 1);
  await writtenOn(ruth.account, 16);
  await passDays(17, 18);
  await until(async () => (await subjectsTo(ruth.account)).length === 1);
  expect(await subjectsTo(ruth.account)).toEqual(['1 thing to do for Larkspur Bakery']);
  expect(await daysOf(ruth.account)).toEqual([17, 18]);

  await request('Rent roll', dayOf(40));
  await waitingFor(ruth.account, 1);
  await writtenOn(ruth.account, 19);
  await settle(ruth.token, { emailFrequency: 'AT_ONCE' });
  await passDays(20, 20);
  await until(async () => (await subjectsTo(ruth.account)).length === 2);
  await waitingFor(ruth.account, 0);
}, 300_000);
