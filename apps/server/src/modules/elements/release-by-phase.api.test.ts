/** Requests are released to people outside the lender when their loan reaches a phase. */
import {
  Ear,
  startTestServer,
  until,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { isWithBorrower } from '@cairn/contract/task-terms';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let token: string;
let borrowerToken: string;

beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  company = await server.given.company();
  ({ token } = await server.given.colleague(company, 'OWNER'));
});
afterAll(() => server.stop());

const phases = async (...names: string[]) => {
  const created = [];
  for (const name of names) {
    created.push(await server.given.phase(company, { name, category: 'ORIGINATION' }));
  }
  return created;
};
const newLoan = async (phase: Awaited<ReturnType<typeof phases>>[number]) => {
  const loan = await server.given.loan(phase);
  ({ token: borrowerToken } = await server.given.borrower(loan, 'LEAD_BORROWER'));
  return loan;
};
const elements = async (of: Loan, as: string) =>
  (
    await server.call('listElements', { params: { id: of.id } }, { token: as })
  ).body.elements.filter(({ parentId }) => parentId !== null);
const titles = async (of: Loan, as: string) =>
  (await elements(of, as)).map(({ title }) => title).toSorted();
const moveTo = (loan: Loan, phase: { id: string }) =>
  server.call('setLoanPhase', { params: { id: loan.id }, body: { id: phase.id } }, { token });

describe('a request with a release phase', () => {
  test('comes with the phase of the loan, live, and stays when the loan goes back', async () => {
    const [application, underwriting, closing] = await phases('Intake', 'Underwriting', 'Closing');
    const loan = await newLoan(application!);
    await server.given.element(loan, { title: 'Now', releasePhase: 'APPLICATION' });
    await server.given.element(loan, { title: 'Appraisal', releasePhase: 'UNDERWRITING' });
    const folder = await server.given.element(loan, { title: 'Closing', storageType: 'FOLDER' });
    const note = { title: 'Note', releasePhase: 'CLOSING', parent: folder };
    await server.given.element(loan, note);
    expect(await titles(loan, borrowerToken)).toEqual(['Now']);
    expect(await titles(loan, token)).toEqual(['Appraisal', 'Closing', 'Note', 'Now']);

    const ear = await Ear.listen(server, borrowerToken);
    expect((await moveTo(loan, underwriting!)).status).toBe(200);
    await until(async () => ear.changes.length > 0);
    expect(ear.changes[0]).toMatchObject({ kind: 'loan.phaseChanged' });
    expect(ear.changes[0]!.changes).toContain('element');
    ear.close();
    expect(await titles(loan, borrowerToken)).toEqual(['Appraisal', 'Now']);
    await moveTo(loan, closing!);
    expect(await titles(loan, borrowerToken)).toEqual(['Appraisal', 'Closing', 'Note', 'Now']);
    await moveTo(loan, application!);
    expect(await titles(loan, borrowerToken)).toEqual(['Appraisal', 'Closing', 'Note', 'Now']);
  });

  test('says to the lender until when it is held, and nothing to the borrower', async () => {
    const [intake] = await phases('Intake 2');
    const loan = await newLoan(intake!);
    await server.given.element(loan, { title: 'Now', releasePhase: 'APPLICATION' });
    await server.given.element(loan, { title: 'Note', releasePhase: 'CLOSING' });
    await server.given.element(loan, {
      title: 'Checklist',
      releasePhase: 'CLOSING',
      flags: ['LENDER_ONLY'],
    });
    const byTitle = new Map((await elements(loan, token)).map((each) => [each.title, each]));
    expect(byTitle.get('Note')).toMatchObject({ heldUntil: 'CLOSING', hidden: true });
    expect(byTitle.get('Now')).toMatchObject({ heldUntil: null, hidden: false });
    // Never released, because it is the lender's own.
    expect(byTitle.get('Checklist')).toMatchObject({ heldUntil: null, hidden: true });
    expect((await elements(loan, borrowerToken)).map(({ heldUntil }) => heldUntil)).toEqual([null]);
  });

  test('is not counted: the lender and the lead borrower count the same open requests', async () => {
    const [intake] = await phases('Intake 3');
    const loan = await newLoan(intake!);
    for (const title of ['One', 'Two']) await server.given.element(loan, { title });
    await server.given.element(loan, { title: 'Note', releasePhase: 'CLOSING' });
    await server.given.element(loan, { title: 'Checklist', flags: ['LENDER_ONLY'] });
    const open = async (as: string) => (await elements(loan, as)).filter(isWithBorrower).length;
    expect([await open(token), await open(borrowerToken)]).toEqual([2, 2]);
    const tasks = await server.call('getConsolidatedTasks', { params: { id: loan.id } }, { token });
    expect(tasks.text).not.toContain('Note');
  });

  test('is released one at a time by the lender alone, and the audit log says so', async () => {
    const [intake] = await phases('Intake 4');
    const loan = await newLoan(intake!);
    const note = await server.given.element(loan, { title: 'Note', releasePhase: 'CLOSING' });
    const release = (as: string) =>
      server.call(
        'updateFormElement',
        { params: { id: note.id }, body: { releasePhase: null } },
        { token: as },
      );
    expect((await release(borrowerToken)).status).toBe(404);
    expect((await release(token)).body).toMatchObject({ heldUntil: null, hidden: false });
    expect(await titles(loan, borrowerToken)).toEqual(['Note']);
    const edit = { params: { id: note.id }, body: { releasePhase: 'CLOSING' } } as const;
    expect((await server.call('updateFormElement', edit, { token: borrowerToken })).status).toBe(
      403,
    );
    const { rows } = await server.owner.query(
      `select from cairn.audit_entry where loan_id = $1 and kind = 'element.released'`,
      [loan.id],
    );
    expect(rows).toHaveLength(1);
  });

  test('in a folder where the borrower sees nothing else, it keeps the folder out of sight', async () => {
    const [intake] = await phases('Intake 5');
    const loan = await newLoan(intake!);
    const outer = await server.given.element(loan, { title: 'Outer', storageType: 'FOLDER' });
    const inner = await server.given.element(loan, {
      title: 'Inner',
      storageType: 'FOLDER',
      parent: outer,
    });
    await server.given.element(loan, { title: 'Note', releasePhase: 'CLOSING', parent: inner });
    expect(await titles(loan, borrowerToken)).toEqual([]);
    const empty = await server.given.element(loan, {
      title: 'Empty',
      storageType: 'FOLDER',
      parent: outer,
    });
    expect(await titles(loan, borrowerToken)).toEqual([]);
    const ear = await Ear.listen(server, borrowerToken);
    const renamed = await server.call(
      'updateFormElement',
      { params: { id: inner.id }, body: { title: 'Plans' } },
      { token },
    );
    expect(renamed.status).toBe(200);
    await server.call(
      'createElements',
      { body: { loanId: loan.id, elements: [{ title: 'Deed', parentId: empty.id }] } },
      { token },
    );
    // No event about changes that were out of sight.
    await until(async () => ear.changes.some(({ kind }) => kind === 'element.requested'));
    expect(ear.changes.map(({ kind }) => kind)).toEqual(['element.requested']);
    expect(await titles(loan, borrowerToken)).toEqual(['Deed', 'Empty', 'Outer']);
    ear.close();
  });
});

