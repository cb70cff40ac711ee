import {
  emailsTo,
  emailTo,
  startTestServer,
  startTestWorker,
  until,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '../../platform/local-time.ts';

let server: TestServer;
let worker: { stop(): Promise<void> };

let company: Company;
let loan: Loan;
let owner: string;
let officer: { account: Account; token: string };
let elena: { account: Account; token: string };

const today = (): string => new Date().toISOString().slice(0, 10);
const inDays = (days: number): string => addDays(today(), days);

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});
beforeEach(async () => {
  const { given } = server;
  company = await given.company({ name: 'Northgate Bank' });
  await server.owner.query(`update cairn.company set timezone_id = 'UTC' where id = $1`, [
    company.id,
  ]);
  ({ token: owner } = await given.colleague(company, 'OWNER'));
  officer = await given.colleague(company);
  loan = await given.loan(await given.phase(company), { name: 'Larkspur Bakery' });
  await given.role(loan, officer.account, 'LENDER');
  elena = await given.borrower(loan, 'LEAD_BORROWER');
});

const read = async (token = officer.token) => {
  const { status, body } = await server.call(
    'listLoanReminders',
    { params: { id: loan.id } },
    { token },
  );
  expect(status).toBe(200);
  return body;
};
const savePolicy = (body: object, token = owner) =>
  server.call('updateReminderPolicy', { params: { companyId: company.id }, body }, { token });
const turnOn = () => savePolicy({ enabled: true, onWeekends: true });
const send = (body: { userId: string; elementIds?: string[] }, token = officer.token) =>
  server.call('sendReminder', { params: { id: loan.id }, body }, { token });
const sentences = async (kind: string): Promise<string[]> => {
  const { body } = await server.call(
    'listAuditEntries',
    { query: { companyId: company.id, kind, limit: 50 } },
    { token: owner },
  );
  return body.entries.map(({ sentence }) => sentence);
};

describe('the company’s policy', () => {
  test('is off until an owner turns it on, and employees read it', async () => {
    const get = (token: string) =>
      server.call('getReminderPolicy', { params: { companyId: company.id } }, { token });
    expect((await get(officer.token)).body).toEqual({
      enabled: false,
      dueDays: null,
      daysBefore: 1,
      everyDays: 4,
      maxReminders: 5,
      sendAt: '09:00',
      onWeekends: false,
      blackoutDays: [],
      abilities: { edit: false },
    });
    expect((await savePolicy({ enabled: true }, officer.token)).status).toBe(403);

    const saved = await savePolicy({
      enabled: true,
      sendAt: '08:30',
      blackoutDays: ['2026-12-25', '2026-11-26', '2026-12-25'],
    });
    expect(saved.status).toBe(200);
    expect((await savePolicy({ everyDays: 2 })).status).toBe(200);
    expect((await get(owner)).body).toMatchObject({
      enabled: true,
      everyDays: 2,
      sendAt: '08:30',
      blackoutDays: ['2026-11-26', '2026-12-25'],
      abilities: { edit: true },
    });
    expect(await sentences('reminders.changed')).toEqual(
      expect.arrayContaining([expect.stringContaining('turned reminders on')]),
    );
  });

  test('refuses what the database could not keep, at its field', async () => {
    const { status, body } = await savePolicy({ everyDays: 0, dueDays: 400, sendAt: '25:00' });
    expect(status).toBe(400);
    expect((body as unknown as { fieldErrors: object }).fieldErrors).toEqual({
      everyDays: 'Must be between 1 and 30',
      dueDays: 'Must be between 1 and 365',
      sendAt: 'Enter a time, like 21:30',
    });
  });
});

