import {
  startTestServer,
  type Account,
  type Company,
  type Element,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const MONTH = { from: '2031-03-01', to: '2031-03-31' };

let server: TestServer;
let company: Company;
let dana: { account: Account; token: string };
let elena: { account: Account; token: string };
let loan: Loan;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

beforeEach(async () => {
  company = await server.given.company();
  dana = await server.given.colleague(company);
  loan = await server.given.loan(await server.given.phase(company), {
    name: 'Larkspur Bakery LLC',
    closeDate: '2031-03-20',
  });
  await server.given.role(loan, dana.account, 'LENDER');
  elena = await server.given.borrower(loan);
});

type DaysQuery = { from: string; to: string; companyId?: string };
const ask = ({ token }: { token: string }, query: DaysQuery = MONTH) =>
  server.call('getCalendar', { query }, { token });
/** Entries like "20 CLOSE Larkspur Bakery LLC", by day. */
async function seenBy(person: { token: string }, query?: DaysQuery): Promise<string[]> {
  const { body } = await ask(person, query);
  return body.days.flatMap(({ date, entries }) =>
    entries.map(({ kind, title }) => `${date.slice(8)} ${kind} ${title}`),
  );
}
type Over = Parameters<TestServer['given']['element']>[1];
const due = (title: string, over: Over = {}): Promise<Element> =>
  server.given.element(loan, { title, dueDate: '2031-03-10', ...over });
async function answer(by: Account = elena.account) {
  const file = await server.given.document(loan, by);
  return { documentId: file.id, by };
}

describe('the calendar', () => {
  test('has the days on which loans close, documents are due and answers expire', async () => {
    await due('Lease');
    await due('Return', { answer: await answer(), dueDate: '2031-03-09' });
    await due('Insurance', { answer: await answer(), expirationDate: '2031-03-31' });
    await due('Next month', { dueDate: '2031-04-01' });
    await due('Month before', { dueDate: '2031-02-28' });

    expect(await seenBy(dana)).toEqual([
      '09 DUE Return',
      '10 DUE Insurance',
      '10 DUE Lease',
      '20 CLOSE Larkspur Bakery LLC',
      '31 EXPIRES Insurance',
    ]);
    const { body } = await ask(dana, { from: '2031-03-09', to: '2031-03-09' });
    expect(body.days).toEqual([
      {
        date: '2031-03-09',
        total: 1,
        more: false,
        entries: [
          expect.objectContaining({
            kind: 'DUE',
            title: 'Return',
            loanId: loan.id,
            loanName: 'Larkspur Bakery LLC',
            task: 'accept',
            waitsOnMe: true,
            closed: false,
          }),
        ],
      },
    ]);
  });

  test('lists the tasks that wait for the caller, by the rules of the tasks', async () => {
    await due('Lease');
    await due('K-1', { assignedTo: elena.account });
    const waiting = async (person: { token: string }) =>
      (await ask(person)).body.days
        .flatMap(({ entries }) => entries)
        .filter(({ waitsOnMe }) => waitsOnMe)
        .map(({ title, task }) => [title, task]);

    expect(await waiting(dana)).toEqual([]);
    expect(await waiting(elena)).toEqual([
      ['K-1', 'upload'],
      ['Lease', 'upload'],
    ]);
    expect(await waiting(await server.given.borrower(loan))).toEqual([['Lease', 'upload']]);
  });

  test('leaves out what is done: approved, answered for good, thrown away, put away', async () => {
    await due('Approved', { answer: await answer(), approvedBy: dana.account });
    const trashed = await due('Trashed');
    await server.call('trashElements', { body: { elements: [trashed.id] } }, dana);
    const archived = await server.given.loan(
      await server.given.phase(company, { name: 'Withdrawn', category: 'ARCHIVE' }),
      { closeDate: '2031-03-20' },
    );
    await server.given.element(archived, { title: 'Of an archived loan', dueDate: '2031-03-10' });
    await due('Sent back', { answer: await answer(), rejectedBy: dana.account });

    const expected = ['10 DUE Sent back', '20 CLOSE Larkspur Bakery LLC'];
    expect(await seenBy(dana)).toEqual(expected);
    expect(await seenBy(elena)).toEqual(expected);
  });

  test('does not ask a borrower for what is with the lender', async () => {
    await due('Return', { answer: await answer() });
    expect(await seenBy(elena)).toEqual(['20 CLOSE Larkspur Bakery LLC']);
    expect(await seenBy(dana)).toContain('10 DUE Return');
  });

  test('asks a borrower again for a file in which nothing can be read', async () => {
    const file = await answer();
    await due('Return', { answer: file });
    await server.owner.query(`update cairn.document set content_state = 'DAMAGED' where id = $1`, [
      file.documentId,
    ]);
    const [day] = (await ask(elena)).body.days;
    expect(day!.entries).toMatchObject([{ title: 'Return', task: 'upload', waitsOnMe: true }]);
  });

  test('shows a borrower nothing that is kept from them, and counts none of it', async () => {
    const shared = { assignedTo: dana.account, expirationDate: '2031-03-11' };
    await due('Lease');
    await due('CANARY hidden', { priorityType: 'HIDDEN', answer: await answer(), ...shared });
    await due('CANARY lender only', { flags: ['LENDER_ONLY'] });
    await due('CANARY internal', { flags: ['INTERNAL_ONLY'] });
    await due('CANARY private', { priorityType: 'PRIVATE', answer: await answer(), ...shared });
    await due('CANARY later', { visibleAtStatus: 'IN_REVIEW' });
    const folder = await server.given.element(loan, {
      title: 'CANARY folder',
      storageType: 'FOLDER',
      priorityType: 'HIDDEN',
    });
    await due('CANARY inside', { parent: folder });

    const { body, text } = await ask(elena);
    expect(text).not.toContain('CANARY');
    expect(body.days.map(({ date, total }) => [date, total])).toEqual([
      ['2031-03-10', 1],
      ['2031-03-20', 1],
    ]);
    const lenders = (await ask(dana, { from: '2031-03-10', to: '2031-03-10' })).text;
    expect(lenders).toContain('CANARY inside');
    const contact = await server.given.borrower(loan, 'PRINCIPAL');
    expect(await seenBy(contact)).toEqual(['20 CLOSE Larkspur Bakery LLC']);
  });

  test('is that of the caller’s own company or loans', async () => {
    await due('Lease');
    const elsewhere = await server.given.company();
    const stranger = await server.given.colleague(elsewhere, 'OWNER');
    const other = await server.given.loan(await server.given.phase(company));
    expect(await seenBy(stranger)).toEqual([]);
    expect(await seenBy(await server.given.borrower(other))).toEqual([]);
    expect((await ask(stranger, { ...MONTH, companyId: company.id })).body).toMatchObject({
      code: 'NOT_FOUND',
    });

    const robin = await server.given.account({ platformAdmin: true });
    const admin = { token: await server.given.session(robin, { roleLevel: 'ADMIN' }) };
    expect((await ask(admin)).body).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await seenBy(admin, { ...MONTH, companyId: company.id })).toEqual([
      '10 DUE Lease',
      '20 CLOSE Larkspur Bakery LLC',
    ]);
    expect(await seenBy(admin, { ...MONTH, companyId: elsewhere.id })).toEqual([]);
  });

  test('sends a few of a crowded day and its number, and the day itself when asked', async () => {
    for (let number = 1; number <= 7; number += 1) await due(`Statement ${number}`);
    for (const person of [dana, elena]) {
      const [day] = (await ask(person)).body.days;
      expect([day?.total, day?.more, day?.entries.length]).toEqual([7, false, 5]);
      const alone = { from: '2031-03-10', to: '2031-03-10' };
      expect((await ask(person, alone)).body.days[0]?.entries).toHaveLength(7);
    }
    for (let number = 1; number <= 95; number += 1) await due(`Receipt ${number}`);
    for (const person of [dana, elena]) {
      const [day] = (await ask(person)).body.days;
      expect([day?.total, day?.more]).toEqual([100, true]);
    }
  });

  test('is asked for six weeks at most, and forwards', async () => {
    const readDays = (from: string, to: string) => ask(dana, { from, to });
    expect((await readDays('2031-03-01', '2031-04-11')).status).toBe(200);
    expect((await readDays('2031-03-01', '2031-04-12')).body).toMatchObject({
      fieldErrors: { to: 'At most 42 days at a time' },
    });
    expect((await readDays('2031-03-02', '2031-03-01')).status).toBe(400);
    expect((await readDays('2031-02-30', '2031-03-01')).status).toBe(400);
  });
});
