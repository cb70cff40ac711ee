/** One loan with everything that the specification names, read by the calls that show it. */
import {
  startLender,
  startTestWorker,
  until,
  type Account,
  type Label,
  type Lender,
  type Loan,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let lender: Lender;
let worker: { stop(): Promise<void> };
let loan: Loan;
let template: { id: string };
let label: Label;
let elena: Account;
let elenaRole: string;
let officer: Account;
const APPLIED = { state: 'ACCEPTED', hours: 40 } as const;

beforeAll(async () => {
  lender = await startLender();
  worker = await startTestWorker(lender.server);
});
beforeAll(async () => {
  const { given, call } = lender.server;
  const newLoan = await lender.newLoan({ closeDate: '2027-03-31', loanPurpose: 'A second oven' });
  template = newLoan.template;
  loan = { id: newLoan.loanId, companyId: lender.company.id, name: 'Larkspur Bakery' };
  const borrower = await given.borrower(loan, 'LEAD_BORROWER');
  elena = borrower.account;
  elenaRole = borrower.roleId;
  label = await given.label(lender.company, { name: 'Second home' });
  await given.labelOn(loan, elenaRole, label);
  await given.entity(loan, { name: 'Larkspur Bakery LLC', labels: ['APPLICANT'] });
  const file = await given.document(loan, elena);
  await given.element(loan, {
    title: 'Lease',
    answer: { documentId: file.id, by: elena },
    approvedBy: lender.owner,
  });
  await given.element(loan, { title: 'Insurance binder', assignedTo: lender.owner });
  await given.shoeboxItem(loan, elena, { title: 'scan 0007.pdf' });
  officer = await given.employee(lender.company);
  await given.application(loan, elena, APPLIED.state, {
    hoursAgo: APPLIED.hours,
    referredTo: officer,
  });
  const as = { token: borrower.token };
  const note = { loanId: loan.id, text: 'Ask for the landlord’s waiver' };
  const message = { loanId: loan.id, userIds: [lender.owner.id], body: 'The oven is here' };
  for (const { status, text } of [
    await call('createNote', { body: note }, lender.as),
    await call('sendMessage', { body: message }, as),
    await call('pinLoan', { params: { id: loan.id } }, lender.as),
    await call('addRecent', { body: { loanId: loan.id } }, lender.as),
  ]) {
    expect(status, text).toBe(200);
  }
});
afterAll(async () => {
  await worker.stop();
  await lender.server.stop();
});

describe('a loan carries', () => {
  test('a template, a phase, a status and labels [R005]', async () => {
    const read = await lender.loanOf(loan.id);
    expect(read).toMatchObject({
      template: { id: template.id, name: 'Template', version: 1 },
      loanPhase: { lenderId: lender.company.id, category: 'ORIGINATION' },
      status: 'APPLICATION',
    });
    const { labels } = read.loanRoles.find(({ id }) => id === elenaRole)!;
    expect(labels).toEqual([{ id: label.id, name: label.name, color: label.color }]);
  });

  test('a package of folders and files, and questions among them [R005]', async () => {
    const elements = await lender.packageOf(loan.id);
    const folder = elements.find(({ title }) => title === 'Closing')!;
    expect(folder.storageType).toBe('FOLDER');
    expect(elements.filter(({ parentId }) => parentId === folder.id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ title: 'How many jobs?', questionType: 'NUMBER' }),
        expect.objectContaining({ title: 'CANARY memo', storageType: 'FILE' }),
      ]),
    );
  });

  test('entities and tasks [R005]', async () => {
    const params = { id: loan.id };
    const { body } = await lender.server.call('listLoanEntities', { params }, lender.as);
    expect(body.loanEntities.map(({ name }) => name)).toContain('Larkspur Bakery LLC');
    const tasks = await lender.server.call('getConsolidatedTasks', { params }, lender.as);
    const mine = tasks.body.groups[lender.owner.id]?.AnswerQuestionTask?.forMe;
    expect(mine?.map(({ title }) => title)).toContain('Insurance binder');
  });

  test('notes, messages and notifications in the bell [R005]', async () => {
    const { call } = lender.server;
    const query = { loanId: loan.id };
    const notes = await call('listNotes', { params: query }, lender.as);
    expect(notes.body.notes).toMatchObject([{ text: 'Ask for the landlord’s waiver' }]);
    const threads = await call('listThreads', { query }, lender.as);
    expect(threads.body.threads).toMatchObject([{ lastMessage: { body: 'The oven is here' } }]);
    const rung = await until(async () => {
      const { body } = await call('listNotifications', { query: {} }, lender.as);
      return body.notifications.find(({ kind }) => kind === 'MESSAGE');
    });
    expect(rung.loan).toMatchObject({ id: loan.id, name: 'Larkspur Bakery' });
  });

  test('a shoebox [R005]', async () => {
    const query = { loanId: [loan.id] };
    const { body } = await lender.server.call('listLoanShoebox', { query }, lender.as);
    expect(body.items).toMatchObject([{ loanId: loan.id, title: 'scan 0007.pdf' }]);
  });
});

test('a loan says what the specification names, each with its value [R060]', async () => {
  const read = await lender.loanOf(loan.id);
  const person = (account: Account) => expect.objectContaining({ id: account.id }) as object;
  expect(read).toMatchObject({
    id: loan.id,
    shortCode: expect.stringMatching(/^LARK-/) as string,
    closeDate: '2027-03-31',
    loanPhase: { lenderId: lender.company.id, category: 'ORIGINATION' },
    status: 'APPLICATION',
    // The only request of the owner is not answered.
    userProgress: 0,
    percentageApproved: Math.round(100 / read.packageTotals.totalFiles),
    percentageAnswered: Math.round(100 / read.packageTotals.totalFiles),
    color: '#FAC014',
    template: { id: template.id, name: 'Template' },
    templateProjectName: 'Template',
    loanPurpose: 'A second oven',
    applicationLenderUserReferred: person(officer),
    lastModifiedByUser: person(lender.owner),
    pinned: true,
    packageTotals: { totalAnsweredFiles: 1, totalApprovedFiles: 1, totalShoexboxItems: 1 },
  });
  expect(read.loanEntities.map(({ label: each }) => each)).toContain('APPLICANT');
  expect(read.loanRoles.map(({ user, role }) => [user.id, role])).toEqual(
    expect.arrayContaining([
      [lender.owner.id, 'LENDER'],
      [elena.id, 'LEAD_BORROWER'],
    ]),
  );
  const now = Date.now();
  for (const at of [read.createdDate, read.phaseEnteredDate, read.lastModifiedDate]) {
    expect(now - Date.parse(at)).toBeLessThan(300_000);
  }
  expect(now - Date.parse(read.whenLastViewed!)).toBeLessThan(300_000);
  const applied = [
    read.applicationSubmittedAt,
    read.applicationReviewStartedAt,
    read.applicationResponseAt,
  ].map((at) => Math.round((now - Date.parse(at!)) / 3_600_000));
  expect(applied).toEqual([30, 20, 10]);
});
