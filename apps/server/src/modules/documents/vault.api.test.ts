/** Threat rows 2, 13 and 19: only scanned bytes are served, and only to people who may see them at that moment. */
import { randomUUID } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  EICAR,
  flags,
  ExportSteps,
  makeLoanWithMembers,
  startTestServer,
  startTestWorker,
  until,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WorkerStorage } from '../../platform/object-storage.ts';
import { scanActivities } from './scan-document.ts';

vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;
let worker: { stop(): Promise<void> };
let storage: WorkerStorage;
let steps: ExportSteps;
let company: Company;
let dana: Account;
let elena: Account;
let lender: string;
let borrower: string;
let loan: Loan;

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
  storage = new WorkerStorage(server.config.store);
  steps = new ExportSteps(server);
  ({ company, loan, dana, lender, elena, borrower } = await makeLoanWithMembers(server));
});
afterAll(async () => {
  await worker.stop();
  storage.close();
  steps.stop();
  await server.stop();
});

async function signedFor(size: number, token = borrower) {
  const query = { name: 'return.txt', size, loanId: loan.id };
  return (await server.call('getUploadUrl', { query }, { token })).body;
}

async function putFile(content: string, token = borrower) {
  const signed = await signedFor(content.length, token);
  const { status } = await fetch(signed.uploadUrl, {
    method: 'PUT',
    headers: signed.headers,
    body: content,
  });
  expect(status).toBe(200);
  return signed;
}

async function create(key: string, size: number, token = borrower) {
  const body = { name: 'return.txt', key, size, loanId: loan.id };
  const created = await server.call('createDocument', { body }, { token });
  expect(created.status).toBe(200);
  return created.body.id;
}

const opened = async (id: string, token = borrower) =>
  (await server.call('getDocumentWithDownloadUrl', { params: { id } }, { token })).body;
const settled = (id: string) =>
  until(async () => {
    const body = await opened(id);
    return body.virusScanState !== 'PENDING' && body;
  });
const download = (id: string, token = borrower) =>
  server.follow(`/api/v1/documents/${id}/download`, { token });

const rowOf = async (id: string) =>
  (
    await server.owner.query<{ vault_key: string; object_key: string; virus_scan_state: string }>(
      'select vault_key, object_key, virus_scan_state, scan_reason from cairn.document where id = $1',
      [id],
    )
  ).rows[0]!;

/** Simulates an attacker with access to object storage: other bytes under the vault's key. */
async function overwriteInVault(key: string, content: string | Buffer): Promise<void> {
  const { endpoint, region, vaultBucket, worker: credentials } = server.config.store;
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  await client.send(new PutObjectCommand({ Bucket: vaultBucket, Key: key, Body: content }));
  client.destroy();
}

describe('an upload address, once its file was found clean,', () => {
  const content = `a tax return ${randomUUID()}`.padEnd(EICAR.length, '.');

  test.each<[string, (evil: string) => Record<string, string>]>([
    ['a plain second PUT', () => ({})],
    ['a server-side copy', (evil) => ({ 'x-amz-copy-source': evil })],
    ['an ACL', () => ({ 'x-amz-acl': 'public-read' })],
    ['no condition', () => ({ 'if-none-match': '"none"' })],
  ])('does not bring EICAR in by %s', async (_, headersFor) => {
    const evil = await putFile(EICAR);
    const signed = await putFile(content);
    const id = await create(signed.key, content.length);
    await settled(id);
    const source = `/${server.config.store.incomingBucket}/${evil.key}`;
    await fetch(signed.uploadUrl, {
      method: 'PUT',
      headers: { ...signed.headers, ...headersFor(source) },
      body: EICAR,
    });
    const { downloadUrl } = await opened(id);
    expect((await server.follow(downloadUrl, { token: borrower })).bytes.toString()).toBe(content);
    expect((await download(id)).bytes.toString()).toBe(content);
  });

  test('is of no use for another tenant’s file', async () => {
    const secret = await putFile('the return of another tenant');
    const theirs = await create(
      secret.key,
      Buffer.byteLength('the return of another tenant'),
      borrower,
    )
      .then(settled)
      .then(({ id }) => rowOf(id));
    const signed = await signedFor(10);
    for (const bucket of [server.config.store.incomingBucket, server.config.store.vaultBucket]) {
      for (const key of [theirs.object_key, theirs.vault_key]) {
        const answer = await fetch(signed.uploadUrl, {
          method: 'PUT',
          headers: { ...signed.headers, 'x-amz-copy-source': `/${bucket}/${key}` },
          body: '1234567890',
        });
        expect(answer.status).toBeGreaterThanOrEqual(400);
      }
    }
  });

  test('leaves nothing in incoming, and its bytes under a key that was never signed', async () => {
    const signed = await putFile(content);
    const id = await create(signed.key, content.length);
    await settled(id);
    const row = await rowOf(id);
    expect(row.vault_key).not.toContain(signed.key.split('/').at(-1));
    await until(async () => (await storage.incoming.listedSize(signed.key)) === undefined);
    expect(await storage.vault.sizeOf(row.vault_key)).toBe(content.length);
  });

  test('changed between the read and the end of the scan, serves what was scanned', async () => {
    await worker.stop();
    const signed = await putFile(content);
    const id = await create(signed.key, content.length);
    // The first read returns other bytes than a second read of the same key would.
    let reads = 0;
    const incoming = Object.create(storage.incoming) as typeof storage.incoming;
    incoming.read = (key) => {
      reads += 1;
      return storage.incoming.read(key);
    };
    const { scanStoredFile } = scanActivities(
      { db: server.db, storage: { incoming, vault: storage.vault }, clamd: server.config.clamd },
      () => {},
    );
    await scanStoredFile({ companyId: company.id, documentId: id });
    expect(reads).toBe(1);
    expect((await download(id)).bytes.toString()).toBe(content);
    worker = await startTestWorker(server);
  });
});

