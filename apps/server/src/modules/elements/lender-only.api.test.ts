/** Lender-only data is in no reply, count or event of users outside the lender. */
import type { ReviewStatus } from '@cairn/contract/template-terms';
import {
  Ear,
  readEverything,
  startTestServer,
  until,
  type Account,
  type Company,
  type Element,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let owner: Account;
let token: string;
let loan: Loan;
let borrower: Account;
let borrowerToken: string;

beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  company = await server.given.company();
  ({ account: owner, token } = await server.given.colleague(company, 'OWNER'));
  loan = await server.given.loan(await server.given.phase(company));
  ({ account: borrower, token: borrowerToken } = await server.given.borrower(
    loan,
    'LEAD_BORROWER',
  ));
});
afterAll(() => server.stop());

const titles = async (of: Loan, as: string) =>
  (await server.call('listElements', { params: { id: of.id } }, { token: as })).body.elements
    .filter(({ parentId }) => parentId !== null)
    .map(({ title }) => title)
    .toSorted();
const change = (id: string, body: object) =>
  server.call('updateFormElement', { params: { id }, body }, { token });

test('a filter finds no loan by what waits for review out of sight', async () => {
  const other = await server.given.loan(await server.given.phase(company), { name: 'Quiet' });
  const { token: outside } = await server.given.borrower(other);
  const answer = async () => ({
    documentId: (await server.given.document(other, owner)).id,
    by: owner,
  });
  await server.given.element(other, { flags: ['LENDER_ONLY'], answer: await answer() });
  const waiting = async (as: string) =>
    (await server.call('viewLoans', { query: { toReview: 'true' } }, { token: as })).body.loans.map(
      ({ name }) => name,
    );
  expect(await waiting(token)).toContain('Quiet');
  expect(await waiting(outside)).toEqual([]);
  await server.given.element(other, { answer: await answer() });
  expect(await waiting(outside)).toEqual(['Quiet']);
});

/** A hidden element of every kind, each with a file whose name and text must not leak either. */
async function hideThings(): Promise<Element[]> {
  const file = async (name: string) => {
    const { id: documentId } = await server.given.document(loan, owner, { name: `${name}.pdf` });
    await server.given.documentContent(documentId, Buffer.from('CANARY'), {
      text: `${name} CANARY`,
    });
    return { documentId, by: owner };
  };
  const kinds: [string, Parameters<TestServer['given']['element']>[1]][] = [
    ['CANARY hidden', { priorityType: 'HIDDEN' }],
    ['CANARY lender only', { flags: ['LENDER_ONLY'] }],
    ['CANARY internal only', { flags: ['AUDITABLE', 'INTERNAL_ONLY'] }],
    ['CANARY private', { priorityType: 'PRIVATE', assignedTo: owner }],
    ['CANARY later', { visibleAtStatus: 'IN_REVIEW' }],
    ['CANARY held', { releasePhase: 'CLOSING', borrowerTitle: 'CANARY held for you' }],
  ];
  const items: Element[] = [];
  for (const [title, over] of kinds) {
    items.push(await server.given.element(loan, { title, ...over, answer: await file(title) }));
  }
  const folder = await server.given.element(loan, {
    title: 'CANARY folder',
    storageType: 'FOLDER',
    priorityType: 'HIDDEN',
  });
  const inner = await server.given.element(loan, {
    title: 'CANARY inner folder',
    storageType: 'FOLDER',
    parent: folder,
  });
  const inside = await server.given.element(loan, {
    title: 'CANARY inside',
    parent: inner,
    answer: await file('CANARY inside'),
  });
  await server.call(
    'createElements',
    { body: { loanId: loan.id, elements: [{ elementId: inside.id }] } },
    { token },
  );
  const closing = await server.given.element(loan, {
    title: 'CANARY closing folder',
    storageType: 'FOLDER',
  });
  await server.given.element(loan, {
    title: 'CANARY held inside',
    parent: closing,
    releasePhase: 'CLOSING',
  });
  const trashed = await server.given.element(loan, { title: 'CANARY trashed' });
  await server.call('trashElements', { body: { elements: [trashed.id] } }, { token });
  return [...items, folder, inner, inside, trashed];
}

