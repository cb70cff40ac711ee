import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  codeIn,
  EICAR,
  emailsTo,
  emailTo,
  openBrowser,
  startTestServer,
  startTestWorker,
  until,
  type Browser,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { shoeboxScene, type LoggedInUser } from '@cairn/testing/shoebox-steps';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let server: TestServer;
let worker: { stop(): Promise<void> };
let company: Company;
let loan: Loan;
let dana: LoggedInUser;
let elena: LoggedInUser;
let lenderUniqueCode: string;

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});
beforeEach(async () => {
  ({ company, loan, dana, elena } = await shoeboxScene(server));
  const { body } = await server.call('getSecureUploadPageUrl', { query: {} }, dana);
  ({ lenderUniqueCode } = body);
});

const newAddress = (): string => `${randomUUID()}@example.com`;
const count = async (sql: string, ...values: unknown[]): Promise<number> =>
  Number((await server.owner.query<{ n: string }>(sql, values)).rows[0]!.n);

const ask = (browser: Browser, emailAddress: string) =>
  browser.call('verifyAnonymousEmail', { body: { emailAddress, lenderUniqueCode } });
const show = (browser: Browser, emailAddress: string, code: string) =>
  browser.call('verifyAnonymousCode', { body: { emailAddress, code, lenderUniqueCode } });

interface Visitor {
  browser: Browser;
  emailAddress: string;
  session: string;
  id: string;
}

async function visit(emailAddress = newAddress()): Promise<Visitor> {
  const browser = openBrowser(server);
  await ask(browser, emailAddress);
  const code = codeIn(await emailTo(emailAddress, 'Your code to send documents'));
  const { body } = await show(browser, emailAddress, code);
  return { browser, emailAddress, session: body.session.session!, id: body.session.id };
}

async function bring({ browser, session }: Visitor, name: string, content: Buffer) {
  const size = content.length;
  const params = { session };
  const { body } = await browser.call('getAnonymousUploadUrl', { params, query: { name, size } });
  const { uploadUrl, headers, key } = body;
  await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(content) });
  return browser.call('createAnonymousDocument', { params, body: { name, key, size } });
}

const look = ({ browser, session }: Visitor) =>
  browser.call('getAnonymousSession', { params: { id: session } });

const submit = (
  { browser, session }: Visitor,
  body: { documentIds: string[]; loanId?: string; comment?: string },
) => browser.call('submitAnonymousDocuments', { params: { session }, body });

describe('verifying an address', () => {
  test('a code by email in the lender’s name starts a session in the browser that asked [R051] [R054] [R057]', async () => {
    const browser = openBrowser(server);
    const address = newAddress();
    const codeReply = await ask(browser, address);
    expect(codeReply.body).toEqual({ success: true });
    const email = await emailTo(address);
    expect(email.from[0]!.name).toContain(company.name);
    const code = codeIn(email);
    expect((await show(openBrowser(server), address, code)).body).toMatchObject({
      code: 'WRONG_CODE',
    });
    const started = await show(browser, address, code);
    expect(started.body).toMatchObject({
      success: true,
      session: {
        state: 'VERIFIED',
        emailAddress: address,
        owner: { companyName: company.name },
        documents: [],
      },
    });
    expect(started.body.session.secondsLeft).toBeGreaterThan(23.9 * 3600);
    expect((await show(browser, address, code)).body).toMatchObject({ code: 'WRONG_CODE' });
  });

  test('tells nothing of an address: known and unknown ones are answered alike', async () => {
    const answers = await Promise.all(
      [elena.account.emailAddress, dana.account.emailAddress, newAddress()].map((address) =>
        ask(openBrowser(server), address),
      ),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });

  test('a code for an upload logs no one in, and a code to log in starts no session', async () => {
    const browser = openBrowser(server);
    const address = elena.account.emailAddress;
    await ask(browser, address);
    const code = codeIn(await emailTo(address, 'Your code to send documents'));
    const login = await browser.call('loginWithConfirmCode', { body: { username: address, code } });
    expect(login.body).toMatchObject({ code: 'WRONG_CODE' });
  });

  test('five wrong codes use a code up, however many browsers and guesses', async () => {
    const browser = openBrowser(server);
    const address = newAddress();
    await ask(browser, address);
    const code = codeIn(await emailTo(address));
    for (let guess = 0; guess < 20; guess += 1) {
      const other = openBrowser(server);
      expect((await show(other, address, code)).status).toBe(400);
    }
    const check = (entered: string) =>
      browser.call('verifyConfirmationCode', { body: { emailAddress: address, code: entered } });
    expect((await check(code)).body).toEqual({ success: true });
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await check('0000-0000')).body).toMatchObject({ code: 'WRONG_CODE' });
    }
    expect((await show(browser, address, code)).body).toMatchObject({ code: 'WRONG_CODE' });
  });

  test('an address gets five codes an hour from all lenders together', async () => {
    const address = newAddress();
    for (let time = 0; time < 12; time += 1) await ask(openBrowser(server), address);
    await until(async () => (await emailsTo(address)).length >= 5);
    const emailCount = await count(
      "select count(*) n from cairn.confirmation_code where sent_at > now() - interval '1 minute' and address_hash = (select address_hash from cairn.confirmation_code order by created_at desc limit 1)",
    );
    expect(emailCount).toBe(5);
  });

  test('a renewed link is not found, and ends its sessions', async () => {
    const visitor = await visit();
    await server.call('renewSecureUploadPageUrl', { body: {} }, dana);
    expect((await look(visitor)).status).toBe(404);
    expect((await ask(openBrowser(server), newAddress())).status).toBe(404);
  });
});

