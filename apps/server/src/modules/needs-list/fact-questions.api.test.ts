import { block, newTemplate, startLender, type Lender } from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { needsListActivities } from './index.ts';

let lender: Lender;
beforeAll(async () => {
  lender = await startLender();
});
afterAll(() => lender.server.stop());

const runRules = (loanId: string) =>
  needsListActivities({ db: lender.server.db }).askByRules({
    companyId: lender.company.id,
    loanId,
  });

const NEEDS = [
  block('COMPANY', '{{businessName}}', [
    { title: 'Tax return', condition: 'entity.isStartup != true' },
    { title: 'Business plan', condition: 'entity.isStartup == true' },
    { title: 'Franchise agreement', condition: 'loan.isFranchise == true' },
    { title: 'Memo', condition: 'loan.hasConstruction == true', hidden: true },
  ]),
  block('LOAN', 'Project', [
    { title: 'Franchise disclosure', condition: 'loan.isFranchise == true' },
    { title: 'Change memo', condition: 'loan.isChangeOfOwnership == true', required: false },
  ]),
];

async function loanWithQuestions() {
  const { server } = lender;
  const template = await newTemplate(lender.making, NEEDS);
  const { loanId } = await lender.newLoan({ templateId: template.id });
  const borrower = await server.given.account();
  const loan = { id: loanId, companyId: lender.company.id, name: 'Larkspur Bakery' };
  await server.given.role(loan, borrower, 'LEAD_BORROWER');
  const token = await server.given.session(borrower, { roleLevel: 'BORROWER' });
  const as = { token };
  const params = { id: loanId };
  const questions = async () =>
    (await server.call('listFactQuestions', { params }, as)).body.questions;
  const answer = async (body: object) => {
    const reply = await server.call('answerFact', { params, body: body as never }, as);
    await runRules(loanId);
    return reply.status;
  };
  return { loanId, as, borrower, questions, answer };
}

test('requests that wait for one fact are one question, to the borrower and not about what is hidden or optional', async () => {
  const { questions } = await loanWithQuestions();
  expect(await questions()).toMatchObject([
    { fact: 'loan.isFranchise', entityId: null, entityName: null, requests: 2, answer: null },
    { fact: 'entity.isStartup', entityName: 'Larkspur Bakery LLC', requests: 2, answer: null },
  ]);
});

test('home asks once for all loans of a lead borrower; others have no question', async () => {
  const { server } = lender;
  const { loanId, as } = await loanWithQuestions();
  const own = await server.call('listOwnFactQuestions', {}, as);
  expect(own.body.questions.map((each) => each.loanId)).toEqual([loanId, loanId]);
  const loan = { id: loanId, companyId: lender.company.id, name: '' };
  const other = await server.given.account();
  await server.given.role(loan, other, 'BORROWER');
  const token = await server.given.session(other, { roleLevel: 'BORROWER' });
  const reply = await server.call('listOwnFactQuestions', {}, { token });
  expect(reply.body.questions).toEqual([]);
  const lent = await server.call('listOwnFactQuestions', {}, lender.as);
  expect(lent.body.questions).toEqual([]);
  const refused = await server.call('listFactQuestions', { params: { id: loanId } }, { token });
  expect(refused.status).toBe(403);
});

test('yes adds what depends on it, no takes it back, and what was sent stays', async () => {
  const { loanId, as, borrower, questions, answer } = await loanWithQuestions();
  const franchise = { fact: 'loan.isFranchise', entityId: null };
  expect(await answer({ ...franchise, answer: true })).toBe(200);
  expect(await lender.titlesOf(loanId)).toEqual(['Franchise agreement', 'Franchise disclosure']);
  expect((await questions())[0]).toMatchObject({
    fact: 'loan.isFranchise',
    answer: true,
    answeredByUserId: borrower.id,
  });
  await answer({ ...franchise, answer: false });
  expect(await lender.titlesOf(loanId)).toEqual([]);

  await answer({ ...franchise, answer: true });
  const [request] = (await lender.packageOf(loanId)).filter(({ title }) =>
    title.endsWith('agreement'),
  );
  const reason = { doesNotApply: { code: 'OTHER' as const, note: 'Sent by mail.' } };
  const sending = { body: { loanId, elementId: request!.id, ...reason } };
  expect((await lender.server.call('answerElement', sending, as)).status).toBe(200);
  await answer({ ...franchise, answer: null });
  expect(await lender.titlesOf(loanId)).toEqual(['Franchise agreement']);
  expect((await questions()).find(({ fact }) => fact === 'loan.isFranchise')).toMatchObject({
    answer: null,
    answeredByUserId: null,
  });
});

test('a question about a business asks for one kind of document or the other', async () => {
  const { loanId, questions, answer } = await loanWithQuestions();
  const [, startup] = await questions();
  await answer({ fact: 'entity.isStartup', entityId: startup!.entityId, answer: true });
  expect(await lender.titlesOf(loanId)).toEqual(['Business plan']);
  await answer({ fact: 'entity.isStartup', entityId: startup!.entityId, answer: false });
  expect(await lender.titlesOf(loanId)).toEqual(['Tax return']);
});

test('the answer is in the audit log, and the lender reads it', async () => {
  const { loanId, answer } = await loanWithQuestions();
  await answer({ fact: 'loan.isFranchise', entityId: null, answer: true });
  await answer({ fact: 'loan.isFranchise', entityId: null, answer: false });
  const { rows } = await lender.server.owner.query<{ kind: string; detail: object }>(
    `select kind, detail from cairn.audit_entry where loan_id = $1
       and kind in ('loan.factAnswered', 'requests.takenBack') order by id`,
    [loanId],
  );
  expect(rows).toMatchObject([
    { kind: 'loan.factAnswered', detail: { fact: 'loan.isFranchise', answer: true } },
    { kind: 'loan.factAnswered', detail: { answer: false } },
    { kind: 'requests.takenBack', detail: { requests: [{}, {}] } },
  ]);
  const reply = await lender.server.call(
    'listFactQuestions',
    { params: { id: loanId } },
    lender.as,
  );
  expect(reply.body.questions[0]).toMatchObject({ fact: 'loan.isFranchise', answer: false });
});

test('what nothing asks cannot be answered', async () => {
  const { answer } = await loanWithQuestions();
  expect(await answer({ fact: 'loan.hasConstruction', entityId: null, answer: true })).toBe(404);
  expect(await answer({ fact: 'loan.isFranchise', entityId: lender.owner.id, answer: true })).toBe(
    404,
  );
});
