import { startTestServer, type Account, type Loan, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let loan: Loan;
let phaseId: string;
let asOwner: string;
let borrower: Account;
let asBorrower: string;
let asContact: string;

beforeAll(async () => {
  server = await startTestServer();
  const { given } = server;
  const company = await given.company();
  const owner = await given.employee(company, {
    level: 'OWNER',
    givenName: 'Dana',
    familyName: 'Whitfield',
  });
  asOwner = await given.session(owner, { roleLevel: 'LENDER', company });
  const phase = await given.phase(company, { name: 'Underwriting' });
  phaseId = (await given.phase(company, { name: 'Closing' })).id;
  loan = await given.loan(phase, { name: 'Larkspur Bakery' });
  borrower = await given.account({ givenName: 'Elena', familyName: 'Marsh' });
  await given.role(loan, borrower, 'BORROWER');
  asBorrower = await given.session(borrower, { roleLevel: 'BORROWER' });
  const contact = await given.account();
  await given.role(loan, contact, 'KEY_CONTACT');
  asContact = await given.session(contact, { roleLevel: 'CONTACT' });
});
afterAll(() => server.stop());

const history = async (token: string) =>
  (
    await server.call('listLoanActivity', { params: { id: loan.id }, query: {} }, { token })
  ).body.happened.map(({ sentence }) => sentence);

const historyOf = async (elementId: string, token: string) =>
  (
    await server.call(
      'listLoanActivity',
      { params: { id: loan.id }, query: { elementId } },
      { token },
    )
  ).body.happened.map(({ sentence }) => sentence);

const record = (kind: string, detail: object) =>
  server.owner.query(
    `insert into cairn.audit_entry
     select company_id, chain_id, max(position) + 1, gen_random_uuid(), now(), null, $2, $1, $3, ''
     from cairn.audit_entry where chain_id = $1 group by company_id, chain_id`,
    [loan.id, kind, detail],
  );

test('the lender reads all of it, newest first; a borrower what they see the object of', async () => {
  const { given, call } = server;
  await call(
    'setLoanPhase',
    { params: { id: loan.id }, body: { id: phaseId } },
    { token: asOwner },
  );
  const { body } = await call('getLoan', { params: { id: loan.id } }, { token: asOwner });
  await call(
    'updateLoan',
    {
      params: { id: loan.id },
      body: {
        name: loan.name,
        loanType: 'SBA_504',
        loanPurpose: null,
        amount: 1,
        color: '#FAC014',
        closeDate: null,
        lastModifiedDate: body.lastModifiedDate,
      },
    },
    { token: asOwner },
  );
  const visible = await given.element(loan, { title: 'Lease' });
  const hidden = await given.element(loan, { title: 'Credit memo', flags: ['LENDER_ONLY'] });
  await record('element.approved', { elementIds: [visible.id] });
  await record('element.approved', { elementIds: [hidden.id] });
  // A single hidden request hides the sentence that names several.
  await record('element.rejected', { elementIds: [visible.id, hidden.id] });
  await record('element.approved', {});

  const all = await history(asOwner);
  expect(all).toEqual([
    'Cairn approved an item on Larkspur Bakery',
    'Cairn rejected 2 items on Larkspur Bakery',
    'Cairn approved “Credit memo” on Larkspur Bakery',
    'Cairn approved “Lease” on Larkspur Bakery',
    'Dana Whitfield edited Larkspur Bakery',
    'Dana Whitfield moved Larkspur Bakery to Closing',
  ]);
  expect(await history(asBorrower)).toEqual([
    'Cairn approved “Lease” on Larkspur Bakery',
    'Dana Whitfield moved Larkspur Bakery to Closing',
  ]);
  // A contact sees only requests assigned to them, and there is none.
  expect(await history(asContact)).toEqual(['Dana Whitfield moved Larkspur Bakery to Closing']);
});

test('the activity of a loan has no views and no pins', async () => {
  const before = await history(asOwner);
  await server.call('pinLoan', { params: { id: loan.id } }, { token: asOwner });
  await server.call('addRecent', { body: { loanId: loan.id } }, { token: asOwner });
  expect(await history(asOwner)).toEqual(before);
});

test('row security alone keeps the rest of the log from people outside the company', async () => {
  const { rows } = await server.owner.query<{ stamp: string; token_hash: Buffer }>(
    'select stamp, token_hash from cairn.session where account_id = $1',
    [borrower.id],
  );
  const { stamp, token_hash: tokenHash } = rows[0]!;
  const reads = server.db.reads({ kind: 'session', tokenHash, stamp });
  const kinds = await reads.run({
    statement: () => ({
      name: 'kinds',
      text: 'select kind from cairn.audit_entry order by 1',
      values: [],
    }),
  });
  expect(kinds).toEqual([{ kind: 'element.approved' }, { kind: 'loan.phaseChanged' }]);
});

test('of one request: who sent, decided and opened its files, also the earlier ones', async () => {
  const { given } = server;
  const lease = await given.document(loan, borrower, { name: 'old lease.pdf' });
  const signed = await given.document(loan, borrower, { name: 'signed lease.pdf' });
  const request = await given.element(loan, {
    title: 'Signed lease',
    answer: { documentId: signed.id, by: borrower },
  });
  const other = await given.element(loan, { title: 'Insurance' });
  await server.owner.query(
    `insert into cairn.past_answer (company_id, loan_id, element_id, document_id, answered_by, answered_at, ended, id)
     values ($1, $2, $3, $4, $5, now(), 'REPLACED', gen_random_uuid())`,
    [loan.companyId, loan.id, request.id, lease.id, borrower.id],
  );
  await record('document.uploaded', { documentId: lease.id });
  await record('document.read', { documentId: lease.id });
  await record('element.rejected', { elementIds: [request.id] });
  await record('element.approved', { elementIds: [other.id] });
  await record('element.opened', { elementId: request.id });
  await record('element.answered', { elementId: request.id, documentId: signed.id });

  const all = await historyOf(request.id, asOwner);
  expect(all).toHaveLength(4);
  expect(all[0]).toContain('Signed lease');
  expect(all[1]).toContain('rejected “Signed lease”');
  expect(all[2]).toContain('opened “old lease.pdf”');
  expect(all[3]).toContain('uploaded “old lease.pdf”');
  // Only the lender sees who opened a file.
  expect((await historyOf(request.id, asBorrower)).join()).not.toContain('opened');
  const hidden = await given.element(loan, { title: 'Credit memo', flags: ['LENDER_ONLY'] });
  await record('element.approved', { elementIds: [hidden.id] });
  expect(await historyOf(hidden.id, asBorrower)).toEqual([]);
});
