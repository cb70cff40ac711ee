import {
  startTestServer,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let dana: Account;
let token: string;
let loan: Loan;
let borrower: Account;
let borrowerToken: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await server.given.company();
  dana = await server.given.employee(company);
  token = await server.given.session(dana, { roleLevel: 'LENDER', company });
  loan = await server.given.loan(await server.given.phase(company));
  await server.given.role(loan, dana, 'LENDER');
  borrower = await server.given.account();
  await server.given.role(loan, borrower, 'BORROWER');
  borrowerToken = await server.given.session(borrower, { roleLevel: 'BORROWER' });
});
afterAll(() => server.stop());

const answer = (elementId: string, documentId: string, as = token) =>
  server.call('answerElement', { body: { elementId, loanId: loan.id, documentId } }, { token: as });

describe('the package', () => {
  test('lists folders and requested documents with their answers and totals [R077] [R078] [R086]', async () => {
    const folder = await server.given.element(loan, {
      storageType: 'FOLDER',
      title: 'Tax returns',
    });
    const file = await server.given.document(loan, dana, { name: 'return.pdf', size: 4321 });
    await server.given.element(loan, {
      parent: folder,
      title: '2025 return',
      answer: { documentId: file.id, by: dana },
    });
    await server.given.element(loan, { parent: folder, title: '2024 return' });

    const { body } = await server.call('listElements', { params: { id: loan.id } }, { token });

    expect(body.totals).toEqual({ answered: 1, files: 2, folders: 1 });
    const fieldNames =
      'id, title, storageType, parentId, childrenIds, description, includeDescription, locations, ' +
      'displayOrder, hasExpiration, assignedToUserId, loanId, answer, approved, approvedByUserId, ' +
      'rejectedByUserId, sherpaEntityId';
    for (const each of body.elements) {
      expect(Object.keys(each)).toEqual(expect.arrayContaining(fieldNames.split(', ')));
      expect(['FILE', 'FOLDER']).toContain(each.storageType);
    }
    const inside = body.elements.filter(({ parentId }) => parentId === folder.id);
    expect(body.elements.find(({ id }) => id === folder.id)!.childrenIds.toSorted()).toEqual(
      inside.map(({ id }) => id).toSorted(),
    );
    const returned = body.elements.find((element) => element.title === '2025 return');
    expect(returned).toMatchObject({
      parentId: folder.id,
      storageType: 'FILE',
      abilities: { answer: true },
      answer: {
        document: { id: file.id, name: 'return.pdf', size: 4321, createdByUser: { id: dana.id } },
      },
    });
  });

  test('a borrower does not see hidden, lender-only or other people’s private requests', async () => {
    const freshLoan = await server.given.loan(await server.given.phase(company));
    await server.given.role(freshLoan, borrower, 'BORROWER');
    const titles = ['CANARY-HIDDEN', 'CANARY-LENDER', 'CANARY-INTERNAL', 'CANARY-PRIVATE'];
    await server.given.element(freshLoan, { title: titles[0]!, priorityType: 'HIDDEN' });
    await server.given.element(freshLoan, { title: titles[1]!, flags: ['LENDER_ONLY'] });
    await server.given.element(freshLoan, {
      title: titles[2]!,
      flags: ['AUDITABLE', 'INTERNAL_ONLY'],
    });
    await server.given.element(freshLoan, {
      title: titles[3]!,
      priorityType: 'PRIVATE',
      assignedTo: dana,
    });
    await server.given.element(freshLoan, {
      title: 'Mine',
      priorityType: 'PRIVATE',
      assignedTo: borrower,
    });

    const reply = await server.call(
      'listElements',
      { params: { id: freshLoan.id } },
      { token: borrowerToken },
    );
    expect(reply.body.elements.map((element) => element.title)).toEqual(['Package', 'Mine']);
    expect(reply.text).not.toContain('CANARY');
    const loanReply = await server.call(
      'getLoan',
      { params: { id: freshLoan.id } },
      { token: borrowerToken },
    );
    expect(loanReply.body.packageTotals.totalFiles).toBe(1);
    const all = await server.call('getLoan', { params: { id: freshLoan.id } }, { token });
    expect(all.body.packageTotals.totalFiles).toBe(5);
    const lender = await server.call('listElements', { params: { id: freshLoan.id } }, { token });
    for (const title of titles) expect(lender.text).toContain(title);
  });
});

describe('answering', () => {
  test('puts the document in its place, clears an earlier decision, and counts [R231]', async () => {
    const freshLoan = await server.given.loan(await server.given.phase(company));
    await server.given.role(freshLoan, dana, 'LENDER');
    const before = await server.given.document(freshLoan, dana);
    const element = await server.given.element(freshLoan, {
      answer: { documentId: before.id, by: dana },
      rejectedBy: dana,
    });
    const file = await server.given.document(freshLoan, dana, { state: 'PENDING' });

    const { status, body } = await server.call(
      'answerElement',
      { body: { elementId: element.id, loanId: freshLoan.id, documentId: file.id } },
      { token },
    );

    expect(status).toBe(200);
    expect(body).toMatchObject({
      answer: { document: { id: file.id, virusScanState: 'PENDING' }, inProgress: false },
      rejectedByUserId: null,
    });
    const after = await server.call('getLoan', { params: { id: freshLoan.id } }, { token });
    expect(after.body.packageTotals).toEqual({
      totalFiles: 1,
      totalAnsweredFiles: 1,
      totalApprovedFiles: 0,
      // It waits for its scan.
      totalFilesToReview: 0,
      totalFilesHidden: 0,
      totalFolders: 0,
      totalFoldersHidden: 0,
      totalPackagesItems: 1,
      totalShoexboxItems: 0,
    });
  });

  test('a folder has nothing to answer', async () => {
    const folder = await server.given.element(loan, { storageType: 'FOLDER' });
    const file = await server.given.document(loan, dana);
    const { status, body } = await answer(folder.id, file.id);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'NOTHING_TO_ANSWER' });
  });

  test('with a document of another loan is refused, also one of the same company', async () => {
    const element = await server.given.element(loan);
    const elsewhere = await server.given.loan(await server.given.phase(company));
    const file = await server.given.document(elsewhere, dana);
    expect((await answer(element.id, file.id)).status).toBe(404);
  });

  test('a borrower answers with what they uploaded, not with what is kept from them', async () => {
    const element = await server.given.element(loan);
    const uploaded = await server.given.document(loan, borrower);
    const document = await server.given.document(loan, dana);
    expect((await answer(element.id, document.id, borrowerToken)).status).toBe(404);
    expect((await answer(element.id, uploaded.id, borrowerToken)).status).toBe(200);
  });

  test('two concurrent answers: both callers get true replies, one answer wins, both are recorded', async () => {
    const element = await server.given.element(loan);
    const one = await server.given.document(loan, dana);
    const two = await server.given.document(loan, borrower);
    const answers = await Promise.all([
      answer(element.id, one.id),
      answer(element.id, two.id, borrowerToken),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { rows } = await server.owner.query(
      `select count(*)::int as count from cairn.audit_entry
       where kind = 'element.answered' and detail ->> 'elementId' = $1`,
      [element.id],
    );
    expect(rows).toEqual([{ count: 2 }]);
  });
});
