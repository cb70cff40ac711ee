/** A company's own plain texts for messages: employees read them, owners change them. */
import { MAX_SAVED_REPLIES, SAVED_REPLY_MAX } from '@cairn/contract';
import { startTestServer, whileHeld, type Company, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let owner: string;
let employee: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  company = await server.given.company();
  ({ token: owner } = await server.given.colleague(company, 'OWNER'));
  ({ token: employee } = await server.given.colleague(company));
});

const list = (token: string, companyId = company.id) =>
  server.call('listSavedReplies', { params: { companyId } }, { token });
const create = (body: { title: string; body: string }, token = owner) =>
  server.call('createSavedReply', { params: { companyId: company.id }, body }, { token });
const change = (id: string, body: { title: string; body: string }, token = owner) =>
  server.call('updateSavedReply', { params: { companyId: company.id, id }, body }, { token });
const remove = (id: string, token = owner) =>
  server.call('deleteSavedReply', { params: { companyId: company.id, id } }, { token });
const REPLY = { title: 'Page missing', body: 'One page did not come through.' };

test('an owner writes saved replies, employees read them, and each change is on record without the text', async () => {
  const { body: reply } = await create(REPLY);
  await create({ title: 'after closing', body: 'Thank you for choosing us.' });
  expect((await list(employee)).body).toEqual({
    replies: [expect.objectContaining({ title: 'after closing' }), reply],
    abilities: { edit: false },
  });
  expect((await list(owner)).body.abilities).toEqual({ edit: true });
  const statuses = [
    (await create(REPLY, employee)).status,
    (await change(reply.id, REPLY, employee)).status,
    (await remove(reply.id, employee)).status,
  ];
  expect(statuses).toEqual([403, 403, 403]);

  const changed = await change(reply.id, { title: 'Page missing', body: 'A page is missing.' });
  expect(changed.body).toEqual({ ...reply, body: 'A page is missing.' });
  expect((await remove(reply.id)).status).toBe(200);
  expect((await remove(reply.id)).status).toBe(404);
  expect((await list(owner)).body.replies.map(({ title }) => title)).toEqual(['after closing']);

  const { rows } = await server.owner.query<{ kind: string; detail: object }>(
    `select kind, detail from cairn.audit_entry where company_id = $1 and kind like 'savedReply.%'
     order by position`,
    [company.id],
  );
  expect(rows.map(({ kind }) => kind)).toEqual([
    'savedReply.created',
    'savedReply.created',
    'savedReply.changed',
    'savedReply.deleted',
  ]);
  expect(JSON.stringify(rows)).toContain('Page missing');
  expect(JSON.stringify(rows)).not.toContain('is missing.');
  const events = await server.owner.query<{ staff_only: boolean }>(
    `select staff_only from cairn.event where company_id = $1 and 'savedReply' = any(changes)`,
    [company.id],
  );
  expect(events.rows).toEqual(Array.from({ length: 4 }, () => ({ staff_only: true })));
});

test('a reply that another owner deletes at the same time is not found, and nothing more is on record', async () => {
  const { body: reply } = await create(REPLY);
  const answers = await whileHeld<{ status: number }>(
    server,
    [['delete from cairn.saved_reply where id = $1', [reply.id]]],
    () => change(reply.id, REPLY),
    () => remove(reply.id),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  const { rows } = await server.owner.query(
    `select kind from cairn.audit_entry where company_id = $1 and kind like 'savedReply.%'`,
    [company.id],
  );
  expect(rows).toEqual([{ kind: 'savedReply.created' }]);
});

test('another company sees no saved reply and reaches none by its own path, nor do borrowers', async () => {
  const { body: reply } = await create(REPLY);
  const other = await server.given.company();
  const { token: rival } = await server.given.colleague(other, 'OWNER');
  expect((await list(rival)).status).toBe(404);
  expect((await list(rival, other.id)).body.replies).toEqual([]);
  const theirs = { params: { companyId: other.id, id: reply.id } };
  const stolen = await server.call(
    'updateSavedReply',
    { ...theirs, body: REPLY },
    { token: rival },
  );
  expect(stolen.status).toBe(404);
  expect((await server.call('deleteSavedReply', theirs, { token: rival })).status).toBe(404);
  expect((await list(owner)).body.replies).toEqual([reply]);

  const loan = await server.given.loan(await server.given.phase(company));
  const { token: borrower } = await server.given.borrower(loan, 'LEAD_BORROWER');
  expect((await list(borrower)).status).toBe(403);
});

test('a saved reply stays the text that it is: no markup, trimmed, short, with a title of one line', async () => {
  const hostile = '<img src=x onerror=alert(1)>\r\n- [a](javascript:alert(1))';
  const { body: reply } = await create({ title: ' <b>Hi</b> ', body: `  ${hostile}\n\n` });
  expect(reply).toMatchObject({ title: '<b>Hi</b>', body: hostile.replace('\r\n', '\n') });

  // A text that is inserted into a message is escaped where the message becomes HTML.
  const loan = await server.given.loan(await server.given.phase(company));
  const { account } = await server.given.borrower(loan, 'LEAD_BORROWER');
  const message = { loanId: loan.id, userIds: [account.id], body: reply.body };
  const { body: sentMessage } = await server.call(
    'sendMessage',
    { body: message },
    { token: owner },
  );
  const html = await server.call(
    'getOriginatorHtml',
    { params: { id: sentMessage.id } },
    { token: owner },
  );
  expect(html.body.htmlContent).toContain('&lt;img src=x');
  expect(html.body.htmlContent).not.toMatch(/<img|href="javascript/);

  const refused = async (over: Partial<typeof REPLY>) =>
    (await create({ ...REPLY, ...over })).status;
  expect(await refused({ title: 'Two\nlines' })).toBe(400);
  expect(await refused({ title: 'x'.repeat(101) })).toBe(400);
  expect(await refused({ body: ' \n ' })).toBe(400);
  expect(await refused({ body: 'x'.repeat(SAVED_REPLY_MAX + 1) })).toBe(400);
});

test('a company keeps a limited number of saved replies, also when two are added at once', async () => {
  await server.owner.query(
    `insert into cairn.saved_reply (company_id, id, title, body, modified_by)
     select $1, gen_random_uuid(), 'Reply ' || n, 'Text',
       (select account_id from cairn.employee where company_id = $1 limit 1)
     from generate_series(1, $2::int) n`,
    [company.id, MAX_SAVED_REPLIES - 1],
  );
  const added = await Promise.all([create(REPLY), create(REPLY)]);
  expect(added.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
  const refused = added.find(({ status }) => status === 409)!;
  expect(refused.body).toMatchObject({ code: 'TOO_MANY_SAVED_REPLIES' });
  expect((await list(owner)).body.replies).toHaveLength(MAX_SAVED_REPLIES);
});
