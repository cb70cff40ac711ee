import { randomUUID } from 'node:crypto';
import { startTestServer, type Account, type Company, type TestServer } from '@cairn/testing';
import { hashAddress, hashPassword, isHashOutdated } from '@cairn/server/platform/crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const PASSWORD = 'a long enough password';
let server: TestServer;
let company: Company;

beforeAll(async () => {
  server = await startTestServer();
  company = await server.given.company({ name: 'Northgate Bank' });
});
afterAll(() => server.stop());

const login = (account: Account, password: string) =>
  server.call('login', { body: { username: account.emailAddress, password } });
const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie']);

describe('logging in', () => {
  test('works for an address that was stored before its length was checked; no new one is taken', async () => {
    const emailAddress = `${'long'.repeat(17)}${randomUUID().slice(0, 8)}@example.com`;
    const account = await server.given.employee(company, { emailAddress, password: PASSWORD });
    expect((await login(account, PASSWORD)).status).toBe(200);
    const username = emailAddress;
    const forgotten = await server.call('forgotPassword', { body: { username } });
    expect(forgotten.status).toBe(200);
    const body = { username, code: 'WRONG-CODE' };
    expect((await server.call('loginWithConfirmCode', { body })).body).toMatchObject({
      code: 'WRONG_CODE',
    });
    const person = { emailAddress, givenName: 'Ada', familyName: 'Moss', password: PASSWORD };
    const refused = { code: 'INVALID_REQUEST', fieldErrors: { emailAddress: expect.any(String) } };
    expect((await server.call('signup', { body: person })).body).toMatchObject(refused);
    const token = await server.given.session(account, { roleLevel: 'LENDER', company });
    const azure = await server.call(
      'updateAzureEmail',
      { body: { azureEmail: username } },
      { token },
    );
    expect(azure.body).toMatchObject({ fieldErrors: { azureEmail: expect.any(String) } });
  });

  test('starts a session: an HttpOnly, SameSite cookie whose value is stored only as a hash', async () => {
    const dana = await server.given.employee(company, { password: PASSWORD });
    const answer = await login(dana, PASSWORD);
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({
      id: dana.id,
      roleLevel: 'LENDER',
      company: { id: company.id, name: 'Northgate Bank' },
    });
    const cookie = cookieOf(answer.headers);
    expect(cookie).toMatch(/^cairn-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict,/);
    const token = /=([\w-]+)/.exec(cookie)![1]!;
    const { rows } = await server.owner.query(
      `select from cairn.session where encode(token_hash, 'escape') like '%' || $1 || '%'`,
      [token],
    );
    expect(rows).toEqual([]);

    const me = await server.call('getLoggedUser', {}, { token });
    expect(me.body.emailAddress).toBe(dana.emailAddress);
  });

  test('over https every cookie is Secure, for this host alone and all its paths', async () => {
    const secure = await startTestServer({
      config: { publicUrl: new URL('https://cairn.example') },
    });
    try {
      const dana = await secure.given.account({ password: PASSWORD });
      const answer = await secure.call('login', {
        body: { username: dana.emailAddress, password: PASSWORD },
      });
      const resetReply = await secure.call('forgotPassword', {
        body: { username: dana.emailAddress },
      });
      const cookies = [answer, resetReply].flatMap(({ headers }) => [headers['set-cookie']].flat());
      expect(cookies).toHaveLength(3);
      for (const [index, name] of ['session', 'device', 'browser'].entries()) {
        expect(cookies[index]).toMatch(
          new RegExp(
            `^__Host-cairn-${name}=[\\w-]+; (Max-Age=\\d+; )?Path=/; HttpOnly; Secure; SameSite=Strict$`,
          ),
        );
      }
      const token = /=([\w-]+)/.exec(String(cookies[0]))![1]!;
      const headers = (name: string) => ({ cookie: `${name}=${token}` });
      const me = (name: string) => secure.call('getLoggedUser', {}, { headers: headers(name) });
      expect((await me('__Host-cairn-session')).status).toBe(200);
      expect((await me('cairn-session')).status).toBe(401);
    } finally {
      await secure.stop();
    }
  }, 60_000);

  test('takes the address in any case', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    const answer = await server.call('login', {
      body: { username: someone.emailAddress.toUpperCase(), password: PASSWORD },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({ roleLevel: 'BORROWER', company: null });
  });

  test('a wrong password and an unknown address answer the same', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    const wrong = await login(someone, 'something else');
    const unknown = await server.call('login', {
      body: { username: 'unknown@example.com', password: PASSWORD },
    });
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(401);
    expect(wrong.text).toBe(unknown.text);
  });

  test('the fourth failure says one attempt is left, the fifth locks for 15 minutes [R260] [R284]', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const answer = await login(someone, 'wrong');
      expect(answer.status).toBe(401);
      expect(answer.headers['one-login-attempt-left']).toBeUndefined();
    }
    const fourth = await login(someone, 'wrong');
    expect(fourth.status).toBe(401);
    expect(fourth.headers['one-login-attempt-left']).toBe('true');

    const fifth = await login(someone, 'wrong');
    expect(fifth.status).toBe(423);
    expect(fifth.headers['locked-user']).toBe('true');
    expect(Number(fifth.headers['remaining-locked-seconds'])).toBeGreaterThan(890);

    const right = await login(someone, PASSWORD);
    expect(right.status).toBe(423);
    expect(right.headers['set-cookie']).toBeUndefined();
  });

  test('an unknown address runs through the same states', async () => {
    const existing = await server.given.account({ password: PASSWORD });
    const unknown = `unknown-${existing.emailAddress}`;
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const [one, other] = await Promise.all(
        [existing.emailAddress, unknown].map((username) =>
          server.call('login', { body: { username, password: 'wrong' } }),
        ),
      );
      expect(other!.status).toBe(one!.status);
      expect(other!.text).toBe(one!.text);
      expect(Object.keys(other!.headers)).toEqual(Object.keys(one!.headers));
    }
  });

  test('hashes the password anew when the parameters have changed since, and keeps its age', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    const weaker = await hashPassword(PASSWORD, { memory: 8192, passes: 1, parallelism: 1 });
    await server.owner.query(
      `update cairn.credential set password_hash = $2, changed_at = '2026-01-01' where account_id = $1`,
      [someone.id, weaker],
    );
    const findAccount = async () => {
      const { rows } = await server.owner.query<{ password_hash: string; since: string }>(
        `select password_hash, changed_at::date::text as since from cairn.credential
         where account_id = $1`,
        [someone.id],
      );
      return rows[0]!;
    };
    expect((await login(someone, 'wrong')).status).toBe(401);
    expect((await findAccount()).password_hash).toBe(weaker);
    expect((await login(someone, PASSWORD)).status).toBe(200);
    expect(isHashOutdated((await findAccount()).password_hash)).toBe(false);
    expect((await findAccount()).since).toBe('2026-01-01');
    expect((await login(someone, PASSWORD)).status).toBe(200);
  });

  test('an expired password is reported only to a caller who knows it [R260] [R284]', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    await server.owner.query(
      'update cairn.credential set expired_at = now() where account_id = $1',
      [someone.id],
    );
    const right = await login(someone, PASSWORD);
    expect(right.status).toBe(401);
    expect(right.headers['password-expired']).toBe('true');
    expect(right.headers['set-cookie']).toBeUndefined();
    const wrong = await login(someone, 'wrong');
    expect(wrong.status).toBe(401);
    expect(wrong.headers['password-expired']).toBeUndefined();
  });

  test('guesses sent at the same time are all counted', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    const answers = await Promise.all(Array.from({ length: 12 }, () => login(someone, 'wrong')));
    const locked = answers.filter((answer) => answer.status === 423);
    expect(locked).toHaveLength(8);
  });

  test('a lock that ran out gives five attempts again, success clears the count', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    for (let attempt = 1; attempt <= 5; attempt += 1) await login(someone, 'wrong');
    await server.owner.query(
      `update cairn.login_attempt set locked_until = now() - interval '1 second'
       where address_hash = $1`,
      [hashAddress(server.config.secretKey, someone.emailAddress)],
    );
    expect((await login(someone, 'wrong')).status).toBe(401);
    expect((await login(someone, PASSWORD)).status).toBe(200);
    const { rows } = await server.owner.query(
      'select failed from cairn.login_attempt where address_hash = $1',
      [hashAddress(server.config.secretKey, someone.emailAddress)],
    );
    expect(rows).toEqual([{ failed: 0 }]);
  });

  test('passwords and tokens are in no log line', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    const answer = await login(someone, PASSWORD);
    await login(someone, 'canary-wrong-password');
    const token = /=([\w-]+)/.exec(cookieOf(answer.headers))![1]!;
    await server.call('getLoggedUser', {}, { token });
    const log = server.logged.join('');
    expect(log).toContain('"call":"getLoggedUser"');
    for (const secret of [PASSWORD, 'canary-wrong-password', token])
      expect(log).not.toContain(secret);
  });

  test('fields are named when they are missing [R266]', async () => {
    const { status, body } = await server.call('login', {
      body: { username: 'x@example.com', password: '' },
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'INVALID_REQUEST', fieldErrors: { password: 'Required' } });
  });

  test('a field that the contract does not list is refused', async () => {
    const { status } = await server.call('login', {
      body: { username: 'x@example.com', password: 'x', roleLevel: 'ADMIN' } as never,
    });
    expect(status).toBe(400);
  });
});

