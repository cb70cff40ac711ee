/**
 * Notes, lender-only custom fields and credit reports each contain a canary, which must not leave the lender. The
 * readers are a borrower, a guarantor, an invited person, and a visitor without an account.
 */
import {
  Ear,
  emailsTo,
  ExportSteps,
  flags,
  readEverything,
  run,
  startTestServer,
  startTestWorker,
  textOfPdf,
  textsTo,
  until,
  type Account,
  type Caller,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onePagePdf } from '../../../../../tools/database/one-page-pdf.ts';
import { sendDigests } from '../digests/send-digests.ts';

/** A word to search for, which logs may contain, and the canary, which nothing may contain. */
const WORD = 'albatross';
const CANARY = 'CANARY-LENDER-ONLY';
const DAY_MS = 86_400_000;

interface Person {
  account: Account;
  token: string;
}

let server: TestServer;
let worker: { stop(): Promise<void> };
let steps: ExportSteps;
let company: Company;
let loan: Loan;
let dana: Person;
let marcus: Person;
let elena: Person;
let grace: Person;
let guest: Person;
/** Ids of everything that contains the canary or refers to it. */
let ids: string[];
let elenaHears: Ear;

beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  worker = await startTestWorker(server);
  steps = new ExportSteps(server);
  const { given } = server;
  company = await given.company({ name: 'Northgate Bank' });
  loan = await given.loan(await given.phase(company), { name: 'Larkspur Bakery' });
  [dana, marcus] = [await given.colleague(company, 'OWNER'), await given.colleague(company)];
  await given.role(loan, dana.account, 'LENDER');
  await given.role(loan, marcus.account, 'LENDER');
  elena = await given.borrower(loan, 'LEAD_BORROWER');
  grace = await given.borrower(loan, 'PRINCIPAL');
  const invited = await given.account();
  guest = { account: invited, token: await given.session(invited, { roleLevel: 'BORROWER' }) };
  const { emailAddress } = invited;
  const invitation = await given.invitation(company, dana.account, { loan, emailAddress });
  for (const { account } of [marcus, elena, grace]) await given.phone(account);
  for (const { token } of [marcus, elena]) {
    const body = { emailFrequency: 'DAILY', digestTime: '08:00' } as const;
    await server.call('updateUserSettings', { body }, { token });
  }
  elenaHears = await Ear.listen(server, elena.token);
  const canaryIds = await keepCanaries();
  ids = [loan.id, company.id, elena.account.id, invitation.id, ...canaryIds];
}, 120_000);
afterAll(async () => {
  elenaHears.close();
  await worker.stop();
  steps.stop();
  await server.stop();
});

/**
 * Writes canaries into notes on the loan and on a document, a reply and a mention; both kinds of credit report; the
 * draft of a notice; and a lender-only field of an entity.
 */
async function keepCanaries(): Promise<string[]> {
  const { given, owner } = server;
  const lease = ['Lease.pdf', onePagePdf('The lease', [])] as const;
  const element = await steps.answered(loan, elena.account, lease, { title: 'Lease' });
  const typed = await given.element(loan, { title: 'Franchise?', questionType: 'YES_NO' });
  await owner.query(
    `update cairn.element set answer_value = 'false', answered_at = now(), answered_by = $2 where id = $1`,
    [typed.id, elena.account.id],
  );
  const write = async (body: object) => {
    const request = { body: { loanId: loan.id, text: `${WORD} ${CANARY}`, ...body } };
    const { status, body: note } = await server.call('createNote', request, dana);
    expect(status).toBe(200);
    return note.id;
  };
  const head = await write({ status: 'OPEN', userIds: [marcus.account.id] });
  const notes = [
    head,
    await write({ replyToId: head }),
    await write({ elementId: element.id, page: 1 }),
  ];

  await given.creditConsent(elena.account);
  const person = await given.entity(loan, { account: elena.account, name: 'Elena Marsh' });
  const business = await given.entity(loan, { name: 'Larkspur Bakery LLC' });
  const customizations = { [`${WORD} rating`]: CANARY };
  const customized = await server.call(
    'bulkUpdateEntity',
    {
      params: { loanId: loan.id },
      body: [{ entityId: business.id, version: 1, customizations }],
    },
    dana,
  );
  expect(customized.status).toBe(200);
  const flagged = [{ name: `${WORD} ${CANARY}`, raised: true }];
  const runs = [
    await given.creditReport(loan, person, {
      service: 'TRANSUNION',
      content: { score: 640, flags: flagged },
      account: elena.account,
    }),
    await given.creditReport(loan, business, {
      service: 'CLEAR_BUSINESS',
      content: { score: null, flags: flagged },
    }),
  ];
  await owner.query(
    `insert into cairn.adverse_action_notice (company_id, loan_id, entity_id, reasons, body, modified_by)
     values ($1, $2, $3, '{BANKRUPTCY}', $4, $5)`,
    [company.id, loan.id, person.id, CANARY, dana.account.id],
  );
  return [
    element.id,
    element.documentId,
    ...notes,
    ...runs,
    person.id,
    person.loanEntityId,
    business.loanEntityId,
  ];
}

