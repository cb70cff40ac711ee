import { randomUUID } from 'node:crypto';
import {
  emailTo,
  emailsTo,
  startTestServer,
  startTestWorker,
  until,
  type Account,
  type Answer,
  type Company,
  type TestServer,
} from '@cairn/testing';
import { FIRST_PASSWORD, invitationSteps, type Link } from '@cairn/testing/invitation-steps';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inviteToLoan } from './index.ts';
import { tokenOf } from './link.ts';

let server: TestServer;
let worker: { stop(): Promise<void> };
let company: Company;
let owner: Account;
let asOwner: { token: string };

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
  company = await server.given.company({ name: 'Northgate <Bank>' });
  owner = await server.given.employee(company, { level: 'OWNER', givenName: 'Dana' });
  asOwner = { token: await server.given.session(owner, { roleLevel: 'LENDER', company }) };
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

const { accept, linkOf, validate } = invitationSteps(() => server, tokenOf);
const newAddress = (): string => `${randomUUID()}@example.com`;
const invite = (emailAddress: string, over: object = {}) =>
  server.call(
    'addUser',
    { body: { givenName: 'Ada', familyName: 'Moss', emailAddress, ...over } },
    asOwner,
  );

async function linkTo(address: string, nth = 1): Promise<Link> {
  const email = await until(async () => (await emailsTo(address))[nth - 1]);
  const [href] = /https?:\/\/\S+loan-role-verification\S+/.exec(email.text) ?? [];
  const { searchParams, hash } = new URL(href!);
  return { id: searchParams.get('id')!, token: hash.slice('#token='.length) };
}
const sessionIn = (reply: Answer): string =>
  /cairn-session=([\w-]+)/.exec([reply.headers['set-cookie']].flat().join())![1]!;
const after = (id: string, change: string) =>
  server.owner.query(`update cairn.invitation set ${change} where id = $1`, [id]);
const code = ({ body }: Answer): string => (body as { code: string }).code;

/** All rows of all tables, to check that a GET changes nothing. */
async function everything(): Promise<string> {
  const { rows } = await server.owner.query<{ all: string }>(`
    select string_agg(md5(query_to_xml('select * from cairn.' || relname, true, true, '')::text), ' '
      order by relname) as all
    from pg_class where relnamespace = 'cairn'::regnamespace and relkind = 'r'
      and relname not in ('event', 'sent_mail', 'outbound_message', 'call_count')`);
  return rows[0]!.all;
}

