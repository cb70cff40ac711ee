/** Decision 0111: pages of documents become answers, with the real converter and scanner. */
import {
  longPdf,
  makeLoanWithMembers,
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

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

let server: TestServer;
let worker: { stop(): Promise<void> };
let company: Company;
let loan: Loan;
let elena: Account;
let borrower: string;
let lender: string;

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server, undefined, { queues: server.config.engine.queues });
  ({ company, loan, lender, elena, borrower } = await makeLoanWithMembers(server));
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

async function upload(name: string, content: Buffer): Promise<string> {
  const query = { name, size: content.length, loanId: loan.id };
  const token = borrower;
  const signed = (await server.call('getUploadUrl', { query }, { token })).body;
  const body = new Uint8Array(content);
  await fetch(signed.uploadUrl, { method: 'PUT', headers: signed.headers, body });
  const created = await server.call(
    'createDocument',
    { body: { ...query, key: signed.key } },
    { token },
  );
  expect(created.status).toBe(200);
  await pagesReady(created.body.id);
  return created.body.id;
}

const pagesReady = (id: string) =>
  until(async () => {
    const { body } = await server.call(
      'getDocumentWithDownloadUrl',
      { params: { id } },
      { token: lender },
    );
    return body.contentState === 'READY' && body;
  }, 60_000);
const textOf = async (id: string) =>
  (await server.call('getDocumentText', { params: { id } }, { token: lender })).body.pages;

interface Page {
  source: number;
  page: number;
  turn?: 0 | 90;
}
interface Answer {
  elementId: string;
  replace?: boolean;
  pages: Page[];
}
const divide = (
  documentIds: string[],
  answers: Answer[],
  { token = lender, version = 1, loanId = loan.id } = {},
) =>
  server.call(
    'dividePages',
    {
      body: {
        loanId,
        sources: documentIds.map((documentId) => ({ documentId, version })),
        answers,
      },
    },
    { token },
  );

async function answersOf(): Promise<Map<string, { id: string; name: string } | null | undefined>> {
  const { body } = await server.call(
    'listElements',
    { params: { id: loan.id } },
    { token: lender },
  );
  return new Map(body.elements.map(({ id, answer }) => [id, answer?.document]));
}

test('answers keep the note and the earliest expiration date of the documents that their pages are of', async () => {
  const { given } = server;
  const scan = await upload('certificates.pdf', longPdf(2, 2, 'Certificate'));
  const cover = await upload('policy.pdf', onePagePdf('Policy', []));
  const answer = { documentId: scan, by: elena };
  const fields = { answer, expirationDate: '2099-06-30' };
  const source = await given.element(loan, { title: 'Certificates', ...fields });
  await given.element(loan, {
    title: 'Policy',
    answer: { documentId: cover, by: elena },
    expirationDate: '2098-01-31',
  });
  await server.owner.query('update cairn.element set answer_note = $2 where id = $1', [
    source.id,
    'Both sides are on page 2',
  ]);
  const [alone, both] = [await given.element(loan), await given.element(loan)];
  const reply = await divide(
    [scan, cover],
    [
      { elementId: alone.id, pages: [{ source: 0, page: 2 }] },
      {
        elementId: both.id,
        pages: [
          { source: 0, page: 1 },
          { source: 1, page: 1 },
        ],
      },
    ],
  );
  expect(reply.status).toBe(200);
  const { rows } = await server.owner.query(
    `select expiration_date::text as until, answer_note as note from cairn.element
     where id = any($1::uuid[]) order by expiration_date desc`,
    [[alone.id, both.id]],
  );
  const note = 'Both sides are on page 2';
  expect(rows).toEqual([
    { until: '2099-06-30', note },
    { until: '2098-01-31', note },
  ]);
});

