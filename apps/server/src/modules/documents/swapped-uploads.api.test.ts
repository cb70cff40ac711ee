/**
 * Threat row 2, end to end: EICAR in place of a clean file, with every change of its upload URL in
 * platform/object-storage.api.test.ts, before and after the scan. The API serves the clean file or nothing.
 */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  EICAR,
  ExportSteps,
  flags,
  makeLoanWithMembers,
  startTestServer,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import {
  changedUploads,
  copySources,
  OTHER_METHODS,
  sendVaried,
  UNSIGNED_HEADERS,
  type UploadVariation,
} from '@cairn/testing/upload-variations';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { onePagePdf } from '../../../../../tools/database/one-page-pdf.ts';
import { WorkerStorage } from '../../platform/object-storage.ts';
import { digestsOf } from '../../platform/stored-file.ts';
import { exportActivities, SigningKeys } from '../exports/index.ts';
import { savePdf } from './content-store.ts';
import { scanActivities } from './scan-document.ts';

// Takes seconds, or longer on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const CLEAN = onePagePdf('A tax return', ['Form 1040']);
/** EICAR, padded to the signed size. */
const EVIL = EICAR.padEnd(CLEAN.length);
const AT_ONCE = 6;

let server: TestServer;
let storage: WorkerStorage;
let steps: ExportSteps;
let company: Company;
let loan: Loan;
let elena: Account;
let lender: string;
let borrower: string;

beforeAll(async () => {
  server = await startTestServer();
  storage = new WorkerStorage(server.config.store);
  steps = new ExportSteps(server);
  ({ company, loan, lender, elena, borrower } = await makeLoanWithMembers(server));
});
afterAll(async () => {
  storage.close();
  steps.stop();
  await server.stop();
});

const token = () => ({ token: borrower });

async function sign() {
  const query = { name: 'return.pdf', size: CLEAN.length, loanId: loan.id };
  const { body } = await server.call('getUploadUrl', { query }, token());
  return { ...body, url: body.uploadUrl };
}
type Signed = Awaited<ReturnType<typeof sign>>;

async function putClean(signed: Signed): Promise<void> {
  const answer = await fetch(signed.url, {
    method: 'PUT',
    headers: signed.headers,
    body: new Uint8Array(CLEAN),
  });
  expect(answer.status).toBe(200);
}

/** Undefined if nothing of that size arrived. */
async function create({ key }: Signed): Promise<string | undefined> {
  const body = { name: 'return.pdf', key, size: CLEAN.length, loanId: loan.id };
  const created = await server.call('createDocument', { body }, token());
  return created.status === 200 ? created.body.id : undefined;
}

/**
 * Runs the real scanner when the test needs it. A PDF is its own preview, so the pipeline only stores that and its
 * pages.
 */
async function scan(documentId: string): Promise<void> {
  const { db, config } = server;
  const { id: companyId } = company;
  const scanning = scanActivities({ db, storage, clamd: config.clamd }, () => {});
  await scanning.scanStoredFile({ companyId, documentId });
  const preview = { refused: null, object_key: null, size: CLEAN.length, pages: 1 };
  const { sha256, crc32, chunkSha256: chunk_sha256 } = await digestsOf(Readable.from([CLEAN]));
  await db.write({ kind: 'company', companyId }, (tx) =>
    savePdf(tx, companyId, { documentId, version: 1 }, { ...preview, sha256, crc32, chunk_sha256 }),
  );
}

const opened = async (id: string) =>
  (await server.call('getDocumentWithDownloadUrl', { params: { id } }, token())).body;

/** Download and preview for the document's owner: bytes, or undefined if refused. */
const served = (id: string): Promise<(Buffer | undefined)[]> =>
  Promise.all(
    ['download', 'pdf'].map(async (what) => {
      const { status, bytes } = await server.follow(`/api/v1/documents/${id}/${what}`, token());
      return status === 200 ? bytes : undefined;
    }),
  );

/** The export as a zip, downloaded by the lender. */
async function exportZip(): Promise<Record<string, Buffer>> {
  await steps.refresh(loan, lender, flags(true, false));
  const { rows } = await server.owner.query<{ id: string }>(
    'select id from cairn.package_file where loan_id = $1',
    [loan.id],
  );
  const { db, config } = server;
  const signingKeys = new SigningKeys(config.secretKeys);
  const { makePackage } = exportActivities(
    { db, storage, log: { error: () => {} }, signingKeys, turnSeconds: 60 },
    { heartbeat: () => {}, isStopping: () => false },
  );
  await makePackage({ companyId: company.id, packageId: rows[0]!.id });
  const { zipPackage } = await steps.urls(loan, lender, flags(true, false));
  return steps.unzipped(zipPackage, lender);
}

