import { randomUUID } from 'node:crypto';
import { startTestServer, until, type Company, type Loan, type TestServer } from '@cairn/testing';
import {
  shoeboxScene,
  shoeboxSteps,
  type ShoeboxSteps,
  type LoggedInUser,
} from '@cairn/testing/shoebox-steps';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: TestServer;
let steps: ShoeboxSteps;
let company: Company;
let loan: Loan;
let dana: LoggedInUser;
let owner: LoggedInUser;
let elena: LoggedInUser;

beforeAll(async () => {
  server = await startTestServer();
  steps = shoeboxSteps(server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  ({ company, loan, dana, owner, elena } = await shoeboxScene(server));
});

test('a filing is undone: the request is open again, the file waits as before, and a new one can be filed', async () => {
  const [lease, deed] = [
    await server.given.element(loan, { title: 'Lease' }),
    await server.given.element(loan, { title: 'Deed' }),
  ];
  const one = await server.given.shoeboxItem(loan, elena.account, { title: 'one.pdf' });
  const two = await server.given.shoeboxItem(loan, elena.account, { title: 'two.pdf' });
  const filings = [
    { id: one.id, elementId: lease.id, suggestedElementId: lease.id },
    { id: two.id, elementId: deed.id },
  ];
  await steps.change(dana, ...filings);
  const undone = await steps.unfile(
    dana,
    { id: one.id, elementId: lease.id },
    { id: two.id, elementId: deed.id },
  );
  expect(undone.status).toBe(200);
  expect(undone.body.items.map(({ id }) => id).toSorted()).toEqual([one.id, two.id].toSorted());
  expect(await steps.answerOf(lease.id)).toEqual({ document: null, by: null });
  expect(await steps.titles(dana, loan)).toEqual(['one.pdf', 'two.pdf']);
  const past = await server.owner.query('select from cairn.past_answer where element_id = $1', [
    lease.id,
  ]);
  expect(past.rows).toHaveLength(0);
  const { rows } = await server.owner.query<{ kind: string }>(
    `select kind from cairn.audit_entry where chain_id = $1 and not detail ? 'to' order by position`,
    [loan.id],
  );
  expect(rows.map(({ kind }) => kind).slice(-3)).toEqual([
    'answer.removed',
    'answer.removed',
    'shoebox.unfiled',
  ]);
  const again = await steps.change(dana, { id: two.id, elementId: lease.id });
  expect(again.body.filed).toHaveLength(1);
});

test('a filing is undone only as it was: not after a decision, not where a file made room, not by others', async () => {
  const request = await server.given.element(loan, { title: 'Lease' });
  const [one, two] = [
    await server.given.shoeboxItem(loan, elena.account),
    await server.given.shoeboxItem(loan, elena.account),
  ];
  const first = { id: one.id, elementId: request.id };
  const waiting = { id: two.id, elementId: request.id };
  expect((await steps.unfile(dana, first)).body).toMatchObject({ code: 'CONFLICT' });
  await steps.change(dana, first);
  const colleague = await server.given.colleague(company);
  const jonas = await server.given.borrower(loan);
  expect((await steps.unfile(colleague, first)).status).toBe(403);
  expect((await steps.unfile(jonas, first)).status).toBe(404);
  // One item that cannot be undone refuses all.
  expect((await steps.unfile(dana, first, { ...waiting, elementId: randomUUID() })).status).toBe(
    409,
  );
  expect((await steps.answerOf(request.id)).document).toBe(one.documentId);
  await server.owner.query(
    'update cairn.element set approved_by = $2, decided_at = now() where id = $1',
    [request.id, owner.account.id],
  );
  expect((await steps.unfile(dana, first)).body).toMatchObject({ code: 'CONFLICT' });
  await server.owner.query(
    'update cairn.element set approved_by = null, decided_at = null where id = $1',
    [request.id],
  );
  await steps.change(dana, { ...waiting, replace: true });
  // Neither the replaced file nor the one that replaced it.
  expect((await steps.unfile(dana, first)).body).toMatchObject({ code: 'CONFLICT' });
  expect((await steps.unfile(dana, waiting)).body).toMatchObject({ code: 'CONFLICT' });
  expect((await steps.answerOf(request.id)).document).toBe(two.documentId);
});

test('a filing is not undone while a copy answers another request', async () => {
  const [lease, copied] = [
    await server.given.element(loan, { title: 'Lease' }),
    await server.given.element(loan, { title: 'Lease, signed' }),
  ];
  const item = await server.given.shoeboxItem(loan, elena.account);
  const filing = { id: item.id, elementId: lease.id };
  await steps.change(dana, filing);
  const copy = { elementId: lease.id, loanId: loan.id, targetIds: [copied.id] };
  expect((await server.call('copyAnswer', { body: copy }, owner)).status).toBe(200);
  expect((await steps.unfile(dana, filing)).body).toMatchObject({ code: 'CONFLICT' });
  expect((await steps.answerOf(lease.id)).document).toBe(item.documentId);
  expect(await steps.titles(dana, loan)).toEqual([]);
});

test('undoing a filing locks the shoebox before the requests of its loan, as filing does', async () => {
  const request = await server.given.element(loan, { title: 'Lease' });
  const item = await server.given.shoeboxItem(loan, elena.account);
  const filing = { id: item.id, elementId: request.id };
  await steps.change(dana, filing);
  const key = `hashtextextended('shoebox ${loan.id}', 0)`;
  const holder = await server.owner.connect();
  try {
    await holder.query(`begin; select pg_advisory_xact_lock(${key})`);
    const undoing = steps.unfile(dana, filing);
    await until(async () => {
      const { rows } = await server.owner.query(
        `select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`,
      );
      return rows.length > 0;
    });
    // The waiting call holds no lock on the loan.
    await holder.query('select from cairn.loan where id = $1 for no key update nowait', [loan.id]);
    await holder.query('commit');
    expect((await undoing).status).toBe(200);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});
