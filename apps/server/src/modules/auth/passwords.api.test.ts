import { randomUUID } from 'node:crypto';
import {
  codeIn,
  openBrowser as openAny,
  emailTo,
  startTestServer,
  startTestWorker,
  type Account,
  type Browser,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const PASSWORD = 'three stones and a trail';
const BETTER = 'granite under the north path';
let server: TestServer;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

const openBrowser = () => openAny(server);

const login = (username: string, password: string) =>
  server.call('login', { body: { username, password } });

describe('a forgotten password', () => {
  const reset = async (browser: Browser, { emailAddress }: Account, newPassword: string) => {
    await browser.call('forgotPassword', { body: { username: emailAddress } });
    const code = codeIn(await emailTo(emailAddress, 'Choose a new password'));
    return browser.call('confirmForgotPassword', {
      body: { username: emailAddress, code, newPassword },
    });
  };

  test('is replaced with the code; sessions and the lock end, and the person is told', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    const token = await server.given.session(someone, { roleLevel: 'BORROWER' });
    for (let attempt = 1; attempt <= 5; attempt += 1) await login(someone.emailAddress, 'wrong');
    expect((await login(someone.emailAddress, PASSWORD)).status).toBe(423);

    expect((await reset(openBrowser(), someone, BETTER)).body).toEqual({ success: true });
    expect((await server.call('getLoggedUser', {}, { token })).status).toBe(401);
    expect((await login(someone.emailAddress, PASSWORD)).status).toBe(401);
    expect((await login(someone.emailAddress, BETTER)).status).toBe(200);
    await emailTo(someone.emailAddress, 'Your password was changed');
  });

  test('a password that is refused leaves the code good', async () => {
    const someone = await server.given.account({ givenName: 'Rosalind', familyName: 'Quill' });
    const browser = openBrowser();
    const refused = await reset(browser, someone, 'rosalindquill26');
    expect(refused.body).toMatchObject({ fieldErrors: { newPassword: expect.any(String) } });
    const code = codeIn(await emailTo(someone.emailAddress));
    const reply = await browser.call('confirmForgotPassword', {
      body: { username: someone.emailAddress, code, newPassword: BETTER },
    });
    expect(reply.status).toBe(200);
  });
});

describe('changing a password', () => {
  test('needs the old one, ends the other sessions and keeps this one', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    const here = await server.given.session(someone, { roleLevel: 'BORROWER' });
    const otherToken = await server.given.session(someone, { roleLevel: 'BORROWER' });
    const change = (oldPassword: string, newPassword: string) =>
      server.call('changePassword', { body: { oldPassword, newPassword } }, { token: here });
    expect((await change('wrong', BETTER)).body).toMatchObject({
      fieldErrors: { oldPassword: 'This isn’t your password' },
    });
    expect((await change(PASSWORD, PASSWORD)).status).toBe(400);
    expect((await change(PASSWORD, BETTER)).body).toEqual({ success: true });
    expect((await server.call('getLoggedUser', {}, { token: here })).status).toBe(200);
    expect((await server.call('getLoggedUser', {}, { token: otherToken })).status).toBe(401);
    expect((await login(someone.emailAddress, BETTER)).status).toBe(200);
  });

  test('cannot be used to guess it', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    const token = await server.given.session(someone, { roleLevel: 'BORROWER' });
    const guess = (oldPassword: string) =>
      server.call(
        'changePassword',
        { body: { oldPassword, newPassword: BETTER } },
        { token, headers: { 'idempotency-key': randomUUID() } },
      );
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      expect((await guess('wrong')).status).toBe(400);
    }
    expect((await guess('wrong')).status).toBe(423);
    expect((await guess(PASSWORD)).status).toBe(423);
  });
});

describe('an administrator', () => {
  test('makes a user choose a new password, without setting one [R019] [R117]', async () => {
    const admin = await server.given.account({ platformAdmin: true });
    const token = await server.given.session(admin, { roleLevel: 'ADMIN' });
    const someone = await server.given.account({ password: PASSWORD });
    const theirs = await server.given.session(someone, { roleLevel: 'BORROWER' });
    for (let attempt = 1; attempt <= 5; attempt += 1) await login(someone.emailAddress, 'wrong');

    const body = { userId: someone.id };
    expect((await server.call('adminResetPassword', { body }, { token: theirs })).status).toBe(403);
    const answer = await server.call('adminResetPassword', { body }, { token });
    expect(answer.body).toEqual({ success: true });
    expect((await server.call('getLoggedUser', {}, { token: theirs })).status).toBe(401);
    const email = await emailTo(someone.emailAddress, 'Please choose a new password');
    expect(email.text).toContain('/auth/forgot-password');
    expect(() => codeIn(email)).toThrow();

    // Not locked but expired: the old password only allows choosing a new one.
    const expired = await login(someone.emailAddress, PASSWORD);
    expect(expired.status).toBe(401);
    expect(expired.headers['password-expired']).toBe('true');
    const replace = (newPassword: string) =>
      server.call('newPassword', {
        body: { username: someone.emailAddress, oldPassword: PASSWORD, newPassword },
      });
    expect((await replace(PASSWORD)).status).toBe(400);
    expect((await replace(BETTER)).body).toEqual({ success: true });
    expect((await login(someone.emailAddress, BETTER)).status).toBe(200);
  });

  test('a code does not get around an expired password, and can replace it', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    await server.owner.query(
      'update cairn.credential set expired_at = now() where account_id = $1',
      [someone.id],
    );
    const browser = openBrowser();
    const { emailAddress: username } = someone;
    await browser.call('resendConfirmationCode', { body: { username, provider: 'EMAIL' } });
    const code = codeIn(await emailTo(username));
    const loginReply = await browser.call('loginWithConfirmCode', { body: { username, code } });
    expect(loginReply.headers['password-expired']).toBe('true');
    const reply = await browser.call('confirmForgotPassword', {
      body: { username, code, newPassword: BETTER },
    });
    expect(reply.status).toBe(200);
  });
});
