/** Decision 0082: the password of a locked PDF is used once and stored nowhere. */
import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import {
  EICAR,
  everythingStored,
  makeLoanWithMembers,
  startTestServer,
  startTestWorker,
  until,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { lockedPdf } from '@cairn/testing/locked-pdf';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { onePagePdf } from '../../../../../tools/database/one-page-pdf.ts';
import { temporalConnection } from '../../platform/temporal-connection.ts';

vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;
let worker: { stop(): Promise<void> };
let lender: string;
let borrower: string;
let loan: Loan;

beforeAll(async () => {
  server = await startTestServer({ config: { limitFactor: 1 }, logLevel: 'trace' });
  worker = await startTestWorker(server);
  ({ loan, lender, borrower } = await makeLoanWithMembers(server));
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

const taxReturn = (): Buffer => onePagePdf('Tax return', [randomUUID()]);

async function send(content: Buffer, name = 'return.pdf', token = borrower): Promise<string> {
  const place = { name, size: content.length, loanId: loan.id };
  const { body } = await server.call('getUploadUrl', { query: place }, { token });
  await fetch(body.uploadUrl, {
    method: 'PUT',
    headers: body.headers,
    body: new Uint8Array(content),
  });
  const created = await server.call(
    'createDocument',
    { body: { ...place, key: body.key } },
    { token },
  );
  expect(created.status).toBe(200);
  await settled(created.body.id, token);
  return created.body.id;
}

const opened = async (id: string, token = borrower) =>
  (await server.call('getDocumentWithDownloadUrl', { params: { id } }, { token })).body;
const settled = (id: string, token = borrower) =>
  until(async () => {
    const body = await opened(id, token);
    return body.virusScanState !== 'PENDING' && body;
  });
const unlock = (id: string, password: string, token = borrower) =>
  server.call('unlockDocument', { params: { id }, body: { password } }, { token });

/** Temporal's history of the work that an event of this document started. */
async function engineHistory(id: string): Promise<string> {
  const { rows } = await server.owner.query<{ id: string }>(
    `select id from cairn.event where input ->> 'documentId' = $1`,
    [id],
  );
  const connection = await Connection.connect(temporalConnection(server.config.engine));
  const { workflow } = new Client({ connection, namespace: server.config.engine.namespace });
  const all = await Promise.all(rows.map((row) => workflow.getHandle(row.id).fetchHistory()));
  await connection.close();
  const text = JSON.stringify(all);
  const payloads = [...text.matchAll(/"data":"([^"]+)"/g)].map(([, data]) =>
    Buffer.from(data!, 'base64').toString(),
  );
  return [text, ...payloads].join('\n');
}

describe('a locked PDF', () => {
  test('is opened by its password, checked, and served unlocked; the password is nowhere afterwards', async () => {
    const password = `päss-${randomUUID()}`;
    const id = await send(lockedPdf(taxReturn(), password));
    expect(await opened(id)).toMatchObject({ virusScanState: 'INFECTED', scanReason: 'ENCRYPTED' });

    const reply = await unlock(id, password);
    expect(reply.body).toMatchObject({ id, virusScanState: 'PENDING', scanReason: null });
    const { virusScanState, downloadUrl, size } = await settled(id);
    expect(virusScanState).toBe('CLEAN');
    const { bytes } = await server.follow(downloadUrl, { token: borrower });
    expect(bytes.length).toBe(size);
    expect(bytes.toString('latin1')).toContain('%PDF-');
    expect(bytes.toString('latin1')).not.toContain('/Encrypt');

    const history = await engineHistory(id);
    expect(history).toContain(id);
    for (const text of [await everythingStored(server), server.logged.join('\n'), history]) {
      expect(text).not.toContain(password);
      expect(text).not.toContain(Buffer.from(password).toString('hex'));
      expect(text).not.toContain(Buffer.from(password).toString('base64'));
      expect(text).not.toContain(password.slice(5));
    }
    const { rows } = await server.owner.query('select from cairn.document_password');
    expect(rows).toHaveLength(0);
    const { rows: entries } = await server.owner.query<{ kind: string }>(
      `select kind from cairn.audit_entry where detail ->> 'documentId' = $1 order by id`,
      [id],
    );
    expect(entries.map(({ kind }) => kind)).toEqual([
      'document.uploaded',
      'document.scanned',
      'document.passwordEntered',
      'document.scanned',
      'document.read',
    ]);
  });

  test('says that a password is wrong, and takes the right one after it', async () => {
    const id = await send(lockedPdf(taxReturn(), 'open sesame'));
    await unlock(id, 'close sesame');
    expect(await settled(id)).toMatchObject({ scanReason: 'WRONG_PASSWORD', downloadUrl: null });
    await unlock(id, 'open sesame');
    expect(await settled(id)).toMatchObject({ virusScanState: 'CLEAN', scanReason: null });
    // A client repeats the call after a lost reply: nothing remains to be done.
    expect((await unlock(id, 'open sesame')).body).toMatchObject({ virusScanState: 'CLEAN' });
  });

  test('with a virus inside is blocked when it was unlocked', async () => {
    const id = await send(lockedPdf(taxReturn(), 'pw', EICAR));
    expect(await opened(id)).toMatchObject({ scanReason: 'ENCRYPTED' });
    await unlock(id, 'pw');
    expect(await settled(id)).toMatchObject({ virusScanState: 'INFECTED', scanReason: 'VIRUS' });
    expect((await unlock(id, 'pw')).body).toMatchObject({ code: 'FILE_NOT_CLEAN' });
  });

  test('takes ten passwords an hour', async () => {
    const id = await send(lockedPdf(taxReturn(), 'pw'));
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await unlock(id, `wrong ${tries}`)).status).toBe(200);
      await settled(id);
    }
    const refused = await unlock(id, 'pw');
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: 'TOO_MANY_PASSWORDS' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
  });

  test('is unlocked by its sender and the lender, by no one else on the loan', async () => {
    const id = await send(lockedPdf(taxReturn(), 'pw'));
    const { given } = server;
    const other = await given.account();
    await given.role(loan, other, 'BORROWER');
    const theirs = await given.session(other, { roleLevel: 'BORROWER' });
    expect((await unlock(id, 'pw', theirs)).status).toBe(404);
    const stranger = await given.session(await given.account(), { roleLevel: 'BORROWER' });
    expect((await unlock(id, 'pw', stranger)).status).toBe(404);
    expect((await unlock(id, 'pw', lender)).status).toBe(200);
    expect((await settled(id)).virusScanState).toBe('CLEAN');
  });

  test('that is kept no more is asked for again, and other files take no password', async () => {
    const id = await send(lockedPdf(taxReturn(), 'pw'));
    await server.owner.query(`update cairn.document set object_key = 'expired' where id = $1`, [
      id,
    ]);
    expect((await unlock(id, 'pw')).body).toMatchObject({ code: 'FILE_NOT_KEPT' });
    const virus = await send(Buffer.from(EICAR), 'notes.txt');
    expect((await unlock(virus, 'pw')).body).toMatchObject({ code: 'FILE_NOT_CLEAN' });
    for (const password of ['', 'a\nb', 'x'.repeat(128)]) {
      expect((await unlock(id, password)).status).toBe(400);
    }
  });

  test('whose password did not reach the worker in time asks for it again', async () => {
    const id = await send(lockedPdf(taxReturn(), 'pw'));
    const { rows } = await server.owner.query<{ company_id: string; version: number }>(
      `update cairn.document set virus_scan_state = 'PENDING', scan_reason = null where id = $1
       returning company_id, version`,
      [id],
    );
    const { unlockActivities } = await import('./unlock-activities.ts');
    const { unlockStoredFile } = unlockActivities(
      { db: server.db, storage: null as never, clamd: null as never, secretKey: 'none' },
      () => {},
    );
    const { company_id: companyId, version } = rows[0]!;
    await unlockStoredFile({ companyId, documentId: id, version });
    expect(await opened(id)).toMatchObject({ virusScanState: 'INFECTED', scanReason: 'ENCRYPTED' });
  });
});