describe('a session', () => {
  test('works with its cookie only, and its id is in no log line', async () => {
    const visitor = await visit();
    expect((await look(visitor)).status).toBe(200);
    expect(
      (await server.call('getAnonymousSession', { params: { id: visitor.session } })).status,
    ).toBe(404);
    const other = await visit();
    expect((await look({ ...other, session: visitor.session })).status).toBe(404);
    expect(server.logged.join('\n')).not.toContain(visitor.session);
    expect(server.logged.join('\n')).not.toContain(visitor.browser.cookies.get('cairn-guest'));
    const { headers } = await look(visitor);
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  test('says who it is for, and lists the loans of its address by name alone [R052] [R055] [R110]', async () => {
    const { browser, session, id, emailAddress } = await visit(elena.account.emailAddress);
    const user = await browser.call('getAnonymousUser', { params: { id: session } });
    expect(user.body).toEqual({ id, type: 'ANONYMOUS', emailAddress });
    const list = () => browser.call('listAnonymousLoans', { params: { session } });
    const { name, shortCode } = (await list()).body.loans[0]!;
    expect((await list()).body).toEqual({ loans: [{ id: loan.id, name, shortCode }] });
    expect((await browser.call('getAnonymousPdfKey', { params: { session } })).body).toEqual({
      pdfKey: '',
    });
    await server.owner.query('delete from cairn.loan_role where loan_id = $1 and account_id = $2', [
      loan.id,
      elena.account.id,
    ]);
    expect((await list()).body).toEqual({ loans: [] });
    const visitor = { browser, session, id, emailAddress };
    const { body } = await bring(visitor, 'lease.pdf', Buffer.from('%PDF-1.4 a lease'));
    const refused = await submit(visitor, { documentIds: [body.id], loanId: loan.id });
    expect(refused.body).toMatchObject({ code: 'LOAN_NOT_FOUND' });
  });

  test('is extended by a request and a code, three times, also after its end [R053] [R056]', async () => {
    const visitor = await visit();
    const { browser, session, id, emailAddress } = visitor;
    const params = { id: session };
    await server.owner.query(
      "update cairn.anonymous_session set created_at = now() - interval '2 days', ends_at = now() - interval '1 hour' where id = $1",
      [id],
    );
    expect((await look(visitor)).body.state).toBe('EXPIRED');
    const loans = await browser.call('listAnonymousLoans', { params: { session } });
    expect(loans.body).toMatchObject({ code: 'UPLOAD_SESSION_ENDED' });
    for (let times = 1; times <= 3; times += 1) {
      await server.owner.query(
        "update cairn.confirmation_code set sent_at = sent_at - interval '2 hours', created_at = created_at - interval '2 hours', expires_at = expires_at - interval '2 hours'",
      );
      const before = (await emailsTo(emailAddress)).length;
      await browser.call('requestAnonymousExtension', { params });
      if (times === 1) expect((await look(visitor)).body.state).toBe('EXTENSION_REQUESTED');
      const emails = await until(async () => {
        const all = await emailsTo(emailAddress);
        return all.length > before ? all : undefined;
      });
      const wrong = await browser.call('verifyAnonymousExtension', {
        params,
        body: { code: 'wrong' },
      });
      expect(wrong.body).toMatchObject({ code: 'WRONG_CODE' });
      const code = codeIn(emails.at(-1)!);
      const extended = await browser.call('verifyAnonymousExtension', { params, body: { code } });
      expect(extended.body).toMatchObject({ state: 'EXTENDED', extensionsLeft: 3 - times });
    }
    const more = await browser.call('requestAnonymousExtension', { params });
    expect(more.body).toMatchObject({ code: 'NO_MORE_EXTENSIONS' });
  });

  test('is vouched for and extended by an employee; the visitor still verifies the address', async () => {
    const address = newAddress();
    const vouched = await server.call(
      'createAnonymousSession',
      { body: { emailAddress: address, loanId: loan.id } },
      dana,
    );
    expect(vouched.body.url).toContain(lenderUniqueCode);
    const visitor = await visit(address);
    expect(visitor.id).toBe(vouched.body.id);
    const loans = await visitor.browser.call('listAnonymousLoans', {
      params: { session: visitor.session },
    });
    expect(loans.body.loans).toMatchObject([{ id: loan.id }]);
    const extended = await server.call(
      'extendAnonymousSession',
      { params: { id: visitor.id } },
      dana,
    );
    expect(extended.body.extensionsLeft).toBe(2);
    expect((await look(visitor)).body.secondsLeft).toBeGreaterThan(47 * 3600);
  });

  test('visits are counted with and without it [R058]', async () => {
    const { browser, session } = await visit();
    const params = { lenderId: lenderUniqueCode };
    const visitReply = await openBrowser(server).call('createSecureUploadVisit', { params });
    expect(visitReply.body.owner).toMatchObject({
      companyId: company.id,
      companyName: company.name,
    });
    await browser.call('createSessionUploadVisit', { params: { ...params, sessionId: session } });
    const { rows } = await server.owner.query(
      'select visits, with_session from cairn.secure_upload_visit where account_id = $1',
      [dana.account.id],
    );
    expect(rows).toEqual([{ visits: 2, with_session: 1 }]);
  });
});

describe('files', () => {
  test('four go to the loan’s shoebox with their sender; the receipt has time and SHA-256 [R009] [R059]', async () => {
    const visitor = await visit(elena.account.emailAddress);
    const contents = [1, 2, 3, 4].map((each) => Buffer.from(`%PDF-1.4 statement ${each}`));
    const documentIds: string[] = [];
    for (const [index, content] of contents.entries()) {
      documentIds.push((await bring(visitor, `statement ${index}.pdf`, content)).body.id);
    }
    const submission = await submit(visitor, {
      documentIds,
      loanId: loan.id,
      comment: '\u202EFor 2025',
    });
    expect(submission.body).toMatchObject({ state: 'SUBMITTED' });
    const scanned = await until(async () => {
      const { body } = await look(visitor);
      return body.documents.every(({ virusScanState }) => virusScanState === 'CLEAN')
        ? body
        : undefined;
    });
    expect(scanned.documents.map(({ sha256 }) => sha256)).toEqual(
      contents.map((content) => createHash('sha256').update(content).digest('hex')),
    );
    expect(scanned.documents.every(({ submittedDate }) => submittedDate !== null)).toBe(true);
    const { body } = await server.call('listLoanShoebox', { query: { loanId: [loan.id] } }, dana);
    expect(body.items).toHaveLength(4);
    expect(body.items[0]).toMatchObject({
      anonymousSender: { emailAddress: visitor.emailAddress, note: 'For 2025' },
      abilities: { file: true, trash: true },
    });
    // The person with that address does not see it either, because the session is not their account.
    const hers = await server.call('listLoanShoebox', { query: { loanId: [loan.id] } }, elena);
    expect(hers.body.items).toEqual([]);
    const notification = await until(async () => {
      const bell = await server.call('listNotifications', { query: {} }, dana);
      return bell.body.notifications.find(({ kind }) => kind === 'UPLOADED');
    });
    expect(notification).toMatchObject({ count: 4 });
    const notified = await visitor.browser.call('notifyCompanyOfShoebox', {
      params: { companyId: company.id },
    });
    expect(notified.body).toEqual({ success: true });
    const again = await submit(visitor, { documentIds });
    expect(again.body).toMatchObject({ code: 'ALREADY_SUBMITTED' });
    const params = { session: visitor.session, documentId: documentIds[0]! };
    const reread = await visitor.browser.call('downloadAnonymousDocument', { params });
    expect(reread.body).toMatchObject({ code: 'FILE_NOT_CLEAN' });
  });

  test('without a loan they go to the own shoebox of the link’s owner, who gets an email and can bring them to a loan', async () => {
    const visitor = await visit();
    const { body: file } = await bring(visitor, 'return.pdf', Buffer.from('%PDF-1.4 a return'));
    await submit(visitor, { documentIds: [file.id], comment: 'See http://evil.example' });
    // The query of the employee's own shoebox.
    const query = { userId: dana.account.id };
    const { body } = await server.call('listLenderShoebox', { query }, dana);
    const [item] = body.items;
    expect(item).toMatchObject({
      shoeboxType: 'PERSONAL',
      shoeboxOwnerId: dana.account.id,
      anonymousSender: { emailAddress: visitor.emailAddress },
      abilities: { trash: true },
    });
    const email = await emailTo(dana.account.emailAddress, 'You received a file');
    expect(email.text).not.toContain('evil.example');
    expect(email.text).not.toContain(visitor.emailAddress);
    const moveReply = await server.call(
      'updateShoeboxItems',
      { body: { items: [{ id: item!.id, loanId: loan.id }] } },
      dana,
    );
    expect(moveReply.body.items).toMatchObject([
      { loanId: loan.id, anonymousSender: { emailAddress: visitor.emailAddress } },
    ]);
    const receipt = await visitor.browser.call('getLenderDocument', {
      params: { lenderUniqueCode, documentId: file.id },
    });
    expect(receipt.body).toMatchObject({ id: file.id, name: 'return.pdf' });
    expect(receipt.text).not.toContain(loan.name);
  });

  test('are the session’s own: another reads, renames and submits none of them', async () => {
    const visitor = await visit();
    const { body: file } = await bring(visitor, 'return.pdf', Buffer.from('%PDF-1.4 a return'));
    const other = await visit();
    const params = { session: other.session, documentId: file.id };
    expect((await other.browser.call('getAnonymousDocument', { params })).status).toBe(404);
    expect((await other.browser.call('downloadAnonymousDocument', { params })).status).toBe(404);
    const edit = (who: Visitor, body: { id: string; name?: string; remove?: boolean }) =>
      who.browser.call('editAnonymousDocument', { params: { session: who.session }, body });
    expect((await edit(other, { id: file.id, remove: true })).status).toBe(404);
    expect((await submit(other, { documentIds: [file.id] })).status).toBe(404);
    const receipt = await other.browser.call('getLenderDocument', {
      params: { lenderUniqueCode, documentId: file.id },
    });
    expect(receipt.status).toBe(404);

    expect((await edit(visitor, { id: file.id, name: 'return.exe' })).body).toMatchObject({
      code: 'FILE_INVALID_TYPE',
    });
    expect(
      (await edit(visitor, { id: file.id, name: '2025 return.pdf' })).body.documents,
    ).toMatchObject([{ name: '2025 return.pdf' }]);
    const own = { session: visitor.session, documentId: file.id };
    const opened = await until(async () => {
      const { body } = await visitor.browser.call('getAnonymousDocument', { params: own });
      return body.downloadUrl === null ? undefined : body;
    });
    const download = await visitor.browser.call('downloadAnonymousDocument', { params: own });
    expect(download.text).toBe('%PDF-1.4 a return');
    expect(opened.downloadUrl).toContain(file.id);
    expect((await edit(visitor, { id: file.id, remove: true })).body.documents).toEqual([]);
    expect((await look(visitor)).body.documents).toEqual([]);
  });

  test('with a virus are not submitted, and keys of others or other sizes make no document', async () => {
    const visitor = await visit();
    const { body: file } = await bring(visitor, 'invoice.pdf', Buffer.from(EICAR));
    await until(async () => (await look(visitor)).body.documents[0]?.virusScanState === 'INFECTED');
    expect((await submit(visitor, { documentIds: [file.id] })).body).toMatchObject({
      code: 'FILE_NOT_CLEAN',
    });
    const params = { session: visitor.session };
    const exe = await visitor.browser.call('getAnonymousUploadUrl', {
      params,
      query: { name: 'a.exe', size: 7 },
    });
    expect(exe.body).toMatchObject({ code: 'FILE_INVALID_TYPE' });
    const other = await visit();
    const { body } = await other.browser.call('getAnonymousUploadUrl', {
      params: { session: other.session },
      query: { name: 'a.pdf', size: 7 },
    });
    const forged = await visitor.browser.call('createAnonymousDocument', {
      params,
      body: { name: 'a.pdf', key: body.key, size: 7 },
    });
    expect(forged.body).toMatchObject({ code: 'UPLOAD_MISSING' });
  });

  test('of over 8 MiB arrive in parts, which the same session continues and no other reaches', async () => {
    const parts = [randomBytes(8 * 2 ** 20), randomBytes(1000)];
    const size = parts[0]!.length + parts[1]!.length;
    const digest = (number: number): string =>
      createHash('md5')
        .update(parts[number - 1]!)
        .digest('hex');
    const visitor = await visit();
    const { browser, session } = visitor;
    const params = { session };
    const name = 'scan.pdf';
    const small = await browser.call('createAnonymousUpload', { params, body: { name, size: 9 } });
    expect(small.body).toMatchObject({ code: 'FILE_TOO_SMALL' });
    const uploadReply = await browser.call('createAnonymousUpload', {
      params,
      body: { name, size },
    });
    const { key, uploadId } = uploadReply.body;
    const upload = { key, uploadId, size };
    const putPart = async (number: number): Promise<void> => {
      const part = [`${number}:${digest(number)}`];
      const query = { ...upload, part };
      const signed = await browser.call('signAnonymousUploadParts', { params, query });
      const { url, headers } = signed.body.parts[0]!;
      const body = new Uint8Array(parts[number - 1]!);
      expect((await fetch(url, { method: 'PUT', headers, body })).status).toBe(200);
    };
    await putPart(2);
    const partsReply = await browser.call('listAnonymousUploadParts', { params, query: upload });
    expect(partsReply.body.parts).toEqual([{ number: 2, size: 1000, md5: digest(2) }]);

    const other = await visit();
    const theirs = { session: other.session };
    const query = { ...upload, part: [`1:${digest(1)}`] };
    for (const refused of await Promise.all([
      other.browser.call('listAnonymousUploadParts', { params: theirs, query: upload }),
      other.browser.call('signAnonymousUploadParts', { params: theirs, query }),
      other.browser.call('completeAnonymousUpload', { params: theirs, body: upload }),
      other.browser.call('abortAnonymousUpload', { params: theirs, body: upload }),
      browser.call('signAnonymousUploadParts', { params, query: { ...query, size: size + 1 } }),
    ])) {
      expect(refused.body).toMatchObject({ code: 'UPLOAD_MISSING' });
    }
    // The secret alone, in another browser, opens no session.
    expect(
      (await other.browser.call('abortAnonymousUpload', { params, body: upload })).status,
    ).toBe(404);

    const early = await browser.call('completeAnonymousUpload', { params, body: upload });
    expect(early.body).toMatchObject({ code: 'UPLOAD_MISSING' });
    await putPart(1);
    // Twice, like a client that lost the reply.
    for (const _ of [1, 2]) {
      const joined = await browser.call('completeAnonymousUpload', { params, body: upload });
      expect(joined.body).toEqual({ key });
    }
    const documentReply = await browser.call('createAnonymousDocument', {
      params,
      body: { name, key, size },
    });
    expect(documentReply.body).toMatchObject({ name, size, virusScanState: 'PENDING' });

    const secondUpload = await browser.call('createAnonymousUpload', {
      params,
      body: { name, size },
    });
    const dropped = { key: secondUpload.body.key, uploadId: secondUpload.body.uploadId, size };
    expect((await browser.call('abortAnonymousUpload', { params, body: dropped })).status).toBe(
      200,
    );
    const goneReply = await browser.call('listAnonymousUploadParts', { params, query: dropped });
    expect(goneReply.body).toMatchObject({ code: 'UPLOAD_MISSING' });
  });

  test('are limited by the day for a session, a link and a company, each by itself', async () => {
    const visitor = await visit();
    const params = { session: visitor.session };
    const query = { name: 'a.pdf', size: 7 };
    const urlFor = () => visitor.browser.call('getAnonymousUploadUrl', { params, query });
    await server.owner.query('delete from cairn.upload_quota');
    expect((await urlFor()).status).toBe(200);
    const { rows } = await server.owner.query<{ holder: string }>(
      'select holder from cairn.upload_quota',
    );
    const fill = 'update cairn.upload_quota set urls = $2 where holder = $1';
    const refusals: string[] = [];
    for (const { holder } of rows) {
      await server.owner.query(fill, [holder, 2_000_000_000]);
      refusals.push((await urlFor()).text.match(/UPLOAD\w+/)?.[0] ?? 'none');
      await server.owner.query(fill, [holder, 0]);
    }
    // The limits for unfinished uploads of the account and the company are the last to be reached.
    const [links, uploads] = ['UPLOAD_LINK_QUOTA', 'UPLOAD_QUOTA'];
    expect(refusals.toSorted()).toEqual([links, links, links, uploads, uploads]);
    expect((await urlFor()).status).toBe(200);
  });
});
