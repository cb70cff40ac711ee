/** Issue 14: every document is read on arrival, with the real scanner, converter and OCR. */
import { createHash } from 'node:crypto';
import {
  blankPdf,
  heicPhoto,
  makeDocx,
  makeLoanWithMembers,
  photographedPage,
  scannedPdf,
  spreadsheet,
  startTestServer,
  startTestWorker,
  turnedPdf,
  until,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { contentProblemOf } from '@cairn/contract/file-terms';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { queueReading } from '../../../../../tools/database/demo-reading.ts';
import { onePagePdf } from '../../../../../tools/database/one-page-pdf.ts';
import { sampleKind } from '@cairn/testing/documents/document-kinds';
import { makeSample } from '@cairn/testing/documents/sample-documents';
import { sendInParts } from '../../platform/multipart-upload.ts';
import { WorkerStorage } from '../../platform/object-storage.ts';
import { processActivities } from './process-document.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let server: TestServer;
let worker: { stop(): Promise<void> };
let storage: WorkerStorage;
let company: Company;
let elena: Account;
let loan: Loan;
let borrower: string;
let lender: string;

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server, undefined, { queues: server.config.engine.queues });
  storage = new WorkerStorage(server.config.store);
  ({ company, elena, loan, lender, borrower } = await makeLoanWithMembers(server));
});
afterAll(async () => {
  await worker.stop();
  storage.close();
  await server.stop();
});

async function upload(name: string, content: Buffer, to: Loan = loan): Promise<string> {
  const query = { name, size: content.length, loanId: to.id };
  const signed = (await server.call('getUploadUrl', { query }, { token: borrower })).body;
  const uploaded = await fetch(signed.uploadUrl, {
    method: 'PUT',
    headers: signed.headers,
    body: new Uint8Array(content),
  });
  expect(uploaded.status).toBe(200);
  const body = { name, key: signed.key, size: content.length, loanId: to.id };
  const created = await server.call('createDocument', { body }, { token: borrower });
  expect(created.status).toBe(200);
  return created.body.id;
}

const open = async (id: string, token = borrower) =>
  (await server.call('getDocumentWithDownloadUrl', { params: { id } }, { token })).body;

/** The states that people are notified of. */
const notified = async (id: string): Promise<string[]> => {
  const { rows } = await server.owner.query<{ state: string }>(
    `select input -> 'detail' ->> 'state' as state from cairn.event
     where kind = 'document.processed' and workflow = 'notify' and input -> 'detail' ->> 'documentId' = $1`,
    [id],
  );
  return rows.map(({ state }) => state);
};

/** Waits until the scan and the pipeline have finished. */
const settled = (id: string) =>
  until(async () => {
    const { rows } = await server.owner.query<{ state: string | null; scan: string }>(
      'select content_state as state, virus_scan_state as scan from cairn.document where id = $1',
      [id],
    );
    const { state, scan } = rows[0]!;
    const isOver = scan === 'INFECTED' || !['PROCESSING', 'READING', null].includes(state);
    return isOver && { state, scan };
  }, 100_000);

const textIn = async (id: string) => {
  const { body } = await server.call('getDocumentText', { params: { id } }, { token: borrower });
  return body.pages;
};

const LINES = [
  'Larkspur Bakery rent roll for 2025',
  'Total monthly income 4250 dollars',
  'Signed by the owner and the tenant',
];

