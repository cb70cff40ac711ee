import {
  correspondence,
  Ear,
  startTestServer,
  until,
  whileHeld,
  type Company,
  type Correspondence,
  type Correspondent,
  type Loan,
  type NewMessage,
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
const idOf = ({ account }: Correspondent): string => account.id;
const listen = async ({ as }: Correspondent) => {
  const ear = await Ear.listen(server, as.token);
  ears.push(ear);
  return ear;
};

describe('a message', () => {
  test('that two requests delete at once is deleted by one, and not found by the other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const message = await scene.begin(dana, [elena], 'Sent by mistake');
      const answers = await Promise.all(
        [1, 2, 3].map(() => server.call('deleteMessage', at(message), dana.as)),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200, 404, 404,
      ]);
    }
  });

  test('says what it is, when and by whom; the rest follows from it [R200] [R202]', async () => {
    await server.call('updateUserSettings', { body: { timezoneId: 'America/New_York' } }, elena.as);
    const message = await scene.begin(dana, [elena], 'Hi Elena,\r\n\r\n- lease\n- K-1  ');
    expect(message).toMatchObject({
      body: 'Hi Elena,\n\n- lease\n- K-1',
      textPreview: 'Hi Elena, lease K-1',
      updatedDate: null,
      read: true,
      createdByUser: { id: dana.account.id, givenName: 'Dana' },
      messageThread: { loanId: loan.id },
      abilities: { edit: true, remove: true },
    });
    await server.owner.query(
      `update cairn.message set created_at = '2026-11-16T14:02:00Z' where id = $1`,
      [message.id],
    );
    const { body } = await server.call(
      'listThreadMessages',
      { ...at(message.messageThread) },
      elena.as,
    );
    expect(body.messages).toEqual([
      expect.objectContaining({
        id: message.id,
        createdDate: '2026-11-16T14:02:00.000Z',
        processedTime: '2026-11-16T14:02:00.000Z',
        createdAtFormatted: 'Nov 16, 9:02 AM',
        read: false,
        abilities: { edit: false, remove: false },
      }),
    ]);
  });

  test('is kept as text, whatever it looks like', async () => {
    const message = await scene.begin(dana, [elena], '<img src=x onerror=alert(1)> & "so on"');
    expect(message.body).toBe('<img src=x onerror=alert(1)> & "so on"');
    expect((await scene.write(dana, { userIds: [idOf(elena)], body: '  \n ' })).status).toBe(400);
    const long = 'x'.repeat(20_001);
    expect((await scene.write(dana, { userIds: [idOf(elena)], body: long })).status).toBe(400);
  });

  test('is changed and deleted by its author alone', async () => {
    const message = await scene.begin(dana, [elena]);
    const edit = (by: Correspondent) =>
      server.call('editMessage', { ...at(message), body: { body: 'Good evening' } }, by.as);
    expect((await edit(elena)).status).toBe(403);
    expect((await edit(jonas)).status).toBe(404);
    expect((await edit(dana)).body).toMatchObject({ body: 'Good evening' });
    const [thread] = await scene.threads(elena);
    expect(thread!.lastMessage).toMatchObject({ body: 'Good evening' });
    expect(thread!.lastMessage.updatedDate).not.toBeNull();
    expect((await server.call('deleteMessage', at(message), elena.as)).status).toBe(403);
    expect((await server.call('deleteMessage', at(message), jonas.as)).status).toBe(404);
    const { body: reply } = await scene.answer(elena, message, 'And to you');
    expect((await server.call('deleteMessage', at(message), dana.as)).status).toBe(200);
    expect(await scene.unread(elena)).toBe(0);
    expect((await scene.threads(dana))[0]!.lastMessage.id).toBe(reply.id);
    await server.call('deleteMessage', at(reply), elena.as);
    expect(await scene.threads(dana)).toEqual([]);
    expect((await scene.answer(dana, message, 'Hello?')).status).toBe(404);
  });

  test('is on the loan’s record without its words', async () => {
    const message = await scene.begin(dana, [elena], 'The secret of the lease');
    const { rows } = await server.owner.query(
      `select kind, actor_id, detail::text from cairn.audit_entry where loan_id = $1`,
      [loan.id],
    );
    expect(rows).toEqual([
      { kind: 'message.sent', actor_id: dana.account.id, detail: expect.any(String) },
    ]);
    expect(rows[0].detail).toContain(message.id);
    expect(rows[0].detail).not.toContain('secret');
    expect(server.logged.join()).not.toContain('secret of the lease');
  });
});

