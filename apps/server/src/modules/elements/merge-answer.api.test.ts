/** `isMerged`, with the real converter and scanner: several files become one PDF, and each is kept (decision 0176). */
import { createHash } from 'node:crypto';
import {
  EICAR,
  makeDocx,
  startTestServer,
  startTestWorker,
  until,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { onePagePdf } from '../../../../../tools/database/one-page-pdf.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let server: TestServer;
let worker: { stop(): Promise<void> };
let company: Company;
let loan: Loan;
let dana: Account;
let elena: Account;
let lender: string;
let borrower: string;

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server, undefined, { queues: server.config.engine.queues });
  const { given } = server;
  company = await given.company();
  dana = await given.employee(company);
  lender = await given.session(dana, { roleLevel: 'LENDER', company });
  loan = await given.loan(await given.phase(company));
  await given.role(loan, dana, 'LENDER');
  elena = await given.account();
  await given.role(loan, elena, 'BORROWER');
  borrower = await given.session(elena, { roleLevel: 'BORROWER' });
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

async function uploaded(name: string, content: Buffer, token = borrower): Promise<string> {
  const query = { name, size: content.length, loanId: loan.id };
  const signed = (await server.call('getUploadUrl', { query }, { token })).body;
  await fetch(signed.uploadUrl, {
    method: 'PUT',
    headers: signed.headers,
    body: new Uint8Array(content),
  });
  const body = { ...query, key: signed.key };
  return (await server.call('createDocument', { body }, { token })).body.id;
}
const answer = (elementId: string, documentId: string, over: object = {}, token = borrower) =>
  server.call(
    'answerElement',
    { body: { elementId, loanId: loan.id, documentId, isMerged: true, ...over } },
    { token },
  );
const open = async (id: string, token = lender) =>
  (await server.call('getDocumentWithDownloadUrl', { params: { id } }, { token })).body;
const ready = (id: string) =>
  until(async () => {
    const now = await open(id);
    return (now.contentState === 'READY' || now.virusScanState === 'INFECTED') && now;
  }, 90_000);
const historyOf = async (elementId: string) =>
  (await server.call('listAnswers', { params: { id: loan.id, elementId } }, { token: lender }))
    .body;

test('files that are sent to be merged become one PDF in their order, and each is kept [R231]', async () => {
  const { id } = await server.given.element(loan, { title: 'Bank statements' });
  const first = await uploaded('june.pdf', onePagePdf('June statement', ['Larkspur Bakery LLC']));
  // There is nothing to merge with yet, so the file itself is the answer.
  expect((await answer(id, first)).body.answer?.document?.id).toBe(first);
  const second = await uploaded('july.docx', await makeDocx('July statement'));
  const two = (await answer(id, second)).body.answer!.document!;
  expect(two).toMatchObject({ name: 'Bank statements.pdf' });
  // Sent before the previous merge is finished.
  const third = await uploaded(
    'august.pdf',
    onePagePdf('August statement', ['Larkspur Bakery LLC']),
  );
  const merged = (await answer(id, third)).body.answer!.document!.id;
  // Repeating the call changes nothing.
  expect((await answer(id, third)).body.answer!.document!.id).toBe(merged);

  expect(await ready(merged)).toMatchObject({ virusScanState: 'CLEAN', pages: 3 });
  const { body } = await server.call(
    'getDocumentText',
    { params: { id: merged }, query: {} },
    { token: lender },
  );
  expect(body.pages.map(({ text }) => text.trim().split(' ')[0])).toEqual([
    'June',
    'July',
    'August',
  ]);
  const { past } = await historyOf(id);
  const documentIds = past.map(({ document }) => document?.id);
  expect(documentIds).toEqual(expect.arrayContaining([first, second, third]));
  expect((await open(second)).name).toBe('july.docx');
});

