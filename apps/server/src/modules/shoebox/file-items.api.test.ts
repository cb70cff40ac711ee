import { randomUUID } from 'node:crypto';
import { startTestServer, type Company, type Loan, type TestServer } from '@cairn/testing';
import {
  shoeboxScene,
  shoeboxSteps,
  type ShoeboxSteps,
  type LoggedInUser,
} from '@cairn/testing/shoebox-steps';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let server: TestServer;
let steps: ShoeboxSteps;
let company: Company;
let loan: Loan;
let dana: LoggedInUser;
let owner: LoggedInUser;
let elena: LoggedInUser;

beforeAll(async () => {
  server = await startTestServer();
  steps = shoeboxSteps(server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  ({ company, loan, dana, owner, elena } = await shoeboxScene(server));
});

describe('filing', () => {
  test('answers the request as an upload would, and the file leaves the shoebox', async () => {
    const request = await server.given.element(loan, { title: 'Lease' });
    const item = await server.given.shoeboxItem(loan, elena.account, { title: 'scan.pdf' });
    const { body, status } = await steps.change(dana, { id: item.id, elementId: request.id });
    expect(status).toBe(200);
    expect(body).toEqual({
      items: [],
      filed: [{ id: item.id, elementId: request.id, title: 'Lease' }],
    });
    expect(await steps.answerOf(request.id)).toEqual({
      document: item.documentId,
      by: dana.account.id,
    });
    expect(await steps.titles(dana, loan)).toEqual([]);
    expect((await steps.get(dana, item.id)).status).toBe(404);
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
      steps.change(dana, { id: item.id, elementId: requests[0]!.id }),
      steps.change(owner, { id: item.id, elementId: requests[1]!.id }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409,
    ]);
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'ALREADY_FILED',
      message: 'Someone already filed this. You’ll find it in the package.',
    });
    const filed = await Promise.all(requests.map(({ id }) => steps.answerOf(id)));
    expect(filed.filter(({ document }) => document === item.documentId)).toHaveLength(1);
    // Repeating it changes nothing, and trashing it gives the same error.
    expect((await steps.change(dana, { id: item.id, elementId: requests[1]!.id })).status).toBe(
      409,
    );
    expect((await steps.trash(dana, item.id)).body).toMatchObject({ code: 'ALREADY_FILED' });
  });

  test('two files for one request: nothing is replaced without an explicit replace', async () => {
    const request = await server.given.element(loan, { title: 'Lease' });
    const [one, two] = [
      await server.given.shoeboxItem(loan, elena.account),
      await server.given.shoeboxItem(loan, elena.account),
    ];
    const both = await steps.change(
      dana,
      { id: one.id, elementId: request.id },
      { id: two.id, elementId: request.id },
    );
    expect(both.status).toBe(400);
    await steps.change(dana, { id: one.id, elementId: request.id });
    expect((await steps.change(dana, { id: two.id, elementId: request.id })).body).toMatchObject({
      code: 'ALREADY_ANSWERED',
    });
    expect((await steps.answerOf(request.id)).document).toBe(one.documentId);
    const replaced = await steps.change(dana, { id: two.id, elementId: request.id, replace: true });
    expect(replaced.status).toBe(200);
    expect((await steps.answerOf(request.id)).document).toBe(two.documentId);
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
    expect((await steps.change(dana, ...filings, { id: foreign.id, newFile: false })).status).toBe(
      404,
    );
    expect((await steps.list(dana, loan)).body.items).toHaveLength(99);
    const foreignRequest = await server.given.element(theirs, { title: 'Lease' });
    const [first, ...rest] = filings;
    const aimed = await steps.change(dana, ...rest, { ...first!, elementId: foreignRequest.id });
    expect(aimed.status).toBe(404);
    expect((await steps.answerOf(rest[0]!.elementId)).document).toBeNull();
    expect((await steps.change(dana, ...filings)).body.filed).toHaveLength(99);
    expect((await steps.list(dana, loan)).body.items).toEqual([]);
    const tooMany = Array.from({ length: 101 }, () => ({ id: randomUUID() }));
    expect((await steps.change(dana, ...tooMany)).status).toBe(400);
  });

  test('never a file of another loan, into a folder, or out of the trash', async () => {
    const second = await server.given.loan(await server.given.phase(company));
    const request = await server.given.element(second, { title: 'Lease' });
    const folder = await server.given.element(loan, { storageType: 'FOLDER' });
    const item = await server.given.shoeboxItem(loan, elena.account);
    expect((await steps.change(owner, { id: item.id, elementId: request.id })).status).toBe(404);
    expect((await steps.change(owner, { id: item.id, elementId: folder.id })).status).toBe(409);
    await steps.trash(owner, item.id);
    const lease = await server.given.element(loan, { title: 'Lease' });
    expect((await steps.change(owner, { id: item.id, elementId: lease.id })).status).toBe(400);
  });

  test('a colleague without a part in the loan reads it, and files nothing', async () => {
    const colleague = await server.given.colleague(company);
    const request = await server.given.element(loan, { title: 'Lease' });
    const item = await server.given.shoeboxItem(loan, elena.account);
    expect((await steps.list(colleague, loan)).body.items).toMatchObject([
      { abilities: { file: false, edit: false, trash: false, remove: false } },
    ]);
    expect((await steps.change(colleague, { id: item.id, elementId: request.id })).status).toBe(
      403,
    );
    expect((await steps.trash(colleague, item.id)).status).toBe(403);
  });

  test('a borrower files what is theirs where they may answer, and nowhere else', async () => {
    const open = await server.given.element(loan, { title: 'Lease' });
    const memo = await server.given.element(loan, { title: 'Memo', flags: ['LENDER_ONLY'] });
    const item = await server.given.shoeboxItem(loan, elena.account);
    expect((await steps.change(elena, { id: item.id, elementId: memo.id })).status).toBe(404);
    expect((await steps.change(elena, { id: item.id, elementId: open.id })).status).toBe(200);
  });

  test('an infected file is never filed, and nothing with it', async () => {
    const item = await server.given.shoeboxItem(loan, elena.account, { state: 'INFECTED' });
    const clean = await server.given.shoeboxItem(loan, elena.account);
    const [one, two] = [await server.given.element(loan), await server.given.element(loan)];
    const filed = await steps.change(
      dana,
      { id: clean.id, elementId: one.id },
      { id: item.id, elementId: two.id },
    );
    expect(filed.body).toMatchObject({ code: 'FILE_NOT_CLEAN' });
    expect((await steps.answerOf(one.id)).document).toBeNull();
    expect((await steps.get(dana, item.id)).body).toMatchObject({
      abilities: { file: false, trash: true },
      suggestion: null,
    });
  });
});