describe('an invitation to work for a company', () => {
  test('comes by mail in the company’s name; a first password makes the account and logs in', async () => {
    const address = newAddress();
    const invited = await invite(address, { level: 'OWNER' });
    expect(invited.body).toMatchObject({ status: 'INVITED', emailAddress: address });
    const email = await emailTo(address);
    expect(email.from[0]!.name).toBe('Northgate <Bank>');
    expect(email.subject).toBe('You have been invited: Northgate <Bank>');
    expect(email.text).toContain('Ada, Dana');
    expect(email.html).toContain('Northgate &lt;Bank&gt;');

    const link = await linkTo(address);
    const reply = await validate(link);
    expect(reply.body).toMatchObject({
      state: 'OPEN',
      kind: 'EMPLOYEE',
      level: 'OWNER',
      emailAddress: address,
      hasPassword: false,
      company: { id: company.id },
    });
    const acceptReply = await accept(link, { givenName: 'Adeline' });
    expect(acceptReply.status).toBe(200);
    expect(acceptReply.body.user).toMatchObject({
      emailAddress: address,
      givenName: 'Adeline',
      roleLevel: 'LENDER',
      company: { id: company.id, name: 'Northgate <Bank>' },
    });
    const list = await server.call(
      'listEmployees',
      { params: { companyId: company.id } },
      { token: sessionIn(acceptReply) },
    );
    expect(list.body.abilities.add).toBe(true);
    const line = list.body.employees.find(({ emailAddress }) => emailAddress === address);
    expect(line).toMatchObject({ status: 'ACTIVE', level: 'OWNER', givenName: 'Adeline' });
    expect(line!.lastSeenAt).not.toBeNull();
    expect((await validate(link)).body).toMatchObject({ state: 'ACCEPTED', hasPassword: true });
  });

  test('is not changed by opening its link, also ten times', async () => {
    const address = newAddress();
    await invite(address);
    const link = await linkTo(address);
    // The delivery is recorded before the email can be read.
    await until(async () => (await server.owner.query('select from cairn.sent_mail')).rowCount);
    const before = await everything();
    const page = await server.app.inject({
      method: 'GET',
      url: `/auth/loan-role-verification?${new URLSearchParams({ ...link }).toString()}`,
    });
    expect(page.statusCode).toBeLessThan(500);
    expect((await server.call('openInvitation', { body: link })).body).toEqual(
      (await validate(link)).body,
    );
    for (let count = 0; count < 10; count += 1) expect((await validate(link)).status).toBe(200);
    const visitor = await server.given.account({ emailAddress: address });
    const token = await server.given.session(visitor, { roleLevel: 'BORROWER' });
    const between = await everything();
    expect(between).not.toBe(before);
    await server.call('getAction', { query: { id: link.id } }, { token });
    await server.call('listPendingInvites', {}, { token });
    expect(await everything()).toBe(between);
    expect((await validate(link)).body.state).toBe('OPEN');
  });

  test('counts once, also when two press at the same time', async () => {
    const address = newAddress();
    await invite(address);
    const link = await linkTo(address);
    const answers = await Promise.all(Array.from({ length: 4 }, () => accept(link)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409,
    ]);
    const late = await accept(link, { password: 'granite under the north path' });
    expect(code(late)).toBe('INVITATION_OVER');
    const login = (password: string) =>
      server.call('login', { body: { username: address, password } });
    expect((await login(FIRST_PASSWORD)).status).toBe(200);
  });

  test('cannot be tampered with: each change of the link answers like no invitation at all', async () => {
    const mine = await server.given.invitation(company, owner);
    const other = await server.given.invitation(company, owner);
    const good = linkOf(mine);
    const last = good.token.at(-1) === 'A' ? 'B' : 'A';
    const missing = await validate({ id: randomUUID(), token: good.token });
    expect(missing.status).toBe(404);
    for (const link of [
      { ...good, token: good.token.slice(0, -1) + last },
      { ...good, token: linkOf(other).token },
      { ...good, token: `${randomUUID()}.${good.token.split('.')[1]}` },
      { ...good, token: 'x' },
      { id: other.id, token: good.token },
    ]) {
      const reply = await validate(link);
      expect([reply.status, reply.text]).toEqual([404, missing.text]);
      expect((await accept(link)).text).toBe(missing.text);
      const { text } = await server.call('declineInvitation', { body: link });
      expect(text).toBe(missing.text);
    }
    expect((await validate(good)).body.state).toBe('OPEN');
  });

  test('is over after seven days', async () => {
    const invitation = await server.given.invitation(company, owner, {
      expiresAt: new Date(Date.now() - 1000),
    });
    expect((await validate(linkOf(invitation))).body.state).toBe('EXPIRED');
    expect(code(await accept(linkOf(invitation)))).toBe('INVITATION_OVER');
    const { rows } = await server.owner.query(
      `select extract(day from expires_at - sent_at)::int as days from cairn.invitation
       where email_address = $1`,
      [(await invite(newAddress())).body.emailAddress],
    );
    expect(rows).toEqual([{ days: 7 }]);
  });

  test('is over when a newer one was sent, which is good again', async () => {
    const address = newAddress();
    const { body } = await invite(address);
    const first = await linkTo(address);
    const again = () =>
      server.call('resendInvitation', { params: { id: body.id }, body: {} }, asOwner);
    expect(code(await again())).toBe('SENT_RECENTLY');
    await after(body.id, `sent_at = sent_at - interval '1 minute'`);
    expect((await again()).status).toBe(200);
    const second = await linkTo(address, 2);
    expect((await validate(first)).body.state).toBe('REPLACED');
    expect(code(await accept(first))).toBe('INVITATION_OVER');
    expect((await validate(second)).body.state).toBe('OPEN');
    expect((await accept(second)).status).toBe(200);
    expect((await again()).status).toBe(404);
  });

  test('is over when it was taken back', async () => {
    const address = newAddress();
    const { body } = await invite(address);
    const link = await linkTo(address);
    const removed = await server.call('removeUser', { params: { id: body.id } }, asOwner);
    expect(removed.body).toEqual({ success: true });
    expect((await validate(link)).body.state).toBe('REMOVED');
    expect(code(await accept(link))).toBe('INVITATION_OVER');
    expect((await server.call('removeUser', { params: { id: body.id } }, asOwner)).status).toBe(
      404,
    );
    expect((await invite(address)).status).toBe(200);
  });

  test('can be declined without an account, and the company sees it', async () => {
    const invitation = await server.given.invitation(company, owner);
    const link = linkOf(invitation);
    const declined = await server.call('declineInvitation', { body: link });
    expect(declined.body).toEqual({ success: true });
    expect(code(await accept(link))).toBe('INVITATION_OVER');
    const { body } = await server.call(
      'listEmployees',
      { params: { companyId: company.id } },
      asOwner,
    );
    expect(body.employees.find(({ id }) => id === invitation.id)).toMatchObject({
      status: 'INVITED',
      invitation: { state: 'DECLINED' },
      abilities: { resend: true },
    });
  });

  test('asks for a password that is neither short, common nor personal', async () => {
    const link = linkOf(await server.given.invitation(company, owner));
    const why = async (password: string) => {
      const { body } = await accept(link, { password });
      return (body as { fieldErrors?: Record<string, string> }).fieldErrors?.['password'];
    };
    expect(await why('short one')).toBe('Use at least 12 characters');
    expect(await why('Password2024!')).toMatch(/password is too easy to guess/);
    expect(await why('ada-moss-2026')).toMatch(/Leave out your name/);
    expect(await why('northgateBANK1')).toMatch(/Leave out your name/);
    expect((await validate(link)).body.state).toBe('OPEN');
  });
});

