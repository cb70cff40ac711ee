import { randomUUID } from 'node:crypto';
import { WorkerStorage } from '@cairn/server/platform/object-storage';
import {
  EICAR,
  makeLoanWithMembers,
  startTestServer,
  startTestWorker,
  until,
  type Account,
  type Company,
  type Element,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scanActivities } from './scan-document.ts';

let server: TestServer;
let worker: { stop(): Promise<void> };
let storage: WorkerStorage;
let company: Company;
let loan: Loan;
let dana: Account;
let elena: Account;
let lender: string;
let borrower: string;

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
  storage = new WorkerStorage(server.config.store);
  ({ company, loan, dana, lender, elena, borrower } = await makeLoanWithMembers(server));
});
afterAll(async () => {
  storage.close();
  await worker.stop();
  await server.stop();
});

async function uploadFile(token: string, content: Buffer, formElementId?: string) {
  const size = content.length;
  const query = {
    name: 'return.txt',
    size,
    loanId: loan.id,
    ...(formElementId && { formElementId }),
  };
  const { body } = await server.call('getUploadUrl', { query }, { token });
  const answer = await fetch(body.uploadUrl, {
    method: 'PUT',
    headers: body.headers,
    body: new Uint8Array(content),
  });
  expect(answer.status).toBe(200);
  return { key: body.key, size };
}

const opened = (token: string, id: string) =>
  server.call('getDocumentWithDownloadUrl', { params: { id } }, { token });
const settled = (token: string, id: string) =>
  until(async () => {
    const { body } = await opened(token, id);
    return body.virusScanState !== 'PENDING' && body;
  });
const saved = async (token: string, id: string, text: Buffer | string, version = 1) =>
  server.call(
    'saveDocument',
    {
      params: { id },
      body: { ...(await uploadFile(token, Buffer.from(text))), version, name: 'return.txt' },
    },
    { token },
  );

interface Answered {
  element: Element;
  documentId: string;
}

/** A request of this loan that Elena answered with a clean file. */
async function answerWithText(
  over: Parameters<TestServer['given']['element']>[1] = {},
): Promise<Answered> {
  const { given } = server;
  const { id: documentId } = await given.document(loan, elena);
  const element = await given.element(loan, { ...over, answer: { documentId, by: elena } });
  return { element, documentId };
}

/** Saved by Dana without an event, so that no scan starts. */
async function savedUnscanned(documentId: string): Promise<void> {
  const { key, size } = await uploadFile(lender, Buffer.from('not scanned yet'));
  await server.owner.query(
    `insert into cairn.document_version select company_id, id, 1, loan_id, name, object_key, size,
       sha256, crc32, 'CLEAN', created_by, now(), $2 from cairn.document where id = $1`,
    [documentId, dana.id],
  );
  await server.owner.query(
    `update cairn.document set virus_scan_state = 'PENDING', version = 2, object_key = $2, size = $3, name = 'return.txt',
       sha256 = null, written_by = $4, written_at = now() where id = $1`,
    [documentId, key, size, dana.id],
  );
}

async function statusOf({ element }: Answered): Promise<string | null> {
  const { body } = await server.call(
    'listElements',
    { params: { id: loan.id } },
    { token: lender },
  );
  return body.elements.find(({ id }) => id === element.id)!.status;
}

