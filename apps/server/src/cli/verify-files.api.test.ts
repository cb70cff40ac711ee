/**
 * The command finds every kind of damage at rest (flipped bits, cut, longer, swapped and missing files), and no damaged
 * file is served.
 */
import { randomBytes } from 'node:crypto';
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { ExportSteps, startTestServer, type Company, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyFiles, type FileFinding } from './verify-files.ts';

const MIB = 2 ** 20;
let server: TestServer;
let steps: ExportSteps;
let store: S3Client;
let company: Company;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  steps = new ExportSteps(server);
  const { endpoint, region, worker: credentials } = server.config.store;
  store = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  company = await server.given.company();
});
afterAll(async () => {
  store.destroy();
  steps.stop();
  await server.stop();
});

const vault = () => server.config.store.vaultBucket;
const overwrite = (key: string, content: Buffer) =>
  store.send(new PutObjectCommand({ Bucket: vault(), Key: key, Body: content }));

async function verify() {
  const url = new URL(server.config.database.app);
  url.username = 'postgres';
  const findings: FileFinding[] = [];
  const config = { url: url.href, store: server.config.store };
  const summary = await verifyFiles(config, {
    company: company.id,
    onFinding: (finding) => findings.push(finding),
  });
  return { summary, findings };
}

test('verify-files finds every file that differs from what was scanned, and serves none of them', async () => {
  const { given } = server;
  const { account, token: session } = await given.colleague(company, 'OWNER');
  token = session;
  const loan = await given.loan(await given.phase(company));
  const storeDocument = async (content: Buffer) => {
    const { documentId } = await steps.answered(loan, account, ['file.pdf', content]);
    const { rows } = await server.owner.query<{ vault_key: string }>(
      'select vault_key from cairn.document where id = $1',
      [documentId],
    );
    return { documentId, content, key: rows[0]!.vault_key };
  };
  const large = await storeDocument(randomBytes(2 * MIB + 500_000));
  const small = await storeDocument(randomBytes(1000));
  const cut = await storeDocument(randomBytes(1.5 * MIB));
  const longer = await storeDocument(randomBytes(1000));
  const [one, other] = [
    await storeDocument(randomBytes(700)),
    await storeDocument(randomBytes(700)),
  ];
  const missing = await storeDocument(randomBytes(10));
  await storeDocument(randomBytes(1.2 * MIB));
  expect((await verify()).summary).toMatchObject({ files: 8, findings: 0 });

  for (const { key, content } of [large, small]) {
    const flipped = Buffer.from(content);
    flipped[content.length - 7]! ^= 1;
    await overwrite(key, flipped);
  }
  await overwrite(cut.key, cut.content.subarray(0, MIB));
  await overwrite(longer.key, Buffer.concat([longer.content, Buffer.from('x')]));
  await overwrite(one.key, other.content);
  await overwrite(other.key, one.content);
  await store.send(new DeleteObjectCommand({ Bucket: vault(), Key: missing.key }));

  const { summary, findings } = await verify();
  expect(summary).toMatchObject({ files: 8, findings: 7 });
  const damaged = [large, small, cut, longer, one, other];
  const documentsWith = (problem: string) =>
    findings.filter((each) => each.problem === problem).map(({ documentId }) => documentId);
  expect(documentsWith('DAMAGED').toSorted()).toEqual(
    damaged.map((each) => each.documentId).toSorted(),
  );
  expect(documentsWith('MISSING')).toEqual([missing.documentId]);

  for (const { documentId, content } of [small, cut, one, other]) {
    const served = await server.follow(`/api/v1/documents/${documentId}/download`, { token });
    expect(served.bytes.includes(content.subarray(0, 100))).toBe(false);
  }
});
