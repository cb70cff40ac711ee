/** What an export contains besides the files of its own package, and how its merged PDF is composed and signed. */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  flags,
  ExportSteps,
  run,
  startTestServer,
  startTestWorker,
  textOfPdf,
  until,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { onePagePdf } from '../../../../../tools/database/one-page-pdf.ts';
import { SigningKeys } from './signing-keys.ts';

vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;
let worker: { stop(): Promise<void> };
let steps: ExportSteps;
let company: Company;
let loan: Loan;
let dana: Account;
let lender: string;
let borrower: string;
let approvedId: string;
let deedId: string;
const lease = onePagePdf('The lease', ['Larkspur']);

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
  steps = new ExportSteps(server);
  const { given } = server;
  company = await given.company();
  const phase = await given.phase(company);
  loan = await given.loan(phase);
  dana = await given.employee(company, { givenName: 'Dana', familyName: 'Whitfield' });
  await given.role(loan, dana, 'LENDER');
  lender = await given.session(dana, { roleLevel: 'LENDER', company });
  borrower = (await given.borrower(loan)).token;
  const add = (title: string, content: Buffer, over: object = {}, on = loan) =>
    steps.answered(on, dana, [`${title}.pdf`, content], { title, ...over });

  const business = await given.element(loan, { storageType: 'FOLDER', title: 'Business' });
  const approved = await add('Lease', lease, { approvedBy: dana });
  approvedId = approved.id;
  deedId = (await add('Deed', onePagePdf('The deed', []), { parent: business })).id;
  const link = await given.element(loan, { title: 'Lease', parent: business });
  const franchise = await given.element(loan, { title: 'Franchise?', questionType: 'YES_NO' });
  const secret = { title: 'CANARY-Q', questionType: 'TEXT', flags: ['LENDER_ONLY'] };
  const hidden = await given.element(loan, secret);
  const other = await given.loan(phase);
  const shared = await add('Appraisal', onePagePdf('The appraisal', []), {}, other);
  await add('Not shared', onePagePdf('CANARY-OTHER', []), {}, other);
  const change = (sql: string, ...values: unknown[]) => server.owner.query(sql, values);
  const answer = `update cairn.element set answer_value = $2, answered_at = now(), answered_by = $3
    where id = $1`;
  await change(answer, franchise.id, JSON.stringify(false), dana.id);
  await change(answer, hidden.id, JSON.stringify('CANARY-A'), dana.id);
  await change('update cairn.element set target_id = $2 where id = $1', link.id, approved.id);
  await change(
    `update cairn.element set decided_at = '2026-11-01T12:00:00Z' where id = $1`,
    approved.id,
  );
  await change(
    `insert into cairn.element_share (company_id, id, loan_id, element_id, target_loan_id, created_by)
     values ($1, uuidv7(), $2, $3, $4, $5)`,
    company.id,
    other.id,
    shared.id,
    loan.id,
    dana.id,
  );
});
afterAll(async () => {
  await worker.stop();
  steps.stop();
  await server.stop();
});

type Options = Partial<Record<'approvedOnly' | 'cover' | 'stamps', 'true'>>;

/** Waits until the export is ready. */
async function readyExport(kind: 'zip' | 'pdf', token = lender, options: Options = {}, on = loan) {
  const query = { ...flags(kind === 'zip', kind === 'pdf'), ...options };
  const reply = await steps.refresh(on, token, query);
  expect(reply.status).toBe(200);
  return until(async () => {
    const { zipPackage, pdfPackage } = await steps.urls(on, token, query);
    return zipPackage ?? pdfPackage ?? undefined;
  }, 60_000);
}

const pathsIn = (zip: Record<string, Buffer>) =>
  Object.keys(zip).filter((path) => !/^manifest|^verify/.test(path));

test('a zip has links in their place, what other loans share and typed answers, all in its signed list', async () => {
  const zip = await steps.unzipped(await readyExport('zip'), lender);
  expect(pathsIn(zip)).toEqual([
    'Business/Deed.pdf',
    'Business/Lease.pdf',
    'Lease.pdf',
    'Shared from other loans/Appraisal.pdf',
    'Typed answers.pdf',
  ]);
  expect(zip['Business/Lease.pdf']).toEqual(lease);
  const { files } = JSON.parse(zip['manifest.json']!.toString()) as {
    files: { path: string; sha256: string }[];
  };
  expect(files.map(({ path }) => path).toSorted()).toEqual(pathsIn(zip).toSorted());
  for (const { path, sha256 } of files) {
    expect(createHash('sha256').update(zip[path]!).digest('hex')).toBe(sha256);
  }
  const theirs = await steps.unzipped(await readyExport('zip', borrower), borrower);
  expect(Buffer.concat(Object.values(theirs)).includes('CANARY')).toBe(false);
  expect(pathsIn(theirs)).toContain('Typed answers.pdf');
});

test('one PDF begins with a cover, has a stamp below each page, and a linked document once', async () => {
  const url = await readyExport('pdf', lender, { cover: 'true', stamps: 'true' });
  const { path } = await steps.fetched(url, lender);
  run('qpdf', '--check', path);
  const pages = textOfPdf(path).split('\f').slice(0, -1);
  expect(pages).toHaveLength(5);
  expect(pages[0]).toMatch(/3 documents[\s\S]*Contents/);
  // The link in its folder, and the request: both begin on the page of the one copy.
  expect(pages[0]).toMatch(/Deed +2\s+Lease +3\s+Lease +3\b/);
  expect(pages[0]).toMatch(/Typed answers +5\b/);
  expect(pages[2]).toContain('The lease');
  expect(pages[2]).toMatch(/Page 3 of 5 .*Approved by Dana Whitfield, Nov 1, 2026/);
  expect(pages[1]).toContain('Page 2 of 5');
  expect(pages[1]).not.toContain('Approved by');
  expect(pages[4]).toMatch(/Franchise\?\s+No/);
  expect(pages.join('')).not.toContain('CANARY-OTHER');
});