const hasEicar = (bytes: Buffer | undefined): boolean => bytes?.includes(EICAR) ?? false;

async function inGroups<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const waiting = [...items];
  const serve = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, serve));
}

/** Variations that copy use an object with EICAR, under its key in incoming and the same key in the vault. */
async function variations(): Promise<UploadVariation[]> {
  const evil = await sign();
  expect((await sendVaried(evil, {}, EVIL)).status).toBe(200);
  const { store } = server.config;
  const sources = copySources(store, { incoming: [evil.key], vault: evil.key });
  return [
    { title: 'a second PUT' },
    ...UNSIGNED_HEADERS.map(([name, value]) => ({
      title: `${name}: ${value}`,
      headers: { [name]: value },
    })),
    ...sources.flatMap((source) => [
      { title: `a copy of ${source}`, headers: { 'x-amz-copy-source': source } },
      {
        title: `a copy of ${source} that replaces`,
        headers: { 'x-amz-copy-source': source, 'x-amz-metadata-directive': 'REPLACE' },
      },
    ]),
    ...OTHER_METHODS.map((method) => ({ title: method, method })),
    ...changedUploads(store.vaultBucket, `suite/${randomUUID()}`),
  ];
}

test('EICAR by any change of an upload address, before or after the scan, is never downloaded, previewed or exported', async () => {
  const all = await variations();
  expect(all.length).toBeGreaterThan(70);
  /** Variations that the store accepted after the scan, when incoming is empty. */
  const accepted: string[] = [];
  const exported = new Set<string>();

  await inGroups(all, async (varied) => {
    const { title } = varied;
    const signed = await sign();
    await putClean(signed);
    const id = (await create(signed))!;
    await sendVaried(signed, varied, EVIL);
    await scan(id);
    const after = await sendVaried(signed, varied, EVIL);
    if (after.status < 300) accepted.push(title);

    const answers = await served(id);
    expect(answers.some(hasEicar), title).toBe(false);
    // Nothing that the store accepted has changed the clean file.
    expect(
      answers.map((bytes) => bytes?.equals(CLEAN)),
      title,
    ).toEqual([true, true]);
    await server.given.element(loan, { answer: { documentId: id, by: elena } });
    exported.add(id);
  });

  const files = Object.entries(await exportZip());
  expect(files.filter(([, bytes]) => hasEicar(bytes))).toEqual([]);
  expect(files.filter(([, bytes]) => bytes.equals(CLEAN))).toHaveLength(exported.size);
  // Control: the store accepts at least the plain PUT again.
  expect(accepted).toContain('a second PUT');
});

test('EICAR by any change of an upload address as the first upload is never served', async () => {
  let arrived = 0;
  await inGroups(await variations(), async (varied) => {
    const signed = await sign();
    await sendVaried(signed, varied, EVIL);
    const id = await create(signed);
    if (id === undefined) return;
    arrived += 1;
    await scan(id);
    expect((await opened(id)).virusScanState, varied.title).toBe('INFECTED');
    expect(await served(id), varied.title).toEqual([undefined, undefined]);
  });
  // Control: the store accepts at least the plain PUT, so the scan has to detect it.
  expect(arrived).toBeGreaterThan(0);
});

test('a vault with EICAR under a clean digest would be noticed by these checks', async () => {
  const signed = await sign();
  await putClean(signed);
  const id = (await create(signed))!;
  await scan(id);
  const { endpoint, region, vaultBucket, worker: credentials } = server.config.store;
  const { rows } = await server.owner.query<{ vault_key: string }>(
    'select vault_key from cairn.document where id = $1',
    [id],
  );
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await client.send(
    new PutObjectCommand({ Bucket: vaultBucket, Key: rows[0]!.vault_key, Body: EVIL }),
  );
  client.destroy();
  const { sha256, chunkSha256 } = await digestsOf(Readable.from([Buffer.from(EVIL)]));
  await server.owner.query(
    'update cairn.document set sha256 = $1, chunk_sha256 = $2 where id = $3',
    [sha256, chunkSha256, id],
  );
  expect((await served(id)).some(hasEicar)).toBe(true);
});
