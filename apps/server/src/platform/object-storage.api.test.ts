/**
 * Threat row 2: a presigned URL allows what it was made for, and nothing else. Runs against Ceph with the test
 * services, or against any other S3 configured by its environment (docs/operations/install.md, "Checking a store"):
 *
 *   STORE_SUITE=external S3_ENDPOINT=… S3_INCOMING_BUCKET=… npx vitest run object-storage.api
 */
import { randomUUID } from 'node:crypto';
import { connect, createServer, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectAclCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  changedUploads,
  copySources,
  OTHER_METHODS,
  sendVaried,
  UNSIGNED_HEADERS,
  type UploadVariation,
} from '@cairn/testing/upload-variations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { sendFile } from './multipart-upload.ts';
import { Bucket, WebStorage, WorkerStorage, type Credentials } from './object-storage.ts';
import { digestsOf, IntegrityError, readStoredBytes } from './stored-file.ts';

const { store: config } = readConfig();
const web = new WebStorage(config);
const worker = new WorkerStorage(config);
const folder = mkdtempSync(join(tmpdir(), 'cairn-store-'));
const run = `suite/${randomUUID()}`;
let count = 0;
const newKey = (): string => `${run}/${(count += 1)}`;

const GOOD = 'what was scanned';
const EVIL = 'what was not yet';
const address = (bucket: string, key: string) => `${config.endpoint}/${bucket}/${key}`;

type Sent = Omit<UploadVariation, 'title' | 'body'> & { body?: string };

const send = (
  signed: { url: string; headers: Record<string, string> },
  { body = EVIL, ...variation }: Sent = {},
) => sendVaried(signed, variation, body);

const bytesOf = async (bucket: { read(key: string): Promise<Readable> }, key: string) =>
  Buffer.concat((await (await bucket.read(key)).toArray()) as Buffer[]).toString();

async function putInVault(content: string): Promise<string> {
  const path = join(folder, randomUUID());
  writeFileSync(path, content);
  const key = newKey();
  await worker.vault.putFile(key, path, await digestsOf(Readable.from([Buffer.from(content)])));
  return key;
}

/** Whether only the worker's credential can read the object. */
async function isClosed(key: string): Promise<boolean> {
  const [plain, acl] = await Promise.all([
    fetch(address(config.incomingBucket, key)),
    fetch(`${address(config.incomingBucket, key)}?acl`),
  ]);
  await Promise.all([plain.text(), acl.text()]);
  return plain.status >= 400 && acl.status >= 400;
}

let scanned: string;
let other: string;
let inVault: string;

beforeAll(async () => {
  scanned = newKey();
  other = newKey();
  for (const [key, content] of [
    [scanned, GOOD],
    [other, EVIL],
  ] as const) {
    const signed = await web.uploadUrl(key, content.length);
    expect(await send(signed, { body: content })).toMatchObject({ status: 200 });
  }
  inVault = await putInVault(GOOD);
});
afterAll(async () => {
  for (const bucket of [worker.incoming, worker.vault]) {
    for await (const page of bucket.list(run)) {
      for (const { key } of page) await bucket.remove(key);
    }
  }
  web.close();
  worker.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a copy instead of a body', () => {
  const sources = () => copySources(config, { incoming: [other, scanned], vault: inVault });

  test.each([0, 1, 2, 3, 4])(
    'is refused, over a scanned object and to a new key: %i',
    async (at) => {
      const source = sources()[at]!;
      for (const [key, size] of [
        [scanned, GOOD.length],
        [newKey(), EVIL.length],
        [newKey(), 0],
      ] as const) {
        const signed = await web.uploadUrl(key, size);
        for (const extra of [{}, { 'x-amz-metadata-directive': 'REPLACE' }]) {
          const answer = await send(signed, {
            headers: { 'x-amz-copy-source': source, ...extra },
            body: ''.padEnd(size, 'x'),
          });
          expect(answer.status).toBeGreaterThanOrEqual(400);
        }
        if (key !== scanned) expect(await web.arrivedSize(key)).toBeUndefined();
      }
      expect(await bytesOf(worker.incoming, scanned)).toBe(GOOD);
      expect(await bytesOf(worker.vault, inVault)).toBe(GOOD);
    },
  );
});