describe('a file that is saved', () => {
  test('leaves bytes behind of which no second document is made', async () => {
    const first = await uploadFile(borrower, Buffer.from(`as it came ${randomUUID()}`));
    const make = () =>
      server.call(
        'createDocument',
        { body: { name: 'return.txt', loanId: loan.id, ...first } },
        { token: borrower },
      );
    const { body: document } = await make();
    await server.given.element(loan, { answer: { documentId: document.id, by: elena } });
    await settled(borrower, document.id);
    expect((await saved(borrower, document.id, 'with marks')).status).toBe(200);
    expect(await make()).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  });

  test('is checked before anyone gets it, and what it was before is kept', async () => {
    const before = Buffer.from(`as it came ${randomUUID()}`);
    const { body: document } = await server.call(
      'createDocument',
      { body: { name: 'return.txt', loanId: loan.id, ...(await uploadFile(borrower, before)) } },
      { token: borrower },
    );
    const element = await server.given.element(loan, {
      answer: { documentId: document.id, by: elena },
    });
    const first = await settled(lender, document.id);
    expect(first).toMatchObject({
      version: 1,
      formElementId: element.id,
      abilities: { save: true },
    });

    const marked = Buffer.from(`marked up ${randomUUID()}`);
    const answer = await saved(lender, document.id, marked);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      version: 2,
      virusScanState: 'PENDING',
      size: marked.length,
      name: 'return.txt',
    });

    const { downloadUrl, virusScanState } = await settled(borrower, document.id);
    expect(virusScanState).toBe('CLEAN');
    expect((await server.follow(downloadUrl, { token: borrower })).bytes).toEqual(marked);

    const { rows } = await server.owner.query<{ vault_key: string }>(
      `select version, size::int, sha256 is not null as summed, written_by, replaced_by, vault_key
       from cairn.document_version where document_id = $1`,
      [document.id],
    );
    expect(rows).toMatchObject([
      {
        version: 1,
        size: before.length,
        summed: true,
        written_by: elena.id,
        replaced_by: dana.id,
      },
    ]);
    const chunks = await (await storage.vault.read(rows[0]!.vault_key)).toArray();
    expect(Buffer.concat(chunks as Buffer[])).toEqual(before);
    const entries = await server.owner.query(
      `select kind, actor_id, detail ->> 'version' as version from cairn.audit_entry
       where detail ->> 'documentId' = $1 and kind like 'answer.%'`,
      [document.id],
    );
    expect(entries.rows).toEqual([{ kind: 'answer.markedUp', actor_id: dana.id, version: '2' }]);
  });

  test('with a virus is blocked and never served', async () => {
    const { documentId } = await answerWithText();
    const answer = await saved(borrower, documentId, EICAR);
    expect(answer.body.virusScanState).toBe('PENDING');
    const direct = () =>
      server.call('downloadDocument', { params: { id: documentId } }, { token: lender });
    expect((await direct()).status).toBe(409);
    const { virusScanState, downloadUrl } = await settled(lender, documentId);
    expect({ virusScanState, downloadUrl }).toEqual({
      virusScanState: 'INFECTED',
      downloadUrl: null,
    });
    expect((await direct()).status).toBe(409);
    const over = await saved(borrower, documentId, 'clean again', 2);
    expect(over.body).toMatchObject({ code: 'FILE_NOT_CLEAN' });
  });

  test('takes no late result of the scan of what it was before', async () => {
    const { documentId } = await answerWithText();
    await savedUnscanned(documentId);
    const scan = scanActivities({ db: server.db, storage, clamd: server.config.clamd }, () => {});
    const ref = { companyId: company.id, documentId };
    await scan.scanStoredFile(ref);
    await scan.giveUpScanning({ ...ref, version: 1 });
    expect((await opened(lender, documentId)).body.virusScanState).toBe('PENDING');
    await scan.scanStoredFile({ ...ref, version: 2 });
    expect((await opened(lender, documentId)).body.virusScanState).toBe('CLEAN');
  });
});

describe('two who save', () => {
  test('from the same bytes: one is refused, and nothing of the other is lost', async () => {
    const { documentId } = await answerWithText();
    const [one, other] = await Promise.all([
      saved(lender, documentId, 'what Dana drew'),
      saved(borrower, documentId, 'what Elena drew'),
    ]);
    expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    const refused = one.status === 409 ? one : other;
    expect(refused.body).toMatchObject({ code: 'FILE_CHANGED' });
    expect((await opened(lender, documentId)).body.version).toBe(2);
    const versions = await server.owner.query(
      'select version from cairn.document_version where document_id = $1',
      [documentId],
    );
    expect(versions.rows).toEqual([{ version: 1 }]);
  });

  test('one goes on saving while the file is checked; everybody else waits', async () => {
    const { documentId } = await answerWithText();
    await savedUnscanned(documentId);
    const other = await saved(borrower, documentId, 'unseen', 2);
    expect(other.body).toMatchObject({ code: 'FILE_NOT_CLEAN' });
    expect((await saved(lender, documentId, 'a second mark', 2)).body.version).toBe(3);
  });

  test('bytes that were saved once are not saved again', async () => {
    const { documentId } = await answerWithText();
    const bytes = await uploadFile(lender, Buffer.from(`once ${randomUUID()}`));
    const save = (version: number) =>
      server.call(
        'saveDocument',
        { params: { id: documentId }, body: { ...bytes, version } },
        { token: lender },
      );
    expect((await save(1)).status).toBe(200);
    expect((await save(2)).body).toMatchObject({ code: 'UPLOAD_MISSING' });
    const theirs = await uploadFile(borrower, Buffer.from('theirs'));
    const stolen = await server.call(
      'saveDocument',
      { params: { id: documentId }, body: { ...theirs, version: 2 } },
      { token: lender },
    );
    expect(stolen.body).toMatchObject({ code: 'UPLOAD_MISSING' });
  });
});

