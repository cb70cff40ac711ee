import {
  correspondence,
  startTestServer,
  type Correspondence,
  type Correspondent,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let server: TestServer;
let scene: Correspondence;
let dana: Correspondent;
let elena: Correspondent;
let jonas: Correspondent;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  scene = await correspondence(server);
  ({ dana, elena, jonas } = scene);
});

const upload = (by: Correspondent, name = 'Survey.pdf', state = 'CLEAN') =>
  server.given.document(scene.loan, by.account, { name, state });
const sendWith = (by: Correspondent, to: Correspondent[], documentIds: string[]) =>
  server.call(
    'sendMessage',
    {
      body: {
        loanId: scene.loan.id,
        userIds: to.map(({ account }) => account.id),
        body: 'Please see the file',
        documentIds,
      },
    },
    by.as,
  );
const filesSeenBy = async (reader: Correspondent, threadId: string): Promise<string[]> => {
  const { body, status } = await server.call(
    'listThreadMessages',
    { params: { id: threadId } },
    reader.as,
  );
  expect(status).toBe(200);
  return body.messages.flatMap(({ attachments }) => attachments.map(({ name }) => name));
};
const open = async (reader: Correspondent, id: string): Promise<number> =>
  (await server.call('getDocumentWithDownloadUrl', { params: { id } }, reader.as)).status;

describe('a file that was uploaded for a message', () => {
  test('is seen and opened by the members of the conversation, and by no other borrower', async () => {
    const { id } = await upload(dana);
    expect(await open(elena, id)).toBe(404);
    const { body: message } = await sendWith(dana, [elena], [id]);
    expect(message.attachments).toEqual([
      { id, name: 'Survey.pdf', size: 1000, virusScanState: 'CLEAN', scanReason: null },
    ]);
    expect(await filesSeenBy(elena, message.messageThread.id)).toEqual(['Survey.pdf']);
    expect(await open(elena, id)).toBe(200);
    expect(await open(jonas, id)).toBe(404);
    expect(await open(scene.stranger, id)).toBe(404);
  });

  test('is closed to a reader who leaves the loan, and stays for the others', async () => {
    const { id } = await upload(elena);
    const { body: message } = await sendWith(elena, [dana, jonas], [id]);
    await server.owner.query('delete from cairn.loan_role where account_id = $1', [
      jonas.account.id,
    ]);
    expect(await open(jonas, id)).toBe(404);
    await server.owner.query('delete from cairn.loan_role where account_id = $1', [
      elena.account.id,
    ]);
    expect(await filesSeenBy(dana, message.messageThread.id)).toEqual(['Survey.pdf']);
    expect(await open(elena, id)).toBe(404);
  });

  test('stays what was sent: a reader files it and cannot save other bytes over it, nor purge it', async () => {
    const { id } = await upload(dana);
    const { body: message } = await sendWith(dana, [elena, jonas], [id]);
    const request = await server.given.element(scene.loan);
    const filed = await server.call(
      'answerElement',
      { body: { elementId: request.id, loanId: scene.loan.id, documentId: id } },
      elena.as,
    );
    expect(filed.status).toBe(200);
    for (const reader of [elena, dana]) {
      const { body } = await server.call(
        'getDocumentWithDownloadUrl',
        { params: { id } },
        reader.as,
      );
      expect(body.abilities.save).toBe(false);
      const saved = await server.call(
        'saveDocument',
        { params: { id }, body: { key: 'incoming/other', size: 1000, version: 1 } },
        reader.as,
      );
      expect(saved.status).toBe(403);
    }
    const reset = await server.call(
      'resetAnswer',
      { params: { id: request.id }, body: {} },
      dana.as,
    );
    expect(reset.status).toBe(200);
    const owner = await server.given.colleague(scene.company, 'OWNER');
    const purged = await server.call(
      'purgeAnswer',
      { query: { elementId: request.id, documentId: id }, body: {} },
      owner,
    );
    expect(purged.status).toBe(200);
    expect(await filesSeenBy(jonas, message.messageThread.id)).toEqual(['Survey.pdf']);
    expect(await open(jonas, id)).toBe(200);
  });

  test('is gone with the message, unless another message has it', async () => {
    const { id } = await upload(dana);
    const { body: first } = await sendWith(dana, [elena], [id]);
    const { body: second } = await sendWith(dana, [jonas], [id]);
    await server.call('deleteMessage', { params: { id: first.id } }, dana.as);
    expect(await open(elena, id)).toBe(404);
    expect(await open(jonas, id)).toBe(200);
    await server.call('deleteMessage', { params: { id: second.id } }, dana.as);
    expect(await open(dana, id)).toBe(404);
  });

  test('is sent while it is being scanned and not once it was blocked', async () => {
    const pending = await upload(dana, 'Plan.pdf', 'PENDING');
    const { body } = await sendWith(dana, [elena], [pending.id]);
    expect(body.attachments).toMatchObject([{ virusScanState: 'PENDING' }]);
    const infected = await upload(dana, 'Bad.pdf', 'INFECTED');
    const refused = await sendWith(dana, [elena], [infected.id]);
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('FILE_NOT_CLEAN'),
    ]);
  });
});