test('a company says which requests a phase releases; loans in that phase follow', async () => {
  const [intake] = await phases('Intake 6');
  const loan = await newLoan(intake!);
  await server.given.element(loan, { title: 'Appraisal', releasePhase: 'UNDERWRITING' });
  expect(await titles(loan, borrowerToken)).toEqual([]);
  const saved = await server.call(
    'savePhases',
    { body: [{ id: intake!.id, lenderId: company.id, releases: 'UNDERWRITING' }] },
    { token },
  );
  expect(saved.body.phases.find(({ id }) => id === intake!.id)).toMatchObject({
    releases: 'UNDERWRITING',
  });
  expect(await titles(loan, borrowerToken)).toEqual(['Appraisal']);
  const reply = await server.call(
    'listPhases',
    { params: { companyId: company.id } },
    { token: borrowerToken },
  );
  if (reply.status === 200) {
    expect(reply.body.phases.every(({ releases }) => releases === null)).toBe(true);
  }
});

test('borrowers read and search by their own title', async () => {
  const [intake] = await phases('Intake 7');
  const loan = await newLoan(intake!);
  await server.given.element(loan, {
    title: 'Schedule of affiliates',
    borrowerTitle: 'Other businesses you own',
  });
  expect(await titles(loan, token)).toEqual(['Schedule of affiliates']);
  expect((await elements(loan, token))[0]).toMatchObject({
    borrowerTitle: 'Other businesses you own',
  });
  expect(await titles(loan, borrowerToken)).toEqual(['Other businesses you own']);
  const searchText = async (q: string) =>
    (await server.call('search', { query: { q } }, { token: borrowerToken })).text;
  expect(await searchText('other businesses')).toContain('Other businesses you own');
  expect(await searchText('affiliates')).not.toContain('affiliates"');
});

test('a link to a request has the titles of the request, whoever searches for it', async () => {
  const [intake] = await phases('Intake 8');
  const loan = await newLoan(intake!);
  const { id } = await server.given.element(loan, {
    title: 'Undisclosed hornfels',
    borrowerTitle: 'Other businesses',
  });
  const link = await server.call(
    'createElements',
    { body: { loanId: loan.id, elements: [{ elementId: id }] } },
    { token },
  );
  expect(link.status).toBe(200);
  const found = async (q: string) => {
    const { body } = await server.call('search', { query: { q } }, { token: borrowerToken });
    return body.results.filter(({ loanId }) => loanId === loan.id).map(({ title }) => title);
  };
  const stored = async () => {
    const { rows } = await server.owner.query<{ title: string; borrower_title: string }>(
      'select distinct title, borrower_title from cairn.element where id = $1 or target_id = $1',
      [id],
    );
    return rows;
  };
  expect(await found('hornfels')).toEqual([]);
  expect(await found('other businesses')).toEqual(['Other businesses', 'Other businesses']);
  const change = (body: object) =>
    server.send('updateElement', { body: { id, loanId: loan.id, ...body } }, { token });
  expect((await change({ title: 'Suspicious hornfels' })).status).toBe(200);
  expect((await change({ borrowerTitle: 'Your businesses' })).status).toBe(200);
  expect(await found('suspicious')).toEqual([]);
  expect(await stored()).toEqual([
    { title: 'Suspicious hornfels', borrower_title: 'Your businesses' },
  ]);
});