test('pages are split, merged, reordered and turned into answers; the scan is kept', async () => {
  const { given } = server;
  const scan = await upload('scan.pdf', longPdf(3, 3, 'The lease begins'));
  const cover = await upload('cover.pdf', onePagePdf('Cover sheet', ['Insurance']));
  const bank = await given.element(loan, {
    title: 'Bank statements',
    answer: { documentId: scan, by: elena },
  });
  const lease = await given.element(loan, { title: 'Commercial lease' });
  const answers: Answer[] = [
    { elementId: bank.id, replace: true, pages: [{ source: 0, page: 1 }] },
    {
      elementId: lease.id,
      pages: [
        { source: 1, page: 1, turn: 90 },
        { source: 0, page: 3 },
      ],
    },
  ];
  const reply = await divide([scan, cover], answers);
  expect(reply.body).toEqual({ elementIds: [bank.id, lease.id] });

  const answersById = await answersOf();
  expect(answersById.get(lease.id)).toMatchObject({ name: 'Commercial lease.pdf' });
  expect(await pagesReady(answersById.get(bank.id)!.id)).toMatchObject({ pages: 1 });
  expect(await pagesReady(answersById.get(lease.id)!.id)).toMatchObject({
    ...{ pages: 2, virusScanState: 'CLEAN' },
  });
  const [first, second] = await textOf(answersById.get(lease.id)!.id);
  expect(first!.text).toContain('Cover sheet');
  // Rotated, so wider than high.
  expect(first!.width).toBeGreaterThan(first!.height);
  expect(second!.text).toContain('The lease begins');

  const { body: history } = await server.call(
    'listAnswers',
    { params: { id: loan.id, elementId: bank.id } },
    { token: lender },
  );
  expect(history.past.map(({ document, ended }) => [document?.id, ended])).toEqual([
    [scan, 'REPLACED'],
  ]);
  expect((await textOf(scan)).length).toBe(3);
});

test('only documents and requests of the loan that the caller sees are used', async () => {
  const { given } = server;
  const scan = await upload('rent.pdf', longPdf(2, 1, 'Rent roll'));
  const rent = await given.element(loan, { title: 'Rent roll' });
  const page: Page[] = [{ source: 0, page: 1 }];
  const answer = [{ elementId: rent.id, pages: page }];
  expect((await divide([scan], answer, { token: borrower })).status).toBe(403);

  const dana = await given.employee(company);
  const [sameCompany, elsewhere] = await Promise.all([
    given.loan(await given.phase(company)),
    given.loan(await given.phase(await given.company())),
  ]);
  const colleague = await given.session(dana, { roleLevel: 'LENDER', company });
  expect((await divide([scan], answer, { token: colleague })).status).toBe(403);
  for (const other of [sameCompany, elsewhere]) {
    const document = await given.document(other, elena);
    const element = await given.element(other, { title: 'Rent roll' });
    expect((await divide([document.id], answer)).status).toBe(404);
    expect((await divide([scan], [{ elementId: element.id, pages: page }])).status).toBe(404);
    expect((await divide([scan], answer, { loanId: other.id })).status).not.toBe(200);
  }
  expect((await answersOf()).get(rent.id) ?? null).toBeNull();
});

test('nothing is created unless all of it can be', async () => {
  const { given } = server;
  const scan = await upload('scan.pdf', longPdf(2, 1, 'Rent roll'));
  const [free, answeredRequest, question] = await Promise.all([
    given.element(loan, { title: 'Lease' }),
    given.element(loan, { title: 'Deed', answer: { documentId: scan, by: elena } }),
    given.element(loan, { title: 'Start-up?', questionType: 'YES_NO' }),
  ]);
  const good = { elementId: free.id, pages: [{ source: 0, page: 1 }] };
  const code = async (...call: Parameters<typeof divide>) =>
    ((await divide(...call)).body as unknown as { code: string }).code;
  const pages = (...numbers: number[]): Answer => ({
    elementId: free.id,
    pages: numbers.map((page) => ({ source: 0, page })),
  });
  expect(await code([scan], [good, { ...good, elementId: answeredRequest.id }])).toBe(
    'ALREADY_ANSWERED',
  );
  expect(await code([scan], [good, { ...good, elementId: question.id }])).toBe('NOTHING_TO_ANSWER');
  expect(await code([scan], [good], { version: 2 })).toBe('FILE_CHANGED');
  for (const answers of [
    [pages(3)],
    [pages(0)],
    [pages(1, 1)],
    [good, good],
    [],
    [{ elementId: free.id, pages: [{ source: 1, page: 1 }] }],
    [pages(...Array.from({ length: 10_000 }, (_, index) => index + 1))],
  ]) {
    expect(await code([scan], answers)).toBe('INVALID_REQUEST');
  }
  expect(await code([scan, scan], [good])).toBe('INVALID_REQUEST');
  const raw = await given.document(loan, elena);
  expect(await code([raw.id], [good])).toBe('NO_PAGES');
  expect((await answersOf()).get(free.id) ?? null).toBeNull();
});