describe('a conversation', () => {
  test('belongs to a loan and has members, with a user each [R201]', async () => {
    const message = await scene.begin(dana, [elena, jonas]);
    const { body: thread } = await server.call('getThread', at(message.messageThread), jonas.as);
    expect(thread).toMatchObject({
      loanId: loan.id,
      loan: { name: 'Larkspur Bakery LLC' },
      lastMessageDate: message.createdDate,
      lastMessage: { id: message.id },
      createdByUser: { id: dana.account.id },
      unread: 1,
      muted: false,
    });
    expect(thread.users.map(({ user }) => user.givenName)).toEqual(['Dana', 'Elena', 'Jonas']);
    expect(thread.users.every(({ there: isThere }) => isThere)).toBe(true);
  });

  test('is started with loan members only', async () => {
    const to = async (by: Correspondent, ...ids: string[]) =>
      (await scene.write(by, { userIds: ids, body: 'Hello' })).status;
    expect(await to(dana, marcus.account.id)).toBe(200);
    // For the borrower, an employee who is not on the loan does not exist.
    expect(await to(elena, marcus.account.id)).toBe(404);
    expect(await to(elena, dana.account.id, jonas.account.id)).toBe(200);
    expect(await to(dana, stranger.account.id)).toBe(404);
    expect(await to(dana, elena.account.id, stranger.account.id)).toBe(404);
    expect(await to(dana)).toBe(400);
    expect(await to(dana, dana.account.id)).toBe(400);
    expect(await to(stranger, dana.account.id)).toBe(404);
    const former = await scene.borrower('Closed');
    await server.owner.query('update cairn.account set closed_at = now() where id = $1', [
      former.account.id,
    ]);
    expect(await to(dana, former.account.id)).toBe(404);
    const { rows } = await server.owner.query(
      'select count(*)::int as n from cairn.message_thread where loan_id = $1',
      [loan.id],
    );
    expect(rows[0].n).toBe(2);
  });

  test('keeps its members: a new person needs a new conversation', async () => {
    const message = await scene.begin(dana, [elena]);
    const more = await scene.write(dana, {
      threadId: message.messageThread.id,
      userIds: [jonas.account.id],
      body: 'Come in',
    });
    expect(more.status).toBe(400);
    expect(more.text).toContain('Start a new conversation to add people');
    expect(await scene.threads(jonas)).toEqual([]);
  });

  test('is its members’ alone: neither colleagues nor the others on the loan learn of it', async () => {
    const message = await scene.begin(dana, [marcus], 'What do we make of the lease?');
    const owner = await server.given.employee(company, { level: 'OWNER' });
    const boss = {
      account: owner,
      as: { token: await server.given.session(owner, { roleLevel: 'LENDER', company }) },
    };
    const operator = await server.given.account({ platformAdmin: true });
    const admin = {
      account: operator,
      as: { token: await server.given.session(operator, { roleLevel: 'ADMIN' }) },
    };
    const { id } = message.messageThread;
    for (const other of [elena, boss, stranger, admin]) {
      expect(await scene.threads(other)).toEqual([]);
      expect((await server.call('listMessages', {}, other.as)).body.messages).toEqual([]);
      const reply = await server.call('searchMessages', { query: { q: 'lease' } }, other.as);
      expect(reply.body.messages).toEqual([]);
      for (const refusal of [
        await server.call('getThread', at({ id }), other.as),
        await server.call('listThreadMessages', at({ id }), other.as),
        await server.call('countUnreadInThread', at({ id }), other.as),
        await server.call('muteThread', at({ id }), other.as),
        await server.call('tellTyping', { params: { threadId: id } }, other.as),
        await server.call('markMessageRead', at(message), other.as),
        await server.call(
          'forwardMessage',
          {
            ...at(message),
            body: { userIds: [idOf(dana)], body: 'x' },
          },
          other.as,
        ),
      ]) {
        expect(refusal.status).toBe(404);
      }
    }
    expect((await scene.answer(elena, message, 'I hear you')).status).toBe(404);
    expect((await scene.answer(admin, message, 'I hear you')).status).toBe(403);
  });

  test('is gone at once for a member who is removed from the loan', async () => {
    const message = await scene.begin(dana, [elena, jonas]);
    const ear = await listen(elena);
    await server.call(
      'editNonLenderUser',
      { params: { loanId: loan.id, userId: idOf(elena) }, body: { remove: true } },
      dana.as,
    );
    await until(async () => ear.changes.some(({ changes }) => changes.includes('message')));
    const witness = await listen(jonas);
    expect(await scene.threads(elena)).toEqual([]);
    expect(await scene.unread(elena)).toBe(0);
    expect((await server.call('getThread', at(message.messageThread), elena.as)).status).toBe(404);
    expect((await scene.answer(elena, message, 'Wait')).status).toBe(404);
    const changesBefore = ear.changes;
    const { body: later } = await scene.answer(dana, message, 'Elena has left us');
    const { body } = await server.call('getThread', at(message.messageThread), dana.as);
    expect(body.users.find(({ user }) => user.id === idOf(elena))!.there).toBe(false);
    expect((await server.call('markMessageRead', at(later), jonas.as)).status).toBe(200);
    // Jonas has both events, so an event for Elena would have arrived by now.
    await until(async () => witness.changes.length === 2);
    expect(ear.changes).toEqual(changesBefore);
  });

  test('depends on the role that the user is logged in with', async () => {
    const message = await scene.begin(dana, [elena]);
    await server.given.role(
      await server.given.loan(await server.given.phase(company)),
      elena.account,
      'KEY_CONTACT',
    );
    const token = await server.given.session(elena.account, { roleLevel: 'CONTACT' });
    expect((await server.call('listThreads', {}, { token })).body.threads).toEqual([]);
    expect((await server.call('getThread', at(message.messageThread), { token })).status).toBe(404);
  });
});

