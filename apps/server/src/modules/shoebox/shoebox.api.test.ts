import { randomUUID } from 'node:crypto';
import type { Contract, RequestOf } from '@cairn/contract';
import {
  Ear,
  EICAR,
  startTestServer,
  startTestWorker,
  until,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

interface Somebody {
  account: Account;
  token: string;
}

let server: TestServer;
let worker: { stop(): Promise<void> };
let company: Company;
let dana: Somebody;
let owner: Somebody;
let loan: Loan;
let elena: Somebody;
let jonas: Somebody;
const ears: Ear[] = [];

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  company = await server.given.company();
  dana = await server.given.colleague(company);
  owner = await server.given.colleague(company, 'OWNER');
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});
afterEach(() => {
  for (const ear of ears.splice(0)) ear.close();
});
beforeEach(async () => {
  loan = await server.given.loan(await server.given.phase(company));
  await server.given.role(loan, dana.account, 'LENDER');
  elena = await server.given.borrower(loan, 'LEAD_BORROWER');
  jonas = await server.given.borrower(loan);
});

const listen = async ({ token }: Somebody): Promise<Ear> => {
  const ear = await Ear.listen(server, token);
  ears.push(ear);
  return ear;
};
const list = (who: Somebody, query: object = {}, of: Loan = loan) =>
  server.call('listLoanShoebox', { query: { loanId: [of.id], ...query } }, { token: who.token });
const titles = async (who: Somebody, query: object = {}): Promise<string[]> =>
  (await list(who, query)).body.items.map(({ title }) => title);
type Change = RequestOf<Contract['updateShoeboxItems']>['body']['items'][number];
const change = (who: Somebody, ...items: Change[]) =>
  server.call('updateShoeboxItems', { body: { items } }, { token: who.token });
const trash = (who: Somebody, ...ids: string[]) =>
  server.call('trashShoeboxItems', { body: { ids } }, { token: who.token });
const restore = (who: Somebody, ...ids: string[]) =>
  server.call('restoreShoeboxItems', { body: { ids } }, { token: who.token });
const remove = (who: Somebody, ...ids: string[]) =>
  server.call('removeShoeboxItems', { body: { ids } }, { token: who.token });
const get = (who: Somebody, id: string) =>
  server.call('getShoeboxItem', { params: { id } }, { token: who.token });
const answerOf = async (elementId: string) => {
  const { rows } = await server.owner.query<{ document: string | null; by: string | null }>(
    `select answer_document_id as document, answered_by as by from cairn.element where id = $1`,
    [elementId],
  );
  return rows[0]!;
};

/** Uploads some bytes and makes a document of them. */
async function bring(who: Somebody, content: Buffer, name: string, place: object) {
  const { key, uploadUrl, headers } = (
    await server.call(
      'getUploadUrl',
      { query: { name, size: content.length, ...place } as never },
      { token: who.token },
    )
  ).body;
  await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(content) });
  const body = {
    name,
    key,
    size: content.length,
    ...place,
    ...('personal' in place && { personal: true }),
  };
  return server.call('createDocument', { body }, { token: who.token });
}