describe('an invitation to a loan', () => {
  test('gives a person one role on one loan, which is then their borrower’s role [R106] [R107] [R112]', async () => {
    const loan = await server.given.loan(await server.given.phase(company), {
      name: 'Larkspur Bakery LLC',
    });
    const address = newAddress();
    const asking = {
      companyId: company.id,
      invitedBy: owner.id,
      loanId: loan.id,
      role: 'LEAD_BORROWER' as const,
      person: { givenName: 'Elena', familyName: 'Marsh', emailAddress: address },
    };
    await server.db.write({ kind: 'company', companyId: company.id }, (tx) =>
      inviteToLoan(tx, asking),
    );
    expect((await emailTo(address)).text).toContain('the loan “Larkspur Bakery LLC”');
    const link = await linkTo(address);
    expect((await validate(link)).body).toMatchObject({
      kind: 'LOAN_ROLE',
      role: 'LEAD_BORROWER',
      loan: { id: loan.id, name: 'Larkspur Bakery LLC' },
    });
    const acceptReply = await accept(link);
    expect(acceptReply.body.user).toMatchObject({ roleLevel: 'BORROWER', company: null });
    const { rows } = await server.owner.query(
      'select loan_id, account_id, role from cairn.loan_role where account_id = $1',
      [acceptReply.body.user.id],
    );
    expect(rows).toEqual([
      { loan_id: loan.id, account_id: acceptReply.body.user.id, role: 'LEAD_BORROWER' },
    ]);
    const list = await server.call('viewLoans', {}, { token: sessionIn(acceptReply) });
    expect(list.body.loans.map(({ id }) => id)).toEqual([loan.id]);
    // Their open pages refetch the list of loans.
    const { rows: events } = await server.owner.query<{ changes: string[] }>(
      `select changes from cairn.event where account_id = $1 and kind = 'person.joined'`,
      [acceptReply.body.user.id],
    );
    expect(events[0]!.changes).toContain('loanList');
  });
});

test('neither a link’s token nor an address is in a log line, an event or the history', async () => {
  const address = newAddress();
  const { body } = await invite(address);
  const link = await linkTo(address);
  await validate(link);
  await accept(link);
  const signature = link.token.split('.')[1]!;
  const logged = server.logged.join('\n');
  const { rows } = await server.owner.query<{ text: string }>(
    `select coalesce(input::text, '') || kind as text from cairn.event
     union all select detail::text from cairn.audit_entry`,
  );
  for (const text of [logged, ...rows.map((row) => row.text)]) {
    expect(text).not.toContain(signature);
    expect(text).not.toContain(address);
  }
  expect(JSON.stringify(rows)).toContain(body.id);
});
