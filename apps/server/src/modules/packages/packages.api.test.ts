import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import {
  makePng,
  startTestServer,
  startTestWorker,
  until,
  type Account,
  type Company,
  type Element,
  type Loan,
  type Phase,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onePagePdf } from '../../../../../tools/database/one-page-pdf.ts';
import { sendInParts } from '../../platform/parts.ts';
import { ObjectStore } from '../../platform/store.ts';
import { makingActivities } from './making.ts';
import { bufferEntry, bytesOf, lengthOf, zipLayout } from './zip.ts';

let server: TestServer;
let worker: { stop(): Promise<void> };
let store: ObjectStore;
let company: Company;
let phase: Phase;
let dana: Account;
let lender: string;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
  store = new ObjectStore(server.config.store);
  folder = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  company = await server.given.company();
  phase = await server.given.phase(company);
  dana = await server.given.employee(company);
  lender = await server.given.session(dana, { roleLevel: 'LENDER', company });
});
afterAll(async () => {
  await worker.stop();
  store.close();
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
});

async function newLoan(): Promise<Loan> {
  const loan = await server.given.loan(phase);
  await server.given.role(loan, dana, 'LENDER');
  return loan;
}

type Over = NonNullable<Parameters<TestServer['given']['element']>[1]>;

/** A request that is answered with these bytes, as if they had been uploaded and found clean. */
async function answered(
  loan: Loan,
  name: string,
  content: Buffer,
  over: Over & { state?: string } = {},
): Promise<Element & { documentId: string }> {
  const key = `test/${randomUUID()}`;
  await sendInParts(store, {
    key,
    size: content.length,
    bytes: async (from, to) => content.subarray(from, to),
  });
  const { state = 'CLEAN', ...fields } = over;
  const document = await server.given.document(loan, dana, {
    name,
    size: content.length,
    objectKey: key,
    state,
  });
  await server.owner.query('update cairn.document set sha256 = $1, crc32 = $2 where id = $3', [
    createHash('sha256').update(content).digest(),
    crc32(content),
    document.id,
  ]);
  const element = await server.given.element(loan, {
    ...fields,
    answer: { documentId: document.id, by: dana },
  });
  return { ...element, documentId: document.id };
}

const flags = (zip: boolean, pdf: boolean) => ({
  ...(zip && { zip: 'true' as const }),
  ...(pdf && { pdf: 'true' as const }),
});
const refresh = (loan: Loan, token = lender, query = flags(true, true)) =>
  server.call('refreshPackages', { params: { id: loan.id }, query }, { token });
const urls = async (loan: Loan, token = lender, query = flags(true, false)) =>
  (await server.call('getPackageUrls', { params: { id: loan.id }, query }, { token })).body;
const states = async (loan: Loan, token = lender) =>
  (await server.call('listPackages', { params: { id: loan.id } }, { token })).body;
const settled = (loan: Loan, token = lender) =>
  until(async () => {
    const { packages } = await states(loan, token);
    return packages.every(({ state }) => state === 'READY' || state === 'FAILED') && packages;
  }, 60_000);

async function made(loan: Loan, token = lender) {
  expect((await refresh(loan, token)).status).toBe(200);
  const packages = await settled(loan, token);
  expect(packages.map(({ state }) => state)).toEqual(['READY', 'READY', 'READY']);
  return packages;
}

async function fetched(url: string | null): Promise<{ path: string; headers: Headers }> {
  const answer = await fetch(url!);
  expect(answer.status).toBe(200);
  const path = join(folder, randomUUID());
  writeFileSync(path, Buffer.from(await answer.arrayBuffer()));
  return { path, headers: answer.headers };
}
const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Read by somebody else's program. */
function unzipped(path: string): Record<string, Buffer> {
  const script = `import zipfile,sys,json,base64
z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
print(json.dumps({n: base64.b64encode(z.read(n)).decode() for n in z.namelist()}))`;
  const found = JSON.parse(run('python3', '-c', script, path)) as Record<string, string>;
  return Object.fromEntries(
    Object.entries(found).map(([name, text]) => [name, Buffer.from(text, 'base64')]),
  );
}
const textOf = (path: string): string => run('pdftotext', '-layout', path, '-');

async function docx(text: string): Promise<Buffer> {
  const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  const office = 'http://schemas.openxmlformats.org';
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${xml}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${xml}<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
  };
  const segments = zipLayout(
    Object.entries(parts).map(([path, part]) => bufferEntry(path, Buffer.from(part), new Date())),
  );
  return bytesOf(segments, 0, lengthOf(segments), () => Promise.reject(new Error('nothing there')));
}

