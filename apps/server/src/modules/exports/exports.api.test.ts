import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  flags,
  ExportSteps,
  startTestServer,
  startTestWorker,
  type Account,
  type Company,
  type Loan,
  type Phase,
  type TestServer,
  makeDocx,
  makePng,
  run,
  textOfPdf,
  until,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { onePagePdf } from '../../../../../tools/database/one-page-pdf.ts';

// LibreOffice takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;
let worker: { stop(): Promise<void> };
let steps: ExportSteps;
let company: Company;
let phase: Phase;
let dana: Account;
let lender: string;

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
  steps = new ExportSteps(server);
  company = await server.given.company();
  phase = await server.given.phase(company);
  dana = await server.given.employee(company);
  lender = await server.given.session(dana, { roleLevel: 'LENDER', company });
});
afterAll(async () => {
  await worker.stop();
  steps.stop();
  await server.stop();
});

const answerRequest = (
  loan: Loan,
  name: string,
  content: Buffer,
  over?: Parameters<ExportSteps['answered']>[3],
) => steps.answered(loan, dana, [name, content], over);

async function newLoan(): Promise<Loan> {
  const loan = await server.given.loan(phase);
  await server.given.role(loan, dana, 'LENDER');
  return loan;
}

async function exportReady(loan: Loan, token = lender): Promise<void> {
  expect((await steps.refresh(loan, token)).status).toBe(200);
  const packages = await steps.settled(loan, token);
  expect(packages.map(({ state }) => state)).toEqual(['READY', 'READY', 'READY']);
}