describe('a message that is forwarded [R206]', () => {
  test('begins a conversation with others, and is read there as it stood', async () => {
    const message = await scene.begin(elena, [dana], 'The lease has no page 9');
    const { status, body: passed } = await server.call(
      'forwardMessage',
      { ...at(message), body: { userIds: [marcus.account.id], body: 'Can you look at this?' } },
      dana.as,
    );
    expect(status).toBe(200);
    expect(passed.messageThread.id).not.toBe(message.messageThread.id);
    const [thread] = await scene.threads(marcus);
    expect(thread!.lastMessage).toMatchObject({
      body: 'Can you look at this?',
      forwarded: {
        body: 'The lease has no page 9',
        createdDate: message.createdDate,
        createdByUser: { givenName: 'Elena' },
      },
    });
    expect((await server.call('getThread', at(message.messageThread), marcus.as)).status).toBe(404);
    expect(await scene.threads(elena)).toHaveLength(1);
    const outside = { ...at(message), body: { userIds: [stranger.account.id], body: 'See' } };
    expect((await server.call('forwardMessage', outside, dana.as)).status).toBe(404);
  });
});

test('a list of needs names what is open to all members of the loan, for its lenders only [R208]', async () => {
  const { given } = server;
  await given.element(loan, { title: 'Lease review', borrowerTitle: 'Lease <b>' });
  const file = await given.document(loan, elena.account);
  await given.element(loan, {
    title: 'Tax return',
    answer: { documentId: file.id, by: elena.account },
  });
  await given.element(loan, { title: 'Credit memo', flags: ['LENDER_ONLY'] });
  await given.element(loan, { title: 'Divorce decree', priorityType: 'PRIVATE' });
  const list = (by: Correspondent) =>
    server.call('generateNeedsListBody', { body: { loanId: loan.id } }, by.as);
  expect((await list(dana)).body).toEqual({
    html: '<ul><li>Lease &lt;b&gt;</li></ul>',
    text: '- Lease <b>',
  });
  expect((await list(elena)).status).toBe(403);
  expect((await list(stranger)).status).toBe(403);
});