describe('while the scanner is', () => {
  let proxy: Server;
  const sockets = new Set<Socket>();
  async function clamdThat(behaves: (socket: Socket) => void) {
    proxy = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      behaves(socket);
    });
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
    return { host: '127.0.0.1', port: (proxy.address() as AddressInfo).port };
  }

  async function neverServed(clamd: { host: string; port: number }, kill?: () => void) {
    const { given } = server;
    const own = await given.loan(await given.phase(company));
    await given.role(own, dana, 'LENDER');
    const query = { name: 'a.txt', size: EICAR.length, loanId: own.id };
    const { body: signed } = await server.call('getUploadUrl', { query }, { token: lender });
    await fetch(signed.uploadUrl, { method: 'PUT', headers: signed.headers, body: EICAR });
    const { body } = await server.call(
      'createDocument',
      { body: { ...query, key: signed.key } },
      { token: lender },
    );
    await given.element(own, { answer: { documentId: body.id, by: dana } });
    const scanning = scanActivities({ db: server.db, storage, clamd }, () => {});
    const ref = { companyId: company.id, documentId: body.id };
    const attempt = scanning.scanStoredFile(ref);
    attempt.catch(() => {});
    await wait(300);
    kill?.();
    const document = await opened(body.id, lender);
    expect(document.downloadUrl).toBeNull();
    expect((await download(body.id, lender)).status).toBe(409);
    await expect(
      Promise.race([attempt, wait(1000).then(() => Promise.reject(new Error('slow')))]),
    ).rejects.toThrow();
    await scanning.giveUpScanning(ref);
    expect((await opened(body.id, lender)).virusScanState).toBe('ERROR');
    expect((await download(body.id, lender)).status).toBe(409);
    for (const kinds of [flags(true, false), flags(false, true), flags(true, true)]) {
      const packages = await steps.refresh(own, lender, kinds);
      expect(packages.body.files).toBe(0);
      expect(Object.values(await steps.urls(own, lender, kinds))).toEqual([null, null, null]);
    }
    // After the scanner is back, the scan has the same result.
    await scanActivities(
      { db: server.db, storage, clamd: server.config.clamd },
      () => {},
    ).scanStoredFile(ref);
    expect((await opened(body.id, lender)).virusScanState).toBe('INFECTED');
  }

  beforeAll(() => worker.stop());
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    proxy?.close();
    worker = await startTestWorker(server);
  });

  test('down, nothing is served', async () => {
    await neverServed({ host: '127.0.0.1', port: 1 });
  });
  test('silent, nothing is served', async () => {
    await neverServed(await clamdThat(() => {}));
  });
  test('killed in the middle, nothing is served', async () => {
    await neverServed(await clamdThat((socket) => socket.resume()), () => {
      for (const socket of sockets) socket.destroy();
    });
  });
  test('answering nonsense, nothing is served', async () => {
    await neverServed(
      await clamdThat((socket) => void socket.on('data', () => socket.end('stream: OK maybe\0'))),
    );
  });
});

