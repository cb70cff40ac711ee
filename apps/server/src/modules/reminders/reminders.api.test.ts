/**
 * Thirty days of reminders, by the engine's clock: the real schedule is backfilled over days that have passed, so each
 * run gets the time for which it was scheduled. Emails are those that arrived in the mail catcher.
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
let reminders: ScheduleHandle;
let company: Company;
let officer: string;

/** Day 0 of the thirty. */
const START = addDays(new Date().toISOString().slice(0, 10), -40);
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
  reminders = client.schedule.getHandle(scheduleIdOf(taskQueue, 'send-reminders'));
  company = await server.given.company({ name: 'Northgate Bank' });
  ({ token: officer } = await server.given.colleague(company, 'OWNER'));
  await server.owner.query(
    `update cairn.company set timezone_id = 'America/New_York' where id = $1`,
    [company.id],
  );
  await server.owner.query(
    `insert into cairn.reminder_policy (company_id, enabled, on_weekends, blackout_days) values ($1, true, true, $2)`,
    [company.id, [dayOf(9)]],
  );
}, 180_000);
afterAll(async () => {
  await Promise.all(schedules.map((schedule) => schedule.delete()));
  await connection.close();
  await worker.stop();
  await server.stop();
});

let runs = 0;
/** Lets the schedule run at night, in the morning and at noon of these days, one run after the other. */
async function passDays(from: number, to: number): Promise<void> {
  const backfill = [];
  for (let index = from; index <= to; index += 1) {
    for (const time of ['05:00', '14:00', '17:00']) {
      const at = new Date(`${dayOf(index)}T${time}:00Z`);
      backfill.push({
        start: new Date(at.getTime() - 60_000),
        end: new Date(at.getTime() + 60_000),
        overlap: ScheduleOverlapPolicy.BUFFER_ALL,
      });
    }
  }
  runs += backfill.length;
  await reminders.backfill(backfill);
  await until(async () => {
    const { info } = await reminders.describe();
    return info.numActionsTaken >= runs && info.runningActions.length === 0;
  }, 120_000);
  // Every digest that was recorded is delivered: its notifications are in an email that was sent.
  await until(async () => {
    const { rows } = await server.owner.query(
      `select 1 from cairn.notification n where n.company_id = $1 and n.topic = 'REMINDERS'
         and n.email and not exists (select from cairn.sent_mail m where m.event_id = n.emailed_as)`,
      [company.id],
    );
    return rows.length === 0;
  }, 60_000);
}

async function request(
  loan: Loan,
  title: string,
  due: number,
  over: { assignedTo?: Account } = {},
) {
  const element = await server.given.element(loan, { title, dueDate: dayOf(due), ...over });
  await server.owner.query(`update cairn.element set created_at = $2 where id = $1`, [
    element.id,
    `${dayOf(-5)}T12:00:00Z`,
  ]);
  return element.id;
}
const daysOf = async (account: Account): Promise<number[]> => {
  const { rows } = await server.owner.query<{ day: number }>(
    `select day - $2::date as day from cairn.reminder where account_id = $1 order by day`,
    [account.id, START],
  );
  return rows.map(({ day }) => day);
};
const subjectsTo = async ({ emailAddress }: Account): Promise<string[]> =>
  (await emailsTo(emailAddress)).map(({ subject }) => subject);
async function upload(loan: Loan, elementId: string, by: Account, token: string): Promise<void> {
  const { id: documentId } = await server.given.document(loan, by);
  const reply = await server.call(
    'answerElement',
    { body: { loanId: loan.id, elementId, documentId } },
    { token },
  );
  expect(reply.status).toBe(200);
}