describe('a header that was not signed', () => {
  test.each(UNSIGNED_HEADERS)('%s: %s is refused or without effect', async (name, value) => {
    const over = await send(await web.uploadUrl(scanned, EVIL.length), {
      headers: { [name]: value },
    });
    expect(over.status).toBeGreaterThanOrEqual(400);
    expect(await bytesOf(worker.incoming, scanned)).toBe(GOOD);

    const key = newKey();
    const fresh = await send(await web.uploadUrl(key, EVIL.length), { headers: { [name]: value } });
    expect(await isClosed(key)).toBe(true);
    // If the store accepts it, the scan reads exactly the bytes that were sent, of the signed size.
    if (fresh.status === 200) expect(await bytesOf(worker.incoming, key)).toBe(EVIL);
    else expect(await web.arrivedSize(key)).toBeUndefined();
  });
});

describe('a store that browsers reach by another address', () => {
  /** Passes bytes on unchanged, like a proxy that keeps the host name; counts its connections. */
  async function openAddress() {
    const { hostname, port } = new URL(config.endpoint);
    const state = { connections: 0 };
    const line = createServer((socket) => {
      state.connections += 1;
      const store = connect(Number(port), hostname);
      for (const end of [socket, store]) end.on('error', () => socket.destroy());
      socket.on('close', () => store.destroy());
      socket.pipe(store).pipe(socket);
    });
    await new Promise<void>((ready) => line.listen(0, hostname, ready));
    const publicEndpoint = `http://${hostname}:${(line.address() as AddressInfo).port}`;
    return { publicEndpoint, state, close: () => void line.close() };
  }

  test('signs uploads for that address, and uses its own for everything else', async () => {
    const { publicEndpoint, state, close } = await openAddress();
    const storage = new WebStorage({ ...config, publicEndpoint });
    try {
      expect(storage.origin).toBe(publicEndpoint);
      const key = newKey();
      const signed = await storage.uploadUrl(key, GOOD.length);
      expect(new URL(signed.url).origin).toBe(publicEndpoint);
      expect((await send(signed, { body: GOOD })).status).toBe(200);
      expect(state.connections).toBe(1);
      expect(await storage.arrivedSize(key)).toBe(GOOD.length);

      const emailed = newKey();
      await storage.putIncoming(emailed, Buffer.from(GOOD));
      const uploadId = await storage.beginUpload(newKey());
      const part = await storage.partUrl(newKey(), uploadId, {
        number: 1,
        size: GOOD.length,
        md5: '0'.repeat(32),
      });
      expect(new URL(part.url).origin).toBe(publicEndpoint);
      expect(await bytesOf(worker.incoming, key)).toBe(GOOD);
      expect(await bytesOf(worker.incoming, emailed)).toBe(GOOD);
      expect(state.connections).toBe(1);
    } finally {
      storage.close();
      close();
    }
  });
});

describe('an upload URL', () => {
  test('takes one PUT: a second one is refused, whatever it brings', async () => {
    const signed = await web.uploadUrl(scanned, GOOD.length);
    expect((await send(signed, { body: EVIL })).status).toBe(412);
    expect(await bytesOf(worker.incoming, scanned)).toBe(GOOD);
  });

  test.each(OTHER_METHODS)('does not serve for %s', async (method) => {
    const answer = await send(await web.uploadUrl(scanned, GOOD.length), { method });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).not.toContain(GOOD);
    expect(await bytesOf(worker.incoming, scanned)).toBe(GOOD);
  });

  test.each(changedUploads(config.vaultBucket, run))(
    'does not serve for $title',
    async (varied) => {
      const key = newKey();
      const answer = await sendVaried(await web.uploadUrl(key, EVIL.length), varied, EVIL);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(await web.arrivedSize(key)).toBeUndefined();
    },
  );

  test('lives 15 minutes', async () => {
    const { url } = await web.uploadUrl(newKey(), 1);
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('900');
    const old = new URL(url);
    old.searchParams.set('X-Amz-Date', '20260101T000000Z');
    expect((await fetch(old, { method: 'PUT', body: 'x' })).status).toBe(403);
  });
});

