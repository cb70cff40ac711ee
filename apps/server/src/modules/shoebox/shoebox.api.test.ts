import { randomUUID } from 'node:crypto';
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
import {
  shoeboxScene,
  shoeboxSteps,
  type ShoeboxSteps,
  type LoggedInUser,
} from '@cairn/testing/shoebox-steps';
import { MAX_COUNTED_ITEMS, MAX_SHOEBOX } from '@cairn/contract/shoebox-terms';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let server: TestServer;
let worker: { stop(): Promise<void> };
let steps: ShoeboxSteps;
let company: Company;
let loan: Loan;
let dana: LoggedInUser;
let owner: LoggedInUser;
let elena: LoggedInUser;
let jonas: LoggedInUser;
const ears: Ear[] = [];

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
  steps = shoeboxSteps(server);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});
afterEach(() => {
  for (const ear of ears.splice(0)) ear.close();
});
beforeEach(async () => {
  ({ company, loan, dana, owner, elena, jonas } = await shoeboxScene(server));
});

const listen = async ({ token }: LoggedInUser): Promise<Ear> => {
  const ear = await Ear.listen(server, token);
  ears.push(ear);
  return ear;
};

describe('a file that is brought before anybody said what it answers', () => {
  test('waits in the shoebox of its loan with all that is known of it [R006] [R099] [R100] [R105]', async () => {
    const document = await steps.bring(elena, Buffer.from('a lease'), 'lease.pdf', loan);
    const documentId = document.body.id;
    const body = { documentId, loanId: loan.id, documentType: 'Lease' };
    const added = await server.call('createShoeboxItem', { body }, elena);
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
    const reply = await steps.list(dana, loan);
    expect(reply.body.items).toMatchObject([{ id: added.body.id, abilities: { file: true } }]);
    expect((await steps.get(dana, added.body.id)).body.id).toBe(added.body.id);
    // The same file cannot be added twice.
    const again = await server.call('createShoeboxItem', { body }, elena);
    expect(again.body).toMatchObject({ code: 'CONFLICT' });
  });

  test('is the caller’s own upload for that loan, and answers nothing yet', async () => {
    const hers = await server.given.document(loan, elena.account);
    const elsewhere = await server.given.loan(await server.given.phase(company));
    const answering = await server.given.document(loan, dana.account);
    await server.given.element(loan, {
      answer: { documentId: answering.id, by: dana.account },
    });
    const putFile = (documentId: string, who: LoggedInUser, loanId = loan.id) =>
      server.call('createShoeboxItem', { body: { documentId, loanId } }, who);
    expect((await putFile(hers.id, dana)).status).toBe(404);
    expect((await putFile(hers.id, jonas)).status).toBe(404);
    expect((await putFile(hers.id, elena, elsewhere.id)).status).toBe(404);
    expect((await putFile(randomUUID(), elena)).status).toBe(404);
    expect((await putFile(answering.id, dana)).body).toMatchObject({ code: 'CONFLICT' });
  });

  test('is added for another person by lenders only, and for a loan member', async () => {
    const file = await server.given.document(loan, dana.account);
    const other = await server.given.document(loan, elena.account);
    const stranger = await server.given.account();
    const putFor = (documentId: string, userId: string, who: LoggedInUser) =>
      server.call('createShoeboxItem', { body: { documentId, loanId: loan.id, userId } }, who);
    expect((await putFor(other.id, jonas.account.id, elena)).status).toBe(403);
    expect((await putFor(file.id, stranger.id, dana)).status).toBe(404);
    const put1 = await putFor(file.id, jonas.account.id, dana);
    expect(put1.body).toMatchObject({ userId: jonas.account.id, uploadedById: dana.account.id });
    // Sent by him, so he may see both the item and the file.
    expect(await steps.titles(jonas, loan)).toEqual([put1.body.title]);
    const opened = await server.call(
      'getDocumentWithDownloadUrl',
      { params: { id: file.id } },
      jonas,
    );
    expect(opened.status).toBe(200);
    expect(await steps.titles(elena, loan)).toEqual([]);
  });

  test('is checked for viruses; an infected one can be thrown away, and nothing else [R127]', async () => {
    const document = await steps.bring(elena, Buffer.from(EICAR), 'invoice.pdf', loan);
    const { body: item } = await server.call(
      'createShoeboxItem',
      { body: { documentId: document.body.id, loanId: loan.id } },
      elena,
    );
    const infected = await until(async () => {
      const { body } = await steps.get(dana, item.id);
      return body.document.virusScanState === 'INFECTED' && body;
    });
    expect(infected).toMatchObject({ abilities: { file: false, trash: true }, suggestion: null });
  });

  test('is listed by its title in natural order [R253]', async () => {
    for (const title of ['10 lease.pdf', '2 lease.pdf', 'appraisal.pdf', '1 lease.pdf']) {
      await server.given.shoeboxItem(loan, elena.account, { title });
    }
    expect(await steps.titles(dana, loan)).toEqual([
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
    expect(await steps.titles(elena, loan)).toEqual(['hers.pdf']);
    expect(await steps.titles(jonas, loan)).toEqual(['his.pdf']);
    expect((await steps.get(jonas, hers.id)).status).toBe(404);
    expect((await steps.change(jonas, { id: hers.id, title: 'mine' })).status).toBe(404);
    expect((await steps.trash(jonas, hers.id)).status).toBe(404);
    const open = (id: string, who: LoggedInUser) =>
      server.call('getDocumentWithDownloadUrl', { params: { id } }, who);
    expect((await open(hers.documentId, jonas)).status).toBe(404);
    expect((await open(his.documentId, dana)).status).toBe(200);
    const all = await server.call('listLenderShoebox', {}, jonas);
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
      owner,
    );
    expect(both.body.items.map(({ title }) => title)).toEqual(['one.pdf', 'two.pdf']);
    expect((await steps.list(stranger, loan)).body).toMatchObject({ code: 'LOAN_NOT_FOUND' });
    const theirs = await server.call('listLenderShoebox', {}, stranger);
    expect(theirs.body).toEqual({ items: [], total: 0, nextCursor: null });
    const fromElena = await server.call(
      'listLenderShoebox',
      { query: { userId: elena.account.id } },
      owner,
    );
    expect(fromElena.body.total).toBe(2);
  });

  test('a list over all loans goes on page by page, newest first, with nothing twice or left out', async () => {
    const at = new Date();
    const other = await server.given.company();
    const lender = await server.given.colleague(other, 'OWNER');
    const theirs = await server.given.loan(await server.given.phase(other));
    // Several with the same timestamp: the id decides.
    const ids: string[] = [];
    for (const title of ['a', 'b', 'c', 'd', 'e']) {
      ids.push((await server.given.shoeboxItem(theirs, elena.account, { title, at })).id);
    }
    const listedIds: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: 2, ...(cursor !== undefined && { cursor }) };
      const { body } = await server.call('listLenderShoebox', { query }, lender);
      expect(body.total).toBe(5);
      listedIds.push(...body.items.map(({ id }) => id));
      cursor = body.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(listedIds).toEqual(ids.toSorted().toReversed());
    const refused = await server.call('listLenderShoebox', { query: { cursor: 'x' } }, lender);
    expect(refused.status).toBe(400);
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
    // Her file, uploaded by another user: it counts as hers.
    await server.given.shoeboxItem(loan, dana.account, { from: elena.account });
    await server.given.shoeboxItem(loan, dana.account, { trashedBy: dana.account });
    const totalFor = async ({ token }: LoggedInUser): Promise<number> => {
      const { body } = await server.call(
        'totalPackagesLoansUser',
        { query: { loanId: [loan.id] } },
        { token },
      );
      expect(body.byLoanId[loan.id]!.totalShoexboxItems).toBe(body.totalShoexboxItems);
      return body.totalShoexboxItems;
    };
    expect(await totalFor(dana)).toBe(4);
    expect(await totalFor(owner)).toBe(4);
    expect(await totalFor(uw)).toBe(1);
    expect(await totalFor(elena)).toBe(2);
    expect(await totalFor(jonas)).toBe(1);
    // The rule limits the count only: lenders see all items.
    expect((await steps.list(uw, loan)).body.items).toHaveLength(4);
  });

  test('the pages of those concerned are told, and those of another borrower are not', async () => {
    const [lends, hers, his] = [await listen(dana), await listen(elena), await listen(jonas)];
    const item = await server.given.shoeboxItem(loan, elena.account);
    await steps.trash(elena, item.id);
    await until(async () => lends.changes.some(({ kind }) => kind === 'shoebox.trashed'));
    await until(async () => hers.changes.some(({ kind }) => kind === 'shoebox.trashed'));
    expect(hers.changes.flatMap(({ changes }) => changes)).toContain('shoebox');
    await server.call('pinLoan', { params: { id: loan.id } }, jonas);
    await until(async () => his.changes.length > 0);
    expect(his.changes.map(({ kind }) => kind)).not.toContain('shoebox.trashed');
  });
});