test('over thirty days exactly the expected emails go out, and none after the upload', async () => {
  const { given } = server;
  const phase = await given.phase(company);
  const larkspur = await given.loan(phase, { name: 'Larkspur Bakery' });
  const harbor = await given.loan(phase, { name: 'Harborview' });
  const onHold = await given.loan(phase, { name: 'On hold' });
  await server.owner.query(`update cairn.loan set status = 'ON_HOLD' where id = $1`, [onHold.id]);
  const { account: elena, token: asElena } = await given.borrower(larkspur, 'LEAD_BORROWER');
  await given.role(harbor, elena, 'LEAD_BORROWER');
  const { account: jonas, token: asJonas } = await given.borrower(larkspur, 'PRINCIPAL');
  const { account: paul } = await given.borrower(onHold, 'LEAD_BORROWER');

  await request(larkspur, 'Tax return', 6, { assignedTo: elena });
  const lease = await request(larkspur, 'Commercial lease', 6, { assignedTo: elena });
  await request(harbor, 'Deed', 18, { assignedTo: elena });
  const license = await request(larkspur, 'Driver’s license', 3, { assignedTo: jonas });
  await request(onHold, 'Rent roll', 6);
  await request(larkspur, 'Guaranty', 40, { assignedTo: elena });

  await passDays(0, 8);
  expect(await daysOf(elena)).toEqual([5, 6]);
  expect(await daysOf(jonas)).toEqual([2, 3, 7]);
  await upload(larkspur, license, jonas, asJonas);

  await passDays(9, 12);
  // The ninth day is without reminders; four days after the sixth is the tenth.
  expect(await daysOf(elena)).toEqual([5, 6, 10]);
  await upload(larkspur, lease, elena, asElena);

  await passDays(13, 30);
  expect(await daysOf(elena)).toEqual([5, 6, 10, 14, 17, 18, 22, 26, 30]);
  expect(await daysOf(jonas)).toEqual([2, 3, 7]);
  expect((await subjectsTo(elena)).toSorted()).toEqual(
    [
      '2 documents are due tomorrow',
      '2 documents are due today',
      '2 documents are overdue',
      'Tax return is overdue',
      'Deed is due tomorrow',
      // The fifth and last about the tax return, with the deed, on one day.
      '2 documents are due',
      'Deed is overdue',
      'Deed is overdue',
      'Deed is overdue',
    ].toSorted(),
  );
  for (const { headers } of await emailsTo(elena.emailAddress)) {
    expect(headers['list-unsubscribe']).toMatch(
      /^<https?:.+\/unsubscribe\?token=REMINDERS\.[^>]+>$/,
    );
  }
  expect((await subjectsTo(jonas)).toSorted()).toEqual([
    'Driver’s license is due today',
    'Driver’s license is due tomorrow',
    'Driver’s license is overdue',
  ]);
  expect(await subjectsTo(paul)).toEqual([]);
  expect(await daysOf(paul)).toEqual([]);
  const { rows } = await server.owner.query<{ most: number }>(
    `select max(count)::int as most from (select count(*) from cairn.reminder_item
       where company_id = $1 group by element_id, account_id) items`,
    [company.id],
  );
  expect(rows[0]!.most).toBe(5);

  const { body } = await server.call(
    'listAuditEntries',
    { query: { loanId: larkspur.id, kind: 'reminder.sent', limit: 50 } },
    { token: officer },
  );
  expect(body.entries.map(({ sentence }) => sentence)).toContain(
    `Cairn reminded ${elena.givenName} ${elena.familyName} of 2 documents on Larkspur Bakery`,
  );
}, 400_000);

test('a run that is repeated sends nothing twice', async () => {
  const loan = await server.given.loan(await server.given.phase(company), { name: 'Twice' });
  const { account: ruth } = await server.given.borrower(loan, 'LEAD_BORROWER');
  await request(loan, 'Balance sheet', 4);
  await passDays(3, 3);
  await passDays(3, 3);
  expect(await daysOf(ruth)).toEqual([3]);
  expect(await subjectsTo(ruth)).toEqual(['Balance sheet is due tomorrow']);
}, 200_000);
