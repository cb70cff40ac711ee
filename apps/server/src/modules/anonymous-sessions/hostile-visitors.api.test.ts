/** Strangers with an employee's link: which limits they can use up, and what they leave behind. */
import { randomUUID } from 'node:crypto';
import {
  codeIn,
  emailTo,
  openBrowser,
  startTestServer,
  startTestWorker,
  until,
  type Browser,
  type TestServer,
} from '@cairn/testing';
import { shoeboxScene, type LoggedInUser } from '@cairn/testing/shoebox-steps';
import { lockedPdf } from '@cairn/testing/locked-pdf';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { onePagePdf } from '../../../../../tools/database/one-page-pdf.ts';

let server: TestServer;
let worker: { stop(): Promise<void> };
let dana: LoggedInUser;
let owner: LoggedInUser;
let elena: LoggedInUser;
let lenderUniqueCode: string;

beforeAll(async () => {
  server = await startTestServer({
    config: { limitFactor: 1, trustedProxies: ['127.0.0.1'] },
  });
  worker = await startTestWorker(server);
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});
beforeEach(async () => {
  ({ dana, owner, elena } = await shoeboxScene(server));
  lenderUniqueCode = await linkOf(dana);
});

const linkOf = async (employee: LoggedInUser): Promise<string> =>
  (await server.call('getSecureUploadPageUrl', { query: {} }, employee)).body.lenderUniqueCode;

const ask = (browser: Browser, emailAddress: string) =>
  browser.call('verifyAnonymousEmail', { body: { emailAddress, lenderUniqueCode } });

type Visitor = Awaited<ReturnType<typeof visit>>;
async function visit(emailAddress = `${randomUUID()}@example.com`) {
  const browser = openBrowser(server);
  await ask(browser, emailAddress);
  const code = codeIn(await emailTo(emailAddress, 'Your code to send documents'));
  const { body } = await browser.call('verifyAnonymousCode', {
    body: { emailAddress, code, lenderUniqueCode },
  });
  return { browser, session: body.session.session! };
}

test('codes for uploads do not use up the codes with which a person logs in', async () => {
  const address = elena.account.emailAddress;
  // More than all codes of an hour together, which strangers could request over a day.
  for (let time = 0; time < 16; time += 1) {
    await ask(openBrowser(server), address);
    await server.owner.query(
      "update cairn.confirmation_code set sent_at = sent_at - interval '2 hours'",
    );
  }
  await until(async () => {
    const { rows } = await server.owner.query(
      "select 1 from cairn.outbound_message where budget = 'CODE'",
    );
    return rows.length >= 16;
  });
  await openBrowser(server).call('forgotPassword', { body: { username: address } });
  await emailTo(address, 'Choose a new password');
});

async function bring({ browser, session }: Visitor, name = 'return.pdf') {
  const params = { session };
  const content = Buffer.from('%PDF-1.4 a return');
  const file = { name, size: content.length };
  const { body } = await browser.call('getAnonymousUploadUrl', { params, query: file });
  const { uploadUrl, headers, key } = body;
  await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(content) });
  return (await browser.call('createAnonymousDocument', { params, body: { ...file, key } })).body;
}

test('a visitor who reads a file again and again is stopped, and does not fill the audit log', async () => {
  const { browser, session } = await visit();
  const document = await bring({ browser, session });
  const own = { session, documentId: document.id };
  await until(async () => {
    const { body } = await browser.call('getAnonymousDocument', { params: own });
    return body.downloadUrl !== null;
  });
  const statuses: number[] = [];
  for (let batch = 0; batch < 11; batch += 1) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => browser.call('downloadAnonymousDocument', { params: own })),
    );
    statuses.push(...answers.map(({ status }) => status));
  }
  expect(statuses[0]).toBe(200);
  expect(statuses.at(-1)).toBe(429);
  const { rows } = await server.owner.query(
    "select 1 from cairn.audit_entry where kind = 'anonymousSession.read'",
  );
  expect(rows.length).toBeLessThanOrEqual(200);
});

test('a visitor who calls without end is stopped, and another one is not', async () => {
  const [busy, other] = [await visit(), await visit()];
  const look = ({ browser, session }: Visitor) =>
    browser.call('getAnonymousSession', { params: { id: session } });
  const statuses: number[] = [];
  for (let batch = 0; batch < 30; batch += 1) {
    const answers = await Promise.all(Array.from({ length: 30 }, () => look(busy)));
    statuses.push(...answers.map(({ status }) => status));
  }
  expect(statuses.slice(0, 250)).toEqual(Array(250).fill(200));
  expect(statuses).toContain(429);
  expect((await look(other)).status).toBe(200);
});

