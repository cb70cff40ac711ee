import { randomUUID } from 'node:crypto';
import {
  Ear,
  startTestServer,
  until,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let owner: Account;
let loan: Loan;
let elena: Account;
let admin: string;
let lender: string;

beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const robin = await server.given.account({ platformAdmin: true });
  admin = await server.given.session(robin, { roleLevel: 'ADMIN' });
});
beforeEach(async () => {
  const { given } = server;
  company = await given.company();
  owner = await given.employee(company, { level: 'OWNER' });
  lender = await given.session(owner, { roleLevel: 'LENDER', company });
  loan = await given.loan(await given.phase(company));
  elena = await given.account();
  await given.role(loan, elena, 'LEAD_BORROWER');
});
afterAll(() => server.stop());

const RED = '#D9534F';
const BLUE = '#5B8DEF';
const list = async (of = company) =>
  (await server.call('listLabels', { params: { id: of.id } }, { token: admin })).body.labels;
const save = (body: { id?: string; name: string; color: string }[], of = company) =>
  server.call('saveLabels', { params: { id: of.id }, body }, { token: admin });
const putLabels = (
  labelIds: string[],
  over: { userId?: string; token?: string; loan?: Loan } = {},
) =>
  server.call(
    'setLabelsForUser',
    {
      params: { id: (over.loan ?? loan).id },
      body: { userId: over.userId ?? elena.id, labelIds },
    },
    { token: over.token ?? lender },
  );
const rolesSeenBy = async (token: string) =>
  (await server.call('getLoan', { params: { id: loan.id } }, { token })).body.loanRoles;
const namesOn = (roles: { user: { id: string }; labels: { name: string }[] }[]) =>
  roles.find(({ user }) => user.id === elena.id)!.labels.map(({ name }) => name);