test('approved only holds nothing else, and a choice of options is no outdated package', async () => {
  const { path } = await steps.fetched(
    await readyExport('pdf', lender, { approvedOnly: 'true' }),
    lender,
  );
  const pages = textOfPdf(path).split('\f').slice(0, -1);
  expect(pages).toHaveLength(2);
  expect(pages[0]).toContain('The lease');
  expect(pages[1]).toMatch(/Business \/ Deed\s+It is not approved/);
  const query = { approvedOnly: 'true', stamps: 'true' } as const;
  const reply = await server.call(
    'listPackages',
    { params: { id: loan.id }, query },
    { token: lender },
  );
  expect(reply.body.packages.map(({ outOfDate }) => outOfDate)).toEqual([false, false, false]);
  expect(reply.body.files).toBe(2);
});

test('one PDF carries a signature of all its bytes, the list of its documents and the page that checks it', async () => {
  const { path } = await steps.fetched(await readyExport('pdf'), lender);
  const bytes = readFileSync(path);
  const line = /%cairn-signature ([\da-f]+) ([\da-f]{16}) ([\da-f]{128})\n$/.exec(
    bytes.toString('latin1'),
  )!;
  const statement = Buffer.from(line[1]!, 'hex');
  const signed = JSON.parse(statement.toString()) as {
    size: number;
    sha256: string;
    manifest: { at: number; length: number };
  };
  const { publicKey } = new SigningKeys(server.config.secretKeys).trusted[0]!;
  const spki = Buffer.concat([
    Buffer.from('302a300506032b6570032100', 'hex'),
    Buffer.from(publicKey, 'hex'),
  ]);
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  expect(verify(null, statement, key, Buffer.from(line[3]!, 'hex'))).toBe(true);
  expect(signed.size).toBe(line.index);
  expect(createHash('sha256').update(bytes.subarray(0, signed.size)).digest('hex')).toBe(
    signed.sha256,
  );
  const { at, length } = signed.manifest;
  expect(JSON.parse(bytes.subarray(at, at + length).toString())).toMatchObject({
    format: 'cairn-pdf-1',
    loan: { id: loan.id },
    auditChain: { id: loan.id },
    files: expect.arrayContaining([
      expect.objectContaining({
        path: 'Lease',
        sha256: createHash('sha256').update(lease).digest('hex'),
        firstPage: 2,
        pages: 1,
        approvedBy: 'Dana Whitfield',
      }),
    ]) as unknown,
  });
  expect(run('qpdf', '--list-attachments', path)).toMatch(/manifest\.json[\s\S]*verify\.html/);
});

test('a selection keeps its options, and is not the same download as one without them', async () => {
  const elementIds = [approvedId, deedId];
  const ask = async (options: object) => {
    const { body } = await server.call(
      'createElementDownload',
      { params: { loanId: loan.id }, body: { elementIds, pdf: true, ...options } },
      { token: lender },
    );
    return body.jobs[0]!;
  };
  const plain = await ask({});
  const approved = await ask({ approvedOnly: true, cover: true });
  expect(approved.id).not.toBe(plain.id);
  const url = await until(async () => {
    const { body } = await server.call(
      'listElementDownloads',
      { params: { loanId: loan.id } },
      { token: lender },
    );
    return body.jobs.find(({ id }) => id === approved.id)?.pdf.url ?? undefined;
  }, 60_000);
  const { path } = await steps.fetched(url, lender);
  expect(textOfPdf(path)).toMatch(/1 document, approved only[\s\S]*The lease/);
  expect(textOfPdf(path)).not.toContain('The deed');
});

test('an approval is of its request alone: neither of a copy of the answer, nor after it is undone', async () => {
  const { given } = server;
  const own = await given.loan(await given.phase(company));
  await given.role(own, dana, 'LENDER');
  const { token } = await given.borrower(own);
  const title = 'Lease';
  const approved = await steps.answered(own, dana, ['a.pdf', lease], { title, approvedBy: dana });
  const open = await given.element(own, { title: 'Lease copy' });
  const body = { elementId: approved.id, loanId: own.id, targetIds: [open.id] };
  expect((await server.call('copyAnswer', { body }, { token })).status).toBe(200);

  const { path } = await steps.fetched(
    await readyExport('pdf', token, { stamps: 'true' }, own),
    token,
  );
  const manifest = run('qpdf', '--show-attachment=manifest.json', path);
  const { files } = JSON.parse(manifest) as {
    files: { path: string; approvedBy: string | null }[];
  };
  expect(files.map(({ path: at, approvedBy }) => [at, approvedBy])).toEqual([
    ['Lease', 'Dana Whitfield'],
    ['Lease copy', null],
  ]);
  expect(textOfPdf(path)).toContain('Page 1 of 1');
  expect(textOfPdf(path)).not.toContain('Approved by');

  const query = { ...flags(false, true), stamps: 'true' as const };
  expect((await steps.urls(own, token, query)).pdfPackage).not.toBeNull();
  await server.owner.query('update cairn.element set approved_by = null where id = $1', [
    approved.id,
  ]);
  expect((await steps.urls(own, token, query)).pdfPackage).toBeNull();
});
