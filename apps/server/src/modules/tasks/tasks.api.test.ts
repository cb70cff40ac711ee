import {
  startTestServer,
  type Account,
  type Company,
  type Element,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let dana: { account: Account; token: string };
let loan: Loan;
let elena: { account: Account; token: string };

beforeAll(async () => {
  server = await startTestServer();
  company = await server.given.company();
  dana = await server.given.colleague(company);
});
afterAll(() => server.stop());

beforeEach(async () => {
  loan = await server.given.loan(await server.given.phase(company));
  await server.given.role(loan, dana.account, 'LENDER');
  elena = await server.given.borrower(loan);
});

const ask = (token: string, of: Loan = loan) =>
  server.call('getConsolidatedTasks', { params: { id: of.id } }, { token });
/** The titles of documents by person and type of task. */
async function tasksOf({ token }: { token: string }) {
  const { body } = await ask(token);
  return Object.fromEntries(
    Object.entries(body.groups).map(([user, byType]) => [
      user,
      Object.fromEntries(
        Object.entries(byType).map(([type, { forMe }]) => [type, forMe.map(({ title }) => title)]),
      ),
    ]),
  );
}
type Over = Parameters<TestServer['given']['element']>[1];
const request = (title: string, over: Over = {}): Promise<Element> =>
  server.given.element(loan, { title, ...over });
async function answeredElement(title: string, over: Over = {}): Promise<Element> {
  const file = await server.given.document(loan, elena.account);
  return request(title, { ...over, answer: { documentId: file.id, by: elena.account } });
}

describe('the tasks of a loan', () => {
  test('are everybody’s to those who lend on it, by user and type [R170] [R182]', async () => {
    await request('Lease');
    await request('Deed', { flags: ['NEEDS_NOTARY'], assignedTo: elena.account });
    await request('Form 1919', { flags: ['SIGNATURE_REQUIRED'], assignedTo: elena.account });
    await request('Note', { flags: ['NEEDS_WET_SIG'], assignedTo: elena.account });
    await answeredElement('Return', { assignedTo: elena.account });
    await answeredElement('Statement', { assignedTo: elena.account, rejectedBy: dana.account });

    expect(await tasksOf(dana)).toEqual({
      [dana.account.id]: { ApproveAnswerTask: ['Return'], AssignQuestionTask: ['Lease'] },
      [elena.account.id]: {
        NeedsAttentionTask: ['Statement'],
        NotaryTask: ['Deed'],
        FillTask: ['Form 1919'],
        WetSignatureTask: ['Note'],
      },
      ANYBODY: { AnswerQuestionTask: ['Lease'] },
    });
    const { body } = await ask(dana.token);
    expect(body.groups[dana.account.id]?.AssignQuestionTask).toMatchObject({
      title: 'assignQuestion',
      count: 1,
    });
  });

  test('are their own to a borrower, and nothing of what is kept from them', async () => {
    const jonas = await server.given.borrower(loan);
    await request('Lease');
    await request('K-1', { assignedTo: elena.account });
    await answeredElement('Return', { assignedTo: jonas.account, rejectedBy: dana.account });
    await answeredElement('Statement');
    const shared = { assignedTo: dana.account };
    await request('CANARY hidden', { priorityType: 'HIDDEN' });
    await request('CANARY lender only', { flags: ['LENDER_ONLY'] });
    await request('CANARY internal', { flags: ['INTERNAL_ONLY'], ...shared });
    await request('CANARY private', { priorityType: 'PRIVATE', ...shared });
    await request('CANARY later', { visibleAtStatus: 'IN_REVIEW' });
    const folder = await request('CANARY folder', {
      storageType: 'FOLDER',
      priorityType: 'HIDDEN',
    });
    await request('CANARY inside', { parent: folder });

    expect(await tasksOf(elena)).toEqual({
      [elena.account.id]: { AnswerQuestionTask: ['K-1', 'Lease'] },
    });
    expect(await tasksOf(jonas)).toEqual({
      [jonas.account.id]: { AnswerQuestionTask: ['Lease'], NeedsAttentionTask: ['Return'] },
    });
    expect((await ask(elena.token)).text).not.toContain('CANARY');
    expect((await ask(dana.token)).text).toContain('CANARY inside');
  });

  test('are visible to a colleague without tasks, and not found for users from outside', async () => {
    await answeredElement('Return');
    const colleague = await server.given.colleague(company);
    expect(await tasksOf(colleague)).toEqual({ ANYBODY: { ApproveAnswerTask: ['Return'] } });

    const outsiders = [
      await server.given.colleague(await server.given.company(), 'OWNER'),
      await server.given.borrower(await server.given.loan(await server.given.phase(company))),
    ];
    for (const { token } of outsiders) {
      expect((await ask(token)).body).toMatchObject({ code: 'LOAN_NOT_FOUND' });
    }
  });

  test('follow what happens: sent back to the assignee, taken away by the trash', async () => {
    const item = await answeredElement('Return', { assignedTo: elena.account });
    const as = { token: dana.token };
    await server.call(
      'updateFormElement',
      {
        params: { id: item.id },
        body: { rejectedByUserId: dana.account.id, rejectionReason: 'Page 9 is missing.' },
      },
      as,
    );
    expect((await ask(elena.token)).body.groups).toMatchObject({
      [elena.account.id]: {
        NeedsAttentionTask: { forMe: [{ title: 'Return', rejectionReason: 'Page 9 is missing.' }] },
      },
    });
    await server.call('trashElements', { body: { elements: [item.id] } }, as);
    expect(await tasksOf(elena)).toEqual({});
    expect(await tasksOf(dana)).toEqual({});
  });
});

test('tasks are listed as HTML and text to paste, each once, with nothing taken for markup', async () => {
  const fields = { assignedTo: elena.account, dueDate: '2026-12-01' };
  await server.given.element(loan, { ...fields, title: 'Lease <img src=x onerror=alert(1)>' });
  await server.given.element(loan, { title: 'Memo', flags: ['LENDER_ONLY'] });
  const read = (token: string) =>
    server.call('getTasksAsHtml', { query: { loanId: loan.id } }, { token });
  const { body } = await read(elena.token);
  expect(body).toEqual({
    html: '<h3>Upload</h3><ul><li>Lease &lt;img src=x onerror=alert(1)&gt;, due Dec 1, 2026</li></ul>',
    text: 'Upload\n- Lease <img src=x onerror=alert(1)>, due Dec 1, 2026',
  });
  const lender = await read(dana.token);
  expect(lender.body.text.match(/Lease/g)).toHaveLength(1);
  expect(lender.body.text).toContain('Memo');
});
