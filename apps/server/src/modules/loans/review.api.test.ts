import { REVIEW_STATUS_PATHS } from '@cairn/contract';
import {
  Ear,
  startTestServer,
  until,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

type Path = (typeof REVIEW_STATUS_PATHS)[number];
let server: TestServer;
let company: Company;
let asOwner: { token: string };
let asLead: { token: string };
let asBorrower: { token: string };
let loan: Loan;

beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  company = await server.given.company();
  const owner = await server.given.employee(company, { level: 'OWNER' });
  asOwner = { token: await server.given.session(owner, { roleLevel: 'LENDER', company }) };
});
beforeEach(async () => {
  loan = await server.given.loan(await server.given.phase(company));
  const [lead, borrower] = [await server.given.account(), await server.given.account()];
  await server.given.role(loan, lead, 'LEAD_BORROWER');
  await server.given.role(loan, borrower, 'BORROWER');
  asLead = { token: await server.given.session(lead, { roleLevel: 'BORROWER' }) };
  asBorrower = { token: await server.given.session(borrower, { roleLevel: 'BORROWER' }) };
});
afterAll(() => server.stop());

const take = (status: Path, as = asOwner) =>
  server.call('setReviewStatus', { params: { id: loan.id, status } }, as);

test('a review goes its way by the value in the path, and the updated loan comes back [R225]', async () => {
  const ready = await take('ready-to-review', asLead);
  expect(ready.status).toBe(200);
  expect(ready.body).toMatchObject({
    id: loan.id,
    reviewStatus: 'READY_TO_REVIEW',
    nextReviewStatuses: [],
  });
  expect((await take('in-review')).body.nextReviewStatuses).toEqual([
    'CHANGES_REQUESTED',
    'REVIEW_COMPLETE',
  ]);
  expect((await take('changes-requested')).status).toBe(200);
  expect((await take('ready-to-review', asLead)).status).toBe(200);
  await take('in-review');
  expect((await take('review-complete')).body.reviewStatus).toBe('REVIEW_COMPLETE');
  expect((await take('in-review')).body.reviewStatus).toBe('IN_REVIEW');
  const { rows } = await server.owner.query<{ to: string }>(
    `select detail ->> 'to' as to from cairn.audit_entry
     where loan_id = $1 and kind = 'loan.reviewStatusChanged' order by position`,
    [loan.id],
  );
  expect(rows.map((row) => row.to)).toEqual([
    'READY_TO_REVIEW',
    'IN_REVIEW',
    'CHANGES_REQUESTED',
    'READY_TO_REVIEW',
    'IN_REVIEW',
    'REVIEW_COMPLETE',
    'IN_REVIEW',
  ]);
});

test('a step that does not follow is refused, one that is done already changes nothing', async () => {
  for (const status of ['in-review', 'changes-requested', 'review-complete'] as const) {
    expect((await take(status)).status).toBe(409);
  }
  const first = await take('ready-to-review');
  const again = await take('ready-to-review');
  expect(again.body.lastModifiedDate).toBe(first.body.lastModifiedDate);
  const unknown = await server.call(
    'setReviewStatus',
    { params: { id: loan.id, status: 'done' } as never },
    asOwner,
  );
  expect(unknown.status).toBe(400);
});

test('the lead borrower says that it is ready, and nothing else; other borrowers say nothing', async () => {
  expect((await take('ready-to-review', asBorrower)).status).toBe(403);
  expect((await take('in-review', asLead)).status).toBe(403);
  await take('ready-to-review', asLead);
  expect((await take('in-review', asLead)).status).toBe(403);
  const reply = await server.call('getLoan', { params: { id: loan.id } }, asBorrower);
  expect(reply.body).toMatchObject({ reviewStatus: 'READY_TO_REVIEW', nextReviewStatuses: [] });
});

test('everybody who has the loan open is told at once', async () => {
  const ears = await Promise.all(
    [asOwner, asLead, asBorrower].map(({ token }) => Ear.listen(server, token)),
  );
  await take('ready-to-review');
  for (const ear of ears) {
    const notice = await until(async () =>
      ear.changes.find(({ kind }) => kind === 'loan.reviewStatusChanged'),
    );
    expect(notice).toMatchObject({ loanId: loan.id, changes: ['loan', 'loanList', 'element'] });
    ear.close();
  }
});

test('of two who take it on from the same point, one is told that it does not follow', async () => {
  await take('ready-to-review');
  await take('in-review');
  const answers = await Promise.all([take('changes-requested'), take('review-complete')]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 409,
  ]);
});