describe('an employee’s own shoebox', () => {
  test('is private: no colleague, owner or operator sees it or its file [R100]', async () => {
    const document = await steps.bring(dana, Buffer.from('mine'), 'private.txt', null);
    expect(document.body).toMatchObject({ loanId: null });
    const documentId = document.body.id;
    const body = { documentId, shoeboxType: 'PERSONAL' as const };
    const added = await server.call('createShoeboxItem', { body }, dana);
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
      expect((await steps.get(other, added.body.id)).status).toBe(404);
      const everything = await server.call('listLenderShoebox', {}, other);
      expect(everything.text).not.toContain('private.txt');
      const file = await server.call(
        'getDocumentWithDownloadUrl',
        { params: { id: documentId } },
        other,
      );
      expect(file.status).toBe(404);
      expect((await steps.trash(other, added.body.id)).status).toBe(404);
    }
    const mine = await server.call('listLenderShoebox', {}, dana);
    expect(mine.body.items.map(({ title }) => title)).toContain('private.txt');
    // It is scanned like every other file.
    await until(
      async () => (await steps.get(dana, added.body.id)).body.document.virusScanState === 'CLEAN',
    );
  });

  test('is for the staff: a borrower’s files are for a loan', async () => {
    const refused = await server.call(
      'getUploadUrl',
      { query: { name: 'a.pdf', size: 4, personal: '' } },
      elena,
    );
    expect(refused.status).toBe(403);
    const file = await server.given.document(loan, elena.account);
    const reply = await server.call(
      'createShoeboxItem',
      { body: { documentId: file.id, shoeboxType: 'PERSONAL' } },
      elena,
    );
    expect(reply.status).toBe(403);
  });

  test('is emptied onto a loan, where its people see it, or filed there at once', async () => {
    const request = await server.given.element(loan, { title: 'Lease' });
    const [one, two] = [
      await server.given.ownShoeboxItem(company, dana.account, { title: 'a.pdf' }),
      await server.given.ownShoeboxItem(company, dana.account, { title: 'b.pdf' }),
    ];
    const elsewhere = await server.given.company();
    const theirs = await server.given.loan(await server.given.phase(elsewhere));
    expect((await steps.change(dana, { id: one.id, loanId: theirs.id })).status).toBe(404);
    expect((await steps.change(dana, { id: one.id, elementId: request.id })).status).toBe(400);
    const reply = await steps.change(
      dana,
      { id: one.id, loanId: loan.id },
      { id: two.id, loanId: loan.id, elementId: request.id },
    );
    expect(reply.body.items).toMatchObject([{ id: one.id, loanId: loan.id, shoeboxType: 'LOAN' }]);
    expect(reply.body.filed).toEqual([{ id: two.id, elementId: request.id, title: 'Lease' }]);
    expect((await steps.answerOf(request.id)).document).toBe(two.documentId);
    expect((await steps.get(owner, one.id)).status).toBe(200);
  });
});

