import { startTestServer, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('elements are asked for in the view CONVENTIONAL and the status ACTIVE, also without saying so [R315] [R316]', async () => {
  const { given, call } = server;
  const company = await given.company();
  const owner = await given.employee(company, { level: 'OWNER' });
  const token = await given.session(owner, { roleLevel: 'LENDER', company });
  const loan = await given.loan(await given.phase(company));
  const root = await given.packageOf(loan);
  await given.element(loan, { parent: root, title: 'Lease' });
  const trashed = await given.element(loan, { parent: root, title: 'Old lease' });
  const trash = { body: { loanId: loan.id, elements: [{ id: trashed.id }] } };
  expect((await call('trashElements', trash as never, { token })).status).toBe(200);

  const list = async (query: Record<string, string>) => {
    const answer = await call('listElements', { params: { id: loan.id }, query }, { token });
    return { status: answer.status, text: answer.text, body: answer.body };
  };
  const plain = await list({});
  const titles = plain.body.elements.map(({ title }) => title);
  expect(titles).toContain('Lease');
  expect(titles).not.toContain('Old lease');
  expect((await list({ view: 'CONVENTIONAL', status: 'ACTIVE' })).text).toBe(plain.text);
  expect((await list({ view: 'conventional' })).status).toBe(400);
});

test('the view SBA has the ten tabs, with the requests that the caller sees in them', async () => {
  const { given, call } = server;
  const company = await given.company();
  const owner = await given.employee(company, { level: 'OWNER' });
  const token = await given.session(owner, { roleLevel: 'LENDER', company });
  const loan = await given.loan(await given.phase(company));
  const root = await given.packageOf(loan);
  const create = async (body: object) => {
    const elements = [{ parentId: root.id, ...body }];
    return call('createElements', { body: { loanId: loan.id, elements } }, { token });
  };
  const createElement = async (body: object) => (await create(body)).body.elements[0]!;
  const note = await createElement({ title: 'Promissory note', sbaTab: 4 });
  const memo = await createElement({
    title: 'Credit memorandum',
    sbaTab: 2,
    priorityType: 'HIDDEN',
  });
  const survey = await createElement({ title: 'Zoning report' });
  const link = await createElement({ elementId: note.id, sbaTab: 7 });
  expect(link.sbaTab).toBe(4);

  const listElements = async (as: string, query: { view?: 'SBA' } = { view: 'SBA' }) =>
    (await call('listElements', { params: { id: loan.id }, query }, { token: as })).body;
  const { tabs } = await listElements(token);
  expect(tabs.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(tabs[0]).toMatchObject({ title: 'Demand for purchase', elementIds: [], total: 0 });
  expect(tabs[1]!.elementIds).toEqual([memo.id]);
  // The link shows the request a second time and is not counted.
  expect(tabs[3]).toMatchObject({ elementIds: [note.id], answered: 0, total: 1 });
  expect((await listElements(token, {})).tabs).toEqual([]);

  const { token: theirs } = await given.borrower(loan);
  const ownTabs = (await listElements(theirs)).tabs;
  expect(ownTabs[1]).toMatchObject({ elementIds: [], total: 0 });
  expect(ownTabs[3]!.elementIds).toEqual([note.id]);

  const change = (id: string, sbaTab: number | null, as = token) =>
    call('updateElement', { body: { id, loanId: loan.id, sbaTab } }, { token: as });
  expect((await change(survey.id, 10)).body.sbaTab).toBe(10);
  expect((await change(survey.id, null)).body.sbaTab).toBeNull();
  const folder = await createElement({ title: 'Closing', storageType: 'FOLDER' });
  expect((await change(folder.id, 1)).body).toMatchObject({ code: 'INVALID_REQUEST' });
  expect((await change(link.id, 1)).body).toMatchObject({ code: 'INVALID_REQUEST' });
  expect((await change(survey.id, 11)).status).toBe(400);
  expect((await change(note.id, 1, theirs)).status).toBe(403);
  const inTab = { title: 'Folder', storageType: 'FOLDER', sbaTab: 1 };
  expect((await create(inTab)).body).toMatchObject({ code: 'INVALID_REQUEST' });
});