describe('the labels of a company [R014] [R143]', () => {
  test('are added, renamed and recolored by an administrator, and listed by name', async () => {
    const added = await save([
      { name: 'Rush', color: RED },
      { name: 'CDC involved', color: BLUE.toLowerCase() },
    ]);
    expect(added.status).toBe(200);
    expect(added.body.labels.map(({ name, color }) => [name, color])).toEqual([
      ['CDC involved', BLUE],
      ['Rush', RED],
    ]);
    const [, rush] = added.body.labels;
    await save([{ id: rush!.id, name: 'Hurry', color: BLUE }]);
    expect(await list()).toContainEqual({ id: rush!.id, name: 'Hurry', color: BLUE, people: 0 });
    expect(await list(await server.given.company())).toEqual([]);
  });

  test('are the administrators’ alone to change [R117]', async () => {
    const request = { params: { id: company.id }, body: [{ name: 'Rush', color: RED }] };
    expect((await server.call('saveLabels', request, { token: lender })).status).toBe(403);
    expect((await server.call('listLabels', request, { token: lender })).status).toBe(403);
    expect(await list()).toEqual([]);
  });

  test('have each a name of its own, whatever its capitals', async () => {
    await save([{ name: 'Rush', color: RED }]);
    expect((await save([{ name: 'rush', color: BLUE }])).body).toMatchObject({
      code: 'LABEL_EXISTS',
    });
    const twice = [
      { name: 'New', color: RED },
      { name: 'new', color: RED },
    ];
    expect((await save(twice)).status).toBe(409);
    expect((await list()).map(({ name }) => name)).toEqual(['Rush']);
  });

  test('two can swap their names', async () => {
    const { body } = await save([
      { name: 'One', color: RED },
      { name: 'Two', color: RED },
    ]);
    const [one, two] = body.labels;
    const swapped = await save([
      { id: one!.id, name: 'Two', color: RED },
      { id: two!.id, name: 'One', color: RED },
    ]);
    expect(swapped.status).toBe(200);
    expect((await list()).map(({ id }) => id)).toEqual([two!.id, one!.id]);
  });

  test('two administrators adding the same one: one of them is told', async () => {
    const answers = await Promise.all([
      save([{ name: 'Rush', color: RED }]),
      save([{ name: 'Rush', color: BLUE }]),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test.each([
    [[{ name: '', color: RED }]],
    [[{ name: 'x'.repeat(256), color: RED }]],
    [[{ name: 'Rush', color: 'red' }]],
    [[{ name: 'Rush', color: '#12345G' }]],
    [[{ name: 'Rush', color: RED, people: 3 }]],
    [[{ name: 'Rush', color: RED, companyId: randomUUID() }]],
    [[]],
  ])('%j is refused', async (body) => {
    expect((await save(body)).status).toBe(400);
    expect(await list()).toEqual([]);
  });

  test('one of another company among them changes none', async () => {
    const foreign = await server.given.label(await server.given.company(), { name: 'Theirs' });
    const answer = await save([
      { name: 'Rush', color: RED },
      { id: foreign.id, name: 'Stolen', color: RED },
    ]);
    expect(answer.status).toBe(404);
    expect(await list()).toEqual([]);
  });

  test('no more than a hundred', async () => {
    const hundred = Array.from({ length: 100 }, (_, i) => ({ name: `Label ${i}`, color: RED }));
    expect((await save(hundred)).status).toBe(200);
    expect((await save([{ name: 'One more', color: RED }])).status).toBe(400);
  });
});

describe('deleting labels [R144]', () => {
  test('takes them off everybody who carries them', async () => {
    const label = await server.given.label(company, { name: 'Rush' });
    await putLabels([label.id]);
    expect(await list()).toMatchObject([{ name: 'Rush', people: 1 }]);
    const body = { toDelete: [label.id] };
    const answer = await server.call('deleteLabels', { body }, { token: admin });
    expect(answer.body).toEqual({ deleted: [label.id] });
    expect(await list()).toEqual([]);
    expect(namesOn(await rolesSeenBy(lender))).toEqual([]);
  });

  test('takes the ids from repeated query keys as well', async () => {
    const labels = [await server.given.label(company), await server.given.label(company)];
    const query = { toDelete: labels.map(({ id }) => id) };
    expect((await server.call('deleteLabels', { query }, { token: admin })).status).toBe(200);
    expect(await list()).toEqual([]);
  });

  test('without any id is refused, and one that is not there deletes none', async () => {
    expect((await server.call('deleteLabels', {}, { token: admin })).status).toBe(400);
    const label = await server.given.label(company);
    const body = { toDelete: [label.id, randomUUID()] };
    expect((await server.call('deleteLabels', { body }, { token: admin })).status).toBe(404);
    expect(await list()).toHaveLength(1);
  });

  test('deleting one while it is put on a member leaves no partial state', async () => {
    for (let round = 0; round < 5; round += 1) {
      const label = await server.given.label(company);
      const body = { toDelete: [label.id] };
      const [placed, deleted] = await Promise.all([
        putLabels([label.id]),
        server.call('deleteLabels', { body }, { token: admin }),
      ]);
      expect([200, 404]).toContain(placed.status);
      expect(deleted.status).toBe(200);
    }
    expect(namesOn(await rolesSeenBy(lender))).toEqual([]);
  });
});

describe('labels on a person’s part in a loan [R066] [R108] [R332]', () => {
  test('are exactly those that were set', async () => {
    const rush = await server.given.label(company, { name: 'Rush' });
    const cdc = await server.given.label(company, { name: 'CDC involved' });
    const answer = await putLabels([rush.id, cdc.id, rush.id]);
    expect(answer.body.loanRoles).toEqual([
      {
        id: expect.any(String),
        loanId: loan.id,
        role: 'LEAD_BORROWER',
        user: expect.objectContaining({ id: elena.id }),
        labels: [
          { id: cdc.id, name: 'CDC involved', color: cdc.color },
          { id: rush.id, name: 'Rush', color: rush.color },
        ],
      },
    ]);
    expect(namesOn(await rolesSeenBy(lender))).toEqual(['CDC involved', 'Rush']);
    await putLabels([cdc.id]);
    expect(namesOn(await rolesSeenBy(lender))).toEqual(['CDC involved']);
    await putLabels([]);
    expect(namesOn(await rolesSeenBy(lender))).toEqual([]);
  });

  test('are available to those who lend on the loan, by name', async () => {
    const rush = await server.given.label(company, { name: 'Rush' });
    await server.given.label(await server.given.company());
    const { body } = await server.call(
      'listLabelsAvailableToMe',
      { params: { id: loan.id } },
      { token: lender },
    );
    expect(body.labels).toEqual([{ id: rush.id, name: 'Rush', color: rush.color }]);
  });

  test('are put by the owner anywhere, by an employee only where they have a part', async () => {
    const label = await server.given.label(company);
    const employee = await server.given.employee(company);
    const token = await server.given.session(employee, { roleLevel: 'LENDER', company });
    expect((await putLabels([label.id], { token })).status).toBe(403);
    const before = await server.call('getLoan', { params: { id: loan.id } }, { token });
    expect(before.body.abilities).toMatchObject({ readLabels: true, putLabels: false });
    await server.given.role(loan, employee, 'LENDER');
    expect((await putLabels([label.id], { token })).status).toBe(200);
    const after = await server.call('getLoan', { params: { id: loan.id } }, { token });
    expect(after.body.abilities.putLabels).toBe(true);
  });

  test('are read by the lead borrower, and kept from the other borrowers', async () => {
    const label = await server.given.label(company, { name: 'CANARY' });
    await putLabels([label.id]);
    const lead = await server.given.session(elena, { roleLevel: 'BORROWER' });
    expect(namesOn(await rolesSeenBy(lead))).toEqual(['CANARY']);
    expect((await putLabels([], { token: lead })).status).toBe(403);
    const other = await server.given.account();
    await server.given.role(loan, other, 'BORROWER');
    const token = await server.given.session(other, { roleLevel: 'BORROWER' });
    const { text } = await server.call('getLoan', { params: { id: loan.id } }, { token });
    expect(text).not.toContain('CANARY');
  });

  test('of another company, or on a user who is not on the loan, are not found', async () => {
    const foreign = await server.given.label(await server.given.company());
    const own = await server.given.label(company);
    expect((await putLabels([own.id, foreign.id])).status).toBe(404);
    expect((await putLabels([own.id], { userId: owner.id })).status).toBe(404);
    expect((await putLabels([own.id], { userId: randomUUID() })).status).toBe(404);
    expect(namesOn(await rolesSeenBy(lender))).toEqual([]);
  });

  test('show on colleagues’ open pages, and say nothing to borrowers', async () => {
    const label = await server.given.label(company);
    const colleague = await Ear.listen(server, lender);
    const lead = await Ear.listen(
      server,
      await server.given.session(elena, { roleLevel: 'BORROWER' }),
    );
    await putLabels([label.id]);
    await until(async () => colleague.changes.length === 1);
    expect(colleague.changes[0]).toMatchObject({ kind: 'label.put', changes: ['label', 'loan'] });
    expect(lead.changes).toEqual([]);
    colleague.close();
    lead.close();
  });

  test('of an invited person say nothing to borrowers either, and are in the audit log by name', async () => {
    const label = await server.given.label(company, { name: 'Rush' });
    const user = {
      givenName: 'Ruth',
      familyName: 'Ames',
      emailAddress: `${randomUUID()}@example.com`,
    };
    const { body: invited } = await server.call(
      'addBorrowerUser',
      { params: { id: loan.id }, body: { user, role: 'BORROWER', sendInvite: false } },
      { token: lender },
    );
    const colleague = await Ear.listen(server, lender);
    const lead = await Ear.listen(
      server,
      await server.given.session(elena, { roleLevel: 'BORROWER' }),
    );
    expect((await putLabels([label.id], { userId: invited.id })).status).toBe(200);
    await until(async () => colleague.changes.length === 1);
    expect(colleague.changes[0]).toMatchObject({ kind: 'label.put', changes: ['label', 'loan'] });
    expect(lead.changes).toEqual([]);
    const { body } = await server.call(
      'listLoanActivity',
      { params: { id: loan.id } },
      { token: lender },
    );
    expect(body.happened[0]?.sentence).toContain('labeled an invited person “Rush”');
    colleague.close();
    lead.close();
  });
});
