import {
  startTestServer,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let token: string;
let loan: Loan;
let borrower: Account;
let theirs: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await server.given.company();
  const officer = await server.given.employee(company, { level: 'OWNER' });
  token = await server.given.session(officer, { roleLevel: 'LENDER', company });
  loan = await server.given.loan(await server.given.phase(company));
  borrower = await server.given.account();
  await server.given.role(loan, borrower, 'BORROWER');
  theirs = await server.given.session(borrower, { roleLevel: 'BORROWER' });
});
afterAll(() => server.stop());

const send = async (elementId: string, over: object = {}, as = theirs) => {
  const { id: documentId } = await server.given.document(loan, borrower);
  const body = { elementId, loanId: loan.id, documentId, isNew: false, ...over };
  return server.call('answerElement', { body }, { token: as });
};
const listElements = async (as = token) =>
  (await server.call('listElements', { params: { id: loan.id } }, { token: as })).body.elements;

test('several files for one request are rows of their own, numbered and reviewed apart [R231]', async () => {
  const folder = await server.given.element(loan, { storageType: 'FOLDER' });
  const { id } = await server.given.element(loan, { title: 'Bank statements', parent: folder });
  await server.owner.query(`update cairn.element set borrower_title = $1 where id = $2`, [
    'Your bank statements',
    id,
  ]);
  const first = await send(id);
  const second = await send(id);
  // Added to a further file, it still belongs to the same request.
  const third = await send(second.body.id);
  expect(first.body).toMatchObject({ id, status: 'ANSWERED' });
  expect([second, third].map(({ status, body }) => [status, body.title, body.parentId])).toEqual([
    [200, 'Your bank statements (2)', folder.id],
    [200, 'Your bank statements (3)', folder.id],
  ]);
  const visible = (await listElements()).filter(({ parentId }) => parentId === folder.id);
  expect(visible.map(({ title, status }) => [title, status])).toEqual([
    ['Bank statements', 'ANSWERED'],
    ['Bank statements (2)', 'ANSWERED'],
    ['Bank statements (3)', 'ANSWERED'],
  ]);
  const rejection = { rejectedByUserId: borrower.id, rejectionReason: 'Page 2 is missing.' };
  await server.call(
    'updateFormElement',
    { params: { id: second.body.id }, body: rejection },
    { token },
  );
  // A rejected further file is open again, so no fourth row is added.
  expect((await send(second.body.id)).body).toMatchObject({ id: second.body.id });
});

test('a file that is sent again because the reply was lost has one row', async () => {
  const { id } = await server.given.element(loan);
  const first = await server.given.document(loan, borrower);
  await send(id, { documentId: first.id });
  expect((await send(id, { documentId: first.id })).body).toMatchObject({ id });
  const second = await server.given.document(loan, borrower);
  const { body } = await send(id, { documentId: second.id });
  expect(body.id).not.toBe(id);
  const decided = await server.call(
    'approveFormElement',
    { params: { id: body.id }, body: {} },
    { token },
  );
  expect(decided.status).toBe(200);
  const again = await send(id, { documentId: second.id });
  // What was decided meanwhile stays.
  expect(again.body).toMatchObject({ id: body.id, approved: true });
  const { rows } = await server.owner.query(
    `select 1 from cairn.element where id = $1 or continues_id = $1`,
    [id],
  );
  expect(rows).toHaveLength(2);
});

test('without the flag a file takes the place of the earlier one, as before [R231]', async () => {
  const { id } = await server.given.element(loan);
  await send(id);
  expect((await send(id, { isNew: true })).body.id).toBe(id);
});

test('a further file that is removed leaves no empty request behind', async () => {
  const { id } = await server.given.element(loan);
  await send(id);
  const further = (await send(id)).body.id;
  const removed = await server.call(
    'removeAnswer',
    { body: { elementId: further, loanId: loan.id } },
    { token: theirs },
  );
  expect([removed.status, removed.body.status]).toEqual([200, 'TRASHED']);
  expect((await listElements(theirs)).map((element) => element.id)).not.toContain(further);
});

test('further files need the right to answer, and are limited to 100 files for each request', async () => {
  const { id } = await server.given.element(loan);
  await send(id);
  const stranger = await server.given.account();
  await server.given.role(loan, stranger, 'KEY_CONTACT');
  const contact = await server.given.session(stranger, { roleLevel: 'CONTACT' });
  expect((await send(id, {}, contact)).status).toBeGreaterThanOrEqual(403);
  await server.owner.query(
    `insert into cairn.element (company_id, id, loan_id, parent_id, title, storage_type, continues_id, created_by)
     select company_id, gen_random_uuid(), loan_id, parent_id, title, 'FILE', id, $2
     from cairn.element, generate_series(1, 99) where id = $1`,
    [id, borrower.id],
  );
  expect((await send(id)).body).toMatchObject({ code: 'TOO_MANY_FILES' });
});

test('a further file that the lender accepted, or that another person answers now, is not trashed by its sender', async () => {
  const { id } = await server.given.element(loan);
  await send(id);
  const [accepted, replaced, open] = [
    (await send(id)).body.id,
    (await send(id)).body.id,
    (await send(id)).body.id,
  ];
  const trash = (elementId: string) =>
    server.call(
      'trashElements',
      { body: { loanId: loan.id, elements: [{ id: elementId }] } },
      { token: theirs },
    );
  await server.call(
    'updateFormElement',
    { params: { id: accepted }, body: { approved: true } },
    { token },
  );
  const { id: documentId } = await server.given.document(loan, borrower);
  await server.call(
    'answerElement',
    { body: { loanId: loan.id, elementId: replaced, documentId } },
    { token },
  );
  expect((await trash(accepted)).status).toBe(403);
  expect((await trash(replaced)).status).toBe(403);
  expect((await trash(open)).status).toBe(200);
});

test('further files of a private request are as private', async () => {
  const contact = await server.given.account();
  await server.given.role(loan, contact, 'KEY_CONTACT');
  const as = await server.given.session(contact, { roleLevel: 'CONTACT' });
  const { id } = await server.given.element(loan, {
    priorityType: 'PRIVATE',
    assignedTo: contact,
  });
  const answer = async () => {
    const { id: documentId } = await server.given.document(loan, contact);
    const body = { elementId: id, loanId: loan.id, documentId, isNew: false };
    return server.call('answerElement', { body }, { token: as });
  };
  await answer();
  const further = (await answer()).body.id;
  expect(further).not.toBe(id);
  const seenBy = async (reader: string) =>
    (await listElements(reader)).map((element) => element.id);
  expect(await seenBy(as)).toContain(further);
  expect(await seenBy(theirs)).not.toContain(further);
});
