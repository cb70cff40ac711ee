import { MAX_LISTED_DRAFTS } from '@cairn/contract';
import {
  correspondence,
  Ear,
  startTestServer,
  until,
  type Account,
  type Company,
  type Correspondence,
  type Correspondent,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let server: TestServer;
let scene: Correspondence;
let company: Company;
let loan: Loan;
let dana: Correspondent;
let marcus: Correspondent;
let elena: Correspondent;
let jonas: Correspondent;
let stranger: Correspondent;
const ears: Ear[] = [];

beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.stop());
afterEach(() => {
  for (const ear of ears.splice(0)) ear.close();
});
beforeEach(async () => {
  scene = await correspondence(server);
  ({ company, loan, dana, marcus, elena, jonas, stranger } = scene);
});

const at = ({ id }: { id: string }) => ({ params: { id } });
const listen = async ({ as }: Correspondent) => {
  const ear = await Ear.listen(server, as.token);
  ears.push(ear);
  return ear;
};

describe('what has been read', () => {
  test('is each reader’s own, and counted [R203]', async () => {
    const first = await scene.begin(dana, [elena, jonas], 'One');
    const { body: second } = await scene.answer(dana, first, 'Two');
    const { body: third } = await scene.answer(dana, first, 'Three');
    expect([
      await scene.unread(dana),
      await scene.unread(elena),
      await scene.unread(jonas),
    ]).toEqual([0, 3, 3]);
    const marked = await server.call('markMessageRead', at(second), elena.as);
    expect(marked.body).toMatchObject({ id: second.id, read: true });
    expect([await scene.unread(elena), await scene.unread(jonas)]).toEqual([1, 3]);
    const inThread = await server.call('countUnreadInThread', at(first.messageThread), elena.as);
    expect(inThread.body).toEqual({ count: 1 });
    await server.call('markMessageRead', at(third), elena.as);
    await server.call('markMessageUnread', at(second), elena.as);
    const unread = await server.call('listUnreadMessages', {}, elena.as);
    expect(unread.body.messages.map(({ id }) => id)).toEqual([second.id]);
    expect(await scene.unread(elena, { loanId: loan.id })).toBe(1);
    expect(await scene.unread(elena, { loanId: stranger.account.id })).toBe(0);
    expect((await scene.threads(elena, { show: 'unread' }))[0]).toMatchObject({ unread: 1 });
    expect(await scene.threads(dana, { show: 'unread' })).toEqual([]);
  });

  test('is asked for by company too', async () => {
    await scene.begin(dana, [elena]);
    const of = (companyId: string, by: Correspondent) =>
      server.call('listUnreadForCompany', { params: { companyId } }, by.as);
    expect((await of(company.id, elena)).body.messages).toHaveLength(1);
    expect((await of(company.id, marcus)).body.messages).toEqual([]);
    expect((await of(company.id, stranger)).status).toBe(404);
  });

  test('the important mark is each reader’s own too [R203]', async () => {
    const message = await scene.begin(dana, [elena]);
    const { body } = await server.call('markMessageImportant', at(message), elena.as);
    expect(body.important).toBe(true);
    expect((await scene.threads(elena, { show: 'important' }))[0]).toMatchObject({ important: 1 });
    expect(await scene.threads(dana, { show: 'important' })).toEqual([]);
    await server.call('markMessageNotImportant', at(message), elena.as);
    expect(await scene.threads(elena, { show: 'important' })).toEqual([]);
  });

  test('two who read and write at the same time do not lose count', async () => {
    const message = await scene.begin(dana, [elena, jonas]);
    const all = await Promise.all([
      ...Array.from({ length: 6 }, (_, number) => scene.answer(dana, message, `Also ${number}`)),
      ...Array.from({ length: 6 }, (_, number) => scene.answer(jonas, message, `And ${number}`)),
      server.call('markMessageRead', at(message), elena.as),
    ]);
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    expect([
      await scene.unread(elena),
      await scene.unread(jonas),
      await scene.unread(dana),
    ]).toEqual([12, 7, 6]);
  });
});

describe('a conversation that is muted [R204]', () => {
  test('is not counted until it is no longer', async () => {
    const message = await scene.begin(dana, [elena]);
    const hush = (name: 'muteThread' | 'unmuteThread') =>
      server.call(name, at(message.messageThread), elena.as);
    expect((await hush('muteThread')).body).toMatchObject({ muted: true, unread: 1 });
    expect(await scene.unread(elena)).toBe(0);
    expect((await scene.threads(dana))[0]!.muted).toBe(false);
    expect((await hush('unmuteThread')).body.muted).toBe(false);
    expect(await scene.unread(elena)).toBe(1);
  });
});

describe('open pages', () => {
  test('of members get the message event; those of other users do not', async () => {
    const message = await scene.begin(dana, [elena]);
    const [hers, his, theirs] = [await listen(elena), await listen(jonas), await listen(marcus)];
    await scene.answer(dana, message, 'Are you there?');
    await until(async () => hers.changes.length > 0);
    expect(hers.changes).toEqual([expect.objectContaining({ changes: ['message'] })]);
    await scene.begin(dana, [jonas, marcus]);
    await until(async () => his.changes.length > 0 && theirs.changes.length > 0);
    expect([his.changes.length, theirs.changes.length]).toEqual([1, 1]);
    expect(hers.changes).toHaveLength(1);
  });

  test('get the typing notice, and it is not stored [R204]', async () => {
    const message = await scene.begin(dana, [elena]);
    const [hers, own, his] = [await listen(elena), await listen(dana), await listen(jonas)];
    const before = await server.owner.query('select count(*) from cairn.event');
    await server.call('tellTyping', { params: { threadId: message.messageThread.id } }, dana.as);
    const typing = (ear: Ear) => ear.heard.filter(({ event }) => event === 'typing');
    await until(async () => typing(hers).length > 0);
    expect(typing(hers)[0]!.data).toEqual({
      threadId: message.messageThread.id,
      userId: dana.account.id,
    });
    expect([...typing(own), ...typing(his)]).toEqual([]);
    const after = await server.owner.query('select count(*) from cairn.event');
    expect(after.rows).toEqual(before.rows);
  });
});