describe('each credential does one thing', () => {
  const clients: S3Client[] = [];
  const as = (credentials: Credentials) => {
    const client = new S3Client({
      endpoint: config.endpoint,
      region: config.region,
      credentials,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 1,
    });
    clients.push(client);
    return client;
  };
  afterAll(() => clients.forEach((client) => client.destroy()));
  const incoming = (Key: string) => ({ Bucket: config.incomingBucket, Key });
  const vault = (Key: string) => ({ Bucket: config.vaultBucket, Key });
  const copy = (Key: string) => ({ CopySource: `${config.vaultBucket}/${inVault}`, Key });
  const denied = { $metadata: { httpStatusCode: 403 } };

  test('the one that signs uploads reads nothing, lists nothing, and writes no vault', async () => {
    const upload = as(config.upload);
    for (const refused of [
      () => upload.send(new GetObjectCommand(incoming(scanned))),
      () => upload.send(new HeadObjectCommand(incoming(scanned))),
      () => upload.send(new GetObjectAclCommand(incoming(scanned))),
      () => upload.send(new PutObjectAclCommand({ ...incoming(scanned), ACL: 'public-read' })),
      () =>
        upload.send(new PutObjectTaggingCommand({ ...incoming(scanned), Tagging: { TagSet: [] } })),
      () => upload.send(new DeleteObjectCommand(incoming(scanned))),
      () => upload.send(new ListObjectsV2Command({ Bucket: config.incomingBucket })),
      () => upload.send(new ListObjectsV2Command({ Bucket: config.vaultBucket })),
      () => upload.send(new GetObjectCommand(vault(inVault))),
      () => upload.send(new PutObjectCommand({ ...vault(newKey()), Body: EVIL })),
      () => upload.send(new CreateMultipartUploadCommand(vault(newKey()))),
      () =>
        upload.send(new CopyObjectCommand({ Bucket: config.incomingBucket, ...copy(newKey()) })),
      () => upload.send(new CopyObjectCommand({ Bucket: config.vaultBucket, ...copy(newKey()) })),
    ]) {
      await expect(refused()).rejects.toMatchObject(denied);
    }
  });

  test('the web role reads the vault and writes nothing', async () => {
    const reader = as(config.web);
    const got = await reader.send(new GetObjectCommand(vault(inVault)));
    expect(await got.Body!.transformToString()).toBe(GOOD);
    for (const refused of [
      () => reader.send(new GetObjectCommand(incoming(scanned))),
      () => reader.send(new PutObjectCommand({ ...incoming(newKey()), Body: EVIL })),
      () => reader.send(new PutObjectCommand({ ...vault(inVault), Body: EVIL })),
      () => reader.send(new DeleteObjectCommand(vault(inVault))),
      () => reader.send(new PutObjectAclCommand({ ...vault(inVault), ACL: 'public-read' })),
      () => reader.send(new CopyObjectCommand({ Bucket: config.vaultBucket, ...copy(newKey()) })),
    ]) {
      await expect(refused()).rejects.toMatchObject(denied);
    }
  });

  test('the worker writes no incoming, and strangers read nothing', async () => {
    const upload = as(config.worker).send(
      new PutObjectCommand({ ...incoming(newKey()), Body: EVIL }),
    );
    await expect(upload).rejects.toMatchObject(denied);
    for (const url of [
      address(config.vaultBucket, inVault),
      address(config.incomingBucket, scanned),
      address(config.vaultBucket, ''),
      address(config.incomingBucket, ''),
    ]) {
      const answer = await fetch(url);
      expect(answer.status).toBe(403);
      expect(await answer.text()).not.toContain(GOOD);
    }
  });
});