describe('a package with a bit of everything', () => {
  let loan: Loan;
  const lease = onePagePdf('The lease', ['Larkspur']);
  const archive = Buffer.from('PK\x03\x04 of unknown content');

  beforeAll(async () => {
    loan = await newLoan();
    const taxes = await server.given.element(loan, { storageType: 'FOLDER', title: 'Tax returns' });
    const inner = await server.given.element(loan, {
      storageType: 'FOLDER',
      title: '2025',
      parent: taxes,
    });
    await server.given.element(loan, { storageType: 'FOLDER', title: 'Nothing in it' });
    await answerRequest(loan, 'scan 1.pdf', lease, { title: 'Lease' });
    await answerRequest(loan, 'return.docx', await makeDocx('Gross receipts GRANITE-77'), {
      title: 'Return',
      parent: inner,
    });
    await answerRequest(loan, 'photo.png', makePng(60, 40), { title: 'Licence', parent: taxes });
    await answerRequest(loan, 'books.zip', archive, { title: 'Books', parent: taxes });
    await answerRequest(loan, 'virus.pdf', onePagePdf('CANARY-VIRUS', []), {
      title: 'Bad file',
      state: 'INFECTED',
    });
    await answerRequest(loan, 'new.pdf', onePagePdf('CANARY-NEW', []), {
      title: 'New file',
      state: 'PENDING',
    });
  });

  test('is made as all three by asking for zip and pdf, and once [R090]', async () => {
    expect((await steps.states(loan, lender)).packages.map(({ state }) => state)).toEqual([
      'NEVER',
      'NEVER',
      'NEVER',
    ]);
    const reply = await steps.refresh(loan, lender);
    expect(reply.body.files).toBe(4);
    expect(reply.body.packages.map(({ state }) => state)).toEqual(['QUEUED', 'QUEUED', 'QUEUED']);
    const [zip, pdf, both] = await steps.settled(loan, lender);
    const unchecked = [
      { folder: '', title: 'Bad file', reason: 'INFECTED' },
      { folder: '', title: 'New file', reason: 'NOT_CHECKED' },
    ];
    expect(zip).toMatchObject({ kind: 'ZIP', state: 'READY', leftOut: unchecked });
    expect(both).toMatchObject({ kind: 'ZIP_PDF', state: 'READY', leftOut: unchecked });
    expect(pdf).toMatchObject({
      kind: 'PDF',
      state: 'READY',
      leftOut: [...unchecked, { folder: 'Tax returns', title: 'Books', reason: 'UNSUPPORTED' }],
    });
    expect(zip!.size).toBeGreaterThan(lease.length);
    await steps.refresh(loan, lender);
    const { rows } = await server.owner.query(
      `select kind from cairn.audit_entry where loan_id = $1 and kind like 'package.%' order by position`,
      [loan.id],
    );
    expect(rows.map(({ kind }: { kind: string }) => kind)).toEqual([
      'package.asked',
      'package.made',
      'package.made',
      'package.made',
    ]);
  });

  test('has one address for each pair of flags; the pdf is shown, the others are downloaded [R091]', async () => {
    const none = { zipPackage: null, pdfPackage: null, zip_pdfPackage: null };
    const zip = await steps.urls(loan, lender, flags(true, false));
    expect(zip).toEqual({ ...none, zipPackage: expect.any(String) as string });
    const pdf = await steps.urls(loan, lender, flags(false, true));
    expect(pdf).toEqual({ ...none, pdfPackage: expect.any(String) as string });
    const both = await steps.urls(loan, lender, flags(true, true));
    expect(both).toEqual({ ...none, zip_pdfPackage: expect.any(String) as string });
    const heads = async (url: string | null) => {
      const { headers } = await steps.fetched(url, lender);
      return [headers['content-type'], String(headers['content-disposition']).split(';')[0]];
    };
    expect(await heads(zip.zipPackage)).toEqual(['application/octet-stream', 'attachment']);
    expect(await heads(both.zip_pdfPackage)).toEqual(['application/octet-stream', 'attachment']);
    expect(await heads(pdf.pdfPackage)).toEqual(['application/pdf', 'inline']);
    const neither = await server.call(
      'getPackageUrls',
      { params: { id: loan.id } },
      { token: lender },
    );
    expect(neither.status).toBe(400);
    const { rows } = await server.owner.query(
      `select detail ->> 'package' as kind from cairn.audit_entry
       where loan_id = $1 and kind = 'package.read' and actor_id = $2 order by position`,
      [loan.id, dana.id],
    );
    expect(rows).toEqual([{ kind: 'ZIP' }, { kind: 'PDF' }, { kind: 'ZIP_PDF' }]);
  });

  test('as a zip holds the bytes that were sent, in the folders of the package', async () => {
    const files = await steps.unzipped((await steps.urls(loan, lender)).zipPackage, lender);
    expect(Object.keys(files).toSorted()).toEqual([
      'Lease.pdf',
      'Tax returns/2025/Return.docx',
      'Tax returns/Books.zip',
      'Tax returns/Licence.png',
      'manifest.json',
      'manifest.json.sig',
      'verify.html',
    ]);
    expect(files['Lease.pdf']).toEqual(lease);
    expect(files['Tax returns/Books.zip']).toEqual(archive);
    const manifest = JSON.parse(files['manifest.json']!.toString()) as {
      files: { path: string; originalName: string; sha256: string }[];
    };
    for (const { path, sha256 } of manifest.files) {
      expect(createHash('sha256').update(files[path]!).digest('hex')).toBe(sha256);
    }
    expect(manifest.files.map(({ originalName }) => originalName)).toContain('scan 1.pdf');
  });

  test('as a pdf holds pages of everything that has any, an outline, and a list of the rest', async () => {
    const { path } = await steps.fetched(
      (await steps.urls(loan, lender, flags(false, true))).pdfPackage,
      lender,
    );
    run('qpdf', '--check', path);
    const pages = textOfPdf(path).split('\f').slice(0, -1);
    expect(pages).toHaveLength(4);
    expect(pages[0]).toContain('GRANITE-77');
    expect(run('pdfimages', '-list', path)).toMatch(/jpeg/);
    expect(pages[2]).toContain('The lease');
    expect(pages[3]).toContain('Not in this PDF');
    expect(pages[3]).toContain('Tax returns / Books');
    expect(pages.join('')).not.toContain('CANARY');
    type Outline = { title: string; destpageposfrom1: number; kids: Outline[] };
    const { outlines } = JSON.parse(run('qpdf', '--json=2', '--json-key=outlines', path)) as {
      outlines: Outline[];
    };
    const outlineOf = ({ title, destpageposfrom1, kids }: Outline): unknown[] => [
      title,
      destpageposfrom1,
      ...kids.map(outlineOf),
    ];
    expect(outlines.map(outlineOf)).toEqual([
      ['Tax returns', 1, ['2025', 1, ['Return', 1]], ['Licence', 2]],
      ['Lease', 3],
      ['Not in this PDF', 4],
    ]);
  });

  test('as a zip of PDFs holds each as pages, and as it is what has none', async () => {
    const { zip_pdfPackage } = await steps.urls(loan, lender, flags(true, true));
    const files = await steps.unzipped(zip_pdfPackage, lender);
    expect(Object.keys(files).toSorted()).toEqual([
      'Lease.pdf',
      'Tax returns/2025/Return.pdf',
      'Tax returns/Books.zip',
      'Tax returns/Licence.pdf',
      'manifest.json',
      'manifest.json.sig',
      'verify.html',
    ]);
    const page = join(steps.folder, 'return.pdf');
    writeFileSync(page, files['Tax returns/2025/Return.pdf']!);
    expect(textOfPdf(page)).toContain('GRANITE-77');
  });
});

