import {
  startTestServer,
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

const newLoan = async () => server.given.loan(await server.given.phase(company));

beforeAll(async () => {
  server = await startTestServer();
  company = await server.given.company();
  ({ account: owner, token } = await server.given.colleague(company, 'OWNER'));
  loan = await newLoan();
});
afterAll(() => server.stop());

const list = async (of: Loan = loan) =>
  (await server.call('listElements', { params: { id: of.id } }, { token })).body;
const create = (of: Loan, elements: object[]) =>
  server.call('createElements', { body: { loanId: of.id, elements } }, { token });
const change = (id: string, body: object) =>
  server.call('updateFormElement', { params: { id }, body }, { token });
const trash = (ids: string[]) =>
  server.call('trashElements', { body: { elements: ids } }, { token });
const folder = (title: string, parent?: Element, of: Loan = loan) =>
  server.given.element(of, { storageType: 'FOLDER', title, ...(parent && { parent }) });

describe('one foreign id among a hundred', () => {
  const bulk = async (freshLoan: Loan) => {
    const foreignLoan = await server.given.loan(
      await server.given.phase(await server.given.company()),
    );
    const foreign = await server.given.element(foreignLoan);
    const ids: string[] = [];
    for (let index = 0; index < 99; index += 1)
      ids.push((await server.given.element(freshLoan)).id);
    return [...ids.slice(0, 50), foreign.id, ...ids.slice(50)];
  };

  test('refuses the whole call, and nothing is changed', async () => {
    const freshLoan = await newLoan();
    const ids = await bulk(freshLoan);
    const own99 = ids.filter((_, index) => index !== 50);
    const everything = async () =>
      (
        await server.owner.query(
          `select md5(string_agg(e::text, '|' order by id)) as hash from cairn.element e
           where company_id = $1`,
          [company.id],
        )
      ).rows;
    const before = await everything();
    const loanId = freshLoan.id;
    const shares = ids.map((elementId) => ({ elementId, userId: owner.id }));
    const calls = [
      server.call('trashElements', { body: { elements: ids } }, { token }),
      server.call('trashElements', { body: { loanId, elements: ids } }, { token }),
      server.call('removeElements', { body: { elements: ids } }, { token }),
      server.call('restoreElements', { body: { elements: ids } }, { token }),
      server.call('copyElements', { body: { loanId, sourceIds: ids } }, { token }),
      server.call('copyFormElements', { body: { loanId, sourceIds: ids } }, { token }),
      server.call('duplicateElements', { body: { loanId, sourceIds: ids } }, { token }),
      server.call('shareElements', { body: { loanId, shares } }, { token }),
      server.call('unshareElements', { body: { loanId, shares } }, { token }),
      server.call(
        'updateFormElements',
        { body: { updates: ids.map((id) => ({ id, title: 'changed' })) } },
        { token },
      ),
      server.call(
        'copyAnswer',
        { body: { loanId, elementId: own99[0]!, targetIds: ids.slice(1) } },
        { token },
      ),
      server.call(
        'createElements',
        { body: { loanId, elements: ids.map((elementId) => ({ elementId })) } },
        { token },
      ),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.status).toBe(404);
    expect(await everything()).toEqual(before);
    const all = await server.call('trashElements', { body: { elements: own99 } }, { token });
    expect(all.status).toBe(200);
  });
});

describe('copies', () => {
  test('ask for the same on another loan, with restrictions and without answers [R328]', async () => {
    const freshLoan = await newLoan();
    const elsewhere = await newLoan();
    const outer = await server.given.element(freshLoan, {
      storageType: 'FOLDER',
      title: 'Closing',
      priorityType: 'HIDDEN',
    });
    const file = await server.given.document(freshLoan, owner);
    await server.given.element(freshLoan, {
      parent: outer,
      title: 'Memo',
      flags: ['LENDER_ONLY'],
      answer: { documentId: file.id, by: owner },
    });
    const { status, body } = await server.call(
      'copyElements',
      { body: { loanId: elsewhere.id, sourceIds: [outer.id] } },
      { token },
    );
    expect(status).toBe(200);
    expect(body.elements).toMatchObject([{ title: 'Closing', priorityType: 'HIDDEN' }]);
    const memo = (await list(elsewhere)).elements.find(({ title }) => title === 'Memo');
    expect(memo).toMatchObject({ flags: ['LENDER_ONLY'], answer: null, hidden: true });
  });

  test('duplicates are placed beside the original', async () => {
    const outer = await folder('dup');
    const item = await server.given.element(loan, { parent: outer, title: 'Statement' });
    const { body } = await server.call(
      'duplicateElements',
      { body: { loanId: loan.id, sourceIds: [item.id] } },
      { token },
    );
    expect(body.elements).toMatchObject([{ title: 'Statement (copy)', parentId: outer.id }]);
  });

  test('duplicates of long titles end with a whole character', async () => {
    const title = `${'a'.repeat(247)}😀${'b'.repeat(6)}`;
    const item = await server.given.element(loan, { title });
    const { status, body } = await server.call(
      'duplicateElements',
      { body: { loanId: loan.id, sourceIds: [item.id] } },
      { token },
    );
    expect(status).toBe(200);
    expect(body.elements).toMatchObject([{ title: `${'a'.repeat(247)} (copy)` }]);
  });
});

describe('links', () => {
  test('show their target in a second place and count once; they go with it [R085]', async () => {
    const freshLoan = await newLoan();
    const other = await folder('other', undefined, freshLoan);
    const target = await server.given.element(freshLoan, { title: 'Lease' });
    const created = await create(freshLoan, [{ elementId: target.id, parentId: other.id }]);
    expect(created.body.linkInfo).toEqual([
      { id: created.body.elements[0]!.id, elementId: target.id },
    ]);
    await change(target.id, { title: 'Lease, signed' });
    const { elements, totals } = await list(freshLoan);
    const link = elements.find(({ id }) => id === created.body.elements[0]!.id);
    expect(link).toMatchObject({
      elementId: target.id,
      title: 'Lease, signed',
      parentId: other.id,
    });
    expect(totals.files).toBe(1);
    await trash([target.id]);
    expect((await list(freshLoan)).elements.map(({ title }) => title).toSorted()).toEqual([
      'Package',
      'other',
    ]);
  });
});

describe('totals', () => {
  test('of the caller’s loans, summed and by loan, with hidden ones for the lender only [R071]', async () => {
    const freshLoan = await newLoan();
    const officer = await server.given.employee(company);
    const someone = await server.given.account();
    await server.given.role(freshLoan, officer, 'LENDER');
    await server.given.role(freshLoan, someone, 'BORROWER');
    const hiddenFolder = await server.given.element(freshLoan, {
      storageType: 'FOLDER',
      priorityType: 'HIDDEN',
    });
    await server.given.element(freshLoan, { parent: hiddenFolder });
    await server.given.element(freshLoan);
    const asOfficer = await server.given.session(officer, { roleLevel: 'LENDER', company });
    const lender = await server.call('totalPackagesLoansUser', {}, { token: asOfficer });
    const expected = {
      totalFiles: 2,
      totalAnsweredFiles: 0,
      totalFilesHidden: 1,
      totalFolders: 1,
      totalFoldersHidden: 1,
      totalPackagesItems: 3,
      totalShoexboxItems: 0,
    };
    expect(lender.body).toEqual({ ...expected, byLoanId: { [freshLoan.id]: expected } });
    const asSomeone = await server.given.session(someone, { roleLevel: 'BORROWER' });
    const party = await server.call('totalPackagesLoansUser', {}, { token: asSomeone });
    expect(party.body).toMatchObject({
      totalFiles: 1,
      totalFilesHidden: 0,
      totalFolders: 0,
      totalFoldersHidden: 0,
      totalPackagesItems: 1,
    });
  });
});
