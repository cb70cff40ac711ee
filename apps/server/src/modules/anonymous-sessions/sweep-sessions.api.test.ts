/** Files that were uploaded without an account and never submitted are deleted. */
import { randomBytes, randomUUID } from 'node:crypto';
import { startTestServer, type Account, type Company, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendInParts } from '../../platform/multipart-upload.ts';
import { WorkerStorage } from '../../platform/object-storage.ts';
import { sweepSessions } from './sweep-sessions-store.ts';

let server: TestServer;
let storage: WorkerStorage;
let company: Company;
let dana: Account;
beforeAll(async () => {
  server = await startTestServer();
  storage = new WorkerStorage(server.config.store);
});
afterAll(async () => {
  storage.close();
  await server.stop();
});
beforeEach(async () => {
  company = await server.given.company();
  dana = await server.given.employee(company);
});

const sweep = () => sweepSessions({ db: server.db, vault: storage.vault });
const query = async <Row>(sql: string, ...values: unknown[]) =>
  (await server.owner.query(sql, values)).rows as Row[];

async function session(endedDaysAgo: number): Promise<string> {
  const id = randomUUID();
  await query(
    `insert into cairn.anonymous_session (company_id, id, account_id, unique_code, email_address, token_hash,
       browser_hash, verified_at, created_at, ends_at)
     values ($1, $2, $3, 'code', 'ruth@example.com', $4, $4, now(), now() - interval '60 days',
       now() - make_interval(days => $5))`,
    company.id,
    id,
    dana.id,
    randomBytes(32),
    endedDaysAgo,
  );
  return id;
}

/** A scanned file of a session, with its bytes. */
async function file(sessionId: string, submitted = false): Promise<{ id: string; key: string }> {
  const id = randomUUID();
  const key = `0000/${company.id}/document/${id}.1.${'0'.repeat(64)}`;
  await sendInParts(storage.vault, { key, size: 1, bytes: async () => Buffer.from('x') });
  await query(
    `insert into cairn.document (company_id, id, name, provider, object_key, size, created_by, private_to, sha256,
       crc32, virus_scan_state, vault_key)
     values ($1, $2, 'returns.pdf', 'S3', $3, 1, $4, $5, $6, 0, 'CLEAN', $3)`,
    company.id,
    id,
    key,
    sessionId,
    dana.id,
    randomBytes(32),
  );
  await query(
    'update cairn.anonymous_session set document_ids = document_ids || $2::uuid where id = $1',
    sessionId,
    id,
  );
  if (submitted) {
    await query(
      `insert into cairn.shoebox_item (company_id, id, document_id, title, shoebox_type, shoebox_owner_id, user_id,
         uploaded_by, anonymous_email)
       values ($1, gen_random_uuid(), $2, 'returns', 'PERSONAL', $3, $4, $4, 'ruth@example.com')`,
      company.id,
      id,
      dana.id,
      sessionId,
    );
  }
  return { id, key };
}
const isThere = async ({ id, key }: { id: string; key: string }) => [
  (await query('select from cairn.document where id = $1', id)).length === 1,
  (await storage.vault.sizeOf(key)) === 1,
];

test('a week after the end of a session, what was not submitted is deleted: row, bytes, and its PDF', async () => {
  const ended = await session(8);
  const [submittedFile, leftFile] = [await file(ended, true), await file(ended)];
  const pdf = `0000/${company.id}/pdf/${leftFile.id}.1`;
  await sendInParts(storage.vault, { key: pdf, size: 1, bytes: async () => Buffer.from('x') });
  await query(
    `insert into cairn.document_pdf (company_id, document_id, version, object_key, size, sha256, crc32, pages)
     values ($1, $2, 1, $3, 1, $4, 0, 1)`,
    company.id,
    leftFile.id,
    pdf,
    randomBytes(32),
  );
  await sweep();
  expect(await isThere(leftFile)).toEqual([false, false]);
  expect(await storage.vault.sizeOf(pdf)).toBeUndefined();
  expect(await isThere(submittedFile)).toEqual([true, true]);
  expect(
    await query('select document_ids from cairn.anonymous_session where id = $1', ended),
  ).toEqual([{ document_ids: [submittedFile.id] }]);
  expect(
    await query(
      `select detail from cairn.audit_entry where company_id = $1 and kind = 'anonymousSession.swept'`,
      company.id,
    ),
  ).toEqual([{ detail: { sessionId: ended, files: 1 } }]);
});

test('a session that runs, or can still be extended, keeps its files', async () => {
  const files = [await file(await session(-1)), await file(await session(6))];
  await sweep();
  for (const each of files) expect(await isThere(each)).toEqual([true, true]);
});

test('two workers at once sweep a session once, and a session is looked at once', async () => {
  const oldFile = await file(await session(8));
  await Promise.all([sweep(), sweep()]);
  expect(await isThere(oldFile)).toEqual([false, false]);
  expect(
    await query(
      `select from cairn.audit_entry where company_id = $1 and kind = 'anonymousSession.swept'`,
      company.id,
    ),
  ).toHaveLength(1);
  expect(await sweep()).toBe(0);
});

test('a submitted file that an employee deleted is kept like every deleted document', async () => {
  const ended = await session(8);
  const deleted = await file(ended);
  await query('update cairn.document set removed_at = now() where id = $1', deleted.id);
  await sweep();
  expect(await isThere(deleted)).toEqual([true, true]);
});

test('a file that was read on arrival is deleted with its text and thumbnails', async () => {
  const read = await file(await session(8));
  const thumbnails = `0000/${company.id}/thumbnails/${read.id}.1`;
  await sendInParts(storage.vault, {
    key: thumbnails,
    size: 1,
    bytes: async () => Buffer.from('x'),
  });
  await query(
    `insert into cairn.document_thumbnails (company_id, document_id, version, object_key, size, sha256, lengths)
     values ($1, $2, 1, $3, 1, $4, '{1}')`,
    company.id,
    read.id,
    thumbnails,
    randomBytes(32),
  );
  await query(
    `insert into cairn.document_page (company_id, document_id, version, page, width, height, source, text, words)
     values ($1, $2, 1, 1, 612, 792, 'TEXT', 'Tax return of Ruth', '[]')`,
    company.id,
    read.id,
  );
  await sweep();
  expect(await isThere(read)).toEqual([false, false]);
  expect(await storage.vault.sizeOf(thumbnails)).toBeUndefined();
  expect(await query('select from cairn.document_page where document_id = $1', read.id)).toEqual(
    [],
  );
});

test('a session that cannot be swept does not keep the files of others', async () => {
  const [stuck, other] = [await file(await session(30)), await file(await session(8))];
  const vault = {
    remove: (key: string) =>
      key === stuck.key ? Promise.reject(new Error('no answer')) : storage.vault.remove(key),
  };
  await expect(sweepSessions({ db: server.db, vault })).rejects.toThrow('not swept');
  expect(await isThere(other)).toEqual([false, false]);
});
