import {
  startTestServer,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expireAnswers } from './expire-answers-store.ts';

let server: TestServer;
let company: Company;
let officer: Account;
let token: string;
let loan: Loan;
let borrower: Account;
let borrowerToken: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await server.given.company();
  officer = await server.given.employee(company, { level: 'OWNER' });
  token = await server.given.session(officer, { roleLevel: 'LENDER', company });
  loan = await server.given.loan(await server.given.phase(company));
  borrower = await server.given.account();
  await server.given.role(loan, borrower, 'BORROWER');
  borrowerToken = await server.given.session(borrower, { roleLevel: 'BORROWER' });
});
afterAll(() => server.stop());

const answeredElement = async (over: { state?: string; by?: Account } = {}) => {
  const by = over.by ?? borrower;
  const file = await server.given.document(loan, by, { ...(over.state && { state: over.state }) });
  const element = await server.given.element(loan, { answer: { documentId: file.id, by } });
  return { element, file };
};
const change = (id: string, body: object, as = token) =>
  server.call('updateFormElement', { params: { id }, body }, { token: as });
const approve = (id: string, approved = true, as = token) =>
  server.call('approveFormElement', { params: { id }, body: { approved } }, { token: as });
const answer = (id: string, body: object, as = token) =>
  server.call('answerFormElement', { params: { id }, body }, { token: as });
const elementSeenBy = async (id: string, as = token) =>
  (
    await server.call('listElements', { params: { id: loan.id } }, { token: as })
  ).body.elements.find((element) => element.id === id)!;