test('a canary in every hidden item: all GETs as a borrower, and the event stream [R187]', async () => {
  await server.given.element(loan, { title: 'Shown' });
  // It would be suggested for what is hidden.
  const own = await server.given.shoeboxItem(loan, borrower, { title: 'canary lender only.pdf' });
  await server.given.documentContent(own.documentId, Buffer.from('own'), { text: 'canary held' });
  const ear = await Ear.listen(server, borrowerToken);
  const hidden = await hideThings();
  for (const { id } of hidden.slice(0, 6)) await change(id, { description: 'CANARY described' });
  await change(hidden[8]!.id, { dueDate: '2030-01-31' });

  const { rows } = await server.owner.query<{ id: string }>(
    'select id from cairn.document where company_id = $1',
    [company.id],
  );
  const ids = [loan.id, company.id, hidden[0]!.id, hidden.at(-2)!.id, rows[0]!.id, rows.at(-1)!.id];
  let callCount = 0;
  const queries = [
    {},
    { status: 'ALL' },
    { status: 'TRASHED' },
    { loanId: loan.id },
    { loanReviewStatus: 'REVIEW_COMPLETE' },
    { q: 'CANARY' },
  ];
  const as = { token: borrowerToken };
  for await (const read of readEverything(server, as, { loanId: loan.id, ids, queries })) {
    callCount += 1;
    // An error may repeat the query, but nothing else that is hidden.
    if (read.status < 300)
      expect([read.name, read.text.includes('CANARY')]).toEqual([read.name, false]);
  }
  expect(callCount).toBeGreaterThan(100);
  const searches = await Promise.all([
    server.call('quickSearch', { query: { q: 'canary', everything: 'true' } }, as),
    server.call('search', { query: { q: 'canary', kind: 'TEXT' } }, as),
    server.call('listLoanShoebox', { query: { loanId: [loan.id], suggest: '' } }, as),
  ]);
  for (const { status, text } of searches)
    expect([status, text.includes('CANARY')]).toEqual([200, false]);
  // What they found is the borrower's own.
  expect(searches[1].body.totalRecords).toBe(1);
  for (const { id } of rows.filter((row) => row.id !== own.documentId)) {
    const params = { id };
    const calls = ['downloadDocumentPdf', 'getDocumentText', 'getDocumentWithDownloadUrl'] as const;
    for (const name of calls) {
      expect([name, (await server.call(name, { params }, as)).status]).toEqual([name, 404]);
    }
    const page = { params: { id, page: '1' } };
    expect((await server.call('getDocumentThumbnail', page, as)).status).toBe(404);
    const reply = await server.call('findInDocument', { params, query: { text: 'CANARY' } }, as);
    expect(reply.status).toBe(404);
  }
  expect(await titles(loan, borrowerToken)).toEqual(['Shown']);
  const loanReply = await server.call(
    'getLoan',
    { params: { id: loan.id } },
    { token: borrowerToken },
  );
  expect(loanReply.body.packageTotals).toEqual({
    totalFiles: 1,
    totalAnsweredFiles: 0,
    totalApprovedFiles: 0,
    totalFilesToReview: 0,
    totalFilesHidden: 0,
    totalFolders: 0,
    totalFoldersHidden: 0,
    totalPackagesItems: 1,
    totalShoexboxItems: 1,
  });
  const visible = await server.given.element(loan, { title: 'Shown too' });
  await change(visible.id, { dueDate: '2030-01-31' });
  await until(async () => ear.changes.length > 1);
  // The two visible changes, and no event about hidden elements.
  expect(ear.changes.map(({ kind }) => kind)).toEqual(['element.trashed', 'element.edited']);
  ear.close();
}, 120_000);

test('visibleAtStatus: shown once the review has come so far, and not hidden again [R330]', async () => {
  const freshLoan = await server.given.loan(await server.given.phase(company));
  await server.given.role(freshLoan, borrower, 'BORROWER');
  await server.given.element(freshLoan, { title: 'Later', visibleAtStatus: 'CHANGES_REQUESTED' });
  await server.given.element(freshLoan, { title: 'Last', visibleAtStatus: 'REVIEW_COMPLETE' });
  const would = async (loanReviewStatus: ReviewStatus) =>
    (
      await server.call(
        'listStatusChangeElements',
        { params: { id: freshLoan.id }, query: { loanReviewStatus } },
        { token },
      )
    ).body.elements.map(({ title }) => title);
  expect(await would('READY_TO_REVIEW')).toEqual([]);
  expect(await would('CHANGES_REQUESTED')).toEqual(['Later']);
  const review = (status: string) =>
    server.owner.query('update cairn.loan set review_status = $2 where id = $1', [
      freshLoan.id,
      status,
    ]);
  await review('CHANGES_REQUESTED');
  expect(await titles(freshLoan, borrowerToken)).toEqual(['Later']);
  await review('READY_TO_REVIEW');
  expect(await titles(freshLoan, borrowerToken)).toEqual(['Later']);
});