test('the link of a closed account ends: its sessions send nothing to a shoebox that no one opens', async () => {
  const visitor = await visit();
  const document = await bring(visitor);
  await server.owner.query('update cairn.account set closed_at = now() where id = $1', [
    dana.account.id,
  ]);
  const submitted = await visitor.browser.call('submitAnonymousDocuments', {
    params: { session: visitor.session },
    body: { documentIds: [document.id] },
  });
  expect(submitted.status).toBe(404);
  const receipt = await visitor.browser.call('getLenderDocument', {
    params: { lenderUniqueCode, documentId: document.id },
  });
  expect(receipt.status).toBe(404);
});

test('strangers at one link do not close the links of other employees', async () => {
  const other = await linkOf(owner);
  const askFrom = (network: number, code: string) =>
    server.call(
      'verifyAnonymousEmail',
      { body: { emailAddress: 'stranger@example.com', lenderUniqueCode: code } },
      { headers: { 'x-forwarded-for': `198.51.100.${network}` } },
    );
  for (let batch = 0; batch < 26; batch += 1) {
    await Promise.all(Array.from({ length: 20 }, () => askFrom(batch, lenderUniqueCode)));
  }
  expect((await askFrom(100, lenderUniqueCode)).status).toBe(429);
  expect((await askFrom(100, other)).status).toBe(200);
});

test('visitors of a link together cause no more emails to its owner than one person may', async () => {
  for (let visitors = 0; visitors < 2; visitors += 1) {
    const visitor = await visit();
    for (let file = 0; file < 12; file += 1) {
      const document = await bring(visitor);
      await visitor.browser.call('submitAnonymousDocuments', {
        params: { session: visitor.session },
        body: { documentIds: [document.id] },
      });
    }
  }
  const decided = await until(async () => {
    const { rows } = await server.owner.query<{ outcome: string; limited_by: string | null }>(
      "select outcome, limited_by from cairn.outbound_message where budget = 'NOTIFICATION'",
    );
    return rows.length >= 24 ? rows : undefined;
  });
  expect(decided.filter(({ outcome }) => outcome === 'ALLOWED')).toHaveLength(20);
  expect(decided.filter(({ limited_by }) => limited_by === 'SENDER')).toHaveLength(4);
});

test('a file name of a stranger has no line breaks, and no characters that turn its ending around', async () => {
  const visitor = await visit();
  const { id, name } = await bring(visitor, 'state\r\nment \u202Excod.pdf');
  expect(name).toBe('state ment xcod.pdf');
  const renamed = await visitor.browser.call('editAnonymousDocument', {
    params: { session: visitor.session },
    body: { id, name: 'tax\u2066 return\t2025.pdf' },
  });
  expect(renamed.body.documents).toMatchObject([{ name: 'tax return 2025.pdf' }]);
  const empty = await visitor.browser.call('editAnonymousDocument', {
    params: { session: visitor.session },
    body: { id, name: '\u202E\u202E' },
  });
  expect(empty.body).toMatchObject({ code: 'FILE_INVALID_TYPE' });
});

test('a locked PDF takes its password from the session that sent it, until it is submitted', async () => {
  const visitor = await visit();
  const { browser, session } = visitor;
  const params = { session };
  const content = lockedPdf(onePagePdf('Statement', [randomUUID()]), '1961-07-04');
  const description = { name: 'statement.pdf', size: content.length };
  const { body: signed } = await browser.call('getAnonymousUploadUrl', {
    params,
    query: description,
  });
  const { uploadUrl, headers, key } = signed;
  await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(content) });
  const { body: file } = await browser.call('createAnonymousDocument', {
    params,
    body: { ...description, key },
  });
  const scanned = () =>
    until(async () => {
      const { body } = await browser.call('getAnonymousSession', { params: { id: session } });
      const [document] = body.documents;
      return document!.virusScanState !== 'PENDING' && document!;
    });
  const unlock = (by: Visitor, password: string) =>
    by.browser.call('unlockAnonymousDocument', {
      params: { session: by.session },
      body: { id: file.id, password },
    });
  const submit = () =>
    browser.call('submitAnonymousDocuments', { params, body: { documentIds: [file.id] } });

  expect((await scanned()).scanReason).toBe('ENCRYPTED');
  expect((await unlock(await visit(), '1961-07-04')).status).toBe(404);
  await unlock(visitor, '1961-07-05');
  expect((await scanned()).scanReason).toBe('WRONG_PASSWORD');
  expect((await submit()).body).toMatchObject({ code: 'FILE_NOT_CLEAN' });
  await unlock(visitor, '1961-07-04');
  expect((await scanned()).virusScanState).toBe('CLEAN');
  expect((await submit()).status).toBe(200);
  expect((await unlock(visitor, '1961-07-04')).body).toMatchObject({ code: 'ALREADY_SUBMITTED' });
});