describe('a document that the caller may not see', () => {
  test('is in no file of theirs: hidden, the lender’s own, private to another', async () => {
    const loan = await newLoan();
    const { token } = await server.given.borrower(loan);
    const canary = (word: string) => onePagePdf(`CANARY-${word}`, []);
    await answerRequest(loan, 'mine.pdf', onePagePdf('Mine', []), { title: 'Mine' });
    await answerRequest(loan, 'CANARY-N.pdf', canary('HIDDEN'), {
      title: 'CANARY-T1',
      priorityType: 'HIDDEN',
    });
    await answerRequest(loan, 'CANARY-N.pdf', canary('LENDER'), {
      title: 'CANARY-T2',
      flags: ['LENDER_ONLY'],
    });
    await answerRequest(loan, 'CANARY-N.pdf', canary('INTERNAL'), {
      title: 'CANARY-T3',
      flags: ['INTERNAL_ONLY'],
    });
    await answerRequest(loan, 'CANARY-N.pdf', canary('PRIVATE'), {
      title: 'CANARY-T4',
      priorityType: 'PRIVATE',
      assignedTo: dana,
    });
    const bad = { title: 'CANARY-T5', priorityType: 'HIDDEN', state: 'INFECTED' };
    await answerRequest(loan, 'CANARY-N.pdf', canary('BAD'), bad);
    await exportReady(loan);
    expect(JSON.stringify(await steps.states(loan, token))).not.toContain('CANARY');
    expect((await steps.urls(loan, token)).zipPackage).toBeNull();
    await exportReady(loan, token);

    const zip = await steps.unzipped((await steps.urls(loan, token)).zipPackage, token);
    expect(Object.keys(zip)).toEqual([
      'Mine.pdf',
      'manifest.json',
      'manifest.json.sig',
      'verify.html',
    ]);
    expect(Buffer.concat(Object.values(zip)).includes('CANARY')).toBe(false);
    const { path } = await steps.fetched(
      (await steps.urls(loan, token, flags(false, true))).pdfPackage,
      token,
    );
    expect(textOfPdf(path)).toMatch(/Mine/);
    expect(textOfPdf(path)).not.toContain('CANARY');
    const theirs = await steps.unzipped((await steps.urls(loan, lender)).zipPackage, lender);
    expect(Object.keys(theirs)).toHaveLength(8);
  });

  test('makes what was made before unreachable: hidden, trashed, renamed, infected or replaced since', async () => {
    const loan = await newLoan();
    const { token } = await server.given.borrower(loan);
    const first = await answerRequest(loan, 'a.pdf', onePagePdf('A', []), { title: 'First' });
    await answerRequest(loan, 'b.pdf', onePagePdf('B', []), { title: 'Second' });
    await exportReady(loan, token);
    const change = (sql: string, id: string) => server.owner.query(sql, [id]);
    const isThere = async () => (await steps.urls(loan, token)).zipPackage !== null;
    expect(await isThere()).toBe(true);
    for (const [does, undoes, id] of [
      [`priority_type = 'HIDDEN'`, `priority_type = 'MEDIUM'`, first.id],
      ['deleted_at = now()', 'deleted_at = null', first.id],
      [`title = 'Other'`, `title = 'First'`, first.id],
    ] as const) {
      await change(`update cairn.element set ${does} where id = $1`, id);
      expect(await isThere(), does).toBe(false);
      const { packages } = await steps.states(loan, token);
      expect(packages.map(({ state, outOfDate }) => [state, outOfDate])).toEqual(
        Array.from({ length: 3 }, () => ['NEVER', true]),
      );
      await change(`update cairn.element set ${undoes} where id = $1`, id);
      expect(await isThere(), undoes).toBe(true);
    }
    await change(
      `update cairn.document set virus_scan_state = 'INFECTED' where id = $1`,
      first.documentId,
    );
    expect(await isThere()).toBe(false);
  });

  test('a key contact takes nothing away, nor does a colleague without a part in the loan', async () => {
    const loan = await newLoan();
    const contact = await server.given.account();
    await server.given.role(loan, contact, 'KEY_CONTACT');
    const token = await server.given.session(contact, { roleLevel: 'CONTACT' });
    const { token: colleague } = await server.given.colleague(company);
    for (const as of [token, colleague]) {
      expect((await steps.refresh(loan, as)).status).toBe(403);
      const reply = await server.call('listElements', { params: { id: loan.id } }, { token: as });
      expect(reply.body.abilities.download).toBe(false);
    }
  });
});

