import {
  startTestServer,
  type Account,
  type Company,
  type Element,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { violations } from '@cairn/server/platform/db/migrate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let owner: Account;
let token: string;
let loan: Loan;
let borrower: Account;
let borrowerToken: string;

const newLoan = async () => server.given.loan(await server.given.phase(company));

beforeAll(async () => {
  server = await startTestServer();
  company = await server.given.company();
  ({ account: owner, token } = await server.given.colleague(company, 'OWNER'));
  loan = await newLoan();
  ({ account: borrower, token: borrowerToken } = await server.given.borrower(loan));
});
afterAll(async () => {
  const [{ current_database: name }] = (await server.owner.query('select current_database()'))
    .rows as [{ current_database: string }];
  const url = new URL(process.env['MIGRATION_DATABASE_URL']!);
  url.pathname = name;
  // Invariants after all tests: no cycle, no orphan, one root, totals that equal a count.
  expect(await violations(url.href)).toEqual([]);
  await server.stop();
});

const list = async (of: Loan = loan, as = token, status = 'ACTIVE') =>
  (
    await server.call(
      'listElements',
      { params: { id: of.id }, query: { status } as never },
      { token: as },
    )
  ).body;
const create = (of: Loan, elements: object[], as = token) =>
  server.call('createElements', { body: { loanId: of.id, elements } }, { token: as });
const change = (id: string, body: object, as = token) =>
  server.call('updateFormElement', { params: { id }, body }, { token: as });
const trash = (ids: string[], as = token) =>
  server.call('trashElements', { body: { elements: ids } }, { token: as });
const restore = (ids: string[], as = token) =>
  server.call('restoreElements', { body: { elements: ids } }, { token: as });
const remove = (ids: string[], as = token) =>
  server.call('removeElements', { body: { elements: ids } }, { token: as });
const folder = (title: string, parent?: Element, of: Loan = loan) =>
  server.given.element(of, { storageType: 'FOLDER', title, ...(parent && { parent }) });
const totalsOf = async (of: Loan, as = token) =>
  (await server.call('getLoan', { params: { id: of.id } }, { token: as })).body.packageTotals;

describe('asking for documents', () => {
  test('makes the root with the first item, and replies items, shares and links [R083] [R327]', async () => {
    const freshLoan = await newLoan();
    const { status, body } = await create(freshLoan, [
      { title: '2025 return', dueDate: '2030-01-31' },
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      elements: [
        { title: '2025 return', status: 'NEEDED', dueDate: '2030-01-31', displayOrder: 1000 },
      ],
      sharedInfo: [],
      linkInfo: [],
      totals: { answered: 0, files: 1, folders: 0 },
    });
    const { elements } = await list(freshLoan);
    const roots = elements.filter(({ parentInfoId }) => parentInfoId === null);
    expect(roots.map(({ title }) => title)).toEqual(['Package']);
    expect(body.elements[0]!.parentId).toBe(roots[0]!.id);
  });

  test('a batch creates its own folders, in any order; a cycle or a file as a parent refuses it all', async () => {
    const freshLoan = await newLoan();
    const [top, inner] = [crypto.randomUUID(), crypto.randomUUID()];
    const created = await create(freshLoan, [
      { title: 'K-1', parentId: inner },
      { id: inner, title: 'Tax', storageType: 'FOLDER', parentId: top },
      { id: top, title: 'Bakery', storageType: 'FOLDER' },
    ]);
    expect(created.status).toBe(200);
    const [a, b] = [crypto.randomUUID(), crypto.randomUUID()];
    const cycle = await create(freshLoan, [
      { id: a, title: 'a', storageType: 'FOLDER', parentId: b },
      { id: b, title: 'b', storageType: 'FOLDER', parentId: a },
    ]);
    expect(cycle.body).toMatchObject({ code: 'NOT_A_PLACE' });
    const file = created.body.elements.find(({ title }) => title === 'K-1')!;
    const inFile = await create(freshLoan, [{ title: 'x' }, { title: 'y', parentId: file.id }]);
    expect(inFile.body).toMatchObject({ code: 'NOT_A_PLACE' });
    expect((await list(freshLoan)).totals).toEqual({ answered: 0, files: 1, folders: 2 });
  });

  test('with one of six priorities, and with no other [R184]', async () => {
    const freshLoan = await newLoan();
    const priorities = ['HIDDEN', 'HIGH', 'LOW', 'MEDIUM', 'PRIVATE', 'URGENT'];
    const { body } = await create(
      freshLoan,
      priorities.map((priorityType) => ({ title: priorityType, priorityType })),
    );
    expect(body.elements.map(({ priorityType }) => priorityType).toSorted()).toEqual(priorities);
    const refused = await create(freshLoan, [{ title: 'Soon', priorityType: 'SOON' }]);
    expect([refused.status, refused.body]).toMatchObject([400, { code: 'INVALID_REQUEST' }]);
  });

  test('an assignee who is not on the loan is refused', async () => {
    const stranger = await server.given.account();
    const { status } = await create(loan, [{ title: 'x', assignedToUserId: stranger.id }]);
    expect(status).toBe(404);
    const assigned = await create(loan, [{ title: 'x', assignedToUserId: borrower.id }]);
    expect(assigned.body.elements[0]).toMatchObject({ status: 'ASSIGNED' });
  });

  test('unlisted fields are refused, and so is what only the server decides', async () => {
    for (const field of ['companyId', 'approvedByUserId', 'deleted', 'status', 'kept']) {
      const { status } = await create(loan, [{ title: 'x', [field]: 'y' }]);
      expect([field, status]).toEqual([field, 400]);
    }
  });
});

describe('order and kinds', () => {
  test('special order first, folders before files, then alphabetical, numbers by value in folders [R248] [R249] [R250] [R318] [R319]', async () => {
    const freshLoan = await newLoan();
    await create(freshLoan, [
      { title: 'b file' },
      { title: 'Folder 10', storageType: 'FOLDER' },
      { title: 'Folder 9', storageType: 'FOLDER' },
      { title: 'A file' },
      { title: 'Zulu, pinned', storageType: 'FOLDER', displayOrder: 1001 },
    ]);
    const { elements } = await list(freshLoan);
    const titles = elements.filter(({ parentId }) => parentId !== null).map(({ title }) => title);
    expect(titles).toEqual(['Zulu, pinned', 'Folder 9', 'Folder 10', 'A file', 'b file']);
  });

  test('an item has the fields of the package and of what is asked for, also in the trash [R079] [R080]', async () => {
    const freshLoan = await newLoan();
    const [file, before] = [
      await server.given.document(freshLoan, owner, { name: 'lease.pdf', size: 77 }),
      await server.given.document(freshLoan, owner),
    ];
    const item = await server.given.element(freshLoan, {
      answer: { documentId: before.id, by: owner },
    });
    const answering = { elementId: item.id, loanId: freshLoan.id };
    await server.call('removeAnswer', { body: answering }, { token });
    await server.call('answerElement', { body: { ...answering, documentId: file.id } }, { token });
    await trash([item.id]);
    const { body } = await server.call(
      'listElements',
      { params: { id: freshLoan.id }, query: { status: 'TRASHED' } },
      { token },
    );
    const [lies] = body.elements;
    const fieldNames =
      'id, parentInfoId, elementId, title, description, includeDescription, childrenIds, deleted, ' +
      'whenDeleted, deletedByUser, color, priorityType, size, locations, originalLocation, ' +
      'visibleAtStatus, sharedInfo, storageType, sherpaEntityType, loanId, lastModifiedDate, ' +
      'answer, deletedAnswers';
    expect(Object.keys(lies!)).toEqual(expect.arrayContaining(fieldNames.split(', ')));
    expect(lies).toMatchObject({
      id: item.id,
      deleted: true,
      whenDeleted: expect.any(String),
      deletedByUser: { id: owner.id },
      locations: ['TRASH'],
      originalLocation: 'PACKAGE',
      size: 77,
      answer: { document: { name: 'lease.pdf', size: 77, createdByUser: { id: owner.id } } },
      deletedAnswers: [{ document: { id: before.id } }],
    });
  });

  test('folders have a color, and a tree of their own [R087] [R088] [R089]', async () => {
    const freshLoan = await newLoan();
    const { body } = await create(freshLoan, [
      { title: 'Bakery', storageType: 'FOLDER', color: '#112233' },
      { title: 'Plain', storageType: 'FOLDER' },
    ]);
    const [bakery, plain] = body.elements;
    expect(bakery).toMatchObject({
      elementId: bakery!.id,
      sherpaEntityType: null,
      color: '#112233',
      deleted: false,
      whenDeleted: null,
      deletedByUser: null,
      originalLocation: null,
      locations: ['PACKAGE'],
      visibleAtStatus: null,
      deletedAnswers: [],
      sharedInfo: [],
    });
    expect(plain!.color).toBe('#FAC014');
    const { body: tree } = await server.call(
      'listFolders',
      { params: { id: freshLoan.id } },
      { token },
    );
    const root = tree.folders.find(({ parentInfoId }) => parentInfoId === null)!;
    expect(root).toMatchObject({ title: 'Package', status: 'ACTIVE', answered: 0, total: 0 });
    expect(root.childrenIds.toSorted()).toEqual([bakery!.id, plain!.id].toSorted());
    const one = tree.folders.find(({ id }) => id === bakery!.id);
    expect(one).toMatchObject({
      elementId: bakery!.id,
      parentInfoId: root.id,
      childrenIds: [],
      title: 'Bakery',
      color: '#112233',
      entityType: null,
      priorityType: 'MEDIUM',
    });
    expect(tree.folders.find(({ id }) => id === plain!.id)!.color).toBe('#FAC014');
  });
});

describe('moving', () => {
  test('to another folder, and never into itself or below itself', async () => {
    const top = await folder('top');
    const middle = await folder('middle', top);
    const bottom = await folder('bottom', middle);
    for (const target of [top, middle, bottom]) {
      expect((await change(top.id, { parentId: target.id })).body).toMatchObject({
        code: 'NOT_A_PLACE',
      });
    }
    const moved = await change(bottom.id, { parentId: top.id, displayOrder: 3 });
    expect(moved.body).toMatchObject({ parentId: top.id, displayOrder: 3 });
  });

  test('not to another loan, not into the trash, and the package itself stays', async () => {
    const item = await server.given.element(loan);
    const elsewhere = await newLoan();
    const foreign = await folder('foreign', undefined, elsewhere);
    expect((await change(item.id, { parentId: foreign.id })).status).toBe(404);
    const dead = await folder('dead');
    await trash([dead.id]);
    expect((await change(item.id, { parentId: dead.id })).status).toBe(404);
    const root = await server.given.packageOf(loan);
    for (const body of [{ title: 'Other' }, { parentId: item.id }, { priorityType: 'HIDDEN' }]) {
      expect((await change(root.id, body)).body).toMatchObject({ code: 'PACKAGE_STAYS' });
    }
    expect((await trash([root.id])).body).toMatchObject({ code: 'PACKAGE_STAYS' });
  });

  test('a change of something that was changed meanwhile is refused, not overwritten', async () => {
    const item = await server.given.element(loan, { title: 'first' });
    expect((await change(item.id, { title: 'second', version: 1 })).body.version).toBe(2);
    const late = await change(item.id, { title: 'third', version: 1 });
    expect(late).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect((await list()).elements.find(({ id }) => id === item.id)!.title).toBe('second');
  });

  test('field errors come as a map of field to message [R269]', async () => {
    const item = await server.given.element(loan);
    const { status, body } = await change(item.id, { title: 'x'.repeat(256) });
    expect(status).toBe(400);
    expect(body).toMatchObject({ fieldErrors: { title: 'Must be at most 255 characters' } });
  });
});

describe('the trash', () => {
  test('takes an item with everything in it, and gives it back where it was [R222]', async () => {
    const freshLoan = await newLoan();
    const outer = await folder('outer', undefined, freshLoan);
    const inner = await folder('inner', outer, freshLoan);
    const file = await server.given.document(freshLoan, owner);
    const item = await server.given.element(freshLoan, {
      parent: inner,
      answer: { documentId: file.id, by: owner },
      approvedBy: owner,
    });
    expect(await totalsOf(freshLoan)).toMatchObject({
      totalFiles: 1,
      totalFolders: 2,
      totalPackagesItems: 3,
    });

    const trashed = await trash([outer.id]);
    expect(trashed.body.elements[0]).toMatchObject({
      status: 'TRASHED',
      deleted: true,
      deletedByUser: { id: owner.id },
      locations: ['TRASH'],
      originalLocation: 'PACKAGE',
    });
    expect(trashed.body.elements[0]!.whenDeleted).not.toBeNull();
    expect((await list(freshLoan)).elements.map(({ title }) => title)).toEqual(['Package']);
    expect(
      (await list(freshLoan, token, 'TRASHED')).elements.map(({ id }) => id).toSorted(),
    ).toEqual([outer.id, inner.id, item.id].toSorted());
    expect(await totalsOf(freshLoan)).toMatchObject({
      totalFiles: 0,
      totalAnsweredFiles: 0,
      totalFolders: 0,
    });

    const back = await restore([outer.id]);
    expect(back.body.elements[0]).toMatchObject({ deleted: false, whenDeleted: null });
    const restored = (await list(freshLoan)).elements.find(({ id }) => id === item.id);
    expect(restored).toMatchObject({ parentId: inner.id, status: 'ACCEPTED' });
    expect(await totalsOf(freshLoan)).toMatchObject({ totalFiles: 1, totalApprovedFiles: 1 });
  });

  test('an element restored while its folder is in the trash moves to the nearest folder that is not', async () => {
    const freshLoan = await newLoan();
    const outer = await folder('outer', undefined, freshLoan);
    const inner = await folder('inner', outer, freshLoan);
    const item = await server.given.element(freshLoan, { parent: inner });
    await trash([item.id]);
    await trash([inner.id]);
    expect((await restore([item.id])).body.elements[0]).toMatchObject({ parentId: outer.id });
  });

  test('only what is in it is deleted for good, by owners only, and its file with it', async () => {
    const freshLoan = await newLoan();
    const officer = await server.given.employee(company);
    await server.given.role(freshLoan, officer, 'LENDER');
    const as = await server.given.session(officer, { roleLevel: 'LENDER', company });
    const inside = await folder('inside', undefined, freshLoan);
    const file = await server.given.document(freshLoan, owner);
    const item = await server.given.element(freshLoan, {
      parent: inside,
      answer: { documentId: file.id, by: owner },
    });
    expect((await remove([inside.id])).body).toMatchObject({ code: 'NOT_IN_TRASH' });
    expect((await trash([inside.id], as)).status).toBe(200);
    expect((await remove([inside.id], as)).status).toBe(403);
    const removed = await remove([inside.id]);
    expect(removed.body.ids.toSorted()).toEqual([inside.id, item.id].toSorted());
    const served = await server.call(
      'getDocumentWithDownloadUrl',
      { params: { id: file.id } },
      { token },
    );
    expect(served.status).toBe(404);
  });

  test('ids may come repeated in the query, for proxies that drop a body', async () => {
    const items = [await server.given.element(loan), await server.given.element(loan)];
    const { status, body } = await server.call(
      'trashElements',
      { query: { id: items.map(({ id }) => id) } },
      { token },
    );
    expect(status).toBe(200);
    expect(body.elements).toHaveLength(2);
  });

  test('lists the loans that have something in it', async () => {
    const freshLoan = await newLoan();
    const item = await server.given.element(freshLoan);
    const before = await server.call('viewLoansWithTrash', {}, { token });
    expect(before.body.loans.map(({ id }) => id)).not.toContain(freshLoan.id);
    await trash([item.id]);
    const after = await server.call('viewLoansWithTrash', { query: { limit: 200 } }, { token });
    expect(after.body.loans.find(({ id }) => id === freshLoan.id)).toMatchObject({
      totalTrashed: 1,
    });
    const others = await server.call('viewLoansWithTrash', {}, { token: borrowerToken });
    expect(others.body.loans).toEqual([]);
  });

  test('two put the same into it at once: both are told the truth, and it is there once', async () => {
    const freshLoan = await newLoan();
    const item = await server.given.element(freshLoan);
    const both = await Promise.all([trash([item.id]), trash([item.id])]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const loans = await server.call('viewLoansWithTrash', { query: { limit: 200 } }, { token });
    expect(loans.body.loans.find(({ id }) => id === freshLoan.id)).toMatchObject({
      totalTrashed: 1,
    });
  });
});