describe('what was decided about a file', () => {
  const approvedOne = () => answerWithText({ approvedBy: dana });

  test('is decided anew where the borrower saves it, unless it was accepted', async () => {
    const item = await approvedOne();
    expect(await statusOf(item)).toBe('ACCEPTED');
    const refused = await saved(borrower, item.documentId, 'another sum');
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(await statusOf(item)).toBe('ACCEPTED');
    const sentBack = await answerWithText({ rejectedBy: dana });
    await saved(borrower, sentBack.documentId, 'another sum');
    expect(await statusOf(sentBack)).toBe('ANSWERED');
  });

  test('is approved again where the lender marks up an approved file; a rejection stays', async () => {
    const item = await approvedOne();
    await saved(lender, item.documentId, 'see here');
    expect(await statusOf(item)).toBe('ANSWERED');
    const sentBack = await answerWithText({ rejectedBy: dana });
    await saved(lender, sentBack.documentId, 'this is missing');
    expect(await statusOf(sentBack)).toBe('NEEDS_ATTENTION');
  });

  test('with four eyes is reviewed again, and by another user', async () => {
    const item = await approvedOne();
    const setFourEyes = (on: boolean) =>
      server.owner.query('update cairn.company set four_eyes_approval = $2 where id = $1', [
        company.id,
        on,
      ]);
    await setFourEyes(true);
    try {
      await saved(lender, item.documentId, 'see here');
      expect(await statusOf(item)).toBe('ANSWERED');
      await settled(lender, item.documentId);
      const approval = await server.call(
        'approveFormElement',
        { params: { id: item.element.id }, body: { approved: true } },
        { token: lender },
      );
      expect(approval.body).toMatchObject({ code: 'FOUR_EYES' });
    } finally {
      await setFourEyes(false);
    }
  });
});

describe('a file', () => {
  const maySave = async (token: string, id: string) =>
    (await opened(token, id)).body.abilities.save;

  test('is read-only for a user who may not answer with it', async () => {
    const { given } = server;
    const colleague = await given.session(await given.employee(company), {
      roleLevel: 'LENDER',
      company,
    });
    const { documentId } = await answerWithText({ assignedTo: dana });
    for (const token of [colleague, borrower]) {
      expect(await maySave(token, documentId)).toBe(false);
      expect((await saved(token, documentId, 'mine')).status).toBe(403);
    }
    expect(await maySave(lender, documentId)).toBe(true);
  });

  test('that also answers what is kept from them is read only', async () => {
    const { documentId } = await answerWithText();
    expect(await maySave(borrower, documentId)).toBe(true);
    await server.given.element(loan, {
      flags: ['LENDER_ONLY'],
      answer: { documentId, by: dana },
    });
    expect(await maySave(borrower, documentId)).toBe(false);
    expect((await saved(borrower, documentId, 'mine')).status).toBe(403);
    expect(await maySave(lender, documentId)).toBe(true);
  });

  test('that answers nothing, or nothing any more, is read only', async () => {
    const loose = await server.given.document(loan, dana);
    expect((await opened(lender, loose.id)).body).toMatchObject({
      formElementId: null,
      abilities: { save: false },
    });
    expect((await saved(lender, loose.id, 'mine')).status).toBe(403);
  });

  test('is not there for a stranger', async () => {
    const { documentId } = await answerWithText();
    await saved(lender, documentId, 'marked');
    const elsewhere = await server.given.company();
    const stranger = await server.given.session(await server.given.employee(elsewhere), {
      roleLevel: 'LENDER',
      company: elsewhere,
    });
    const answer = await server.call(
      'saveDocument',
      { params: { id: documentId }, body: { key: 'a/b/c.d', size: 4, version: 2 } },
      { token: stranger },
    );
    expect(answer.status).toBe(404);
  });
});