test('an infected file blocks what it was merged into, and the others stay', async () => {
  const { id } = await server.given.element(loan, { title: 'Licenses' });
  const clean = await uploaded('license.pdf', onePagePdf('License', ['Larkspur Bakery LLC']));
  await answer(id, clean);
  const bad = await uploaded('bad.txt', Buffer.from(EICAR));
  const merged = (await answer(id, bad)).body.answer!.document!.id;
  expect(await ready(merged)).toMatchObject({
    virusScanState: 'INFECTED',
    scanReason: 'VIRUS',
    downloadUrl: null,
  });
  // The next file replaces a blocked one.
  const again = await uploaded(
    'license 2.pdf',
    onePagePdf('License again', ['Larkspur Bakery LLC']),
  );
  expect((await answer(id, again)).body.answer!.document!.id).toBe(again);
  expect((await open(clean)).virusScanState).toBe('CLEAN');
});

test('a decision about the answer is void once a file was added', async () => {
  const { id } = await server.given.element(loan, { title: 'Lease' });
  const first = await uploaded('lease.pdf', onePagePdf('Lease', ['Larkspur Bakery LLC']));
  await answer(id, first);
  await ready(first);
  const approved = await server.call(
    'updateFormElement',
    { params: { id }, body: { approved: true } },
    { token: lender },
  );
  expect(approved.body.status).toBe('ACCEPTED');
  const more = await uploaded('rider.pdf', onePagePdf('Rider', ['Larkspur Bakery LLC']));
  const { status, body } = await answer(id, more, {}, lender);
  expect([status, body.status]).toEqual([200, 'ANSWERED']);
});

test('a second borrower adds to what they see, and not to what they do not', async () => {
  const { id } = await server.given.element(loan, { title: 'Tax returns' });
  await answer(id, await uploaded('2024.pdf', onePagePdf('Year 2024', ['Larkspur Bakery LLC'])));
  await answer(id, await uploaded('2025.pdf', onePagePdf('Year 2025', ['Larkspur Bakery LLC'])));
  const sam = await server.given.account();
  await server.given.role(loan, sam, 'BORROWER');
  const theirs = await server.given.session(sam, { roleLevel: 'BORROWER' });
  const third = await uploaded(
    '2026.pdf',
    onePagePdf('Year 2026', ['Larkspur Bakery LLC']),
    theirs,
  );
  const merged = (await answer(id, third, {}, theirs)).body.answer!.document!.id;
  expect((await ready(merged)).pages).toBe(3);

  const other = await server.given.company();
  const foreign = await server.given.loan(await server.given.phase(other));
  await server.given.role(foreign, sam, 'BORROWER');
  const elsewhere = await server.given.document(foreign, sam);
  expect((await answer(id, elsewhere.id, {}, theirs)).status).toBe(404);
});

test('a merged answer has at most 100 files and 250 MB', async () => {
  const { id } = await server.given.element(loan, { title: 'Invoices' });
  const big = await server.given.document(loan, elena, { size: 200 * 2 ** 20 });
  await answer(id, big.id);
  const more = await server.given.document(loan, elena, { size: 60 * 2 ** 20 });
  expect((await answer(id, more.id)).body).toMatchObject({ code: 'FILE_TOO_LARGE' });
});

test('a person has a limited number of files made of others in a day, an employee more', async () => {
  const { id } = await server.given.element(loan, { title: 'Receipts' });
  const first = await uploaded('a.pdf', onePagePdf('A', ['Larkspur Bakery LLC']));
  const second = await uploaded('b.pdf', onePagePdf('B', ['Larkspur Bakery LLC']));
  await answer(id, first);
  const recordMerges = (holder: Account, calls: number) =>
    server.owner.query(
      `insert into cairn.call_count (key, calls, ends_at) values ($1, $2, now() + interval '1 hour')
       on conflict (key) do update set calls = excluded.calls`,
      [createHash('sha256').update(`document pipeline: files for ${holder.id}`).digest(), calls],
    );
  for (const person of [elena, dana]) await recordMerges(person, 300);
  const refused = await answer(id, second);
  expect([refused.status, refused.body]).toMatchObject([429, { code: 'DERIVED_QUOTA' }]);
  // Beside the others, or by the lender.
  expect((await answer(id, second, { isMerged: false, isNew: false })).status).toBe(200);
  expect((await answer(id, second, {}, lender)).status).toBe(200);
});
