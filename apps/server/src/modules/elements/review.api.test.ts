import {
  Ear,
  startTestServer,
  until,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_REVIEW_ITEMS } from './review-queue.ts';
import { MAX_REVIEW_LOANS } from './review-store.ts';

let server: TestServer;
let company: Company;
let borrower: Account;
let dana: { account: Account; token: string };
let marcus: { account: Account; token: string };
let outsider: { account: Account; token: string };
let loan: Loan;

const newLoan = async (over: object = {}) =>
  server.given.loan(await server.given.phase(company), over);

beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  company = await server.given.company();
  dana = await server.given.colleague(company, 'OWNER');
  marcus = await server.given.colleague(company);
  outsider = await server.given.colleague(company);
  loan = await newLoan();
  await server.given.role(loan, marcus.account, 'LENDER');
  borrower = await server.given.account();
  await server.given.role(loan, borrower, 'LEAD_BORROWER');
});
afterAll(() => server.stop());

const answeredElement = async (
  on: Loan,
  title: string,
  over: { by?: Account; state?: string } = {},
) => {
  const by = over.by ?? borrower;
  const file = await server.given.document(on, by, { state: over.state ?? 'CLEAN' });
  return server.given.element(on, { title, answer: { documentId: file.id, by } });
};
const queue = async (by: { token: string }, query: Record<string, string | string[]> = {}) =>
  (await server.call('listReviewQueue', { query }, by)).body;
const change = (id: string, body: object, by: { token: string } = dana) =>
  server.call('updateFormElement', { params: { id }, body }, by);

describe('the review queue', () => {
  test('has what waits for the caller’s decision, and nothing else', async () => {
    const own = await newLoan();
    await server.given.role(own, marcus.account, 'LENDER');
    await server.given.role(own, borrower, 'LEAD_BORROWER');
    const waiting = await answeredElement(own, 'Lease');
    await answeredElement(own, 'Still scanned', { state: 'PENDING' });
    await answeredElement(own, 'Infected', { state: 'INFECTED' });
    await server.given.element(own, { title: 'Not answered' });
    const approved = await answeredElement(own, 'Approved');
    expect((await change(approved.id, { approved: true })).status).toBe(200);
    const { items, loans, total } = await queue(marcus, { loanId: own.id });
    expect(items).toMatchObject([
      { id: waiting.id, title: 'Lease', state: 'OPEN', needsOtherReviewer: false },
    ]);
    expect([loans, total]).toEqual([[{ id: own.id, name: expect.any(String) }], 1]);
    // Over all loans, an owner sees all items, an employee those of their loans, and no one else any.
    expect((await queue(dana)).items.map(({ id }) => id)).toContain(waiting.id);
    expect((await queue(marcus)).items.map(({ id }) => id)).toContain(waiting.id);
    expect((await queue(outsider)).items).toEqual([]);
    const refused = await server.call('listReviewQueue', { query: { loanId: own.id } }, outsider);
    expect(refused.status).toBe(403);
  });

  test('names who decided, for a page that shows the document', async () => {
    const element = await answeredElement(loan, 'Bank statement');
    await change(element.id, { approved: true }, marcus);
    const { items } = await queue(dana, { elementId: [element.id] });
    expect(items).toMatchObject([
      { id: element.id, state: 'APPROVED', decidedBy: { id: marcus.account.id } },
    ]);
    expect((await queue(outsider, { elementId: [element.id] })).items).toEqual([]);
  });

  test('under four-eyes marks what the caller uploaded', async () => {
    const own = await newLoan();
    const mine = await answeredElement(own, 'Appraisal', { by: dana.account });
    const theirs = await answeredElement(own, 'Survey', { by: marcus.account });
    const setFourEyes = (on: boolean) =>
      server.owner.query('update cairn.company set four_eyes_approval = $2 where id = $1', [
        company.id,
        on,
      ]);
    await setFourEyes(true);
    try {
      const { items } = await queue(dana, { loanId: own.id });
      const marks = Object.fromEntries(items.map((each) => [each.id, each.needsOtherReviewer]));
      expect(marks).toEqual({ [mine.id]: true, [theirs.id]: false });
    } finally {
      await setFourEyes(false);
    }
  });

  test('comes a page at a time, the loan that closes first leading, with the number of all', async () => {
    const bank = await server.given.company();
    const boss = await server.given.colleague(bank, 'OWNER');
    const phase = await server.given.phase(bank);
    const [later, first] = [await server.given.loan(phase), await server.given.loan(phase)];
    const closes = 'update cairn.loan set close_date = $2 where id = $1';
    await server.owner.query(closes, [later.id, '2027-02-01']);
    await server.owner.query(closes, [first.id, '2027-01-01']);
    await answeredElement(later, 'Late', { by: boss.account });
    for (let index = 0; index < MAX_REVIEW_ITEMS; index += 1) {
      await answeredElement(first, `File ${index}`, { by: boss.account });
    }
    const { items, total } = await queue(boss);
    expect(items).toHaveLength(MAX_REVIEW_ITEMS);
    expect(new Set(items.map(({ loanId }) => loanId))).toEqual(new Set([first.id]));
    expect(total).toBe(MAX_REVIEW_ITEMS + 1);
  });
});

