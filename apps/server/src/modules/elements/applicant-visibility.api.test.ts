/** What an applicant sees of a loan: requests assigned to them, and requests about themselves. */
import { LOAN_FACTS_OF_CONTACTS } from '@cairn/contract/contact-terms';
import { startTestServer, type Account, type Loan, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let server: TestServer;
let lender: string;
let loan: Loan;
let ines: Account;
let asInes: string;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  const { given } = server;
  const company = await given.company();
  ({ token: lender } = await given.colleague(company, 'OWNER'));
  loan = await given.loan(await given.phase(company));
  ({ account: ines, token: asInes } = await given.borrower(loan, 'PRINCIPAL'));
});
afterAll(() => server.stop());

const filesSeen = async (token = asInes) => {
  const { body } = await server.call('listElements', { params: { id: loan.id } }, { token });
  return body.elements.filter(({ storageType }) => storageType === 'FILE');
};
const titlesSeen = async (token = asInes) => (await filesSeen(token)).map(({ title }) => title);

describe('an applicant', () => {
  test('sees and answers what is asked about themselves, and nothing about others', async () => {
    const { given, call } = server;
    const self = await given.entity(loan, { account: ines });
    const other = await given.entity(loan, { kind: 'INDIVIDUAL' });
    const personalReturn = await given.element(loan, { title: 'Personal tax return', about: self });
    await given.element(loan, { title: 'CANARY about another person', about: other });
    await given.element(loan, { title: 'CANARY of the loan' });
    await given.element(loan, { title: 'CANARY memo', about: self, flags: ['LENDER_ONLY'] });

    const [visibleFile, ...more] = await filesSeen();
    expect(more).toEqual([]);
    expect(visibleFile).toMatchObject({
      id: personalReturn.id,
      abilities: { answer: true, edit: false, assign: false, decide: false },
    });
    const totals = await call('getLoan', { params: { id: loan.id } }, { token: asInes });
    expect(totals.body.packageTotals).toMatchObject({ totalFiles: 1, totalAnsweredFiles: 0 });
    const tasks = await call(
      'getConsolidatedTasks',
      { params: { id: loan.id } },
      { token: asInes },
    );
    expect(JSON.stringify(tasks.body)).toContain('Personal tax return');

    const file = await given.document(loan, ines);
    const answer = await call(
      'answerElement',
      { body: { elementId: personalReturn.id, loanId: loan.id, documentId: file.id } },
      { token: asInes },
    );
    expect([answer.status, answer.body.status]).toEqual([200, 'ANSWERED']);
  });

  test('sees but does not answer for whom else it was asked', async () => {
    const { given, call } = server;
    const self = await given.entity(loan, { account: ines });
    const accountant = await given.account();
    await given.role(loan, accountant, 'KEY_CONTACT');
    const request = await given.element(loan, { about: self, assignedTo: accountant });
    expect(await filesSeen()).toMatchObject([{ id: request.id, abilities: { answer: false } }]);
    const file = await given.document(loan, ines);
    const body = { elementId: request.id, loanId: loan.id, documentId: file.id };
    expect((await call('answerElement', { body }, { token: asInes })).status).toBe(403);
  });

  test('sees only assigned requests while no entity is linked to the applicant', async () => {
    const { given } = server;
    const unlinked = await given.entity(loan, { kind: 'INDIVIDUAL' });
    await given.element(loan, { title: 'About a person', about: unlinked });
    await given.element(loan, { title: 'Asked of them', assignedTo: ines });
    expect(await titlesSeen()).toEqual(['Asked of them']);
    expect(await titlesSeen(lender)).toEqual(['About a person', 'Asked of them']);
  });
});

test('a contact sees what was asked of them only, also where it is about themselves', async () => {
  const { given } = server;
  const contact = await given.account();
  await given.role(loan, contact, 'KEY_CONTACT');
  const self = await given.entity(loan, { account: contact });
  await given.element(loan, { title: 'About them', about: self });
  const token = await given.session(contact, { roleLevel: 'CONTACT' });
  expect(await titlesSeen(token)).toEqual([]);
});

test('a contact learns of the loan what a borrower is told before handing a request over', async () => {
  const { given } = server;
  const company = await given.company();
  const handedOver = await given.loan(await given.phase(company), {
    loanPurpose: 'WORKING_CAPITAL',
    closeDate: '2027-01-31',
  });
  await given.borrower(handedOver, 'LEAD_BORROWER');
  const contact = await given.account();
  await given.role(handedOver, contact, 'KEY_CONTACT');
  const applicant = await given.entity(handedOver, { kind: 'INDIVIDUAL' });
  await given.element(handedOver, { title: 'Ines Marsh', storageType: 'FOLDER', about: applicant });
  await given.element(handedOver, { title: 'Not theirs', about: applicant });
  await given.element(handedOver, { title: 'Theirs', assignedTo: contact });
  const token = await given.session(contact, { roleLevel: 'CONTACT' });
  const params = { id: handedOver.id };

  const { body } = await server.call('getLoan', { params }, { token });
  const isSaid = (value: unknown) => value !== null && !(Array.isArray(value) && !value.length);
  const learned = Object.entries(body).flatMap(([name, value]) => (isSaid(value) ? [name] : []));
  const sharedFacts: string[] = Object.values(LOAN_FACTS_OF_CONTACTS).flat();
  const people = ['team', 'loanRoles', 'lender', 'companyName', 'lastModifiedByUser'];
  // Ids, and the contact's own data: their requests, their pin, their rights.
  const own = [
    ...['id', 'companyId', 'packageTotals', 'percentageAnswered', 'percentageApproved'],
    ...['userProgress', 'pinned', 'whenLastViewed', 'abilities'],
  ];
  expect(learned.filter((name) => ![...sharedFacts, ...people, ...own].includes(name))).toEqual([]);
  for (const fact of ['name', 'loanType', 'loanPurpose', 'amount', 'closeDate', 'loanPhase']) {
    expect(sharedFacts).toContain(fact);
    expect(learned).toContain(fact);
  }
  expect(body.packageTotals.totalFiles).toBe(1);

  const reply = await server.call('listElements', { params }, { token });
  expect(reply.body.elements.filter(({ parentId }) => parentId).map(({ title }) => title)).toEqual([
    'Ines Marsh',
    'Theirs',
  ]);
  expect((await server.call('listLoanEntities', { params }, { token })).status).toBe(403);
});