/** Fills the shoebox with files of one borrower. */
const fillShoebox = (of: Loan, by: Account, count: number) =>
  server.owner.query(
    `with file as (
       insert into cairn.document (company_id, id, loan_id, name, provider, object_key, size, created_by)
       select $1, gen_random_uuid(), $2, 'a.pdf', 'S3', 'given/' || gen_random_uuid(), 1, $3
       from generate_series(1, $4::int) returning id)
     insert into cairn.shoebox_item (company_id, id, loan_id, document_id, shoebox_type, title, user_id, uploaded_by)
     select $1, gen_random_uuid(), $2, id, 'LOAN', 'a', $3, $3 from file`,
    [of.companyId, of.id, by.id, count],
  );

test('a list counts to 2,000 and no further: an operator’s covers every lender', async () => {
  const phase = await server.given.phase(await server.given.company());
  const loans = [1, 2, 3].map(() => server.given.loan(phase));
  for (const each of loans) await fillShoebox(await each, elena.account, 700);
  const account = await server.given.account();
  const operator = { token: await server.given.session(account, { roleLevel: 'ADMIN' }) };
  const { body } = await server.call('listLenderShoebox', { query: { limit: 1 } }, operator);
  expect(body.total).toBe(MAX_COUNTED_ITEMS);
});

test('the last place in a shoebox is taken once, however many ask for it together', async () => {
  await fillShoebox(loan, elena.account, MAX_SHOEBOX - 1);
  const files = await Promise.all(
    [1, 2, 3, 4].map(() => server.given.document(loan, elena.account)),
  );
  const added = await Promise.all(
    files.map(({ id: documentId }) =>
      server.call('createShoeboxItem', { body: { documentId, loanId: loan.id } }, elena),
    ),
  );
  expect(added.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('filings are undone together only where the shoebox has room for all of their files', async () => {
  const filings = [];
  for (const title of ['Lease', 'Deed']) {
    const { id: elementId } = await server.given.element(loan, { title });
    const { id } = await server.given.shoeboxItem(loan, elena.account);
    filings.push({ id, elementId });
  }
  await steps.change(dana, ...filings);
  await fillShoebox(loan, elena.account, MAX_SHOEBOX - 1);
  expect((await steps.unfile(dana, ...filings)).body).toMatchObject({ code: 'SHOEBOX_FULL' });
  expect((await steps.unfile(dana, filings[0]!)).status).toBe(200);
});