describe('html for other programs [R208]', () => {
  test('originatorimplementation replies a message of one’s own conversations as htmlContent', async () => {
    const { body: own } = await server.call('getSignature', {}, dana.as);
    const signature = { params: { id: own.id }, body: { text: '**Dana** <b>' } };
    await server.call('updateSignature', signature, dana.as);
    const message = await scene.begin(
      dana,
      [marcus],
      'Left:\n- <lease>\n\nhttps://example.com/a?b&c.',
    );
    const { body } = await server.call('getOriginatorHtml', at(message), marcus.as);
    expect(body.htmlContent).toBe(
      '<p>Left:</p><ul><li>&lt;lease&gt;</li></ul><p><a href="https://example.com/a?b&amp;c">https://example.com/a?b&amp;c</a>.</p>' +
        '<p><strong>Dana</strong> &lt;b&gt;</p>',
    );
    const aside = await scene.begin(elena, [jonas], 'Between us');
    expect((await server.call('getOriginatorHtml', at(aside), dana.as)).status).toBe(404);
    expect((await server.call('getOriginatorHtml', at(aside), elena.as)).status).toBe(403);
  });

  test('generateShoeboxItemsListBody replies what was scanned and waits in the shoebox, as html', async () => {
    const files = {
      'W-9 <Elena>.pdf': 'CLEAN',
      'Virus.pdf': 'INFECTED',
      'New.pdf': 'PENDING',
    } as const;
    for (const [title, state] of Object.entries(files)) {
      await server.given.shoeboxItem(loan, elena.account, { title, state });
    }
    const request = { body: { loanId: loan.id } };
    const { body } = await server.call('generateShoeboxListBody', request, dana.as);
    expect(body).toEqual({
      html: '<ul><li>W-9 &lt;Elena&gt;.pdf (Elena Marsh)</li></ul>',
      text: '- W-9 <Elena>.pdf (Elena Marsh)',
    });
    expect((await server.call('generateShoeboxListBody', request, elena.as)).status).toBe(403);
    expect((await server.call('generateShoeboxListBody', request, stranger.as)).status).toBe(403);
  });
});

describe('a draft [R207]', () => {
  const drafts = async (of: Correspondent) =>
    (await server.call('listDrafts', { params: { loanId: loan.id } }, of.as)).body.drafts;
  const count = async (of: Correspondent) =>
    (await server.call('countDrafts', { params: { loanId: loan.id } }, of.as)).body.count;
  const keep = (by: Correspondent, body: NewMessage) =>
    server.call('createDraft', { body: { loanId: loan.id, ...body } }, by.as);

  test('is kept for each conversation of a loan, counted, and visible to its author only', async () => {
    const message = await scene.begin(dana, [elena]);
    const { body: first } = await keep(dana, { body: 'New', userIds: [idOf(jonas)], subject: 'S' });
    await keep(dana, { body: 'An answ', threadId: message.messageThread.id });
    expect(await count(dana)).toBe(2);
    const { body: again } = await keep(dana, { body: 'Newer' });
    expect(again.id).toBe(first.id);
    expect(await count(dana)).toBe(2);
    const saved = await server.call(
      'saveDraft',
      { ...at(first), body: { body: 'Newest', userIds: [] } },
      dana.as,
    );
    expect(saved.body).toMatchObject({ body: 'Newest', subject: null, threadId: null });
    expect((await drafts(dana)).map(({ body }) => body)).toEqual(['Newest', 'An answ']);
    expect([await drafts(elena), await count(elena)]).toEqual([[], 0]);
    const others = { ...at(first), body: { body: 'Mine now' } };
    expect((await server.call('saveDraft', others, elena.as)).status).toBe(404);
    expect((await server.call('deleteDraft', at(first), elena.as)).status).toBe(404);
    expect((await keep(jonas, { threadId: message.messageThread.id, body: 'x' })).status).toBe(404);
    expect((await keep(stranger, { body: 'x' })).status).toBe(404);
    expect((await server.call('deleteDraft', at(first), dana.as)).status).toBe(200);
    expect(await count(dana)).toBe(1);
  });

  test('is gone once it is sent, and the other one stays', async () => {
    const message = await scene.begin(dana, [elena]);
    await keep(dana, { body: 'New' });
    await keep(dana, { body: 'An answer', threadId: message.messageThread.id });
    await scene.answer(dana, message, 'An answer');
    expect((await drafts(dana)).map(({ body }) => body)).toEqual(['New']);
    await scene.begin(dana, [elena], 'New');
    expect(await drafts(dana)).toEqual([]);
  });

  test('that is sent from another page at the same time is not found, and nothing more is on record', async () => {
    const { body: draft } = await keep(dana, { body: 'Hello' });
    const answers = await whileHeld<{ status: number }>(
      server,
      [['delete from cairn.message_draft where id = $1', [draft.id]]],
      () => server.call('saveDraft', { ...at(draft), body: { body: 'Hello again' } }, dana.as),
      () => server.call('deleteDraft', at(draft), dana.as),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(await drafts(dana)).toEqual([]);
  });

  test('of a loan that is no longer one’s own is out of sight', async () => {
    const { body: draft } = await keep(elena, { body: 'Hello lender' });
    await server.owner.query('delete from cairn.loan_role where account_id = $1', [idOf(elena)]);
    const reply = await server.call('listDrafts', { params: { loanId: loan.id } }, elena.as);
    expect(reply.status).toBe(404);
    expect((await server.call('deleteDraft', at(draft), elena.as)).status).toBe(404);
  });
});
