import { randomUUID } from 'node:crypto';
import {
  emailTo,
  startTestServer,
  startTestWorker,
  type Answer,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const PASSWORD = 'three stones and a trail';
let server: TestServer;
let worker: { stop(): Promise<void> };
let asOwner: { token: string };
let asAdmin: { token: string };

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
  const admin = await server.given.account({ platformAdmin: true, password: PASSWORD });
  asAdmin = { token: await server.given.session(admin, { roleLevel: 'ADMIN' }) };
  const company = await server.given.company();
  const owner = await server.given.employee(company, { level: 'OWNER' });
  asOwner = { token: await server.given.session(owner, { roleLevel: 'LENDER', company }) };
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

const code = ({ body }: Answer): string => (body as { code: string }).code;
const fieldErrors = ({ body }: Answer) =>
  (body as { fieldErrors?: Record<string, string> }).fieldErrors;
const isIn = async (caller: { token: string }) =>
  (await server.call('getLoggedUser', {}, caller)).status === 200;
const invite = (emailAddress: string) =>
  server.call('addUser', { body: { givenName: 'Ada', familyName: 'Moss', emailAddress } }, asOwner);

describe('closing an account', () => {
  const close = (body: object, caller: { token: string }) =>
    server.call('closeAccount', { body }, caller);

  test('takes the password, ends every session at once and keeps the records', async () => {
    const account = await server.given.account({ password: PASSWORD });
    const loan = await server.given.loan(await server.given.phase(await server.given.company()));
    await server.given.role(loan, account, 'BORROWER');
    const first = { token: await server.given.session(account, { roleLevel: 'BORROWER' }) };
    const second = { token: await server.given.session(account, { roleLevel: 'BORROWER' }) };
    expect(fieldErrors(await close({}, first))).toEqual({ password: 'Required' });
    expect(fieldErrors(await close({ password: 'wrong' }, first))).toEqual({
      password: 'This isn’t your password',
    });
    expect(await isIn(first)).toBe(true);

    const closed = await close({ password: PASSWORD }, first);
    expect(closed.body).toEqual({ success: true });
    expect([closed.headers['set-cookie']].flat().join()).toMatch(/cairn-session=;/);
    expect([await isIn(first), await isIn(second)]).toEqual([false, false]);
    const login = { username: account.emailAddress, password: PASSWORD };
    expect(code(await server.call('login', { body: login }))).toBe('WRONG_PASSWORD');
    expect((await emailTo(account.emailAddress)).subject).toContain('Your account was closed');
    const { rows } = await server.owner.query(
      'select role from cairn.loan_role where account_id = $1',
      [account.id],
    );
    expect(rows).toHaveLength(1);
    // The address is available again: the company can invite it like any other.
    expect((await invite(account.emailAddress)).status).toBe(200);
  });

  test('of another user can be done by an administrator [R117]', async () => {
    const account = await server.given.account({ password: PASSWORD });
    for (const userId of [account.id, randomUUID()]) {
      expect(code(await close({ userId }, asOwner))).toBe('UNAUTHORIZED');
    }
    const inQuery = await server.call(
      'closeAccount',
      { query: { userId: account.id }, body: {} },
      asAdmin,
    );
    expect(inQuery.status).toBe(200);
    expect((await close({ userId: account.id }, asAdmin)).status).toBe(404);
  });

  test('a log-in at the same moment does not outlive it', async () => {
    for (let count = 0; count < 5; count += 1) {
      const account = await server.given.account({ password: PASSWORD });
      const body = { username: account.emailAddress, password: PASSWORD };
      const [, loginReply] = await Promise.all([
        close({ userId: account.id }, asAdmin),
        server.call('login', { body }),
      ]);
      expect([200, 401]).toContain(loginReply.status);
      const { rows } = await server.owner.query('select from cairn.session where account_id = $1', [
        account.id,
      ]);
      expect(rows).toHaveLength(0);
    }
  });

  test('the last administrator stays', async () => {
    expect(code(await close({ password: PASSWORD }, asAdmin))).toBe('LAST_OWNER');
  });
});
