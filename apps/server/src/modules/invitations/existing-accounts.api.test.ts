import { randomUUID } from 'node:crypto';
import {
  startTestServer,
  type Account,
  type Answer,
  type Company,
  type TestServer,
} from '@cairn/testing';
import { FIRST_PASSWORD, invitationSteps } from '@cairn/testing/invitation-steps';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokenOf } from './link.ts';

let server: TestServer;
let company: Company;
let owner: Account;
let asOwner: { token: string };

beforeAll(async () => {
  server = await startTestServer();
  company = await server.given.company({ name: 'Northgate <Bank>' });
  owner = await server.given.employee(company, { level: 'OWNER', givenName: 'Dana' });
  asOwner = { token: await server.given.session(owner, { roleLevel: 'LENDER', company }) };
});
afterAll(() => server.stop());

const { accept, answer, employeesOf, linkOf, validate } = invitationSteps(() => server, tokenOf);
const code = ({ body }: Answer): string => (body as { code: string }).code;

describe('an invited person who already has an account', () => {
  async function newcomer(password?: string) {
    const account = await server.given.account(password ? { password } : {});
    const token = await server.given.session(account, { roleLevel: 'BORROWER' });
    return { account, token };
  }

  test('accepts after logging in and has one role more [R113]', async () => {
    const { account, token } = await newcomer(FIRST_PASSWORD);
    const invitation = await server.given.invitation(company, owner, {
      emailAddress: account.emailAddress.toUpperCase(),
    });
    const pending = await server.call('listPendingInvites', {}, { token });
    expect(pending.body.invites).toMatchObject([
      {
        id: invitation.id,
        company: { name: 'Northgate <Bank>' },
        invitedBy: expect.stringMatching(/^Dana/),
      },
    ]);
    const reply = await server.call('getAction', { query: { id: invitation.id } }, { token });
    expect(reply.body).toMatchObject({ id: invitation.id, state: 'OPEN' });

    const answers = await Promise.all([
      answer(invitation.id, 'ACCEPT', token),
      answer(invitation.id, 'ACCEPT', token),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0].body.state).toBe('ACCEPTED');
    const roles = await server.call('listPossibleGroupRoles', {}, { token });
    expect(roles.body.roles).toMatchObject([{ roleLevel: 'LENDER', company: { id: company.id } }]);
    const { rows } = await server.owner.query(
      `select count(*)::int as entries from cairn.audit_entry
       where kind = 'invitation.accepted' and detail ->> 'invitationId' = $1`,
      [invitation.id],
    );
    expect(rows).toEqual([{ entries: 1 }]);
    expect((await server.call('listPendingInvites', {}, { token })).body.invites).toEqual([]);
    expect(code(await answer(invitation.id, 'DECLINE', token))).toBe('INVITATION_OVER');
  });

  test('cannot be given a second password by the link', async () => {
    const { account } = await newcomer(FIRST_PASSWORD);
    const invitation = await server.given.invitation(company, owner, {
      emailAddress: account.emailAddress,
    });
    expect((await validate(linkOf(invitation))).body.hasPassword).toBe(true);
    const tried = await accept(linkOf(invitation), { password: 'granite under the north path' });
    expect(code(tried)).toBe('ACCOUNT_EXISTS');
    expect((await validate(linkOf(invitation))).body.state).toBe('OPEN');
    const login = { username: account.emailAddress, password: FIRST_PASSWORD };
    expect((await server.call('login', { body: login })).status).toBe(200);
  });

  test('without a password chooses one by the link', async () => {
    const { account } = await newcomer();
    const invitation = await server.given.invitation(company, owner, {
      emailAddress: account.emailAddress,
    });
    expect((await accept(linkOf(invitation))).body.user.id).toBe(account.id);
  });

  test('answers only for themselves: another person’s session finds nothing', async () => {
    const { account } = await newcomer(FIRST_PASSWORD);
    const stranger = await newcomer(FIRST_PASSWORD);
    const invitation = await server.given.invitation(company, owner, {
      emailAddress: account.emailAddress,
    });
    const missing = await answer(randomUUID(), 'ACCEPT', stranger.token);
    for (const token of [stranger.token, asOwner.token]) {
      const tried = await answer(invitation.id, 'ACCEPT', token);
      expect([tried.status, tried.text]).toEqual([404, missing.text]);
      const reply = await server.call('getAction', { query: { id: invitation.id } }, { token });
      expect(reply.text).toBe(missing.text);
      expect((await server.call('listPendingInvites', {}, { token })).body.invites).toEqual([]);
    }
    expect(await employeesOf(company.id)).not.toContain(stranger.account.id);
  });

  test('declines after logging in', async () => {
    const { account, token } = await newcomer();
    const invitation = await server.given.invitation(company, owner, {
      emailAddress: account.emailAddress,
    });
    expect((await answer(invitation.id, 'DECLINE', token)).body.state).toBe('DECLINED');
    expect(code(await answer(invitation.id, 'ACCEPT', token))).toBe('INVITATION_OVER');
    expect(await employeesOf(company.id)).not.toContain(account.id);
  });
});