describe('a file that waits', () => {
  test('is renamed, assigned to an entity, and is no longer new once a lender opened it', async () => {
    const entity = await server.given.entity(loan, { name: 'Harbor Street LLC' });
    const foreign = await server.given.entity(
      await server.given.loan(await server.given.phase(company)),
    );
    const item = await server.given.shoeboxItem(loan, elena.account);
    const changed = await steps.change(dana, {
      id: item.id,
      title: 'Lease, page 9',
      sherpaEntityId: entity.id,
      newFile: false,
    });
    expect(changed.body.items).toMatchObject([
      { title: 'Lease, page 9', sherpaEntityId: entity.id, newFile: false },
    ]);
    expect((await steps.change(dana, { id: item.id, sherpaEntityId: foreign.id })).status).toBe(
      404,
    );
    expect((await steps.change(dana, { id: item.id, title: ' ' })).status).toBe(400);
  });

  test('goes into the trash, comes back as seen, or is deleted for good [R104]', async () => {
    const item = await server.given.shoeboxItem(loan, elena.account, { title: 'a.pdf' });
    expect((await steps.remove(owner, item.id)).body).toMatchObject({ code: 'NOT_IN_TRASH' });
    expect((await steps.restore(dana, item.id)).body).toMatchObject({ code: 'NOT_IN_TRASH' });
    const { body } = await steps.trash(dana, item.id);
    expect(body.items).toMatchObject([{ id: item.id, whenDeleted: expect.any(String) as string }]);
    expect(await steps.titles(dana, loan)).toEqual([]);
    expect(await steps.titles(dana, loan, { status: 'TRASHED' })).toEqual(['a.pdf']);
    expect((await steps.restore(dana, item.id)).body.items).toMatchObject([
      { newFile: false, whenDeleted: null },
    ]);
    expect(await steps.titles(dana, loan)).toEqual(['a.pdf']);

    // The ids may be in the query, because some proxies drop the body of a DELETE.
    const marked = await server.call('trashShoeboxItems', { query: { id: [item.id] } }, dana);
    expect(marked.status).toBe(200);
    expect((await steps.remove(dana, item.id)).status).toBe(403);
    expect((await steps.remove(elena, item.id)).status).toBe(403);
    expect((await steps.remove(owner, item.id)).body).toEqual({ ids: [item.id] });
    expect(await steps.titles(dana, loan, { status: 'TRASHED' })).toEqual([]);
    const file = await server.call(
      'getDocumentWithDownloadUrl',
      { params: { id: item.documentId } },
      dana,
    );
    expect(file.status).toBe(404);
    expect((await steps.trash(dana)).status).toBe(400);
  });

  test('is trashed and restored by its uploader', async () => {
    const hers = await server.given.shoeboxItem(loan, elena.account, { title: 'hers.pdf' });
    const forHer = await server.given.shoeboxItem(loan, dana.account, { from: elena.account });
    expect((await steps.trash(elena, hers.id)).status).toBe(200);
    expect(await steps.titles(elena, loan, { status: 'TRASHED' })).toEqual(['hers.pdf']);
    expect((await steps.restore(elena, hers.id)).status).toBe(200);
    expect((await steps.trash(elena, forHer.id)).status).toBe(403);
  });

  test('is a task of those who lend, in words “Categorize” [R175]', async () => {
    const item = await server.given.shoeboxItem(loan, elena.account, { title: 'a.pdf' });
    const tasks = async ({ token }: LoggedInUser) =>
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
    await steps.change(dana, { id: item.id, elementId: request.id });
    expect((await tasks(dana))[dana.account.id]?.ShoeBoxTask).toBeUndefined();
  });
});