describe('approving and sending back', () => {
  test('records the caller, whatever user id was sent, and accepts it in the list [R216] [R219] [R331]', async () => {
    const { element } = await answeredElement();
    expect((await elementSeenBy(element.id)).status).toBe('ANSWERED');
    const { status, body } = await server.call(
      'updateElement',
      { body: { id: element.id, loanId: loan.id, approvedByUserId: borrower.id } },
      { token },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      approvedByUserId: officer.id,
      approved: true,
      status: 'ACCEPTED',
    });
    for (const reader of [token, borrowerToken]) {
      expect(await elementSeenBy(element.id, reader)).toMatchObject({
        status: 'ACCEPTED',
        approvedByUserId: officer.id,
      });
    }
  });

  test('unapproving makes it answered again [R218]', async () => {
    const { element } = await answeredElement();
    await approve(element.id);
    const { body } = await approve(element.id, false);
    expect(body).toMatchObject({ approved: false, approvedByUserId: null, status: 'ANSWERED' });
  });

  test('sending back needs a reason, and excludes approval [R217]', async () => {
    const { element } = await answeredElement();
    const without = await change(element.id, { rejectedByUserId: officer.id });
    expect(without.body).toMatchObject({ fieldErrors: { rejectionReason: 'Required' } });
    await approve(element.id);
    const { body } = await change(element.id, {
      rejectedByUserId: borrower.id,
      rejectionCode: 'INCOMPLETE',
      rejectionReason: 'Page 9 is missing.',
    });
    expect(body).toMatchObject({
      status: 'NEEDS_ATTENTION',
      rejectedByUserId: officer.id,
      rejectionCode: 'INCOMPLETE',
      rejectionReason: 'Page 9 is missing.',
      approvedByUserId: null,
    });
    expect(await elementSeenBy(element.id, borrowerToken)).toMatchObject({
      rejectionReason: 'Page 9 is missing.',
    });
    const both = await change(element.id, {
      approvedByUserId: officer.id,
      rejectedByUserId: officer.id,
      rejectionReason: 'x',
    });
    expect(both.status).toBe(400);
  });

  test('only a requested document with a clean file has something to decide [R215]', async () => {
    const folder = await server.given.element(loan, { storageType: 'FOLDER' });
    const awaited = await server.given.element(loan);
    const { element: unchecked } = await answeredElement({ state: 'PENDING' });
    const { element: infected } = await answeredElement({ state: 'INFECTED' });
    const question = await server.given.element(loan, { questionType: 'YES_NO' });
    await answer(question.id, { value: true });
    for (const { id } of [folder, awaited, unchecked, infected, question]) {
      expect((await approve(id)).body).toMatchObject({ code: 'NOTHING_TO_DECIDE' });
    }
    const rejected = await change(awaited.id, {
      rejectedByUserId: officer.id,
      rejectionReason: 'x',
    });
    expect(rejected.body).toMatchObject({ code: 'NOTHING_TO_DECIDE' });
  });

  test('is the lender’s: neither a borrower’s nor the platform’s', async () => {
    const { element } = await answeredElement();
    expect((await approve(element.id, true, borrowerToken)).status).toBe(403);
    const admin = await server.given.account({ platformAdmin: true });
    const platform = await server.given.session(admin, { roleLevel: 'ADMIN' });
    expect((await approve(element.id, true, platform)).status).toBe(403);
  });

  test('one owner cannot switch four eyes off, approve their own file, and switch it on again', async () => {
    const boss = await server.given.colleague(company, 'OWNER');
    const { element } = await answeredElement({ by: boss.account });
    const approveOwn = () => approve(element.id, true, boss.token);
    const fourEyes = async (fourEyesApproval: boolean) => {
      const { status } = await server.call(
        'updateCompany',
        { params: { companyId: company.id }, body: { settings: { fourEyesApproval } } },
        { token: boss.token },
      );
      expect(status).toBe(200);
    };
    try {
      await fourEyes(true);
      expect((await approveOwn()).body).toMatchObject({ code: 'FOUR_EYES' });
      await fourEyes(false);
      expect((await approveOwn()).body).toMatchObject({ code: 'FOUR_EYES' });
      await server.owner.query(
        `update cairn.company set four_eyes_until = four_eyes_until - interval '1 day' where id = $1`,
        [company.id],
      );
      expect((await approveOwn()).status).toBe(200);
    } finally {
      await server.owner.query(
        'update cairn.company set four_eyes_approval = false, four_eyes_until = null where id = $1',
        [company.id],
      );
    }
  });

  test('with four eyes, users cannot approve what they uploaded themselves', async () => {
    const { element } = await answeredElement({ by: officer });
    const setFourEyes = (on: boolean) =>
      server.owner.query('update cairn.company set four_eyes_approval = $2 where id = $1', [
        company.id,
        on,
      ]);
    await setFourEyes(true);
    try {
      expect((await approve(element.id)).body).toMatchObject({ code: 'FOUR_EYES' });
    } finally {
      await setFourEyes(false);
    }
    expect((await approve(element.id)).status).toBe(200);
  });

  test('a new answer voids the decision; the old one stays in the history with its reason', async () => {
    const { element, file } = await answeredElement();
    await change(element.id, { rejectedByUserId: officer.id, rejectionReason: 'Not signed.' });
    const next = await server.given.document(loan, borrower);
    const { body } = await answer(element.id, { documentId: next.id }, borrowerToken);
    expect(body).toMatchObject({
      status: 'ANSWERED',
      rejectedByUserId: null,
      rejectionReason: null,
    });
    const history = await server.call(
      'listAnswers',
      { params: { id: loan.id, elementId: element.id } },
      { token },
    );
    expect(history.body).toMatchObject({
      current: { document: { id: next.id } },
      past: [{ document: { id: file.id }, ended: 'REPLACED', rejectionReason: 'Not signed.' }],
    });
  });

  test('two decide at once: one after the other, and the later one with the old version is told', async () => {
    const { element } = await answeredElement();
    const both = await Promise.all([
      change(element.id, { approvedByUserId: officer.id, version: 1 }),
      change(element.id, { rejectedByUserId: officer.id, rejectionReason: 'x', version: 1 }),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(both.filter(({ status }) => status === 409)).toHaveLength(1);
  });
});

describe('questions', () => {
  test.each([
    ['TEXT', 'Forty years', 5],
    ['NUMBER', 12.5, 'twelve'],
    ['DATE', '2026-03-05', '2026-02-30'],
    ['YES_NO', false, 'no'],
    [
      'ADDRESS',
      { street: '418 Orchard St', city: 'Bend', state: 'OR', postalCode: '97702' },
      'Bend',
    ],
  ])('of the kind %s are answered in place with such a value', async (questionType, good, bad) => {
    const element = await server.given.element(loan, { questionType });
    expect((await answer(element.id, { value: bad })).status).toBe(400);
    const { status, body } = await answer(element.id, { value: good }, borrowerToken);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'ANSWERED', answer: { value: good, document: null } });
  });

  test('a choice takes one of its choices; a document asked for takes no value', async () => {
    const { body } = await server.call(
      'createElements',
      {
        body: {
          loanId: loan.id,
          elements: [{ title: 'Premises', questionType: 'CHOICE', choices: ['Own', 'Rent'] }],
        },
      },
      { token },
    );
    const { id } = body.elements[0]!;
    expect((await answer(id, { value: 'Borrow' })).status).toBe(400);
    expect((await answer(id, { value: 'Rent' })).status).toBe(200);
    const file = await server.given.element(loan);
    expect((await answer(file.id, { value: 'Rent' })).status).toBe(404);
  });
});

