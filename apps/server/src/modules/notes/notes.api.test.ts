/** The lender's internal notes about a loan and its documents. */
import type { Note } from '@cairn/contract';
import {
  emailsTo,
  everythingStored,
  startTestServer,
  startTestWorker,
  until,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let worker: { stop(): Promise<void> };
let company: Company;

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
  company = await server.given.company({ name: 'Northgate Bank' });
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

interface Session {
  account: Account;
  token: string;
}
interface House {
  loan: Loan;
  dana: Session;
  marcus: Session;
  elena: Session;
}
async function house(): Promise<House> {
  const { given } = server;
  const loan = await given.loan(await given.phase(company), { name: 'Larkspur Bakery' });
  const logIn = async (account: Account, roleLevel: 'LENDER' | 'BORROWER'): Promise<Session> => ({
    account,
    token: await given.session(
      account,
      roleLevel === 'LENDER' ? { roleLevel, company } : { roleLevel },
    ),
  });
  const dana = await given.employee(company, { givenName: 'Dana', familyName: 'Whitfield' });
  const marcus = await given.employee(company, { givenName: 'Marcus', familyName: 'Oyelaran' });
  const elena = await given.account({ givenName: 'Elena', familyName: 'Marsh' });
  await given.role(loan, dana, 'LENDER');
  await given.role(loan, marcus, 'LENDER');
  await given.role(loan, elena, 'LEAD_BORROWER');
  return {
    loan,
    dana: await logIn(dana, 'LENDER'),
    marcus: await logIn(marcus, 'LENDER'),
    elena: await logIn(elena, 'BORROWER'),
  };
}

const write = async (
  { loan }: House,
  by: Session,
  body: { text: string } & Record<string, unknown>,
): Promise<Note> => {
  const answer = await server.call('createNote', { body: { loanId: loan.id, ...body } }, by);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const listNotes = async ({ loan }: House, by: Session, query = {}) =>
  (await server.call('listNotes', { params: { loanId: loan.id }, query }, by)).body;

describe('notes', () => {
  test('a note has an id, the loan’s id, its author, read or unread, and a status [R135]', async () => {
    const here = await house();
    const { id } = await write(here, here.dana, { text: 'Ask for the landlord’s waiver' });
    const { notes } = await listNotes(here, here.marcus);
    expect(notes).toMatchObject([
      {
        id,
        loanId: here.loan.id,
        author: { id: here.dana.account.id, givenName: 'Dana' },
        text: 'Ask for the landlord’s waiver',
        read: false,
        status: 'NONE',
        abilities: { edit: false, delete: false },
      },
    ]);
    const own = await listNotes(here, here.dana);
    expect(own.notes[0]).toMatchObject({ read: true, abilities: { edit: true, delete: true } });
  });

  test('a reader marks a note read and unread for themselves alone, and gives it a status [R136]', async () => {
    const here = await house();
    const { id } = await write(here, here.dana, { text: 'Rate lock ends Friday' });
    const params = { id };
    expect((await server.call('markNoteRead', { params }, here.marcus)).body.read).toBe(true);
    expect((await server.call('markNoteUnread', { params }, here.marcus)).body.read).toBe(false);
    expect((await listNotes(here, here.dana)).notes[0]!.read).toBe(true);

    for (const status of ['OPEN', 'DONE', 'NONE'] as const) {
      const { body } = await server.call('setNoteStatus', { params: { id, status } }, here.marcus);
      expect(body.status).toBe(status);
    }
  });

  test('open notes are counted and can be listed alone, by document too', async () => {
    const here = await house();
    const element = await server.given.element(here.loan, { title: 'Commercial lease' });
    const about = { elementId: element.id, page: 3, status: 'OPEN' };
    const lease = await write(here, here.dana, { text: 'Is the option assignable?', ...about });
    await write(here, here.dana, { text: 'A remark' });
    const open = await listNotes(here, here.marcus, { status: 'OPEN' });
    expect(open.notes.map(({ id }) => id)).toEqual([lease.id]);
    expect(open.notes[0]).toMatchObject({
      element: { id: element.id, title: 'Commercial lease' },
      page: 3,
    });
    expect(open.counts).toEqual({ all: 2, open: 1, done: 0 });
    const onLease = await listNotes(here, here.marcus, { elementId: element.id });
    expect(onLease.counts).toEqual({ all: 1, open: 1, done: 0 });
  });

  test('replies come with their note, oldest first', async () => {
    const here = await house();
    const head = await write(here, here.dana, { text: 'Who drafts the waiver?' });
    const first = await write(here, here.marcus, { text: 'I do', replyToId: head.id });
    const second = await write(here, here.dana, { text: 'Thanks', replyToId: head.id });
    const { notes, counts } = await listNotes(here, here.dana);
    expect(notes.map(({ id }) => id)).toEqual([head.id, first.id, second.id]);
    expect(counts.all).toBe(1);
    const again = { loanId: here.loan.id, text: 'No depth', replyToId: first.id };
    expect((await server.call('createNote', { body: again }, here.dana)).status).toBe(404);
  });

  test('pages go on where the one before ended', async () => {
    const here = await house();
    for (let number = 1; number <= 52; number += 1) {
      await write(here, here.dana, { text: `Note ${number}` });
    }
    const first = await listNotes(here, here.dana);
    expect(first.notes).toHaveLength(50);
    const second = await listNotes(here, here.dana, { cursor: first.nextCursor });
    expect(second.notes.map(({ text }) => text)).toEqual(['Note 2', 'Note 1']);
    expect(second.nextCursor).toBeNull();
  });

  test('only the author edits; others’ replies keep a note from being deleted', async () => {
    const here = await house();
    const note = await write(here, here.dana, { text: 'First' });
    const params = { id: note.id };
    const edit = { params, body: { text: 'Second' } };
    expect((await server.call('editNote', edit, here.marcus)).status).toBe(403);
    expect((await server.call('editNote', edit, here.dana)).body).toMatchObject({
      text: 'Second',
      editedDate: expect.any(String),
    });
    await write(here, here.marcus, { text: 'Noted', replyToId: note.id });
    expect((await server.call('deleteNote', { params }, here.marcus)).status).toBe(403);
    const refused = await server.call('deleteNote', { params }, here.dana);
    expect(refused.body).toMatchObject({ code: 'NOTE_HAS_REPLIES' });
  });

  test('a document of another loan, or none, takes no note', async () => {
    const [first, second] = [await house(), await house()];
    const element = await server.given.element(second.loan, { title: 'Lease' });
    const body = { loanId: first.loan.id, text: 'Wrong place', elementId: element.id };
    expect((await server.call('createNote', { body }, first.dana)).status).toBe(404);
  });
});

describe('mentions', () => {
  test('fill the bell and send an email that does not repeat the note', async () => {
    const here = await house();
    const text = 'CANARY-MENTION is the option assignable?';
    const note = await write(here, here.dana, {
      text,
      userIds: [here.marcus.account.id],
    });
    expect(note.mentions).toMatchObject([{ id: here.marcus.account.id }]);
    const bell = await until(async () => {
      const { body } = await server.call('listNotifications', { query: {} }, here.marcus);
      return body.notifications.find(({ kind }) => kind === 'NOTE');
    });
    expect(bell).toMatchObject({ noteId: note.id, createdByUser: { givenName: 'Dana' } });
    const tab = await server.call(
      'listNotifications',
      { query: { show: 'mentions' } },
      here.marcus,
    );
    expect(tab.body.notifications.map(({ noteId }) => noteId)).toEqual([note.id]);
    const [email] = await until(async () => {
      const emails = await emailsTo(here.marcus.account.emailAddress);
      return emails.length > 0 ? emails : undefined;
    });
    expect(email!.subject).toBe(
      'Dana Whitfield mentioned you in a note about Larkspur Bakery: Northgate Bank',
    );
    expect(JSON.stringify(email)).not.toContain('CANARY-MENTION');
    expect(JSON.stringify(email)).toContain(`?notes=${note.id}`);
  });

  test('reach members of the lender’s team alone', async () => {
    const here = await house();
    const note = await write(here, here.dana, { text: 'For colleagues' });
    const body = { userIds: [here.elena.account.id] };
    const refused = await server.call('notifyOfNote', { params: { id: note.id }, body }, here.dana);
    expect(refused.status).toBe(400);
    expect((await listNotes(here, here.dana)).team.map(({ id }) => id)).not.toContain(
      here.elena.account.id,
    );
  });
});

test('a loan carries notes, and no borrower sees one of them', async () => {
  const here = await house();
  const element = await server.given.element(here.loan, { title: 'Lease' });
  const text = 'CANARY-OF-A-NOTE';
  const note = await write(here, here.dana, { text, elementId: element.id });
  const { status } = await server.call(
    'listNotes',
    { params: { loanId: here.loan.id } },
    here.elena,
  );
  expect(status).toBe(403);
  const answers = await Promise.all([
    server.call('getLoan', { params: { id: here.loan.id } }, here.elena),
    server.call('listLoanActivity', { params: { id: here.loan.id }, query: {} }, here.elena),
    server.call('listNotifications', { query: {} }, here.elena),
  ]);
  expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/CANARY-OF-A-NOTE|note\./);
  // The text is only in the note's own row, not in the audit log.
  const storedLines = (await everythingStored(server)).split('\n');
  expect(storedLines.filter((line) => line.includes(text))).toHaveLength(1);
  expect(note.text).toBe(text);
});

test('in the trash, a document takes its notes and the replies to them out of sight', async () => {
  const here = await house();
  const document = await server.given.element(here.loan);
  const head = await write(here, here.dana, { text: 'Wrong year', elementId: document.id });
  const reply = await write(here, here.marcus, { text: 'Asked again', replyToId: head.id });
  await server.owner.query('update cairn.element set deleted_at = now() where id = $1', [
    document.id,
  ]);
  for (const { id } of [head, reply]) {
    expect((await server.call('markNoteRead', { params: { id } }, here.dana)).status).toBe(404);
  }
});
