import {
  Ear,
  startTestServer,
  until,
  whileHeld,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../../platform/db/migrate.ts';
import { IntegrityError } from '../../platform/stored-file.ts';
import { blockIfDamaged } from '../documents/index.ts';
import { saveVerdict } from '../documents/scan-document.ts';
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

  test('is as long as the counters of loans say, whatever a scan found and whenever', async () => {
    const bank = await server.given.company();
    const boss = await server.given.colleague(bank, 'OWNER');
    const own = await server.given.loan(await server.given.phase(bank));
    const { account: sender, token: asSender } = await server.given.borrower(own);
    const says = async (as: string) => {
      const { body } = await server.call('viewLoans', { query: {} }, { token: as });
      const { totalAnsweredFiles, totalFilesToReview } = body.loans[0]!.packageTotals;
      return [totalAnsweredFiles, totalFilesToReview];
    };
    const counted = async () => {
      const { total, items } = await queue(boss);
      const marked = await server.call('viewLoans', { query: { toReview: 'true' } }, boss);
      expect(items).toHaveLength(total);
      expect(marked.body.loans).toHaveLength(total > 0 ? 1 : 0);
      const [answers, toReview] = await says(boss.token);
      expect(toReview).toBe(total);
      // The sender sees all of it, and counts it alike.
      expect(await says(asSender)).toEqual([answers, toReview]);
      const found = await violations(server.owner.options.connectionString!);
      expect(found.filter((line) => /^00(?:17|43)-/.test(line))).toEqual([]);
      return [answers, toReview];
    };
    const file = await server.given.document(own, sender, { state: 'PENDING' });
    const lease = await server.given.element(own, {
      title: 'Lease',
      answer: { documentId: file.id, by: sender },
    });
    expect(await counted()).toEqual([1, 0]);
    const bytes = { companyId: bank.id, documentId: file.id, version: 1 };
    await saveVerdict(server.db, bytes, { state: 'ERROR' });
    expect(await counted()).toEqual([1, 0]);
    const scanned = { sha256: Buffer.alloc(32), crc32: 1, vaultKey: `test/${file.id}` };
    await saveVerdict(server.db, bytes, { state: 'CLEAN', ...scanned });
    expect(await counted()).toEqual([1, 1]);

    const bad = await server.given.document(own, sender, { state: 'PENDING' });
    await server.given.element(own, { answer: { documentId: bad.id, by: sender } });
    await saveVerdict(
      server.db,
      { ...bytes, documentId: bad.id },
      { state: 'INFECTED', reason: 'VIRUS' },
    );
    expect(await counted()).toEqual([1, 1]);

    // Answers without a file that a lender decides about.
    const value = (elementId: string, answer: object) =>
      server.owner.query(
        `update cairn.element set answer_value = $2, answered_by = $3, answered_at = now() where id = $1`,
        [elementId, JSON.stringify(answer), sender.id],
      );
    const license = await server.given.element(own, { title: 'License' });
    await value(license.id, { driversLicense: sender.id });
    const waived = await server.given.element(own, { title: 'Trust agreement' });
    await value(waived.id, { doesNotApply: 'NOT_OWNED', note: null });
    expect(await counted()).toEqual([3, 3]);
    expect((await queue(boss)).items.map((each) => each.driversLicenseOf)).toContain(sender.id);
    for (const { id } of [license, waived]) {
      expect((await change(id, { approved: true }, boss)).status).toBe(200);
    }
    expect(await counted()).toEqual([3, 1]);

    // The stored copy is damaged: what was approved counts, what was not is asked for again.
    const damage = () =>
      blockIfDamaged(
        { db: server.db, log: { error: () => {} } },
        { company_id: bank.id, id: file.id, version: 1 },
        new IntegrityError('test'),
      );
    expect((await change(lease.id, { approved: true }, boss)).status).toBe(200);
    await damage();
    expect(await counted()).toEqual([3, 0]);
  });

  test('an answer that is being saved while a virus is found in its file is not counted', async () => {
    const own = await newLoan();
    const file = await server.given.document(own, borrower, { state: 'PENDING' });
    const element = await server.given.element(own);
    const bytes = { companyId: company.id, documentId: file.id, version: 1 };
    await whileHeld(
      server,
      [
        ['select from cairn.loan where id = $1 for no key update', [own.id]],
        [
          `update cairn.element set answer_document_id = $2, answered_by = $3, answered_at = now() where id = $1`,
          [element.id, file.id, borrower.id],
        ],
      ],
      () => saveVerdict(server.db, bytes, { state: 'INFECTED', reason: 'VIRUS' }),
    );
    const { body } = await server.call('getLoan', { params: { id: own.id } }, dana);
    expect(body.packageTotals).toMatchObject({ totalAnsweredFiles: 0, totalFilesToReview: 0 });
    expect((await queue(dana, { loanId: own.id })).total).toBe(0);
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