describe('answers', () => {
  test('in progress or not submitted are not yet answered; submitted they are [R231]', async () => {
    const element = await server.given.element(loan);
    const file = await server.given.document(loan, borrower);
    for (const draft of [{ inProgress: true }, { submit: false }]) {
      const started = await answer(element.id, { documentId: file.id, ...draft }, borrowerToken);
      expect(started.body.status).toBe('IN_PROGRESS');
    }
    const reply = await answer(element.id, { documentId: file.id, submit: true }, borrowerToken);
    expect(reply.body.status).toBe('ANSWERED');
  });

  test('are taken back into the request’s trash, restored from it, or purged by owners [R221]', async () => {
    const { element, file } = await answeredElement();
    expect((await elementSeenBy(element.id, borrowerToken)).abilities.takeBack).toBe(true);
    const removed = await server.call(
      'removeAnswer',
      { body: { elementId: element.id, loanId: loan.id } },
      { token: borrowerToken },
    );
    expect(removed.body).toMatchObject({
      answer: null,
      status: 'NEEDED',
      deletedAnswers: [{ document: { id: file.id } }],
      abilities: { takeBack: false },
    });
    const lenders = await answeredElement({ by: officer });
    expect((await elementSeenBy(lenders.element.id, borrowerToken)).abilities.takeBack).toBe(false);
    const again = await answer(element.id, { documentId: file.id }, borrowerToken);
    expect(again.body).toMatchObject({ status: 'ANSWERED', deletedAnswers: [] });
    await server.call('resetAnswer', { params: { id: element.id }, body: {} }, { token });
    const purged = await server.call(
      'purgeAnswer',
      { body: { elementId: element.id, loanId: loan.id, documentId: file.id } },
      { token },
    );
    expect(purged.body.deletedAnswers).toEqual([]);
    const served = await server.call(
      'getDocumentWithDownloadUrl',
      { params: { id: file.id } },
      { token: borrowerToken },
    );
    expect(served.status).toBe(404);
  });

  test('that were accepted cannot be removed by their uploader', async () => {
    const { element } = await answeredElement();
    await approve(element.id);
    expect((await elementSeenBy(element.id, borrowerToken)).abilities.takeBack).toBe(false);
    const body = { elementId: element.id, loanId: loan.id };
    expect((await server.call('removeAnswer', { body }, { token: borrowerToken })).status).toBe(
      403,
    );
    expect((await server.call('removeAnswer', { body }, { token })).status).toBe(200);
  });

  test('that were accepted cannot be replaced by their uploader, until they expire', async () => {
    const { element } = await answeredElement();
    await approve(element.id);
    const { id: documentId } = await server.given.document(loan, borrower);
    expect((await elementSeenBy(element.id, borrowerToken)).abilities.answer).toBe(false);
    expect((await answer(element.id, { documentId }, borrowerToken)).status).toBe(403);
    await server.owner.query(
      `update cairn.element set expiration_date = '2026-01-01', expired = true where id = $1`,
      [element.id],
    );
    expect((await answer(element.id, { documentId }, borrowerToken)).status).toBe(200);
  });

  test('reset clears the approval too, and is the lender’s', async () => {
    const { element } = await answeredElement();
    await approve(element.id);
    const request = { params: { id: element.id }, body: {} };
    expect((await server.call('resetAnswer', request, { token: borrowerToken })).status).toBe(403);
    const { body } = await server.call('resetAnswer', request, { token });
    expect(body).toMatchObject({ status: 'NEEDED', approvedByUserId: null, answer: null });
    expect((await server.call('resetAnswer', request, { token })).body).toMatchObject({
      code: 'NO_ANSWER',
    });
  });

  test('another person’s answer cannot be removed by a borrower', async () => {
    const { element } = await answeredElement({ by: officer });
    const body = { elementId: element.id, loanId: loan.id };
    expect((await server.call('removeAnswer', { body }, { token: borrowerToken })).status).toBe(
      403,
    );
  });

  test('are copied to other requests of the loan', async () => {
    const { element, file } = await answeredElement();
    const others = [await server.given.element(loan), await server.given.element(loan)];
    const targetIds = others.map(({ id }) => id);
    const { body } = await server.call(
      'copyAnswer',
      { body: { elementId: element.id, loanId: loan.id, targetIds } },
      { token },
    );
    for (const each of body.elements) {
      expect(each).toMatchObject({ status: 'ANSWERED', answer: { document: { id: file.id } } });
    }
  });

  test('to a question are copied to questions of the same kind only', async () => {
    const ask = (questionType: string) => server.given.element(loan, { questionType });
    const [numberRequest, same, other] = [
      await ask('NUMBER'),
      await ask('NUMBER'),
      await ask('DATE'),
    ];
    await answer(numberRequest.id, { value: 12 });
    const copy = (targetId: string) =>
      server.call(
        'copyAnswer',
        { body: { elementId: numberRequest.id, loanId: loan.id, targetIds: [targetId] } },
        { token },
      );
    expect((await copy(same.id)).body.elements).toMatchObject([{ answer: { value: 12 } }]);
    expect((await copy(other.id)).status).toBe(400);
    expect((await copy((await server.given.element(loan)).id)).status).toBe(404);
  });

  test('whose day has passed are expired, and count as not answered', async () => {
    const freshLoan = await server.given.loan(await server.given.phase(company));
    const file = await server.given.document(freshLoan, officer);
    const element = await server.given.element(freshLoan, {
      answer: { documentId: file.id, by: officer },
    });
    await change(element.id, { hasExpiration: true, expirationDate: '2999-01-01' });
    await server.owner.query(
      `update cairn.element set expiration_date = current_date - 1 where id = $1`,
      [element.id],
    );
    expect(await expireAnswers(server.db)).toBe(1);
    expect(await expireAnswers(server.db)).toBe(0);
    const { body } = await server.call('listElements', { params: { id: freshLoan.id } }, { token });
    expect(body.totals.answered).toBe(0);
    expect(body.elements.find(({ id }) => id === element.id)!.status).toBe('EXPIRED');
    const reply = await server.call('getLoan', { params: { id: freshLoan.id } }, { token });
    expect(reply.body.packageTotals.totalAnsweredFiles).toBe(0);
  });
});

test('the lead borrower says who brings what, and changes nothing else', async () => {
  const lead = await server.given.account();
  await server.given.role(loan, lead, 'LEAD_BORROWER');
  const as = await server.given.session(lead, { roleLevel: 'BORROWER' });
  const element = await server.given.element(loan);
  const assigned = await change(element.id, { assignedToUserId: borrower.id }, as);
  expect(assigned.body).toMatchObject({ status: 'ASSIGNED', assignedToUserId: borrower.id });
  const more = await change(element.id, { assignedToUserId: borrower.id, title: 'x' }, as);
  expect(more.status).toBe(403);
});