describe('a suggestion', () => {
  test('comes from the text of a file, and tells a borrower of no hidden request', async () => {
    const request = await server.given.element(loan, { title: 'Landlord waiver' });
    const hidden = { title: 'Landlord waiver memo', flags: ['LENDER_ONLY'] };
    const hiddenRequest = await server.given.element(loan, hidden);
    const item = await server.given.shoeboxItem(loan, elena.account, { title: 'IMG_0001.jpg' });
    const text = 'landlord waiver memo and consent';
    await server.given.documentContent(item.documentId, Buffer.from('x'), { text });
    const offeredIds = async (who: LoggedInUser) => {
      const [listedItem] = (await steps.list(who, loan, { suggest: '' })).body.items;
      return [listedItem!.suggestion, ...listedItem!.possible].flatMap(
        (each) => each?.elementId ?? [],
      );
    };
    expect(new Set(await offeredIds(dana))).toEqual(new Set([hiddenRequest.id, request.id]));
    expect(await offeredIds(elena)).toEqual([request.id]);
  });

  test('names a request that waits, with the reason; nothing is filed by it', async () => {
    const request = await server.given.element(loan, { title: 'October bank statement' });
    await server.given.element(loan, { title: 'November bank statement' });
    const item = await server.given.shoeboxItem(loan, elena.account, {
      title: 'oct-stmt-4471.pdf',
    });
    const { body } = await steps.list(dana, loan, { suggest: '' });
    expect(body.items[0]!.suggestion).toMatchObject({
      elementId: request.id,
      title: 'October bank statement',
      reason: 'Name says October statement',
    });
    expect((await steps.get(dana, item.id)).body.suggestion?.elementId).toBe(request.id);
    expect((await steps.list(dana, loan)).body.items[0]!.suggestion).toBeNull();
    expect((await steps.answerOf(request.id)).document).toBeNull();
    await steps.change(dana, { id: item.id, elementId: request.id });
    const next = await server.given.shoeboxItem(loan, elena.account, {
      title: 'oct-stmt-4472.pdf',
    });
    expect((await steps.get(dana, next.id)).body.suggestion).toBeNull();
  });

  test('tells a borrower of nothing that is kept from them', async () => {
    await server.given.element(loan, { title: 'Credit memo', flags: ['LENDER_ONLY'] });
    await server.given.shoeboxItem(loan, elena.account, { title: 'credit memo.pdf' });
    expect((await steps.list(dana, loan, { suggest: '' })).body.items[0]!.suggestion?.title).toBe(
      'Credit memo',
    );
    expect((await steps.list(elena, loan, { suggest: '' })).body.items[0]!.suggestion).toBeNull();
  });

  test('is learnt from what this company filed, and from no other’s', async () => {
    const other = await server.given.company();
    const theirs = await server.given.colleague(other, 'OWNER');
    const lent = await server.given.loan(await server.given.phase(other));
    const request = await server.given.element(loan, { title: 'Commercial lease' });
    const [first] = [
      await server.given.shoeboxItem(loan, elena.account, { title: 'orchard final.pdf' }),
    ];
    await steps.change(dana, { id: first.id, elementId: request.id });
    const second = await server.given.loan(await server.given.phase(company));
    for (const [on, who, expected] of [
      [second, owner, 'Commercial lease'],
      [lent, theirs, undefined],
    ] as const) {
      await server.given.element(on, { title: 'Commercial lease' });
      await server.given.shoeboxItem(on, who.account, { title: 'Orchard FINAL.pdf' });
      const { body } = await steps.list(who, on, { suggest: '' });
      expect(body.items[0]!.suggestion?.title).toBe(expected);
    }
  });
});