describe('the download of a package', () => {
  /** Larger than a single read and comparison. */
  const large = Buffer.from(randomBytes(5 * 2 ** 20).toString('hex'));
  let loan: Loan;
  let url: string;

  beforeAll(async () => {
    loan = await newLoan();
    await answerRequest(loan, 'large.txt', large);
    expect((await steps.refresh(loan, lender, flags(true, false))).status).toBe(200);
    url = await until(
      async () => (await steps.urls(loan, lender, flags(true, false))).zipPackage ?? undefined,
      60_000,
    );
  }, 120_000);

  /** Flips one bit of the stored object, with the only credential that may write the vault. */
  async function flipBit(at: (size: number) => number): Promise<void> {
    const { rows } = await server.owner.query<{ object_key: string }>(
      `select object_key from cairn.package_file where loan_id = $1 and kind = 'ZIP' and state = 'READY'`,
      [loan.id],
    );
    const { endpoint, region, vaultBucket: Bucket, worker: credentials } = server.config.store;
    const client = new S3Client({
      endpoint,
      region,
      credentials,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
    });
    const Key = rows[0]!.object_key;
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    const bytes = Buffer.from(await Body!.transformToByteArray());
    bytes[at(bytes.length)]! ^= 1;
    await client.send(new PutObjectCommand({ Bucket, Key, Body: bytes }));
    client.destroy();
  }

  test('takes ranges, and a tag that makes sure they are of the same file', async () => {
    const whole = await server.follow(url, { token: lender });
    expect(whole.status).toBe(200);
    expect(whole.bytes.length).toBeGreaterThan(large.length);
    const part = (range: string, more: Record<string, string> = {}) =>
      server.follow(url, { token: lender, headers: { range, ...more } });
    const last = whole.bytes.length - 1;
    for (const [range, from, to] of [
      ['bytes=0-9', 0, 9],
      ['bytes=1048570-1048590', 1_048_570, 1_048_590],
      [`bytes=${last - 99}-`, last - 99, last],
      ['bytes=-100', last - 99, last],
      [`bytes=5-${last + 1000}`, 5, last],
    ] as const) {
      const { status, headers, bytes } = await part(range);
      expect([status, headers['content-range']]).toEqual([
        206,
        `bytes ${from}-${to}/${whole.bytes.length}`,
      ]);
      expect(bytes.equals(whole.bytes.subarray(from, to + 1)), range).toBe(true);
    }
    const beyond = await part(`bytes=${last + 1}-`);
    expect([beyond.status, beyond.headers['content-range']]).toEqual([
      416,
      `bytes */${whole.bytes.length}`,
    ]);
    expect((await part('bytes=0-0', { 'if-range': '"other"' })).status).toBe(200);
    const tag = String(whole.headers['etag']);
    expect((await part('bytes=0-0', { 'if-range': tag })).status).toBe(206);
  });

  test('never ends well when one bit changed in the store: near the end it is cut, at the start refused', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as { port: number };
    const received = async (headers: Record<string, string> = {}) => {
      const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
        headers: { cookie: `cairn-session=${lender}`, ...headers },
      });
      const bytes = await answer.arrayBuffer().catch(() => undefined);
      return { status: answer.status, complete: bytes !== undefined };
    };
    expect(await received()).toEqual({ status: 200, complete: true });

    await flipBit((size) => size - 50);
    expect(await received()).toEqual({ status: 200, complete: false });
    expect((await received({ range: 'bytes=-100' })).status).toBe(409);
    // Undamaged files are still served.
    expect(await received({ range: 'bytes=0-99' })).toEqual({ status: 206, complete: true });
    expect(server.logged.join()).toContain('"alert":"package-damaged"');

    await flipBit(() => 50);
    expect((await received()).status).toBe(409);
  });
});