describe('a file that is brought before anybody said what it answers', () => {
  test('waits in the shoebox of its loan with all that is known of it [R006] [R099] [R100] [R105]', async () => {
    const document = await bring(elena, Buffer.from('a lease'), 'lease.pdf', { loanId: loan.id });
    const documentId = document.body.id;
    const body = { documentId, loanId: loan.id, documentType: 'Lease' };
    const added = await server.call('createShoeboxItem', { body }, { token: elena.token });
    expect(added.status).toBe(200);
    expect(added.body).toMatchObject({
      loanId: loan.id,
      documentId,
      title: 'lease.pdf',
      userId: elena.account.id,
      shoeboxType: 'LOAN',
      shoeboxOwnerId: null,
      uploadedById: elena.account.id,
      newFile: true,
      documentType: 'Lease',
      sherpaEntityId: null,
      whenDeleted: null,
      loanRole: { loanId: loan.id, user: { id: elena.account.id } },
      document: { size: 7, lastModifiedDate: expect.any(String) as string },
    });
    const seen = await list(dana);
    expect(seen.body.items).toMatchObject([{ id: added.body.id, abilities: { file: true } }]);
    expect((await get(dana, added.body.id)).body.id).toBe(added.body.id);
    // A file waits once.
    const again = await server.call('createShoeboxItem', { body }, { token: elena.token });
    expect(again.body).toMatchObject({ code: 'CONFLICT' });
  });

  test('is the caller’s own upload for that loan, and answers nothing yet', async () => {
    const hers = await server.given.document(loan, elena.account);
    const elsewhere = await server.given.loan(await server.given.phase(company));
    const answering = await server.given.document(loan, dana.account);
    await server.given.element(loan, {
      answer: { documentId: answering.id, by: dana.account },
    });
    const put = (documentId: string, who: Somebody, loanId = loan.id) =>
      server.call('createShoeboxItem', { body: { documentId, loanId } }, { token: who.token });
    expect((await put(hers.id, dana)).status).toBe(404);
    expect((await put(hers.id, jonas)).status).toBe(404);
    expect((await put(hers.id, elena, elsewhere.id)).status).toBe(404);
    expect((await put(randomUUID(), elena)).status).toBe(404);
    expect((await put(answering.id, dana)).body).toMatchObject({ code: 'CONFLICT' });
  });

  test('is put down for somebody else by those who lend only, for somebody of the loan', async () => {
    const file = await server.given.document(loan, dana.account);
    const other = await server.given.document(loan, elena.account);
    const stranger = await server.given.account();
    const put = (documentId: string, userId: string, who: Somebody) =>
      server.call(
        'createShoeboxItem',
        { body: { documentId, loanId: loan.id, userId } },
        { token: who.token },
      );
    expect((await put(other.id, jonas.account.id, elena)).status).toBe(403);
    expect((await put(file.id, stranger.id, dana)).status).toBe(404);
    const put1 = await put(file.id, jonas.account.id, dana);
    expect(put1.body).toMatchObject({ userId: jonas.account.id, uploadedById: dana.account.id });
    // From him, and so his to see: the item, and the file itself.
    expect(await titles(jonas)).toEqual([put1.body.title]);
    const opened = await server.call(
      'getDocumentWithDownloadUrl',
      { params: { id: file.id } },
      { token: jonas.token },
    );
    expect(opened.status).toBe(200);
    expect(await titles(elena)).toEqual([]);
  });

  test('is listed by its title in natural order [R253]', async () => {
    for (const title of ['10 lease.pdf', '2 lease.pdf', 'appraisal.pdf', '1 lease.pdf']) {
      await server.given.shoeboxItem(loan, elena.account, { title });
    }
    expect(await titles(dana)).toEqual([
      '1 lease.pdf',
      '2 lease.pdf',
      '10 lease.pdf',
      'appraisal.pdf',
    ]);
  });
});