describe('the plan of a loan', () => {
  test('names what goes out to whom, without what the recipient may not see', async () => {
    await turnOn();
    const { given } = server;
    const lease = await given.element(loan, {
      title: 'Executed lease, 2nd amendment',
      borrowerTitle: 'Commercial lease',
      dueDate: inDays(3),
      assignedTo: elena.account,
    });
    await given.element(loan, { title: 'Memo', dueDate: inDays(3), flags: ['LENDER_ONLY'] });
    await given.element(loan, { title: 'Far away', dueDate: inDays(60) });
    const { account: jonas } = await given.borrower(loan, 'PRINCIPAL');

    const { next, people, abilities } = await read();
    const elenas = next.filter(({ userId }) => userId === elena.account.id);
    expect(elenas[0]).toEqual({
      userId: elena.account.id,
      day: inDays(2),
      sendAt: `${inDays(2)}T09:00:00.000Z`,
      requests: [{ id: lease.id, title: 'Commercial lease', dueDate: inDays(3) }],
    });
    expect(elenas.map(({ day }) => day)).toEqual([inDays(2), inDays(3), inDays(7), inDays(11)]);
    expect(next.some(({ userId }) => userId === jonas.id)).toBe(false);
    expect(people.map(({ user }) => user.id).toSorted()).toEqual(
      [elena.account.id, jonas.id].toSorted(),
    );
    expect(people.find(({ user }) => user.id === elena.account.id)).toMatchObject({
      open: 2,
      overdue: 0,
      email: true,
      paused: false,
      snoozedUntil: null,
      remindedToday: false,
      timezoneId: 'UTC',
    });
    expect(abilities).toEqual({ manage: true });
    expect((await read((await given.colleague(company)).token)).abilities).toEqual({
      manage: false,
    });
  });

  test('ends with the upload', async () => {
    await turnOn();
    const element = await server.given.element(loan, { dueDate: inDays(3) });
    expect((await read()).next).not.toEqual([]);
    const { id: documentId } = await server.given.document(loan, elena.account);
    await server.call(
      'answerElement',
      { body: { loanId: loan.id, elementId: element.id, documentId } },
      { token: elena.token },
    );
    const { next, people } = await read();
    expect(next).toEqual([]);
    expect(people[0]!.open).toBe(0);

    // The file is empty, so another one is needed.
    await server.owner.query(`update cairn.document set content_state = 'EMPTY' where id = $1`, [
      documentId,
    ]);
    const again = await read();
    expect(again.next).not.toEqual([]);
    expect(again.people[0]!.open).toBe(1);
  });

  test('waits for the end of a snooze, and shows what a pause holds back', async () => {
    await turnOn();
    await server.given.element(loan, { dueDate: inDays(3) });
    const snooze = (snoozedUntil: string | null) =>
      server.call(
        'snoozeReminders',
        { params: { id: loan.id }, body: { userId: elena.account.id, until: snoozedUntil } },
        { token: officer.token },
      );
    expect((await snooze(inDays(6))).status).toBe(200);
    let reminders = await read();
    expect(reminders.next[0]!.day).toBe(inDays(6));
    expect(reminders.people[0]!.snoozedUntil).toBe(inDays(6));
    await snooze(null);
    expect((await read()).next[0]!.day).toBe(inDays(2));

    const pause = (body: { userId?: string; paused: boolean }) =>
      server.call('pauseReminders', { params: { id: loan.id }, body }, { token: officer.token });
    await pause({ userId: elena.account.id, paused: true });
    await pause({ paused: true });
    reminders = await read();
    expect(reminders.paused).toBe(true);
    expect(reminders.people[0]!.paused).toBe(true);
    expect(reminders.next[0]!.day).toBe(inDays(2));
    await pause({ userId: elena.account.id, paused: false });
    await pause({ paused: false });
    reminders = await read();
    expect([reminders.paused, reminders.people[0]!.paused]).toEqual([false, false]);

    const { givenName, familyName } = elena.account;
    expect(await sentences('reminder.snoozed')).toContainEqual(
      expect.stringContaining(`snoozed reminders to ${givenName} ${familyName} until ${inDays(6)}`),
    );
    expect(await sentences('reminders.paused')).toHaveLength(2);
    expect(await sentences('reminders.resumed')).toHaveLength(2);
  });

  test('is empty where the loan is on hold or the company’s reminders are off', async () => {
    await server.given.element(loan, { dueDate: inDays(3) });
    expect((await read()).next).toEqual([]);
    await turnOn();
    expect((await read()).next).not.toEqual([]);
    await server.owner.query(`update cairn.loan set status = 'ON_HOLD' where id = $1`, [loan.id]);
    const reminders = await read();
    expect(reminders.onHold).toBe(true);
    expect(reminders.next).toEqual([]);
    expect((await send({ userId: elena.account.id })).body).toMatchObject({
      code: 'NOTHING_TO_REMIND',
    });
  });
});