describe('a file from the package', () => {
  const answer = async (by: Correspondent, over: { hidden?: boolean } = {}) => {
    const element = await server.given.element(scene.loan, { title: 'Lease' });
    const { id } = await upload(by, 'Lease.pdf');
    await server.owner.query(
      'update cairn.element set answer_document_id = $2, kept = $3 where id = $1',
      [element.id, id, over.hidden ?? false],
    );
    return { id, elementId: element.id };
  };

  test('is named to readers who see its request, and to no one else', async () => {
    const visible = await answer(dana);
    const hidden = await answer(dana, { hidden: true });
    const { body: message } = await sendWith(dana, [elena], [visible.id, hidden.id]);
    expect(message.attachments).toHaveLength(2);
    expect(await filesSeenBy(elena, message.messageThread.id)).toEqual(['Lease.pdf']);
    expect(await open(elena, hidden.id)).toBe(404);
    const { text } = await server.call('listMessages', {}, elena.as);
    expect(text).not.toContain(hidden.id);
    // Hidden later: the message gives no access to it.
    await server.owner.query('update cairn.element set kept = true where id = $1', [
      visible.elementId,
    ]);
    expect(await filesSeenBy(elena, message.messageThread.id)).toEqual([]);
    expect(await open(elena, visible.id)).toBe(404);
  });

  test('outlives the message', async () => {
    const { id } = await answer(dana);
    const { body: message } = await sendWith(dana, [elena], [id]);
    await server.call('deleteMessage', { params: { id: message.id } }, dana.as);
    expect(await open(dana, id)).toBe(200);
  });
});

test('files that the author does not see, or of another loan, cannot be attached', async () => {
  const ofDana = await upload(dana);
  expect((await sendWith(elena, [dana], [ofDana.id])).status).toBe(404);
  const { given } = server;
  const other = await given.loan(await given.phase(scene.company));
  const elsewhere = await given.document(other, dana.account);
  expect((await sendWith(dana, [elena], [elsewhere.id])).status).toBe(404);
});

test('a message carries at most ten files, each once', async () => {
  const { id } = await upload(dana);
  expect((await sendWith(dana, [elena], [id, id])).status).toBe(400);
  const many = Array.from({ length: 11 }, () => crypto.randomUUID());
  expect((await sendWith(dana, [elena], many)).status).toBe(400);
});

test('a file that someone else uploaded is named, and opened to no one by it', async () => {
  const { id } = await upload(elena);
  const { body: message } = await sendWith(dana, [elena], [id]);
  const { rows } = await server.owner.query<{ shared: boolean }>(
    'select shared from cairn.message_attachment where message_id = $1',
    [message.id],
  );
  expect(rows).toEqual([{ shared: false }]);
  expect(await open(jonas, id)).toBe(404);
});

test('a draft keeps the files that its author may attach, until it is sent', async () => {
  const { id } = await upload(elena);
  const foreign = await upload(dana);
  const { body: draft } = await server.call(
    'createDraft',
    { body: { loanId: scene.loan.id, body: 'Here', documentIds: [foreign.id, id] } },
    elena.as,
  );
  expect(draft.attachments).toMatchObject([{ id, name: 'Survey.pdf' }]);
  const saved = await server.call(
    'saveDraft',
    { params: { id: draft.id }, body: { body: 'Here', documentIds: [] } },
    elena.as,
  );
  expect(saved.body.attachments).toEqual([]);
});