describe('a session', () => {
  const signedIn = async () => {
    const account = await server.given.employee(company);
    const token = await server.given.session(account, { roleLevel: 'LENDER', company });
    return { account, token };
  };

  test('ends when the person logs out, also for a process that remembers it', async () => {
    const { token } = await signedIn();
    expect((await server.call('viewLoans', {}, { token })).status).toBe(200);
    expect((await server.call('listTimezones', {}, { token })).status).toBe(200);
    expect((await server.call('logout', {}, { token })).status).toBe(200);
    // Also for calls without a query of their own.
    expect((await server.call('listTimezones', {}, { token })).status).toBe(401);
    const after = await server.call('viewLoans', {}, { token });
    expect(after.status).toBe(401);
    expect(decodeURIComponent(String(after.headers['messages']))).toBe(
      'Session expired, please log in again.',
    );
  });

  test('ends after half an hour without anybody there; being there prolongs it', async () => {
    const { token, account } = await signedIn();
    await server.call('viewLoans', {}, { token });
    const age = (minutes: number) =>
      server.owner.query(
        `update cairn.session set last_seen_at = now() - make_interval(mins => $2) where account_id = $1`,
        [account.id, minutes],
      );
    await age(29);
    expect((await server.call('updateCookieTimeout', {}, { token })).status).toBe(200);
    await age(29);
    expect((await server.call('viewLoans', {}, { token })).status).toBe(200);
    await age(31);
    expect((await server.call('viewLoans', {}, { token })).status).toBe(401);
    expect((await server.call('updateCookieTimeout', {}, { token })).status).toBe(401);
  });

  test('ends after twelve hours at the latest', async () => {
    const { token, account } = await signedIn();
    await server.owner.query(
      `update cairn.session set ends_at = now() - interval '1 second' where account_id = $1`,
      [account.id],
    );
    expect((await server.call('viewLoans', {}, { token })).status).toBe(401);
  });

  test('whose rights changed counts with its new rights at once', async () => {
    const { token, account } = await signedIn();
    const phase = await server.given.phase(company);
    const loan = await server.given.loan(phase);
    expect((await server.call('getLoan', { params: { id: loan.id } }, { token })).status).toBe(200);
    await server.owner.query(
      `update cairn.session set company_id = null, role_level = 'BORROWER',
         stamp = gen_random_uuid() where account_id = $1`,
      [account.id],
    );
    expect((await server.call('getLoan', { params: { id: loan.id } }, { token })).status).toBe(404);
    expect((await server.call('getLoggedUser', {}, { token })).body.roleLevel).toBe('BORROWER');
  });

  test('isAuthenticated answers success false instead of failing [R261]', async () => {
    const { token } = await signedIn();
    expect((await server.call('isAuthenticated', {}, { token })).body).toEqual({ success: true });
    expect((await server.call('isAuthenticated', {}, { token: 'x' })).body).toEqual({
      success: false,
    });
    expect((await server.call('isAuthenticated')).body).toEqual({ success: false });
  });

  test('is not ended by opening the logout address: the page that it leads to does that [R023]', async () => {
    const { token } = await signedIn();
    const answer = await server.call('logoutAddress', {}, { token });
    expect(answer.status).toBe(303);
    expect(answer.headers['location']).toBe('/auth/login?logout');
    expect((await server.call('getLoggedUser', {}, { token })).status).toBe(200);
  });
});
