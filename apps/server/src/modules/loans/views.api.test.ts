import { randomUUID } from 'node:crypto';
import { startTestServer, type Company, type Phase, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let token: string;
let closing: Phase;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

beforeEach(async () => {
  const { given } = server;
  company = await given.company();
  const owner = await given.employee(company, { level: 'OWNER' });
  token = await given.session(owner, { roleLevel: 'LENDER', company });
  closing = await given.phase(company, { name: 'Closing' });
});

const OFFICER = randomUUID();
const viewOf = (over: object = {}) => ({
  name: 'Closing soon',
  section: 'origination' as const,
  layout: 'BOARD' as const,
  direction: 'asc' as const,
  modifiedDays: 30 as const,
  phaseIds: [closing.id],
  loanTypes: ['SBA_7A' as const],
  toReview: true,
  idle: true,
  officerIds: [OFFICER],
  words: 'bakery',
  ...over,
});
const save = (over: object = {}, as = token) =>
  server.call('createLoanView', { body: viewOf(over) }, { token: as });
const names = async (as = token) =>
  (await server.call('listLoanViews', {}, { token: as })).body.views.map(({ name }) => name);

test('saved views are kept, renamed and deleted', async () => {
  const { status, body } = await save();
  expect(status).toBe(200);
  await save({ name: 'All of it', phaseIds: [], modifiedDays: null });
  expect(await names()).toEqual(['All of it', 'Closing soon']);
  const renamed = await server.call(
    'updateLoanView',
    { params: { id: body.id }, body: { name: 'About to close' } },
    { token },
  );
  expect(renamed.body).toEqual({ ...viewOf({ name: 'About to close' }), id: body.id });
  await server.call('deleteLoanView', { params: { id: body.id } }, { token });
  expect(await names()).toEqual(['All of it']);
});

test('saved views are each person’s own, also within one company', async () => {
  const { body } = await save();
  const colleague = await server.given.employee(company, { level: 'OWNER' });
  const as = await server.given.session(colleague, { roleLevel: 'LENDER', company });
  expect(await names(as)).toEqual([]);
  const missing = await server.call(
    'deleteLoanView',
    { params: { id: crypto.randomUUID() } },
    { token: as },
  );
  for (const call of ['updateLoanView', 'deleteLoanView'] as const) {
    const refused = await server.call(
      call,
      { params: { id: body.id }, body: {} as never },
      { token: as },
    );
    expect([refused.status, refused.text]).toEqual([404, missing.text]);
  }
  expect((await save({}, as)).status).toBe(200);
});

test('saved views have a name of their own, and phases of the company only', async () => {
  await save();
  const again = await save({ name: 'closing SOON' });
  expect([again.status, again.body]).toMatchObject([
    400,
    { fieldErrors: { name: 'You already have a view with this name' } },
  ]);
  const foreign = await server.given.phase(await server.given.company());
  expect((await save({ name: 'Other', phaseIds: [foreign.id] })).status).toBe(404);
});

test('two views that are saved under one name at once are one', async () => {
  const answers = await Promise.all([save(), save(), save()]);
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400', '400']);
});