/** Returns the calls whose replies contain the canary. */
async function callsThatTell(as: Caller): Promise<{ calls: number; leaks: string[] }> {
  const queries = [{}, { loanId: loan.id }, { q: WORD }];
  const leaks = new Set<string>();
  let calls = 0;
  for await (const { name, text } of readEverything(server, as, {
    loanId: loan.id,
    ids,
    queries,
  })) {
    calls += 1;
    if (text.includes(CANARY)) leaks.add(name);
  }
  return { calls, leaks: [...leaks].toSorted() };
}

test('every GET: the lender reads the canaries, and all others read none of them [R005]', async () => {
  // Control: without it, missing canaries would make all tests below pass.
  expect((await callsThatTell(dana)).leaks).toEqual([
    'getCreditReport',
    'getLoanEntity',
    'listCreditChecks',
    'listLoanEntities',
    'listNotes',
  ]);
  for (const as of [elena, grace, guest, {}]) {
    const { calls, leaks } = await callsThatTell(as);
    expect(calls).toBeGreaterThan(1000);
    expect(leaks).toEqual([]);
  }
}, 400_000);

/** The text of all files of a zip; of PDFs, the text of their pages. */
function textsIn(zip: Record<string, Buffer>): string {
  const texts = Object.entries(zip).map(([name, bytes]) => {
    if (!name.endsWith('.pdf')) return bytes.toString();
    const path = join(steps.folder, 'read.pdf');
    writeFileSync(path, bytes);
    return textOfPdf(path);
  });
  return [...Object.keys(zip), ...texts].join('\n');
}

test('an export has the files and the answers that were typed, and no canary', async () => {
  for (const { token } of [dana, elena]) {
    await steps.refresh(loan, token, flags(true, false));
    const zipUrl = await until(
      async () => (await steps.urls(loan, token, flags(true, false))).zipPackage ?? undefined,
      60_000,
    );
    const zip = await steps.unzipped(zipUrl, token);
    const texts = textsIn(zip);
    expect(Object.keys(zip)).toEqual(
      expect.arrayContaining(['Lease.pdf', 'Typed answers.pdf', 'manifest.json']),
    );
    expect(texts).toContain('The lease');
    expect(texts).not.toContain(CANARY);

    const query = { ...flags(false, true), cover: 'true' as const, stamps: 'true' as const };
    await steps.refresh(loan, token, query);
    const pdfUrl = await until(
      async () => (await steps.urls(loan, token, query)).pdfPackage ?? undefined,
      60_000,
    );
    const { path } = await steps.fetched(pdfUrl, token);
    run('qpdf', '--check', path);
    const pages = textOfPdf(path);
    expect(pages).toContain('Typed answers');
    expect(pages).not.toContain(CANARY);
  }
}, 240_000);

test('emails, summaries, texts, the event stream, the logs and the audit log have no canary', async () => {
  const body = { loanId: loan.id, elements: [{ title: 'Tax return' }] };
  expect((await server.call('createElements', { body }, dana)).status).toBe(200);
  await until(async () => elenaHears.changes.some(({ kind }) => kind.startsWith('element.')));
  await until(async () => {
    const { rows } = await server.owner.query<{ n: number }>(
      'select count(distinct account_id)::int as n from cairn.notification where account_id = any ($1)',
      [[marcus.account.id, elena.account.id]],
    );
    return rows[0]!.n === 2;
  });
  // Sends tomorrow's summaries, which report today's events.
  expect(await sendDigests(server.db, new Date(Date.now() + DAY_MS))).toBeGreaterThanOrEqual(1);
  await until(async () => (await emailsTo(elena.account.emailAddress)).length > 0, 60_000);
  await until(async () => (await emailsTo(marcus.account.emailAddress)).length > 0, 60_000);

  for (const { account } of [marcus, elena, grace, guest]) {
    expect(JSON.stringify(await emailsTo(account.emailAddress))).not.toContain(CANARY);
  }
  const { rows: phones } = await server.owner.query<{ phone: string }>(
    'select phone from cairn.account where phone is not null',
  );
  expect(phones).toHaveLength(3);
  for (const { phone } of phones) {
    expect((await textsTo(`+1${phone}`)).join('\n')).not.toContain(CANARY);
  }
  expect(JSON.stringify(elenaHears.heard)).not.toContain(CANARY);
  expect(elenaHears.changes.filter(({ kind }) => /note|credit/.test(kind))).toEqual([]);
  expect(server.logged.join('\n')).not.toContain(CANARY);
  const { rows: entries } = await server.owner.query<{ line: string }>(
    'select t::text as line from cairn.audit_entry t',
  );
  expect(entries.filter(({ line }) => line.includes(CANARY))).toEqual([]);
}, 180_000);