describe('who sees what waits', () => {
  test('a borrower sees what is theirs and nothing of another borrower, the file included', async () => {
    const hers = await server.given.shoeboxItem(loan, elena.account, { title: 'hers.pdf' });
    const his = await server.given.shoeboxItem(loan, jonas.account, { title: 'his.pdf' });
    expect(await titles(elena)).toEqual(['hers.pdf']);
    expect(await titles(jonas)).toEqual(['his.pdf']);
    expect((await get(jonas, hers.id)).status).toBe(404);
    expect((await change(jonas, { id: hers.id, title: 'mine' })).status).toBe(404);
    expect((await trash(jonas, hers.id)).status).toBe(404);
    const open = (id: string, who: Somebody) =>
      server.call('getDocumentWithDownloadUrl', { params: { id } }, { token: who.token });
    expect((await open(hers.documentId, jonas)).status).toBe(404);
    expect((await open(his.documentId, dana)).status).toBe(200);
    const all = await server.call('listLenderShoebox', {}, { token: jonas.token });
    expect(all.body).toMatchObject({ total: 1, items: [{ title: 'his.pdf' }] });
  });

  test('their company’s staff see all of it, on all its loans; another company nothing', async () => {
    const second = await server.given.loan(await server.given.phase(company));
    await server.given.shoeboxItem(loan, elena.account, { title: 'one.pdf' });
    await server.given.shoeboxItem(second, elena.account, { title: 'two.pdf' });
    const stranger = await server.given.colleague(await server.given.company(), 'OWNER');
    const both = await server.call(
      'listLoanShoebox',
      { query: { loanId: [loan.id, second.id] } },
      { token: owner.token },
    );
    expect(both.body.items.map(({ title }) => title)).toEqual(['one.pdf', 'two.pdf']);
    expect((await list(stranger)).body).toMatchObject({ code: 'LOAN_NOT_FOUND' });
    const theirs = await server.call('listLenderShoebox', {}, { token: stranger.token });
    expect(theirs.body).toEqual({ items: [], total: 0 });
    const fromElena = await server.call(
      'listLenderShoebox',
      { query: { userId: elena.account.id } },
      { token: owner.token },
    );
    expect(fromElena.body.total).toBe(2);
  });

  test('underwriters and borrowers count their own, all others all that they see [R101] [R102] [R071]', async () => {
    const underwriter = await server.given.account();
    await server.given.role(loan, underwriter, 'UNDERWRITER_LENDER');
    const uw = {
      account: underwriter,
      token: await server.given.session(underwriter, { roleLevel: 'LENDER' }),
    };
    await server.given.shoeboxItem(loan, elena.account);
    await server.given.shoeboxItem(loan, jonas.account);
    await server.given.shoeboxItem(loan, underwriter);
    // Handed over by her, uploaded by somebody else: one of hers.
    await server.given.shoeboxItem(loan, dana.account, { from: elena.account });
    await server.given.shoeboxItem(loan, dana.account, { trashedBy: dana.account });
    const counted = async ({ token }: Somebody): Promise<number> => {
      const { body } = await server.call(
        'totalPackagesLoansUser',
        { query: { loanId: [loan.id] } },
        { token },
      );
      expect(body.byLoanId[loan.id]!.totalShoexboxItems).toBe(body.totalShoexboxItems);
      return body.totalShoexboxItems;
    };
    expect(await counted(dana)).toBe(4);
    expect(await counted(owner)).toBe(4);
    expect(await counted(uw)).toBe(1);
    expect(await counted(elena)).toBe(2);
    expect(await counted(jonas)).toBe(1);
    // The rule is about the number: who lends is shown them all.
    expect((await list(uw)).body.items).toHaveLength(4);
  });

  test('the pages of those concerned are told, and those of another borrower are not', async () => {
    const [lends, hers, his] = [await listen(dana), await listen(elena), await listen(jonas)];
    const item = await server.given.shoeboxItem(loan, elena.account);
    await trash(elena, item.id);
    await until(async () => lends.changes.some(({ kind }) => kind === 'shoebox.trashed'));
    await until(async () => hers.changes.some(({ kind }) => kind === 'shoebox.trashed'));
    expect(hers.changes.flatMap(({ changes }) => changes)).toContain('shoebox');
    await server.call('pinLoan', { params: { id: loan.id } }, { token: jonas.token });
    await until(async () => his.changes.length > 0);
    expect(his.changes.map(({ kind }) => kind)).not.toContain('shoebox.trashed');
  });
});