describe('bytes in the vault that are not what was scanned', () => {
  async function clean(text: string) {
    const signed = await putFile(text);
    const id = await create(signed.key, Buffer.byteLength(text));
    await settled(id);
    return { id, ...(await rowOf(id)) };
  }

  test('are not served: the document is blocked, on record, and an alert is logged', async () => {
    const { id, vault_key: key } = await clean('one bit is enough to notice');
    await overwriteInVault(key, 'one bit is enough to notica');
    const { downloadUrl } = await opened(id);
    const refused = await server.follow(downloadUrl, { token: borrower });
    expect(refused.status).toBe(409);
    expect(refused.bytes.toString()).not.toContain('one bit');
    expect(await rowOf(id)).toMatchObject({ virus_scan_state: 'ERROR', scan_reason: 'DAMAGED' });
    expect((await opened(id)).downloadUrl).toBeNull();
    expect(server.logged.join()).toContain('"event":"document.checksum-mismatch"');
    const { rows } = await server.owner.query(
      `select kind from cairn.audit_entry where detail ->> 'documentId' = $1 order by position desc limit 1`,
      [id],
    );
    expect(rows).toEqual([{ kind: 'document.damaged' }]);
  });

  test('of another document are found, too', async () => {
    const [one, other] = [await clean('the first of two'), await clean('another of them!')];
    await overwriteInVault(one.vault_key, 'another of them!');
    expect((await download(one.id)).status).toBe(409);
    expect((await download(other.id)).bytes.toString()).toBe('another of them!');
  });

  test('are not exported or merged', async () => {
    const { given } = server;
    const own = await given.loan(await given.phase(company));
    await given.role(own, dana, 'LENDER');
    const { documentId } = await steps.answered(own, dana, ['a.txt', Buffer.from('as it was')]);
    const { vault_key: key } = await rowOf(documentId);
    await overwriteInVault(key, 'as it is!');
    await steps.refresh(own, lender, flags(true, true));
    await until(async () => (await rowOf(documentId)).virus_scan_state === 'ERROR', 30_000);
    expect(Object.values(await steps.urls(own, lender, flags(true, false)))).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('a download that is under way', () => {
  test('ends within a second of the removal of the person, and a link to it is worth nothing', async () => {
    const { given } = server;
    const large = Buffer.alloc(24 * 2 ** 20, 'granite ');
    const leaving = await given.account();
    await given.role(loan, leaving, 'BORROWER');
    const token = await given.session(leaving, { roleLevel: 'BORROWER' });
    const { documentId } = await steps.answered(loan, dana, ['large.bin', large]);
    const url = (await opened(documentId, token)).downloadUrl!;
    expect((await server.follow(url, { token })).bytes.length).toBe(large.length);

    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const received = await new Promise<{ bytes: number; complete: boolean }>((done, fail) => {
      const request = get(
        { host: '127.0.0.1', port, path: url, headers: { cookie: `cairn-session=${token}` } },
        (answer) => {
          let bytes = 0;
          // A slow reader: about 2 MiB per 100 ms.
          answer.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            answer.pause();
            setTimeout(() => answer.resume(), chunk.length / 20_000);
          });
          answer.on('close', () => done({ bytes, complete: answer.complete }));
          answer.on('error', () => {});
          setTimeout(
            () =>
              void server.owner.query(
                'delete from cairn.loan_role where loan_id = $1 and account_id = $2',
                [loan.id, leaving.id],
              ),
            200,
          );
        },
      );
      request.on('error', fail);
    });
    expect(received.complete).toBe(false);
    expect(received.bytes).toBeLessThan(large.length);
    expect((await server.follow(url, { token })).status).toBe(404);
  });

  test('takes ranges, and a tag that makes sure they are of the same file', async () => {
    const content = Buffer.from('0123456789');
    const { documentId } = await steps.answered(loan, elena, ['a.txt', content]);
    const url = `/api/v1/documents/${documentId}/download`;
    const part = (range: string, more: Record<string, string> = {}) =>
      server.follow(url, { token: lender, headers: { range, ...more } });
    const some = await part('bytes=2-4');
    expect([some.status, some.bytes.toString(), some.headers['content-range']]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
    ]);
    expect((await part('bytes=-3')).bytes.toString()).toBe('789');
    expect((await part('bytes=7-')).bytes.toString()).toBe('789');
    expect((await part('bytes=10-')).status).toBe(416);
    expect((await part('bytes=0-0', { 'if-range': '"other"' })).status).toBe(200);
    expect((await part('bytes=0-0', { 'if-range': String(some.headers['etag']) })).status).toBe(
      206,
    );
  });

  test('is on record once, by its ticket or without', async () => {
    const { documentId: id } = await steps.answered(loan, dana, ['a.txt', Buffer.from('once')]);
    const reads = async () =>
      (
        await server.owner.query(
          `select from cairn.audit_entry where kind = 'document.read' and detail ->> 'documentId' = $1`,
          [id],
        )
      ).rowCount;
    const { downloadUrl } = await opened(id, lender);
    await server.follow(downloadUrl, { token: lender });
    expect(await reads()).toBe(1);
    await download(id, lender);
    expect(await reads()).toBe(2);
    // Another user's ticket is not valid.
    await server.follow(downloadUrl, { token: borrower });
    expect(await reads()).toBe(3);
  });
});
