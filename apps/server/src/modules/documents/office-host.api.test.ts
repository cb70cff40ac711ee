/**
 * Decision 0175: an office server edits a document for one person, with only the rights that the person has at that
 * moment.
 */
import { randomUUID } from 'node:crypto';
import { request, type ClientRequest } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import {
  EICAR,
  startTestServer,
  startTestWorker,
  until,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import {
  startOfficeEditor,
  type OfficeEditorDouble,
  type WopiAnswer,
} from '@cairn/testing/office-editor/editor';
import { freePort } from '@cairn/testing/free-port';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { blankOfficeFile } from './blank-office-file.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const BLANK = await blankOfficeFile('plan.docx', new Date());

let editor: OfficeEditorDouble;
let server: TestServer;
let worker: { stop(): Promise<void> };
let hostUrl: string;
let company: Company;
let loan: Loan;
let dana: Account;
let elena: Account;
let lender: string;
let borrower: string;

beforeAll(async () => {
  editor = await startOfficeEditor();
  const port = await freePort();
  hostUrl = `http://127.0.0.1:${port}`;
  server = await startTestServer({ config: { office: { url: editor.url, hostUrl } } });
  await server.app.listen({ port, host: '127.0.0.1' });
  worker = await startTestWorker(server);
  const { given } = server;
  company = await given.company();
  dana = await given.employee(company);
  loan = await given.loan(await given.phase(company));
  await given.role(loan, dana, 'LENDER');
  elena = await given.account();
  await given.role(loan, elena, 'BORROWER');
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
  await editor.stop();
});
beforeEach(async () => {
  lender = await server.given.session(dana, { roleLevel: 'LENDER', company });
  borrower = await server.given.session(elena, { roleLevel: 'BORROWER' });
});

async function uploaded(name: string, content: Buffer): Promise<string> {
  const query = { name, size: content.length, loanId: loan.id };
  const signed = (await server.call('getUploadUrl', { query }, { token: borrower })).body;
  await fetch(signed.uploadUrl, {
    method: 'PUT',
    headers: signed.headers,
    body: new Uint8Array(content),
  });
  const body = { ...query, key: signed.key };
  const { id } = (await server.call('createDocument', { body }, { token: borrower })).body;
  const element = await server.given.element(loan, { title: `Request ${randomUUID()}` });
  const answer = { elementId: element.id, loanId: loan.id, documentId: id };
  expect((await server.call('answerElement', { body: answer }, { token: borrower })).status).toBe(
    200,
  );
  await settled(id);
  return id;
}

const stateOf = async (id: string) =>
  (await server.call('getDocumentWithDownloadUrl', { params: { id } }, { token: lender })).body;
const settled = (id: string) =>
  until(async () => {
    const now = await stateOf(id);
    return now.virusScanState !== 'PENDING' && now;
  });

const aDocx = (): Promise<string> => uploaded('plan.docx', BLANK);
const edited = (text: string): Buffer =>
  // A different but valid file, by a zip comment that no program shows.
  Buffer.concat([BLANK.subarray(0, -2), Buffer.from([text.length, 0]), Buffer.from(text)]);

async function editorFor(id: string, token = lender) {
  const answer = await server.call('getDocumentWithEditUrl', { params: { id } }, { token });
  expect(answer.status).toBe(200);
  return answer.body.editor!;
}

interface Session {
  source: string;
  accessToken: string;
  ask(path?: string, request?: Parameters<OfficeEditorDouble['ask']>[2]): Promise<WopiAnswer>;
  lock(name: string, lock: string, headers?: Record<string, string>): Promise<WopiAnswer>;
  put(lock: string, body: Buffer): Promise<WopiAnswer>;
  /** Starts a PUT without sending a byte of its body. */
  beginPut(lock: string): ClientRequest;
}
async function session(id: string, token = lender): Promise<Session> {
  const { url, accessToken } = await editorFor(id, token);
  const source = new URL(url).searchParams.get('WOPISrc')!;
  const ask: Session['ask'] = (path = '', options = {}) =>
    editor.ask(source + path, accessToken, options);
  return {
    source,
    accessToken,
    ask,
    lock: (name, lock, headers = {}) =>
      ask('', { method: 'POST', headers: { ...editor.override(name, lock), ...headers } }),
    put: (lock, body) =>
      ask('/contents', { method: 'POST', headers: editor.override('PUT', lock), body }),
    beginPut: (lock) => {
      const { url: at, headers } = editor.signed(`${source}/contents`, accessToken);
      const pending = request(at, {
        method: 'POST',
        headers: { ...headers, ...editor.override('PUT', lock), 'content-length': '100' },
      });
      pending.on('error', () => {});
      pending.flushHeaders();
      return pending;
    },
  };
}

describe('an office server', () => {
  test('is told about the document, gets its bytes and saves a version that is scanned first', async () => {
    const id = await aDocx();
    const { url } = await editorFor(id);
    expect(url.startsWith(`${editor.url}/edit?kind=docx`)).toBe(true);
    const one = await session(id);
    const about = JSON.parse((await one.ask()).bytes.toString()) as Record<string, unknown>;
    expect(about).toMatchObject({
      BaseFileName: 'plan.docx',
      UserId: dana.id,
      UserCanWrite: true,
      Version: '1',
      PostMessageOrigin: server.config.publicUrl.origin,
    });
    expect((await one.lock('LOCK', 'a')).status).toBe(200);
    const content = await one.ask('/contents');
    expect(content.bytes.equals(BLANK)).toBe(true);

    expect((await one.put('a', edited('first'))).status).toBe(200);
    // The saved bytes are not served before their scan.
    const now = await stateOf(id);
    expect(now.version).toBe(2);
    if (now.virusScanState === 'PENDING') expect((await one.ask('/contents')).status).toBe(503);
    await settled(id);
    expect((await one.ask('/contents')).bytes.equals(edited('first'))).toBe(true);
    expect((await one.put('a', edited('second'))).status).toBe(200);
    expect((await one.lock('UNLOCK', 'a')).status).toBe(200);
    const { rows } = await server.owner.query(
      'select version from cairn.document_version where document_id = $1 order by version',
      [id],
    );
    expect(rows).toEqual([{ version: 1 }, { version: 2 }]);
  });

  test('makes a decision fail that was taken about the bytes before', async () => {
    const id = await aDocx();
    const { formElementId } = await stateOf(id);
    const change = (body: object) =>
      server.call('updateFormElement', { params: { id: formElementId! }, body }, { token: lender });
    const { version } = (await change({ title: 'Business plan' })).body;
    const one = await session(id);
    await one.lock('LOCK', 'a');
    expect((await one.put('a', edited('other words'))).status).toBe(200);
    await settled(id);
    const late = await change({ approved: true, version });
    expect([late.status, late.body]).toMatchObject([409, { code: 'CONFLICT' }]);
  });

  test('leaves a record of the bytes that it reads, once for those at the opening', async () => {
    const id = await aDocx();
    const records = async () =>
      (
        await server.owner.query(
          `select from cairn.audit_entry where kind = 'document.read'
             and actor_id = $1 and detail ->> 'documentId' = $2`,
          [dana.id, id],
        )
      ).rowCount;
    const one = await session(id);
    const opened = await records();
    await one.ask('/contents');
    expect(await records()).toBe(opened);
    await one.lock('LOCK', 'a');
    await one.put('a', edited('next'));
    await settled(id);
    const before = await records();
    expect((await one.ask('/contents')).bytes.equals(edited('next'))).toBe(true);
    expect(await records()).toBe(before! + 1);
  });

  test('saves one document at a time for one person, and keeps no other waiting', async () => {
    const colleague = await server.given.employee(company);
    await server.given.role(loan, colleague, 'LENDER');
    const as = await server.given.session(colleague, { roleLevel: 'LENDER', company });
    const other = await session(await aDocx(), as);
    await other.lock('LOCK', 'b');
    const ids = [await aDocx(), await aDocx(), await aDocx(), await aDocx()];
    const slow = await Promise.all(
      ids.map(async (id) => {
        const one = await session(id);
        await one.lock('LOCK', 'a');
        return one.beginPut('a');
      }),
    );
    try {
      // All four requests have been admitted, and send nothing.
      await setTimeout(300);
      expect((await other.put('b', edited('other'))).status).toBe(200);
      // All four are still open.
      expect(slow.map(({ destroyed }) => destroyed)).toEqual([false, false, false, false]);
    } finally {
      for (const each of slow) each.destroy();
    }
  });

  test('saves nothing that the scanner finds infected', async () => {
    const id = await aDocx();
    const one = await session(id);
    await one.lock('LOCK', 'a');
    expect((await one.put('a', Buffer.from(EICAR))).status).toBe(200);
    const now = await settled(id);
    expect(now).toMatchObject({ virusScanState: 'INFECTED', downloadUrl: null });
    expect((await one.ask('/contents')).status).toBe(503);
  });

  test('keeps others out while it holds the lock, and may hand it on', async () => {
    const id = await aDocx();
    const one = await session(id);
    const other = await session(id);
    expect((await one.lock('LOCK', 'a')).status).toBe(200);
    const refused = await other.lock('LOCK', 'b');
    expect([refused.status, refused.headers.get('x-wopi-lock')]).toEqual([409, 'a']);
    expect((await other.put('b', edited('b'))).status).toBe(409);
    expect((await one.put('', edited('none'))).status).toBe(409);
    expect((await other.lock('UNLOCK', 'b')).status).toBe(409);
    expect((await one.lock('REFRESH_LOCK', 'a')).status).toBe(200);
    expect((await one.lock('LOCK', 'c', { 'x-wopi-oldlock': 'a' })).status).toBe(200);
    expect((await one.lock('GET_LOCK', '')).headers.get('x-wopi-lock')).toBe('c');
    // Ages the lock by half an hour without a refresh.
    await server.owner.query(
      `update cairn.document set office_lock_ends = now() - interval '1 second' where id = $1`,
      [id],
    );
    expect((await one.put('c', edited('late'))).status).toBe(409);
    expect((await other.lock('LOCK', 'b')).status).toBe(200);
  });

  test('does not replace what a colleague saved by another way', async () => {
    const id = await aDocx();
    const one = await session(id);
    await one.lock('LOCK', 'a');
    await server.owner.query(
      `update cairn.document set version = 2, written_by = created_by, written_at = now() where id = $1`,
      [id],
    );
    expect((await one.put('a', edited('mine'))).status).toBe(409);
    expect((await stateOf(id)).version).toBe(2);
  });

  test('can neither rename, delete nor put a file beside it', async () => {
    const one = await session(await aDocx());
    for (const name of ['PUT_RELATIVE', 'RENAME_FILE', 'DELETE', 'constructor', '']) {
      expect((await one.lock(name, 'a')).status).toBe(501);
    }
  });

  test('is refused more than it may save, without reading it', async () => {
    const one = await session(await aDocx());
    await one.lock('LOCK', 'a');
    const answer = await one.put('a', Buffer.alloc(50 * 2 ** 20 + 1)).catch(() => null);
    expect(answer?.status ?? 413).toBe(413);
    expect((await one.put('a', Buffer.alloc(0))).status).toBe(400);
  });
});

describe('the token of an editor', () => {
  test('is for lenders who may save the document, and for office documents', async () => {
    const id = await aDocx();
    const call = (token: string, of: string) =>
      server.call('getDocumentWithEditUrl', { params: { id: of } }, { token });
    expect((await call(borrower, id)).status).toBe(403);
    const text = await uploaded('notes.txt', Buffer.from('notes'));
    expect((await call(lender, text)).status).toBe(400);
    const outsider = await server.given.company();
    const other = await server.given.session(await server.given.employee(outsider), {
      roleLevel: 'LENDER',
      company: outsider,
    });
    expect((await call(other, id)).status).toBe(404);
  });

  test('works for one document', async () => {
    const [id, second] = [await aDocx(), await aDocx()];
    const one = await session(id);
    const elsewhere = one.source.replace(id, second);
    expect((await editor.ask(elsewhere, one.accessToken)).status).toBe(401);
    expect((await editor.ask(`${elsewhere}/contents`, one.accessToken)).status).toBe(401);
    for (const forged of ['', 'x', `${one.accessToken.slice(0, -4)}AAAA`]) {
      expect((await editor.ask(one.source, forged)).status).toBe(401);
    }
  });

  test('ends with the session, with the role and with the right to save', async () => {
    const id = await aDocx();
    const leaverSession = await session(id);
    await server.call('logout', {}, { token: lender });
    expect((await leaverSession.ask()).status).toBe(401);

    lender = await server.given.session(dana, { roleLevel: 'LENDER', company });
    const demoted = await session(id);
    await server.owner.query(
      `update cairn.session set role_level = 'BORROWER', company_id = null, stamp = uuidv7() where account_id = $1`,
      [dana.id],
    );
    expect((await demoted.ask()).status).toBe(401);

    lender = await server.given.session(dana, { roleLevel: 'LENDER', company });
    const removed = await session(id);
    await removed.lock('LOCK', 'a');
    await server.owner.query(
      'update cairn.element set in_trash = true where answer_document_id = $1',
      [id],
    );
    expect((await removed.ask()).status).toBe(404);
    expect((await removed.ask('/contents')).status).toBe(404);
    expect((await removed.put('a', edited('late'))).status).toBe(404);
    expect((await removed.lock('UNLOCK', 'a')).status).toBe(404);
  });

  test('ends after four hours', async () => {
    const id = await aDocx();
    const one = await session(id);
    const ahead = Date.now() + 4 * 3_600_000 + 1000;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(ahead);
    try {
      expect((await one.ask()).status).toBe(401);
    } finally {
      clock.mockRestore();
    }
  });

  test('tells its holder nothing of the session', async () => {
    const { accessToken } = await editorFor(await aDocx());
    const read = Buffer.from(accessToken, 'base64url').toString('latin1');
    expect(read).not.toContain(dana.id);
    expect(accessToken).not.toContain(lender);
  });
});

describe('a request', () => {
  test('without the proof of the office server is refused, and with its new key taken', async () => {
    const id = await aDocx();
    const one = await session(id);
    const bare = (headers: Record<string, string>) =>
      fetch(`${one.source}?access_token=${one.accessToken}`, { headers }).then((r) => r.status);
    expect(await bare({})).toBe(401);
    // A replayed request of an hour ago.
    const old = String((BigInt(Date.now()) - 3_600_000n) * 10_000n + 621_355_968_000_000_000n);
    expect((await one.ask('', { headers: { 'x-wopi-timestamp': old } })).status).toBe(401);
    expect((await one.ask('', { headers: { 'x-wopi-proof': 'AAAA' } })).status).toBe(401);

    editor.changeKey();
    const clock = vi.spyOn(Date, 'now');
    clock.mockImplementation(() => Math.round(performance.timeOrigin + performance.now() + 61_000));
    try {
      expect((await one.ask()).status).toBe(200);
    } finally {
      clock.mockRestore();
    }
  });
});