describe('an employee’s own shoebox', () => {
  test('is nobody else’s: no colleague, owner or operator sees it or its file', async () => {
    const document = await bring(dana, Buffer.from('mine'), 'private.pdf', { personal: '' });
    expect(document.body).toMatchObject({ loanId: null });
    const documentId = document.body.id;
    const body = { documentId, shoeboxType: 'PERSONAL' as const };
    const added = await server.call('createShoeboxItem', { body }, { token: dana.token });
    expect(added.body).toMatchObject({
      loanId: null,
      shoeboxType: 'PERSONAL',
      shoeboxOwnerId: dana.account.id,
      loanRole: null,
    });
    const admin = await server.given.account({ platformAdmin: true });
    const operator = {
      account: admin,
      token: await server.given.session(admin, { roleLevel: 'ADMIN' }),
    };
    for (const other of [owner, operator, elena]) {
      expect((await get(other, added.body.id)).status).toBe(404);
      const everything = await server.call('listLenderShoebox', {}, { token: other.token });
      expect(everything.text).not.toContain('private.pdf');
      const file = await server.call(
        'getDocumentWithDownloadUrl',
        { params: { id: documentId } },
        { token: other.token },
      );
      expect(file.status).toBe(404);
      expect((await trash(other, added.body.id)).status).toBe(404);
    }
    const mine = await server.call('listLenderShoebox', {}, { token: dana.token });
    expect(mine.body.items.map(({ title }) => title)).toContain('private.pdf');
    // It is checked like every other file.
    await until(
      async () => (await get(dana, added.body.id)).body.document.virusScanState === 'CLEAN',
    );
  });

  test('is for the staff: a borrower’s files are for a loan', async () => {
    const refused = await server.call(
      'getUploadUrl',
      { query: { name: 'a.pdf', size: 4, personal: '' } },
      { token: elena.token },
    );
    expect(refused.status).toBe(403);
    const file = await server.given.document(loan, elena.account);
    const put = await server.call(
      'createShoeboxItem',
      { body: { documentId: file.id, shoeboxType: 'PERSONAL' } },
      { token: elena.token },
    );
    expect(put.status).toBe(403);
  });

  test('is emptied onto a loan, where its people see it, or filed there at once', async () => {
    const request = await server.given.element(loan, { title: 'Lease' });
    const [one, two] = [
      await server.given.ownShoeboxItem(company, dana.account, { title: 'a.pdf' }),
      await server.given.ownShoeboxItem(company, dana.account, { title: 'b.pdf' }),
    ];
    const elsewhere = await server.given.company();
    const theirs = await server.given.loan(await server.given.phase(elsewhere));
    expect((await change(dana, { id: one.id, loanId: theirs.id })).status).toBe(404);
    expect((await change(dana, { id: one.id, elementId: request.id })).status).toBe(400);
    const brought = await change(
      dana,
      { id: one.id, loanId: loan.id },
      { id: two.id, loanId: loan.id, elementId: request.id },
    );
    expect(brought.body.items).toMatchObject([
      { id: one.id, loanId: loan.id, shoeboxType: 'LOAN' },
    ]);
    expect(brought.body.filed).toEqual([{ id: two.id, elementId: request.id, title: 'Lease' }]);
    expect((await answerOf(request.id)).document).toBe(two.documentId);
    expect((await get(owner, one.id)).status).toBe(200);
  });
});