describe('long lists come by pages', () => {
  test('of twenty messages, the newest first, none twice and none left out [R205]', async () => {
    const texts = Array.from({ length: 45 }, (_, number) => ({
      by: dana.account,
      body: `Number ${number}`,
    })) as [{ by: Account; body: string }];
    const { id } = await server.given.thread(loan, [dana.account, elena.account], texts);
    const bodies: string[] = [];
    const sizes: number[] = [];
    let page: string | undefined;
    do {
      const { body } = await server.call(
        'listThreadMessages',
        { params: { id }, query: { ...(page && { page }) } },
        elena.as,
      );
      sizes.push(body.messages.length);
      bodies.push(...body.messages.map((message) => message.body));
      page = body.nextPage ?? undefined;
    } while (page);
    expect(sizes).toEqual([20, 20, 5]);
    expect(bodies).toEqual(texts.map(({ body }) => body).toReversed());
  });

  test('of twenty conversations, and of messages across them', async () => {
    for (let number = 0; number < 21; number += 1) {
      await server.given.thread(
        loan,
        [dana.account, elena.account],
        [{ by: dana.account, body: `About ${number}` }],
      );
    }
    const { body: first } = await server.call('listThreads', {}, elena.as);
    expect(first.threads).toHaveLength(20);
    expect(first.threads[0]!.lastMessage.body).toBe('About 20');
    const rest = await server.call('listThreads', { query: { page: first.nextPage! } }, elena.as);
    expect(rest.body.threads.map(({ lastMessage }) => lastMessage.body)).toEqual(['About 0']);
    expect(rest.body.nextPage).toBeNull();
    const { body: all } = await server.call(
      'listMessages',
      { query: { loanId: loan.id } },
      elena.as,
    );
    expect(all.messages).toHaveLength(20);
    const oldest = await server.call(
      'listMessages',
      { query: { loanId: loan.id, page: all.nextPage! } },
      elena.as,
    );
    expect(oldest.body.messages.map(({ body }) => body)).toEqual(['About 0']);
  });

  test('what contains some words is found, with signs that mean nothing else', async () => {
    const message = await scene.begin(dana, [elena], 'We keep 100% of the Lease');
    await scene.answer(dana, message, 'And a_b');
    const find = async (q: string) =>
      (await server.call('searchMessages', { query: { q } }, elena.as)).body.messages.map(
        ({ textPreview }) => textPreview,
      );
    expect(await find('lease')).toEqual(['We keep 100% of the Lease']);
    expect(await find('100%')).toEqual(['We keep 100% of the Lease']);
    expect(await find('a_b')).toEqual(['And a_b']);
    expect(await find('_')).toEqual(['And a_b']);
    expect(await find('mortgage')).toEqual([]);
  });
});

test('drafts of all loans are listed for their author, while the loan is theirs', async () => {
  const other = await server.given.loan(await server.given.phase(company), {
    name: 'Copper Creek',
  });
  const keep = (by: Correspondent, loanId: string, body: string) =>
    server.call('createDraft', { body: { loanId, body } }, by.as);
  const drafts = async (of: Correspondent) =>
    (await server.call('listAllDrafts', {}, of.as)).body.drafts;
  await keep(dana, loan.id, 'First');
  await keep(dana, other.id, 'Second');
  await keep(elena, loan.id, 'Hers');
  expect((await drafts(dana)).map(({ textPreview, loan: { id } }) => [textPreview, id])).toEqual([
    ['Second', other.id],
    ['First', loan.id],
  ]);
  expect((await drafts(dana))[0]!.loan.name).toBe('Copper Creek');
  expect((await drafts(elena)).map(({ textPreview }) => textPreview)).toEqual(['Hers']);
  expect(await drafts(stranger)).toEqual([]);
  await server.owner.query('delete from cairn.loan_role where account_id = $1', [elena.account.id]);
  expect(await drafts(elena)).toEqual([]);
});

test('the list across loans has the first words of the latest twenty drafts, and nothing else of them', async () => {
  const phase = await server.given.phase(company);
  const loans = await Promise.all(
    Array.from({ length: MAX_LISTED_DRAFTS + 1 }, () => server.given.loan(phase)),
  );
  await server.owner.query(
    `insert into cairn.message_draft (company_id, id, account_id, loan_id, body)
     select $1, gen_random_uuid(), $2, unnest($3::uuid[]), $4`,
    [company.id, dana.account.id, loans.map(({ id }) => id), 'Draft '.repeat(3000)],
  );
  const { body, text } = await server.call('listAllDrafts', {}, dana.as);
  expect(body.drafts).toHaveLength(MAX_LISTED_DRAFTS);
  expect(body.drafts[0]).toEqual({
    id: expect.any(String),
    loanId: expect.any(String),
    threadId: null,
    subject: null,
    textPreview: expect.stringMatching(/^(Draft ){19}Draft…$/),
    updatedDate: expect.any(String),
    loan: expect.any(Object),
  });
  expect(text.length).toBeLessThan(MAX_LISTED_DRAFTS * 600);
});