describe('folders hand down what they are', () => {
  test('an item moved into a hidden folder is hidden, moved out it is shown; totals follow', async () => {
    const freshLoan = await server.given.loan(await server.given.phase(company));
    await server.given.role(freshLoan, borrower, 'BORROWER');
    const hidden = await server.given.element(freshLoan, { storageType: 'FOLDER', title: 'Kept' });
    const item = await server.given.element(freshLoan, { title: 'Item' });
    const root = await server.given.packageOf(freshLoan);
    await change(hidden.id, { priorityType: 'HIDDEN' });
    await change(item.id, { parentId: hidden.id });
    expect(await titles(freshLoan, borrowerToken)).toEqual([]);
    const loanReply = await server.call('getLoan', { params: { id: freshLoan.id } }, { token });
    expect(loanReply.body.packageTotals).toMatchObject({
      totalFilesHidden: 1,
      totalFoldersHidden: 1,
    });
    await change(item.id, { parentId: root.id });
    expect(await titles(freshLoan, borrowerToken)).toEqual(['Item']);
    await change(hidden.id, { priorityType: 'LOW' });
    expect(await titles(freshLoan, borrowerToken)).toEqual(['Item', 'Kept']);
  });
});

describe('sharing', () => {
  test('shows an item on another loan with its file, lists it by loan, and ends at once [R326]', async () => {
    const source = await server.given.loan(await server.given.phase(company));
    const target = await server.given.loan(await server.given.phase(company));
    await server.given.role(target, borrower, 'BORROWER');
    const file = await server.given.document(source, owner);
    const item = await server.given.element(source, {
      title: 'Appraisal',
      answer: { documentId: file.id, by: owner },
    });
    const body = {
      loanId: source.id,
      shares: [{ elementId: item.id, targetLoanId: target.id }],
    };
    const download = () =>
      server.call(
        'getDocumentWithDownloadUrl',
        { params: { id: file.id } },
        { token: borrowerToken },
      );
    expect((await download()).status).toBe(404);
    const shared = await server.call('shareElements', { body }, { token });
    expect(shared.body.shares).toHaveLength(1);

    const reply = await server.call(
      'listElements',
      { params: { id: target.id } },
      { token: borrowerToken },
    );
    expect(reply.body.sharedInfo).toMatchObject([
      { loanId: source.id, targetLoanId: target.id, element: { title: 'Appraisal' } },
    ]);
    expect(reply.body.sharedInfo[0]!.element.abilities.answer).toBe(false);
    expect((await download()).status).toBe(200);
    const byLoan = await server.call('listSharedElements', {}, { token: borrowerToken });
    expect(Object.keys(byLoan.body.sharesByLoan)).toEqual([source.id]);
    const answer = await server.call(
      'answerElement',
      { body: { loanId: source.id, elementId: item.id, documentId: file.id } },
      { token: borrowerToken },
    );
    expect(answer.status).toBe(404);

    await change(item.id, { priorityType: 'HIDDEN' });
    expect((await download()).status).toBe(404);
    await change(item.id, { priorityType: 'LOW' });
    expect((await server.call('unshareElements', { body }, { token })).status).toBe(200);
    expect((await download()).status).toBe(404);
    const after = await server.call(
      'listElements',
      { params: { id: target.id } },
      { token: borrowerToken },
    );
    expect(after.body.sharedInfo).toEqual([]);
  });

  test('with a contact shows them what they were not asked for, and only that', async () => {
    const contact = await server.given.account();
    await server.given.role(loan, contact, 'KEY_CONTACT');
    const as = await server.given.session(contact, { roleLevel: 'CONTACT' });
    const item = await server.given.element(loan, { title: 'Survey' });
    const files = async () =>
      (
        await server.call('listElements', { params: { id: loan.id } }, { token: as })
      ).body.elements.filter(({ storageType }) => storageType === 'FILE');
    expect(await files()).toEqual([]);
    const body = { loanId: loan.id, shares: [{ elementId: item.id, userId: contact.id }] };
    await server.call('shareElements', { body }, { token });
    expect((await files()).map(({ title }) => title)).toEqual(['Survey']);
    await server.call('unshareElements', { body }, { token });
    expect(await files()).toEqual([]);
  });

  test('not with another company’s loan, nor with a stranger', async () => {
    const foreign = await server.given.loan(await server.given.phase(await server.given.company()));
    const item = await server.given.element(loan);
    const stranger = await server.given.account();
    for (const to of [{ targetLoanId: foreign.id }, { userId: stranger.id }]) {
      const body = { loanId: loan.id, shares: [{ elementId: item.id, ...to }] };
      expect((await server.call('shareElements', { body }, { token })).status).toBe(404);
    }
  });
});
