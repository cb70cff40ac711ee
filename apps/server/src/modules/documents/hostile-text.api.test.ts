/** Files designed to exhaust the memory, the index or the queue of the document pipeline. */
import { createHash } from 'node:crypto';
import {
  scannedPdf,
  startTestServer,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { MAX_FOUND_BOXES } from '@cairn/contract/document-pages';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { onePagePdf } from '../../../../../tools/database/one-page-pdf.ts';
import { sendInParts } from '../../platform/multipart-upload.ts';
import { WorkerStorage } from '../../platform/object-storage.ts';
import { savePages } from './content-store.ts';
import { textOf, wordsInBoxes } from './page-text.ts';
import { processActivities } from './process-document.ts';

vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;
let storage: WorkerStorage;
let company: Company;
let loan: Loan;
let mallory: Account;
let borrower: string;

beforeAll(async () => {
  server = await startTestServer();
  storage = new WorkerStorage(server.config.store);
});
afterAll(async () => {
  storage.close();
  await server.stop();
});
beforeEach(async () => {
  const { given } = server;
  company = await given.company();
  loan = await given.loan(await given.phase(company));
  mallory = await given.account();
  await given.role(loan, mallory, 'BORROWER');
  borrower = await given.session(mallory, { roleLevel: 'BORROWER' });
});

/** Stores a clean file in the vault. */
async function storeDocument(content: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(content).digest();
  const objectKey = `0000/${company.id}/document/${sha256.toString('hex')}.${mallory.id}`;
  const { length: size } = content;
  await sendInParts(storage.vault, { key: objectKey, size, bytes: async () => content });
  return (await server.given.document(loan, mallory, { objectKey, size, sha256 })).id;
}

const steps = () =>
  processActivities({ db: server.db, storage, log: { error: () => {} } }, () => {});
const refOf = (documentId: string) => ({ companyId: company.id, documentId, version: 1 });

const rowsOf = async <Row>(sql: string, ...values: unknown[]) =>
  (await server.owner.query(sql, values)).rows as Row[];
const stateOf = async (id: string) => {
  const [row] = await rowsOf<{ state: string | null }>(
    'select content_state as state from cairn.document where id = $1',
    id,
  );
  return row!.state;
};

test('a page of more text than an index entry holds is read as far as a person would', async () => {
  const { id } = await server.given.document(loan, mallory);
  const printed = Array.from(
    { length: 9000 },
    (_, index) => `<word xMin="10" yMin="10" xMax="20" yMax="20">${'x'.repeat(170)}${index}</word>`,
  ).join('');
  const size = { width: 612, height: 792 };
  const words = wordsInBoxes(`<page >${printed}`, 1, new Map([[1, size]])).get(1)!;
  const page = {
    page: 1,
    ...size,
    source: 'TEXT',
    blank: false,
    text: textOf(words),
    words,
  } as const;
  await server.db.write({ kind: 'company', companyId: company.id }, (tx) =>
    savePages(tx, refOf(id), [page]),
  );
  const { body } = await server.call('getDocumentText', { params: { id } }, { token: borrower });
  expect(body.pages[0]!.text.length).toBeGreaterThan(20_000);
  expect(body.pages[0]!.text.length).toBeLessThan(60_000);
});

test('a search that finds everything answers with as much as a page can mark', async () => {
  const { id } = await server.given.document(loan, mallory);
  await server.owner.query(
    `insert into cairn.document_page (company_id, document_id, version, page, width, height, source, text, words)
     select $1, $2, 1, page, 612, 792, 'TEXT', repeat('e ', 5000),
       (select jsonb_agg(jsonb_build_array(0, 0, 10, 10, 'e')) from generate_series(1, 5000))
     from generate_series(1, 60) page`,
    [company.id, id],
  );
  const find = (text: string) =>
    server.call('findInDocument', { params: { id }, query: { text } }, { token: borrower });
  const { body } = await find('e');
  expect(body.isComplete).toBe(false);
  expect(body.found[0]).toMatchObject({ page: 1 });
  expect(body.found.flatMap(({ boxes }) => boxes)).toHaveLength(MAX_FOUND_BOXES);
  // Words whose beginning is on each page, but which are on none.
  expect((await find('e nothing')).body).toEqual({ found: [], isComplete: true });
});

test('a file that cannot be processed is not tried again at each opening', async () => {
  const id = await storeDocument(onePagePdf('Lease', ['Rent']));
  const activities = steps();
  let tries = 0;
  for (let opened = 0; opened < 30; opened += 1) {
    await activities.giveUpDocument(refOf(id));
    if (await activities.convertDocument(refOf(id))) tries += 1;
  }
  expect(tries).toBeLessThan(20);
  expect(await stateOf(id)).toBe('FAILED');
});

test('one person’s scans use up that person’s time for recognizing text, and no one else’s', async () => {
  const activities = steps();
  const read = async () => {
    const id = await storeDocument(scannedPdf(['Larkspur Bakery rent roll', mallory.id.slice(-8)]));
    await activities.convertDocument(refOf(id));
    const pages = await activities.extractText(refOf(id));
    await activities.recognizeText({ ...refOf(id), pages });
    await activities.finishDocument(refOf(id));
    const [page] = await rowsOf<{ source: string }>(
      'select source from cairn.document_page where document_id = $1',
      id,
    );
    return page!.source;
  };
  expect(await read()).toBe('OCR');
  await server.owner.query(`update cairn.call_count set calls = 100000`);
  expect(await read()).toBe('NONE');
  mallory = await server.given.account();
  expect(await read()).toBe('OCR');
});