describe('a document on arrival', () => {
  test.each([
    ['lease.pdf', () => onePagePdf('Lease agreement', LINES), 'TEXT', 'Larkspur Bakery'],
    ['scan.pdf', () => scannedPdf(LINES), 'OCR', 'Larkspur Bakery'],
    ['photo.jpg', () => photographedPage('photo.jpg', LINES, 90), 'OCR', 'Larkspur Bakery'],
    ['IMG_0042.HEIC', () => heicPhoto(LINES), 'OCR', 'Larkspur Bakery'],
    ['notice.docx', () => makeDocx('Notice to Larkspur Bakery'), 'TEXT', 'Notice to Larkspur'],
    ['rent roll.xlsx', () => spreadsheet('unit,rent\nSuite 210,1350\n'), 'TEXT', 'Suite 210'],
  ])(
    '%s becomes a PDF with a thumbnail and text with positions [R238]',
    async (name, make, source, words) => {
      const content = await make();
      const id = await upload(name, content);
      expect(await settled(id)).toEqual({ state: 'READY', scan: 'CLEAN' });
      const document = await open(id);
      expect(document).toMatchObject({ contentState: 'READY', pages: 1 });
      const pdf = await server.follow(document.pdfUrl, { token: borrower });
      expect(pdf.bytes.toString('latin1', 0, 5)).toBe('%PDF-');
      const picture = await server.follow(document.thumbnailUrls[0]!, { token: borrower });
      expect(picture.headers['content-type']).toBe('image/jpeg');
      expect(picture.bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
      const [page] = await textIn(id);
      expect(page).toMatchObject({ page: 1, source });
      expect(page!.text).toContain(words);
      expect(await notified(id)).toEqual([]);
      // The original is stored as it was sent.
      const original = await server.follow(document.downloadUrl, { token: borrower });
      expect(sha256(original.bytes)).toBe(sha256(content));
    },
  );

  test('has its words where they are seen: on a page turned by the file, and on a photo taken sideways', async () => {
    const [turned, sideways] = await Promise.all([
      upload('turned.pdf', turnedPdf(onePagePdf('Lease', LINES), 90)),
      upload('sideways.jpg', photographedPage('photo.jpg', LINES, 90)),
    ]);
    await Promise.all([settled(turned), settled(sideways)]);
    for (const id of [turned, sideways]) {
      const find = { params: { id }, query: { text: 'Larkspur' } };
      const { body } = await server.call('findInDocument', find, { token: borrower });
      expect(body.found).toHaveLength(1);
      const [left, , width, height] = body.found[0]!.boxes[0]!;
      // Rotated clockwise: its first lines are at the right and run downwards.
      expect(left).toBeGreaterThan(7000);
      expect(height).toBeGreaterThan(width);
    }
  });

  test.each([
    ['damaged.pdf', 'DAMAGED', () => Buffer.from('%PDF-1.4 nothing in it')],
    ['empty.pdf', 'EMPTY', blankPdf],
    ['nothing.txt', 'EMPTY', () => Buffer.from(' \n \n')],
    ['bomb.png', 'DAMAGED', () => hugePng()],
  ])('%s is %s in a state of its own, and never called a virus', async (name, state, make) => {
    const id = await upload(name, make());
    expect(await settled(id)).toEqual({ state, scan: 'CLEAN' });
    const document = await open(id);
    expect(document).toMatchObject({ contentState: state, scanReason: null });
    expect(contentProblemOf(document.contentState)).toBe(state);
    // It can still be downloaded.
    expect(document.downloadUrl).not.toBeNull();
    expect(await notified(id)).toEqual([state]);
  });
});

test('a document is classified once, and another version by its own text', async () => {
  const taxes = makeSample({
    kind: sampleKind('1065'),
    facts: { entity: 'Larkspur Bakery LLC', address: 'Bend', year: 2024, month: 3 },
    form: 'pdf',
    seed: 1,
  });
  const id = await upload(taxes.name, taxes.content);
  expect(await settled(id)).toMatchObject({ state: 'READY' });
  const facts = async () =>
    (
      await server.owner.query(
        'select kind, facts, words, read_at from cairn.document_facts where document_id = $1',
        [id],
      )
    ).rows;
  const first = await facts();
  expect(first).toMatchObject([
    {
      kind: 'business_return',
      facts: {
        years: [{ year: 2024, page: 1, words: 'calendar year 2024' }],
        signature: { page: 6, words: 'Signature of authorized signer' },
      },
      words: expect.arrayContaining(['partnership', 'larkspur']),
    },
  ]);
  const ref = { companyId: loan.companyId, documentId: id, version: 1 };
  await processActivities(
    { db: server.db, storage, log: server.app.log },
    () => {},
  ).classifyDocument(ref);
  expect(await facts()).toEqual(first);
});

describe('what was derived', () => {
  test('is read by those who read the document, and by no one else', async () => {
    const id = await upload('lease.pdf', onePagePdf('Lease agreement', LINES));
    await settled(id);
    const { pdfUrl, thumbnailUrls } = await open(id);
    const stranger = await server.given.account();
    await server.given.role(loan, stranger, 'BORROWER');
    const other = await server.given.session(stranger, { roleLevel: 'BORROWER' });
    for (const address of [pdfUrl!, thumbnailUrls[0]!]) {
      expect((await server.follow(address, { token: other })).status).toBe(404);
      const read = await server.follow(address, { token: lender });
      expect(read.status).toBe(200);
      // The browser's next user cannot read it from the cache either.
      expect(read.headers['cache-control']).toBe('private, no-store');
    }
    for (const name of ['getDocumentText', 'findInDocument'] as const) {
      const request = { params: { id }, query: name === 'findInDocument' ? { text: 'rent' } : {} };
      expect((await server.call(name, request as never, { token: other })).status).toBe(404);
      expect((await server.call(name, request as never, { token: lender })).status).toBe(200);
    }
  });

  test('is recorded as one reading of the document, however many pages are fetched', async () => {
    const id = await upload('lease.pdf', onePagePdf('Lease agreement', LINES));
    await settled(id);
    const readings = async () => {
      const { rowCount } = await server.owner.query(
        `select from cairn.audit_entry where kind = 'document.read' and detail ->> 'documentId' = $1`,
        [id],
      );
      return rowCount;
    };
    const { pdfUrl, thumbnailUrls, pagesTicket } = await open(id, lender);
    await server.follow(pdfUrl, { token: lender });
    await server.follow(thumbnailUrls[0]!, { token: lender });
    const query = { ticket: pagesTicket! };
    await server.call('getDocumentText', { params: { id }, query }, { token: lender });
    expect(await readings()).toBe(1);
    // The ticket of another person does not count.
    await server.call('getDocumentText', { params: { id }, query }, { token: borrower });
    expect(await readings()).toBe(2);
  });

  test('is made once, however often a step is repeated', async () => {
    const id = await upload('lease.pdf', onePagePdf('Lease agreement', LINES));
    await settled(id);
    const derived = async () => {
      const { rows } = await server.owner.query(
        `select t.object_key, t.made_at, p.made_at as pdf_made_at, d.page, d.text
         from cairn.document_thumbnails t
         join cairn.document_pdf p using (company_id, document_id, version)
         join cairn.document_page d using (company_id, document_id, version)
         where t.document_id = $1`,
        [id],
      );
      return rows;
    };
    const before = await derived();
    const steps = processActivities({ db: server.db, storage, log: { error: () => {} } }, () => {});
    const ref = { companyId: loan.companyId, documentId: id, version: 1 };
    await steps.convertDocument(ref);
    await steps.makeThumbnails(ref);
    expect(await steps.extractText(ref)).toEqual([]);
    await steps.finishDocument(ref);
    expect(await derived()).toEqual(before);
    expect(before).toHaveLength(1);
  });

  test('goes with the document, and a step that comes late leaves nothing behind', async () => {
    const id = await upload('lease.pdf', onePagePdf('Lease agreement', LINES));
    await settled(id);
    const { removeDocuments } = await import('./store.ts');
    await server.db.write({ kind: 'company', companyId: loan.companyId }, (tx) =>
      removeDocuments(tx, loan.companyId, [id]),
    );
    const steps = processActivities({ db: server.db, storage, log: { error: () => {} } }, () => {});
    const ref = { companyId: loan.companyId, documentId: id, version: 1 };
    expect(await steps.convertDocument(ref)).toBe(false);
    const { rows } = await server.owner.query(
      `select from cairn.document_page where document_id = $1
       union all select from cairn.document_thumbnails where document_id = $1
       union all select from cairn.document_pdf where document_id = $1`,
      [id],
    );
    expect(rows).toEqual([]);
  });
});

test('stored pages and thumbnails that have changed are not served or exported, and are made again', async () => {
  const { owner } = server;
  const id = await upload('notice.docx', await makeDocx('Notice to Larkspur Bakery'));
  await settled(id);
  const keyIn = async (table: 'document_pdf' | 'document_thumbnails') => {
    const { rows } = await owner.query<{ object_key: string }>(
      `select object_key from cairn.${table} where document_id = $1`,
      [id],
    );
    return rows[0]?.object_key;
  };
  const damage = async (key: string) => {
    const chunks: Buffer[] = [];
    for await (const chunk of await storage.vault.read(key)) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    bytes[bytes.length >> 1]! ^= 1;
    await storage.vault.remove(key);
    await sendInParts(storage.vault, { key, size: bytes.length, bytes: async () => bytes });
  };
  for (const [table, urlOf] of [
    ['document_pdf', ({ pdfUrl }) => pdfUrl],
    ['document_thumbnails', ({ thumbnailUrls }) => thumbnailUrls[0]!],
  ] as const satisfies [string, (document: Awaited<ReturnType<typeof open>>) => string | null][]) {
    const key = (await keyIn(table))!;
    await damage(key);
    const document = await open(id);
    expect((await server.follow(urlOf(document), { token: borrower })).status).toBe(409);
    expect(await keyIn(table)).toBeUndefined();
    expect(server.logged.join()).toContain('"event":"document.derived-mismatch"');
    // Opened again, it is made again.
    await open(id);
    expect(await settled(id)).toEqual({ state: 'READY', scan: 'CLEAN' });
    expect(await keyIn(table)).not.toBe(key);
    const served = await server.follow(urlOf(await open(id)), { token: borrower });
    expect(served.status).toBe(200);
  }

  const element = await server.given.element(loan, { title: 'Notice' });
  await owner.query(
    'update cairn.element set answer_document_id = $2, answered_by = $3, answered_at = now() where id = $1',
    [element.id, id, elena.id],
  );
  await damage((await keyIn('document_pdf'))!);
  const body = { elementIds: [element.id], pdf: true };
  const params = { loanId: loan.id };
  const asked = await server.call('createElementDownload', { params, body }, { token: lender });
  expect(asked.status).toBe(200);
  await until(async () => {
    const { body: now } = await server.call('listElementDownloads', { params }, { token: lender });
    return now.jobs[0]?.pdf.state === 'READY';
  }, 60_000);
});

test('a document from before the pipeline is processed when it is opened', async () => {
  const id = await upload('old.pdf', onePagePdf('Lease agreement', LINES));
  await settled(id);
  await server.owner.query('update cairn.document set content_state = null where id = $1', [id]);
  expect((await open(id)).contentState).toBeNull();
  expect(await settled(id)).toMatchObject({ state: 'READY' });
});

test('the documents of the demo are read, those that wait to be filed first', async () => {
  const { given, owner } = server;
  const featured = await given.loan(await given.phase(company), { shortCode: 'DEMO-1' });
  await given.role(featured, elena, 'BORROWER');
  const send = (name: string, to: Loan) => upload(name, onePagePdf(name, LINES), to);
  const answer = await send('answer.pdf', featured);
  const waiting = await send('waiting.pdf', loan);
  const other = await send('other.pdf', loan);
  const body = { documentId: waiting, loanId: loan.id };
  expect((await server.call('createShoeboxItem', { body }, { token: borrower })).status).toBe(200);
  const ids = [answer, waiting, other];
  await Promise.all(ids.map(settled));
  await owner.query('update cairn.document set content_state = null where id = any($1)', [ids]);
  const client = await owner.connect();
  expect(await queueReading(client, company.id, ['DEMO-1'])).toEqual([waiting, answer]);
  client.release();
  for (const id of [waiting, answer]) expect(await settled(id)).toMatchObject({ state: 'READY' });
});

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** A PNG header that states 60,000 × 60,000 pixels, without data. */
function hugePng(): Buffer {
  const header = Buffer.alloc(25);
  header.writeUInt32BE(13, 0);
  header.write('IHDR', 4, 'latin1');
  header.writeUInt32BE(60_000, 8);
  header.writeUInt32BE(60_000, 12);
  header.set([8, 6, 0, 0, 0], 16);
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), header, Buffer.alloc(200)]);
}