describe('filing', () => {
  test('answers the request as an upload would, and the file leaves the shoebox', async () => {
    const request = await server.given.element(loan, { title: 'Lease' });
    const item = await server.given.shoeboxItem(loan, elena.account, { title: 'scan.pdf' });
    const { body, status } = await change(dana, { id: item.id, elementId: request.id });
    expect(status).toBe(200);
    expect(body).toEqual({
      items: [],
      filed: [{ id: item.id, elementId: request.id, title: 'Lease' }],
    });
    expect(await answerOf(request.id)).toEqual({ document: item.documentId, by: dana.account.id });
    expect(await titles(dana)).toEqual([]);
    expect((await get(dana, item.id)).status).toBe(404);
    const { rows } = await server.owner.query<{ kind: string }>(
      `select kind from cairn.audit_entry where chain_id = $1 and not detail ? 'to' order by position`,
      [loan.id],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['element.answered', 'shoebox.filed']);
  });

  test('the same file by two at once: one wins, the other is told; there is one answer', async () => {
    const requests = [
      await server.given.element(loan, { title: 'Lease' }),
      await server.given.element(loan, { title: 'Deed' }),
    ];
    const item = await server.given.shoeboxItem(loan, elena.account);
    const answers = await Promise.all([
      change(dana, { id: item.id, elementId: requests[0]!.id }),
      change(owner, { id: item.id, elementId: requests[1]!.id }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'ALREADY_FILED',
      message: 'Somebody has filed this already. You find it in the package.',
    });
    const filed = await Promise.all(requests.map(({ id }) => answerOf(id)));
    expect(filed.filter(({ document }) => document === item.documentId)).toHaveLength(1);
    // A minute later it is the same, and so is putting it into the trash.
    expect((await change(dana, { id: item.id, elementId: requests[1]!.id })).status).toBe(409);
    expect((await trash(dana, item.id)).body).toMatchObject({ code: 'ALREADY_FILED' });
  });

  test('two files for one request: nothing is replaced unless somebody says so', async () => {
    const request = await server.given.element(loan, { title: 'Lease' });
    const [one, two] = [
      await server.given.shoeboxItem(loan, elena.account),
      await server.given.shoeboxItem(loan, elena.account),
    ];
    const both = await change(
      dana,
      { id: one.id, elementId: request.id },
      { id: two.id, elementId: request.id },
    );
    expect(both.status).toBe(400);
    await change(dana, { id: one.id, elementId: request.id });
    expect((await change(dana, { id: two.id, elementId: request.id })).body).toMatchObject({
      code: 'ALREADY_ANSWERED',
    });
    expect((await answerOf(request.id)).document).toBe(one.documentId);
    const replaced = await change(dana, { id: two.id, elementId: request.id, replace: true });
    expect(replaced.status).toBe(200);
    expect((await answerOf(request.id)).document).toBe(two.documentId);
  });

  test('a hundred at once, all or none: one foreign id refuses them all', async () => {
    await server.given.packageOf(loan);
    const requests = await Promise.all(
      Array.from({ length: 99 }, (_, index) => server.given.element(loan, { title: `R ${index}` })),
    );
    const items = await Promise.all(
      requests.map(() => server.given.shoeboxItem(loan, elena.account)),
    );
    const theirs = await server.given.loan(await server.given.phase(await server.given.company()));
    const foreign = await server.given.shoeboxItem(theirs, elena.account);
    const filings = items.map(({ id }, index) => ({ id, elementId: requests[index]!.id }));
    expect((await change(dana, ...filings, { id: foreign.id, newFile: false })).status).toBe(404);
    expect((await list(dana)).body.items).toHaveLength(99);
    const foreignRequest = await server.given.element(theirs, { title: 'Lease' });
    const [first, ...rest] = filings;
    const aimed = await change(dana, ...rest, { ...first!, elementId: foreignRequest.id });
    expect(aimed.status).toBe(404);
    expect((await answerOf(rest[0]!.elementId)).document).toBeNull();
    expect((await change(dana, ...filings)).body.filed).toHaveLength(99);
    expect((await list(dana)).body.items).toEqual([]);
    const tooMany = Array.from({ length: 101 }, () => ({ id: randomUUID() }));
    expect((await change(dana, ...tooMany)).status).toBe(400);
  });

  test('never a file of another loan, into a folder, or out of the trash', async () => {
    const second = await server.given.loan(await server.given.phase(company));
    const request = await server.given.element(second, { title: 'Lease' });
    const folder = await server.given.element(loan, { storageType: 'FOLDER' });
    const item = await server.given.shoeboxItem(loan, elena.account);
    expect((await change(owner, { id: item.id, elementId: request.id })).status).toBe(404);
    expect((await change(owner, { id: item.id, elementId: folder.id })).status).toBe(409);
    await trash(owner, item.id);
    const lease = await server.given.element(loan, { title: 'Lease' });
    expect((await change(owner, { id: item.id, elementId: lease.id })).status).toBe(400);
  });

  test('a colleague without a part in the loan reads it, and files nothing', async () => {
    const colleague = await server.given.colleague(company);
    const request = await server.given.element(loan, { title: 'Lease' });
    const item = await server.given.shoeboxItem(loan, elena.account);
    expect((await list(colleague)).body.items).toMatchObject([
      { abilities: { file: false, edit: false, trash: false, remove: false } },
    ]);
    expect((await change(colleague, { id: item.id, elementId: request.id })).status).toBe(403);
    expect((await trash(colleague, item.id)).status).toBe(403);
  });

  test('a borrower files what is theirs where they may answer, and nowhere else', async () => {
    const open = await server.given.element(loan, { title: 'Lease' });
    const kept = await server.given.element(loan, { title: 'Memo', flags: ['LENDER_ONLY'] });
    const item = await server.given.shoeboxItem(loan, elena.account);
    expect((await change(elena, { id: item.id, elementId: kept.id })).status).toBe(404);
    expect((await change(elena, { id: item.id, elementId: open.id })).status).toBe(200);
  });

  test('an infected file is never filed, and nothing with it [R127]', async () => {
    const document = await bring(elena, Buffer.from(EICAR), 'invoice.pdf', { loanId: loan.id });
    const { body: item } = await server.call(
      'createShoeboxItem',
      { body: { documentId: document.body.id, loanId: loan.id } },
      { token: elena.token },
    );
    await until(async () => (await get(dana, item.id)).body.document.virusScanState === 'INFECTED');
    const clean = await server.given.shoeboxItem(loan, elena.account);
    const [one, two] = [await server.given.element(loan), await server.given.element(loan)];
    const filed = await change(
      dana,
      { id: clean.id, elementId: one.id },
      { id: item.id, elementId: two.id },
    );
    expect(filed.body).toMatchObject({ code: 'FILE_NOT_CLEAN' });
    expect((await answerOf(one.id)).document).toBeNull();
    expect((await get(dana, item.id)).body).toMatchObject({
      abilities: { file: false, trash: true },
      suggestion: null,
    });
  });
});

describe('a file that waits', () => {
  test('is renamed, said to be of an entity, and is no longer new once somebody looked', async () => {
    const entity = await server.given.entity(loan, { name: 'Harbor Street LLC' });
    const foreign = await server.given.entity(
      await server.given.loan(await server.given.phase(company)),
    );
    const item = await server.given.shoeboxItem(loan, elena.account);
    const changed = await change(dana, {
      id: item.id,
      title: 'Lease, page 9',
      sherpaEntityId: entity.id,
      newFile: false,
    });
    expect(changed.body.items).toMatchObject([
      { title: 'Lease, page 9', sherpaEntityId: entity.id, newFile: false },
    ]);
    expect((await change(dana, { id: item.id, sherpaEntityId: foreign.id })).status).toBe(404);
    expect((await change(dana, { id: item.id, title: ' ' })).status).toBe(400);
  });

  test('goes into the trash, comes back as seen, or is deleted for good [R104]', async () => {
    const item = await server.given.shoeboxItem(loan, elena.account, { title: 'a.pdf' });
    expect((await remove(owner, item.id)).body).toMatchObject({ code: 'NOT_IN_TRASH' });
    expect((await restore(dana, item.id)).body).toMatchObject({ code: 'NOT_IN_TRASH' });
    const { body } = await trash(dana, item.id);
    expect(body.items).toMatchObject([{ id: item.id, whenDeleted: expect.any(String) as string }]);
    expect(await titles(dana)).toEqual([]);
    expect(await titles(dana, { status: 'TRASHED' })).toEqual(['a.pdf']);
    expect((await restore(dana, item.id)).body.items).toMatchObject([
      { newFile: false, whenDeleted: null },
    ]);
    expect(await titles(dana)).toEqual(['a.pdf']);

    // The ids may stand in the address: some proxies drop the body of a DELETE.
    const marked = await server.call(
      'trashShoeboxItems',
      { query: { id: [item.id] } },
      { token: dana.token },
    );
    expect(marked.status).toBe(200);
    expect((await remove(dana, item.id)).status).toBe(403);
    expect((await remove(elena, item.id)).status).toBe(403);
    expect((await remove(owner, item.id)).body).toEqual({ ids: [item.id] });
    expect(await titles(dana, { status: 'TRASHED' })).toEqual([]);
    const file = await server.call(
      'getDocumentWithDownloadUrl',
      { params: { id: item.documentId } },
      { token: dana.token },
    );
    expect(file.status).toBe(404);
    expect((await trash(dana)).status).toBe(400);
  });

  test('is thrown away and taken back by whoever brought it', async () => {
    const hers = await server.given.shoeboxItem(loan, elena.account, { title: 'hers.pdf' });
    const forHer = await server.given.shoeboxItem(loan, dana.account, { from: elena.account });
    expect((await trash(elena, hers.id)).status).toBe(200);
    expect(await titles(elena, { status: 'TRASHED' })).toEqual(['hers.pdf']);
    expect((await restore(elena, hers.id)).status).toBe(200);
    expect((await trash(elena, forHer.id)).status).toBe(403);
  });

  test('is a task of those who lend, in words “Categorize” [R175]', async () => {
    const item = await server.given.shoeboxItem(loan, elena.account, { title: 'a.pdf' });
    const tasks = async ({ token }: Somebody) =>
      (await server.call('getConsolidatedTasks', { params: { id: loan.id } }, { token })).body
        .groups;
    expect((await tasks(dana))[dana.account.id]?.ShoeBoxTask).toMatchObject({
      title: 'shoeBox',
      count: 1,
      forMe: [{ id: item.id, title: 'a.pdf' }],
    });
    const reader = await server.given.colleague(company);
    expect((await tasks(reader))['ANYBODY']?.ShoeBoxTask?.count).toBe(1);
    expect(await tasks(elena)).toEqual({});
    const request = await server.given.element(loan, { title: 'Lease' });
    await change(dana, { id: item.id, elementId: request.id });
    expect((await tasks(dana))[dana.account.id]?.ShoeBoxTask).toBeUndefined();
  });
});

describe('a suggestion', () => {
  test('names a request that waits, with the reason; nothing is filed by it', async () => {
    const request = await server.given.element(loan, { title: 'October bank statement' });
    await server.given.element(loan, { title: 'November bank statement' });
    const item = await server.given.shoeboxItem(loan, elena.account, {
      title: 'oct-stmt-4471.pdf',
    });
    const { body } = await list(dana, { suggest: '' });
    expect(body.items[0]!.suggestion).toMatchObject({
      elementId: request.id,
      title: 'October bank statement',
      reason: 'Name says October statement',
    });
    expect((await get(dana, item.id)).body.suggestion?.elementId).toBe(request.id);
    expect((await list(dana)).body.items[0]!.suggestion).toBeNull();
    expect((await answerOf(request.id)).document).toBeNull();
    await change(dana, { id: item.id, elementId: request.id });
    const next = await server.given.shoeboxItem(loan, elena.account, {
      title: 'oct-stmt-4472.pdf',
    });
    expect((await get(dana, next.id)).body.suggestion).toBeNull();
  });

  test('tells a borrower of nothing that is kept from them', async () => {
    await server.given.element(loan, { title: 'Credit memo', flags: ['LENDER_ONLY'] });
    await server.given.shoeboxItem(loan, elena.account, { title: 'credit memo.pdf' });
    expect((await list(dana, { suggest: '' })).body.items[0]!.suggestion?.title).toBe(
      'Credit memo',
    );
    expect((await list(elena, { suggest: '' })).body.items[0]!.suggestion).toBeNull();
  });

  test('is learnt from what this company filed, and from no other’s', async () => {
    const other = await server.given.company();
    const theirs = await server.given.colleague(other, 'OWNER');
    const lent = await server.given.loan(await server.given.phase(other));
    const request = await server.given.element(loan, { title: 'Commercial lease' });
    const [first] = [
      await server.given.shoeboxItem(loan, elena.account, { title: 'orchard final.pdf' }),
    ];
    await change(dana, { id: first.id, elementId: request.id });
    const second = await server.given.loan(await server.given.phase(company));
    for (const [on, who, expected] of [
      [second, owner, 'Commercial lease'],
      [lent, theirs, undefined],
    ] as const) {
      await server.given.element(on, { title: 'Commercial lease' });
      await server.given.shoeboxItem(on, who.account, { title: 'Orchard FINAL.pdf' });
      const { body } = await list(who, { suggest: '' }, on);
      expect(body.items[0]!.suggestion?.title).toBe(expected);
    }
  });
});