describe('a package with a bit of everything', () => {
  let loan: Loan;
  const lease = onePagePdf('The lease', ['Larkspur']);
  const archive = Buffer.from('PK\x03\x04 nobody knows');

  beforeAll(async () => {
    loan = await newLoan();
    const taxes = await server.given.element(loan, { storageType: 'FOLDER', title: 'Tax returns' });
    const inner = await server.given.element(loan, {
      storageType: 'FOLDER',
      title: '2025',
      parent: taxes,
    });
    await server.given.element(loan, { storageType: 'FOLDER', title: 'Nothing in it' });
    await answered(loan, 'scan 1.pdf', lease, { title: 'Lease' });
    await answered(loan, 'return.docx', await docx('Gross receipts GRANITE-77'), {
      title: 'Return',
      parent: inner,
    });
    await answered(loan, 'photo.png', makePng(60, 40), { title: 'Licence', parent: taxes });
    await answered(loan, 'books.zip', archive, { title: 'Books', parent: taxes });
    await answered(loan, 'virus.pdf', onePagePdf('CANARY-VIRUS', []), {
      title: 'Bad file',
      state: 'INFECTED',
    });
    await answered(loan, 'new.pdf', onePagePdf('CANARY-NEW', []), {
      title: 'New file',
      state: 'PENDING',
    });
  });

  test('is made as all three by asking for zip and pdf, and once [R090]', async () => {
    expect((await states(loan)).packages.map(({ state }) => state)).toEqual([
      'NEVER',
      'NEVER',
      'NEVER',
    ]);
    const asked = await refresh(loan);
    expect(asked.body.files).toBe(4);
    expect(asked.body.packages.map(({ state }) => state)).toEqual(['QUEUED', 'QUEUED', 'QUEUED']);
    const [zip, pdf, both] = await settled(loan);
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
    await refresh(loan);
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
    const zip = await urls(loan, lender, flags(true, false));
    expect(zip).toEqual({ ...none, zipPackage: expect.any(String) as string });
    const pdf = await urls(loan, lender, flags(false, true));
    expect(pdf).toEqual({ ...none, pdfPackage: expect.any(String) as string });
    const both = await urls(loan, lender, flags(true, true));
    expect(both).toEqual({ ...none, zip_pdfPackage: expect.any(String) as string });
    const heads = async (url: string | null) => {
      const { headers } = await fetched(url);
      return [headers.get('content-type'), headers.get('content-disposition')?.split(';')[0]];
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
    const found = unzipped((await fetched((await urls(loan)).zipPackage)).path);
    expect(Object.keys(found).toSorted()).toEqual([
      'Lease.pdf',
      'Tax returns/2025/Return.docx',
      'Tax returns/Books.zip',
      'Tax returns/Licence.png',
      'manifest.json',
    ]);
    expect(found['Lease.pdf']).toEqual(lease);
    expect(found['Tax returns/Books.zip']).toEqual(archive);
    const manifest = JSON.parse(found['manifest.json']!.toString()) as {
      files: { path: string; originalName: string; sha256: string }[];
    };
    for (const { path, sha256 } of manifest.files) {
      expect(createHash('sha256').update(found[path]!).digest('hex')).toBe(sha256);
    }
    expect(manifest.files.map(({ originalName }) => originalName)).toContain('scan 1.pdf');
  });

  test('as a pdf holds pages of everything that has any, an outline, and a list of the rest', async () => {
    const { path } = await fetched((await urls(loan, lender, flags(false, true))).pdfPackage);
    run('qpdf', '--check', path);
    const pages = textOf(path).split('\f').slice(0, -1);
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
    const told = ({ title, destpageposfrom1, kids }: Outline): unknown[] => [
      title,
      destpageposfrom1,
      ...kids.map(told),
    ];
    expect(outlines.map(told)).toEqual([
      ['Tax returns', 1, ['2025', 1, ['Return', 1]], ['Licence', 2]],
      ['Lease', 3],
      ['Not in this PDF', 4],
    ]);
  });

  test('as a zip of PDFs holds each as pages, and as it is what has none', async () => {
    const { path } = await fetched((await urls(loan, lender, flags(true, true))).zip_pdfPackage);
    const found = unzipped(path);
    expect(Object.keys(found).toSorted()).toEqual([
      'Lease.pdf',
      'Tax returns/2025/Return.pdf',
      'Tax returns/Books.zip',
      'Tax returns/Licence.pdf',
      'manifest.json',
    ]);
    const page = join(folder, 'return.pdf');
    writeFileSync(page, found['Tax returns/2025/Return.pdf']!);
    expect(textOf(page)).toContain('GRANITE-77');
  });
});

describe('what somebody may not see', () => {
  test('is in no file of theirs: hidden, the lender’s own, private to another', async () => {
    const loan = await newLoan();
    const { token } = await server.given.borrower(loan);
    const canary = (word: string) => onePagePdf(`CANARY-${word}`, []);
    await answered(loan, 'mine.pdf', onePagePdf('Mine', []), { title: 'Mine' });
    await answered(loan, 'CANARY-N.pdf', canary('HIDDEN'), {
      title: 'CANARY-T1',
      priorityType: 'HIDDEN',
    });
    await answered(loan, 'CANARY-N.pdf', canary('LENDER'), {
      title: 'CANARY-T2',
      flags: ['LENDER_ONLY'],
    });
    await answered(loan, 'CANARY-N.pdf', canary('INTERNAL'), {
      title: 'CANARY-T3',
      flags: ['INTERNAL_ONLY'],
    });
    await answered(loan, 'CANARY-N.pdf', canary('PRIVATE'), {
      title: 'CANARY-T4',
      priorityType: 'PRIVATE',
      assignedTo: dana,
    });
    const bad = { title: 'CANARY-T5', priorityType: 'HIDDEN', state: 'INFECTED' };
    await answered(loan, 'CANARY-N.pdf', canary('BAD'), bad);
    await made(loan);
    expect(JSON.stringify(await states(loan, token))).not.toContain('CANARY');
    expect((await urls(loan, token)).zipPackage).toBeNull();
    await made(loan, token);

    const zip = unzipped((await fetched((await urls(loan, token)).zipPackage)).path);
    expect(Object.keys(zip)).toEqual(['Mine.pdf', 'manifest.json']);
    expect(Buffer.concat(Object.values(zip)).includes('CANARY')).toBe(false);
    const { path } = await fetched((await urls(loan, token, flags(false, true))).pdfPackage);
    expect(textOf(path)).toMatch(/Mine/);
    expect(textOf(path)).not.toContain('CANARY');
    const theirs = unzipped((await fetched((await urls(loan)).zipPackage)).path);
    expect(Object.keys(theirs)).toHaveLength(6);
  });

  test('makes what was made before unreachable: hidden, trashed, renamed, infected or replaced since', async () => {
    const loan = await newLoan();
    const { token } = await server.given.borrower(loan);
    const first = await answered(loan, 'a.pdf', onePagePdf('A', []), { title: 'First' });
    await answered(loan, 'b.pdf', onePagePdf('B', []), { title: 'Second' });
    await made(loan, token);
    const change = (sql: string, id: string) => server.owner.query(sql, [id]);
    const isThere = async () => (await urls(loan, token)).zipPackage !== null;
    expect(await isThere()).toBe(true);
    for (const [does, undoes, id] of [
      [`priority_type = 'HIDDEN'`, `priority_type = 'MEDIUM'`, first.id],
      ['deleted_at = now()', 'deleted_at = null', first.id],
      [`title = 'Other'`, `title = 'First'`, first.id],
    ] as const) {
      await change(`update cairn.element set ${does} where id = $1`, id);
      expect(await isThere(), does).toBe(false);
      const { packages } = await states(loan, token);
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
      expect((await refresh(loan, as)).status).toBe(403);
      const listed = await server.call('listElements', { params: { id: loan.id } }, { token: as });
      expect(listed.body.abilities.download).toBe(false);
    }
  });
});

describe('making', () => {
  test('happens once, for two people who see the same and ask at the same time', async () => {
    const loan = await newLoan();
    await answered(loan, 'a.pdf', onePagePdf('A', []));
    const { account, token } = await server.given.colleague(company);
    await server.given.role(loan, account, 'LENDER');
    await Promise.all([refresh(loan), refresh(loan, token), refresh(loan), refresh(loan, token)]);
    await settled(loan, token);
    const { rows } = await server.owner.query(
      `select
         (select count(*)::int from cairn.package_file where loan_id = $1) as files,
         (select count(*)::int from cairn.event where loan_id = $1 and workflow = 'makePackages') as starts`,
      [loan.id],
    );
    expect(rows).toEqual([{ files: 3, starts: 1 }]);
    expect((await urls(loan, token)).zipPackage).toBeTruthy();
  });

  test('is nothing to do where there is nothing to download', async () => {
    const loan = await newLoan();
    await server.given.element(loan, { title: 'Asked for, not there' });
    const { body } = await refresh(loan);
    expect(body.files).toBe(0);
    expect(body.packages.map(({ state }) => state)).toEqual(['NEVER', 'NEVER', 'NEVER']);
  });

  test('does not give names a way out, nor two files one name', async () => {
    const loan = await newLoan();
    const up = await server.given.element(loan, { storageType: 'FOLDER', title: '../../etc' });
    const content = onePagePdf('A', []);
    const titles = ['/etc/passwd', '..\\..\\boot.ini', 'CON', 'Lease', 'LEASE', 'a\u202egpj.exe'];
    for (const title of titles) await answered(loan, 'x.pdf', content, { title, parent: up });
    await answered(loan, 'x.json', Buffer.from('{}'), { title: 'manifest' });
    await refresh(loan, lender, flags(true, false));
    await until(async () => (await states(loan)).packages[0]!.state === 'READY');
    const names = Object.keys(unzipped((await fetched((await urls(loan)).zipPackage)).path));
    expect(names.toSorted()).toEqual([
      '_.._etc/LEASE (2).pdf',
      '_.._etc/Lease.pdf',
      '_.._etc/_.._boot.ini.pdf',
      '_.._etc/_CON.pdf',
      '_.._etc/_etc_passwd.pdf',
      '_.._etc/agpj.exe.pdf',
      'manifest (2).json',
      'manifest.json',
    ]);
  });

  test('ends as failed where a file is no longer what it was, and can be asked for again', async () => {
    const loan = await newLoan();
    const { documentId } = await answered(loan, 'a.pdf', onePagePdf('A', []));
    await worker.stop();
    await refresh(loan, lender, flags(true, false));
    await server.owner.query(
      `update cairn.document set virus_scan_state = 'INFECTED' where id = $1`,
      [documentId],
    );
    worker = await startTestWorker(server);
    await until(async () => {
      const { rows } = await server.owner.query(
        'select state from cairn.package_file where loan_id = $1',
        [loan.id],
      );
      return rows[0].state === 'FAILED';
    });
    expect((await urls(loan)).zipPackage).toBeNull();
  });

  test('goes on where another worker stopped, without sending twice what is there', async () => {
    const loan = await newLoan();
    const content = Buffer.alloc(40 * 2 ** 20, 'granite ');
    await answered(loan, 'large.bin', content, { title: 'Large' });
    await worker.stop();
    await refresh(loan, lender, flags(true, false));
    const { rows } = await server.owner.query<{ id: string }>(
      'select id from cairn.package_file where loan_id = $1',
      [loan.id],
    );
    const ref = { companyId: company.id, packageId: rows[0]!.id };
    const sent: number[] = [];
    class Dying extends ObjectStore {
      override async putPart(key: string, upload: string, number: number, bytes: Buffer) {
        if (number === 2 && sent.length < 3) throw new Error('killed');
        const tag = await super.putPart(key, upload, number, bytes);
        sent.push(number);
        return tag;
      }
    }
    const dying = new Dying(server.config.store);
    const { makePackage } = makingActivities({ db: server.db, store: dying }, () => {});
    await expect(makePackage(ref)).rejects.toThrow('killed');
    await until(async () => sent.length === 2);
    sent.push(0);
    await makePackage(ref);
    expect(sent).toEqual([expect.any(Number), expect.any(Number), 0, 2]);
    const { path } = await fetched((await urls(loan)).zipPackage);
    expect(run('python3', '-m', 'zipfile', '-t', path)).toContain('Done testing');
    dying.close();
    worker = await startTestWorker(server);
  });

  test('lasts for a day: then the file is gone, and can be made again', async () => {
    const loan = await newLoan();
    await answered(loan, 'a.pdf', onePagePdf('A', []));
    await refresh(loan, lender, flags(true, false));
    await until(async () => (await urls(loan)).zipPackage !== null);
    const { rows } = await server.owner.query<{ id: string; object_key: string }>(
      `update cairn.package_file set made_at = now() - interval '25 hours'
       where loan_id = $1 returning id, object_key`,
      [loan.id],
    );
    expect((await states(loan)).packages[0]).toMatchObject({ state: 'EXPIRED', size: null });
    expect((await urls(loan)).zipPackage).toBeNull();
    const { expirePackages } = makingActivities({ db: server.db, store }, () => {});
    await expirePackages({ companyId: company.id, packageIds: [rows[0]!.id] });
    expect(await store.sizeOf(rows[0]!.object_key)).toBeUndefined();
    await refresh(loan, lender, flags(true, false));
    await until(async () => (await urls(loan)).zipPackage !== null);
  });
});