describe('a reminder that is sent by hand', () => {
  test('arrives once, with its sender on record, also where reminders are off', async () => {
    await server.given.element(loan, { title: 'Tax return', dueDate: inDays(1) });
    await server.given.element(loan, { title: 'Driver’s license' });
    expect((await send({ userId: elena.account.id })).status).toBe(200);

    const again = await send({ userId: elena.account.id });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({
      code: 'REMINDED_TODAY',
      message: 'This person already got a reminder today. You can send the next one tomorrow.',
    });

    const { subject, text } = await emailTo(elena.account.emailAddress);
    expect(subject).toBe('2 documents are still needed');
    expect(text).toContain('Tax return');
    expect(text).toContain('Driver’s license');
    const [reminder] = await until(async () => {
      const { sent: list } = await read();
      return list[0]?.email === 'SENT' && list;
    });
    expect(reminder).toMatchObject({
      user: { id: elena.account.id },
      sentBy: { id: officer.account.id },
      count: 2,
      titles: ['Driver’s license', 'Tax return'],
      email: 'SENT',
      sms: null,
    });
    expect((await read()).people[0]!.remindedToday).toBe(true);
    expect(await emailsTo(elena.account.emailAddress)).toHaveLength(1);
    const { givenName, familyName } = officer.account;
    expect(await sentences('reminder.sent')).toEqual([
      `${givenName} ${familyName} reminded ${elena.account.givenName} ${elena.account.familyName} of 2 documents on Larkspur Bakery`,
    ]);
  });

  test('that bounced is not shown as sent, and one to a stopped address as not sent', async () => {
    await server.given.element(loan, { dueDate: inDays(1) });
    await send({ userId: elena.account.id });
    await until(async () => (await read()).sent[0]?.email === 'SENT');
    const report = (state: string) =>
      server.owner.query('update cairn.message_delivery set state = $2 where account_id = $1', [
        elena.account.id,
        state,
      ]);
    for (const state of ['DELIVERED', 'BOUNCED', 'STOPPED'] as const) {
      await report(state);
      expect((await read()).sent).toMatchObject([{ email: state, sms: null }]);
    }
  });

  test('is about the chosen requests only', async () => {
    const request = await server.given.element(loan, { title: 'Deed', dueDate: inDays(1) });
    await server.given.element(loan, { title: 'Tax return', dueDate: inDays(1) });
    await send({ userId: elena.account.id, elementIds: [request.id] });
    expect((await emailTo(elena.account.emailAddress)).subject).toBe('Deed is due tomorrow');
  });

  test('is recorded once when it is pressed twice at the same moment', async () => {
    await server.given.element(loan, { dueDate: inDays(1) });
    const answers = await Promise.all([1, 2, 3].map(() => send({ userId: elena.account.id })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const { rows } = await server.owner.query(
      'select 1 from cairn.reminder where company_id = $1',
      [company.id],
    );
    expect(rows).toHaveLength(1);
  });

  test('needs something open, and a person on the loan who does not lend', async () => {
    expect((await send({ userId: elena.account.id })).body).toMatchObject({
      code: 'NOTHING_TO_REMIND',
    });
    await server.given.element(loan, { dueDate: inDays(1) });
    expect((await send({ userId: officer.account.id })).status).toBe(404);
    expect((await send({ userId: (await server.given.account()).id })).status).toBe(404);
    expect((await send({ userId: elena.account.id }, elena.token)).status).toBe(403);
    const { token: colleague } = await server.given.colleague(company);
    expect((await send({ userId: elena.account.id }, colleague)).status).toBe(403);
  });
});

test('new requests of a loan are due after the loan’s days, else after the company’s', async () => {
  const request = async (title: string) => {
    const { body } = await server.call(
      'createElements',
      { body: { loanId: loan.id, elements: [{ title }] } },
      { token: officer.token },
    );
    return body.elements.find((element) => element.title === title)?.dueDate;
  };
  const setDays = (dueDays: number | null) =>
    server.call(
      'setLoanDueDays',
      { params: { id: loan.id }, body: { dueDays } },
      { token: officer.token },
    );
  expect(await request('First')).toBeNull();
  await savePolicy({ dueDays: 14 });
  expect(await request('Second')).toBe(inDays(14));
  expect((await setDays(5)).status).toBe(200);
  expect(await request('Third')).toBe(inDays(5));
  expect((await read()).dueDays).toBe(5);
  await setDays(null);
  expect(await request('Fourth')).toBe(inDays(14));
  expect(await sentences('reminders.dueDaysChanged')).toHaveLength(2);
});