describe('a stored file', () => {
  test('is refused by the store when its bytes are not those of the digest', async () => {
    const path = join(folder, 'swapped');
    writeFileSync(path, EVIL);
    const digests = await digestsOf(Readable.from([Buffer.from(GOOD)]));
    const key = newKey();
    await expect(worker.vault.putFile(key, path, digests)).rejects.toThrow();
    expect(await worker.vault.sizeOf(key)).toBeUndefined();
  });

  test('gives any range of it, and none of it where one byte of that range changed', async () => {
    const content = Buffer.alloc(10 * 2 ** 20 + 123, 0).map((_, at) => at % 251);
    const buffer = Buffer.from(content);
    const path = join(folder, 'large');
    writeFileSync(path, buffer);
    const digests = await digestsOf(Readable.from([buffer.subarray(0, 777), buffer.subarray(777)]));
    const key = newKey();
    await worker.vault.putFile(key, path, digests);
    const file = { key, ...digests };
    for (const [from, to] of [
      [0, buffer.length],
      [0, 1],
      [2 ** 20 - 1, 2 ** 20 + 1],
      [buffer.length - 1, buffer.length],
      [5_000_000, 9_500_000],
    ] as const) {
      const read = await readStoredBytes(web.vault, file, from, to);
      expect(read.equals(buffer.subarray(from, to))).toBe(true);
    }
    buffer[3 * 2 ** 20 + 5]! ^= 1;
    writeFileSync(path, buffer);
    await worker.vault.putFile(key, path, await digestsOf(Readable.from([buffer])));
    await expect(readStoredBytes(web.vault, file)).rejects.toThrow(IntegrityError);
    await expect(readStoredBytes(web.vault, file, 3 * 2 ** 20, 3 * 2 ** 20 + 1)).rejects.toThrow(
      IntegrityError,
    );
    expect((await readStoredBytes(web.vault, file, 0, 9)).equals(buffer.subarray(0, 9))).toBe(true);
  });

  test.each([
    ['in one piece', 'small', 3_000_000],
    ['in parts', 'larger', 17 * 2 ** 20 + 5],
  ])('is sent %s, with the digests of its bytes', async (_, name, length) => {
    const path = join(folder, name);
    const content = Buffer.alloc(length).map((__, at) => at % 249);
    writeFileSync(path, content);
    const key = newKey();
    const shares: number[] = [];
    const digests = await sendFile(worker.vault, key, path, {
      onProgress: (share) => shares.push(share),
    });
    expect(digests).toEqual(await digestsOf(Readable.from([Buffer.from(content)])));
    expect(shares.at(-1)).toBe(1);
    const read = await readStoredBytes(web.vault, { key, ...digests });
    expect(read.equals(content)).toBe(true);
  });

  test('in parts is refused where a byte of a part was changed on the way', async () => {
    const { hostname, port } = new URL(config.endpoint);
    const line = createServer((socket) => {
      const store = connect(Number(port), hostname);
      socket.on('data', (bytes) =>
        store.write(Buffer.from(bytes.toString('latin1').replace('granite', 'granitf'), 'latin1')),
      );
      store.pipe(socket);
      for (const end of [socket, store]) end.on('error', () => socket.destroy());
      socket.on('close', () => store.destroy());
    });
    await new Promise<void>((ready) => line.listen(0, hostname, ready));
    const endpoint = `http://${hostname}:${(line.address() as AddressInfo).port}`;
    const bucket = new Bucket({ ...config, endpoint }, config.vaultBucket, config.worker);
    try {
      const key = newKey();
      const uploadId = await bucket.beginParts(key);
      const putPart = (content: string) => bucket.putPart(key, uploadId, 1, Buffer.from(content));
      await expect(putPart('a part of granite')).rejects.toMatchObject({ name: 'BadDigest' });
      expect(await bucket.partsOf(key, uploadId)).toEqual(new Map());
      expect(await putPart('a part of marble')).toMatch(/^"[\da-f]{32}"$/);
      await bucket.dropParts(key, uploadId);
    } finally {
      bucket.close();
      line.close();
    }
  });

  test('that is shorter or longer than it was is found', async () => {
    const key = await putInVault(GOOD);
    const shorter = await digestsOf(Readable.from([Buffer.from(`${GOOD} and more`)]));
    await expect(readStoredBytes(web.vault, { key, ...shorter })).rejects.toThrow(IntegrityError);
    const longer = await digestsOf(Readable.from([Buffer.from(GOOD.slice(1))]));
    await expect(readStoredBytes(web.vault, { key, ...longer })).rejects.toThrow(IntegrityError);
  });
});