test(
  'the queue over all loans says that it is of the first ones only',
  { timeout: 300_000 },
  async () => {
    const bank = await server.given.company();
    const boss = await server.given.colleague(bank, 'OWNER');
    const phase = await server.given.phase(bank);
    const addLoan = async () => {
      const added = await server.given.loan(phase);
      await answeredElement(added, 'Lease', { by: boss.account });
      return added;
    };
    await Promise.all(Array.from({ length: MAX_REVIEW_LOANS }, addLoan));
    const all = await queue(boss);
    expect([all.limitedToLoans, all.total]).toEqual([null, MAX_REVIEW_LOANS]);
    const last = await addLoan();
    const cut = await queue(boss);
    expect([cut.limitedToLoans, cut.total]).toEqual([MAX_REVIEW_LOANS, MAX_REVIEW_LOANS]);
    expect((await queue(boss, { loanId: last.id })).limitedToLoans).toBeNull();
  },
);

describe('checks beside an answer', () => {
  const facts = {
    kind: { kind: 'business_return', page: 1, words: 'Form 1065' },
    years: [{ year: 2024, page: 1, words: 'calendar year 2024' }],
    periods: [],
    dates: [],
    signature: null,
  };
  const read = async (on: Loan, title: string, text: string) => {
    const element = await answeredElement(on, title);
    const { rows } = await server.owner.query<{ id: string }>(
      'select answer_document_id as id from cairn.element where id = $1',
      [element.id],
    );
    const documentId = rows[0]!.id;
    await server.given.documentContent(documentId, Buffer.from('x'), { text });
    await server.owner.query('update cairn.document_facts set facts = $2 where document_id = $1', [
      documentId,
      JSON.stringify(facts),
    ]);
    return { ...element, documentId };
  };

  test('point at the words, and leave the decision to the reviewer', async () => {
    const own = await newLoan();
    await server.given.role(own, marcus.account, 'LENDER');
    await server.given.role(own, borrower, 'LEAD_BORROWER');
    const entity = await server.given.entity(own, { kind: 'COMPANY', name: 'Larkspur Bakery LLC' });
    const element = await read(own, '2025 tax return', 'Form 1065 of Larkspur Bakery LLC');
    const { items } = await queue(marcus, { loanId: own.id });
    const checks = items[0]!.checks.map(({ kind, state, page, words }) => [
      kind,
      state,
      page,
      words,
    ]);
    expect(checks).toEqual([
      ['KIND', 'NOTE', 1, 'Form 1065'],
      ['ENTITY', 'PASSED', 1, 'Larkspur Bakery LLC'],
      ['PERIOD', 'FAILED', 1, 'calendar year 2024'],
    ]);
    // Renamed meanwhile: the document no longer names an entity of the loan.
    await server.owner.query('update cairn.entity set name = $2 where id = $1', [
      entity.id,
      'Harbor Street LLC',
    ]);
    const [again] = (await queue(marcus, { loanId: own.id })).items;
    expect(again!.checks.map(({ kind }) => kind)).toEqual(['KIND', 'PERIOD']);
    expect((await change(element.id, { approved: true }, marcus)).status).toBe(200);
  });

  test('are of the version at hand', async () => {
    const own = await newLoan();
    const { documentId } = await read(own, '2025 tax return', 'CANARY Form 1065');
    await server.owner.query(
      'update cairn.document_facts set version = version + 1 where document_id = $1',
      [documentId],
    );
    expect((await queue(dana, { loanId: own.id })).items[0]!.checks).toEqual([]);
  });
});

test('a rejection can be taken back, and the document waits again', async () => {
  const element = await answeredElement(loan, 'Debt schedule');
  const nothing = await change(element.id, { rejectedByUserId: null });
  expect(nothing.body).toMatchObject({ code: 'NOTHING_TO_DECIDE' });
  await change(element.id, { rejectedByUserId: dana.account.id, rejectionReason: 'Page 2' });
  const { body } = await change(element.id, { rejectedByUserId: null }, marcus);
  expect(body).toMatchObject({
    status: 'ANSWERED',
    rejectedByUserId: null,
    rejectionCode: null,
    rejectionReason: null,
  });
  expect((await queue(dana, { loanId: loan.id })).items.map(({ id }) => id)).toContain(element.id);
});

test('reviewers see who looks at a document now, and it is not stored', async () => {
  const element = await answeredElement(loan, 'Operating agreement');
  const listen = (token: string) => Ear.listen(server, token);
  const theirs = await server.given.session(borrower, { roleLevel: 'BORROWER' });
  const ears = [
    await listen(dana.token),
    await listen(marcus.token),
    await listen(outsider.token),
    await listen(theirs),
  ] as const;
  const countEvents = () => server.owner.query('select count(*) from cairn.event');
  const before = await countEvents();
  const tell = (by: { token: string }) =>
    server.call('tellReviewing', { params: { id: element.id }, body: {} }, by);
  expect((await tell(marcus)).status).toBe(200);
  const reviewingEvents = (ear: Ear) => ear.heard.filter(({ event }) => event === 'reviewing');
  await until(async () => reviewingEvents(ears[0]).length > 0);
  const { givenName, familyName, id } = marcus.account;
  expect(reviewingEvents(ears[0])[0]!.data).toEqual({
    elementId: element.id,
    userId: id,
    name: `${givenName} ${familyName}`,
    looking: true,
  });
  for (const ear of ears.slice(1)) expect(reviewingEvents(ear)).toEqual([]);
  expect((await tell(outsider)).status).toBe(403);
  expect((await countEvents()).rows).toEqual(before.rows);
  for (const ear of ears) ear.close();
});
