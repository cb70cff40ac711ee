import { randomUUID } from 'node:crypto';
import {
  codeIn,
  letterTo,
  lettersTo,
  startTestServer,
  startTestWorker,
  until,
  type Account,
  type Answer,
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

const newAddress = (): string => `${randomUUID()}@example.com`;
const setCookies = ({ headers }: Answer): string => [headers['set-cookie']].flat().join('\n');

/** A browser: keeps the cookie that its codes are bound to. */
function openBrowser() {
  let cookie = '';
  const call: TestServer['call'] = async (name, request, as = {}) => {
    const headers = { ...as.headers, ...(cookie && { cookie }) };
    const answer = await server.call(name, request, { ...as, headers });
    cookie = /cairn-browser=[\w-]+/.exec(setCookies(answer))?.[0] ?? cookie;
    return answer;
  };
  return { call };
}
type Browser = ReturnType<typeof openBrowser>;

const signUp = (browser: Browser, emailAddress: string, over: object = {}) =>
  browser.call('signup', {
    body: { emailAddress, password: PASSWORD, givenName: 'Ada', familyName: 'Moss', ...over },
  });
const login = (username: string, password: string) =>
  server.call('login', { body: { username, password } });
/** A minute, or an hour, passes. */
const age = (what: 'sent_at' | 'expires_at' | 'created_at', interval: string) =>
  server.owner.query(`update cairn.confirmation_code set ${what} = ${what} - $1::interval`, [
    interval,
  ]);

describe('signing up', () => {
  test('mails a code; confirmed in the same browser it makes an account that can log in', async () => {
    const browser = openBrowser();
    const address = newAddress();
    const asked = await signUp(browser, address);
    expect(asked.body).toEqual({ success: true });
    expect(setCookies(asked)).toMatch(
      /^cairn-browser=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect((await login(address, PASSWORD)).status).toBe(401);

    const letter = await letterTo(address);
    expect(letter.subject).toBe('Confirm your e-mail address: Cairn');
    expect(letter.html).toContain(codeIn(letter));
    const code = codeIn(letter).toLowerCase().replace('-', '');
    const done = await browser.call('confirmSignup', { body: { username: address, code } });
    expect(done.body).toEqual({ success: true });
    const entered = await login(address, PASSWORD);
    expect(entered.body.user).toMatchObject({ emailAddress: address, givenName: 'Ada' });

    const again = await browser.call('confirmSignup', { body: { username: address, code } });
    expect(again.body).toMatchObject({ code: 'WRONG_CODE' });
  });

  test('carries the name of the company whose borrower somebody wants to be', async () => {
    const company = await server.given.company({ name: 'Northgate Bank' });
    const address = newAddress();
    await signUp(openBrowser(), address, { lenderId: company.id });
    expect((await letterTo(address)).from[0]!.name).toBe('Northgate Bank');
    const elsewhere = newAddress();
    await signUp(openBrowser(), elsewhere, { lenderId: randomUUID() });
    expect((await letterTo(elsewhere)).from[0]!.name).toBe('Cairn');
  });

  test('with an address that is taken answers the same, and tells its owner', async () => {
    const owner = await server.given.account({ password: PASSWORD });
    const browser = openBrowser();
    const answer = await signUp(browser, owner.emailAddress, { password: BETTER });
    expect(answer.body).toEqual({ success: true });
    const letter = await letterTo(owner.emailAddress);
    expect(letter.text).toContain('Somebody tried to sign up with your e-mail address');
    expect(() => codeIn(letter)).toThrow();
    expect((await login(owner.emailAddress, BETTER)).status).toBe(401);

    // Whoever reads that mailbox may be told, and changes nothing by it.
    await age('sent_at', '1 minute');
    await browser.call('resendConfirmationCode', {
      body: { username: owner.emailAddress, provider: 'EMAIL' },
    });
    const code = codeIn(await letterTo(owner.emailAddress, 'Your code'));
    const confirmed = await browser.call('confirmSignup', {
      body: { username: owner.emailAddress, code },
    });
    expect(confirmed.status).toBe(409);
    expect(confirmed.body).toMatchObject({ code: 'ACCOUNT_EXISTS' });
    expect((await login(owner.emailAddress, PASSWORD)).status).toBe(200);
  });

  test('refuses passwords that are short, common or personal, each in plain words', async () => {
    const tried = async (password: string) => {
      const { body } = await signUp(openBrowser(), 'ada.moss@example.com', { password });
      return (body as { fieldErrors?: Record<string, string> }).fieldErrors?.['password'];
    };
    expect(await tried('short one')).toBe('Use at least 12 characters');
    expect(await tried('x'.repeat(129))).toBe('Use at most 128 characters');
    expect(await tried('Password2024!')).toMatch(/first passwords a stranger would try/);
    expect(await tried('ada.moss.2026')).toMatch(/Leave out your name/);
  });

  test('fields are named when they are missing, long or not listed [R265] [R266]', async () => {
    const { body } = await signUp(openBrowser(), 'ada@example.com', {
      givenName: ' ',
      familyName: 'x'.repeat(256),
    });
    expect(body).toMatchObject({
      fieldErrors: { givenName: 'Required', familyName: 'Must be at most 255 characters' },
    });
    const more = await signUp(openBrowser(), 'ada@example.com', { isPlatformAdmin: true });
    expect(more.status).toBe(400);
  });
});

describe('a code', () => {
  const ask = (browser: Browser, username: string) =>
    browser.call('resendConfirmationCode', { body: { username, provider: 'EMAIL' } });
  const enter = (browser: Browser, username: string, code: string) =>
    browser.call('loginWithConfirmCode', { body: { username, code } });

  test('logs in instead of the password [R262]', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    const browser = openBrowser();
    await ask(browser, someone.emailAddress);
    const code = codeIn(await letterTo(someone.emailAddress));
    const answer = await enter(browser, someone.emailAddress, code);
    expect(answer.status).toBe(200);
    expect(answer.body.user.id).toBe(someone.id);
    expect(setCookies(answer)).toMatch(/^cairn-session=/);
    expect((await enter(browser, someone.emailAddress, code)).status).toBe(400);
  });

  test('counts only in the browser that asked for it', async () => {
    const someone = await server.given.account();
    const browser = openBrowser();
    await ask(browser, someone.emailAddress);
    const code = codeIn(await letterTo(someone.emailAddress));
    expect((await enter(openBrowser(), someone.emailAddress, code)).status).toBe(400);
    const other = openBrowser();
    await ask(other, newAddress());
    expect((await enter(other, someone.emailAddress, code)).status).toBe(400);
    expect((await enter(browser, someone.emailAddress, code)).status).toBe(200);
  });

  test('is good for five tries, also when they come at the same time', async () => {
    const someone = await server.given.account();
    const browser = openBrowser();
    await ask(browser, someone.emailAddress);
    const code = codeIn(await letterTo(someone.emailAddress));
    await Promise.all(
      Array.from({ length: 9 }, () => enter(browser, someone.emailAddress, '0000-0000')),
    );
    const { rows } = await server.owner.query(
      'select tries from cairn.confirmation_code where account_id = $1',
      [someone.id],
    );
    expect(rows).toEqual([{ tries: 5 }]);
    expect((await enter(browser, someone.emailAddress, code)).status).toBe(400);
  });

  test('runs out after ten minutes', async () => {
    const someone = await server.given.account();
    const browser = openBrowser();
    await ask(browser, someone.emailAddress);
    const code = codeIn(await letterTo(someone.emailAddress));
    await age('created_at', '10 minutes');
    await age('expires_at', '10 minutes');
    expect((await enter(browser, someone.emailAddress, code)).status).toBe(400);
  });

  test('is the same one when asked for again, and not sent more than once a minute', async () => {
    const someone = await server.given.account();
    const browser = openBrowser();
    await ask(browser, someone.emailAddress);
    const first = codeIn(await letterTo(someone.emailAddress));
    await Promise.all(Array.from({ length: 10 }, () => ask(browser, someone.emailAddress)));
    const { rows } = await server.owner.query(
      `select from cairn.event where account_id = $1 and kind = 'code.asked'`,
      [someone.id],
    );
    expect(rows).toHaveLength(1);
    await age('sent_at', '1 minute');
    await ask(browser, someone.emailAddress);
    const letters = await until(async () => {
      const all = await lettersTo(someone.emailAddress);
      return all.length > 1 && all;
    });
    expect(letters.map(codeIn)).toEqual([first, first]);
  });

  test('there are five an hour for one address, whoever asks', async () => {
    const someone = await server.given.account();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => ask(openBrowser(), someone.emailAddress)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const { rows } = await server.owner.query(
      'select from cairn.confirmation_code where account_id = $1',
      [someone.id],
    );
    expect(rows).toHaveLength(5);
  });

  test('for an address that nobody has is never sent and confirms nothing', async () => {
    const address = newAddress();
    const browser = openBrowser();
    await ask(browser, address);
    await browser.call('forgotPassword', { body: { username: address } });
    const { rows } = await server.owner.query<{ id: string }>(
      `select id from cairn.event where input->>'codeId' in
         (select id::text from cairn.confirmation_code where account_id is null)
       order by at desc limit 1`,
    );
    expect(rows).toHaveLength(1);
    // The next letter to somebody real comes after it in the same queue.
    const someone = await server.given.account();
    await ask(openBrowser(), someone.emailAddress);
    await letterTo(someone.emailAddress);
    expect(await lettersTo(address)).toEqual([]);
  });

  test('is in no log line, event, audit entry or row in plain text', async () => {
    const someone = await server.given.account();
    const browser = openBrowser();
    await ask(browser, someone.emailAddress);
    const shown = codeIn(await letterTo(someone.emailAddress));
    await enter(browser, someone.emailAddress, shown);
    const { rows } = await server.owner.query<{ text: string }>(
      `select (select string_agg(e::text, '') from cairn.event e)
         || (select string_agg(a::text, '') from cairn.audit_entry a)
         || (select string_agg(encode(c.sealed, 'escape'), '') from cairn.confirmation_code c) as text`,
    );
    const everything = rows[0]!.text + server.logged.join('');
    for (const code of [shown, shown.replace('-', '')]) expect(everything).not.toContain(code);
  });

  test('its letter is sent once for one event', async () => {
    const someone = await server.given.account();
    await ask(openBrowser(), someone.emailAddress);
    const { messageId } = await letterTo(someone.emailAddress);
    const { rows } = await server.owner.query<{ id: string }>(
      `select id from cairn.event where account_id = $1 and kind = 'code.asked'`,
      [someone.id],
    );
    expect(messageId).toContain(rows[0]!.id);
    await until(async () => {
      const sent = await server.owner.query('select from cairn.sent_mail where event_id = $1', [
        rows[0]!.id,
      ]);
      return sent.rowCount === 1;
    });
  });
});

describe('a forgotten password', () => {
  const reset = async (browser: Browser, { emailAddress }: Account, newPassword: string) => {
    await browser.call('forgotPassword', { body: { username: emailAddress } });
    const code = codeIn(await letterTo(emailAddress, 'Choose a new password'));
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
    await letterTo(someone.emailAddress, 'Your password was changed');
  });

  test('a password that is refused leaves the code good', async () => {
    const someone = await server.given.account({ givenName: 'Rosalind', familyName: 'Quill' });
    const browser = openBrowser();
    const refused = await reset(browser, someone, 'rosalindquill26');
    expect(refused.body).toMatchObject({ fieldErrors: { newPassword: expect.any(String) } });
    const code = codeIn(await letterTo(someone.emailAddress));
    const done = await browser.call('confirmForgotPassword', {
      body: { username: someone.emailAddress, code, newPassword: BETTER },
    });
    expect(done.status).toBe(200);
  });
});

describe('changing a password', () => {
  test('needs the old one, ends the other sessions and keeps this one', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    const here = await server.given.session(someone, { roleLevel: 'BORROWER' });
    const there = await server.given.session(someone, { roleLevel: 'BORROWER' });
    const change = (oldPassword: string, newPassword: string) =>
      server.call('changePassword', { body: { oldPassword, newPassword } }, { token: here });
    expect((await change('wrong', BETTER)).body).toMatchObject({
      fieldErrors: { oldPassword: 'This is not your password' },
    });
    expect((await change(PASSWORD, PASSWORD)).status).toBe(400);
    expect((await change(PASSWORD, BETTER)).body).toEqual({ success: true });
    expect((await server.call('getLoggedUser', {}, { token: here })).status).toBe(200);
    expect((await server.call('getLoggedUser', {}, { token: there })).status).toBe(401);
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
  test('has somebody choose a new password, without setting one [R019] [R117]', async () => {
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
    const letter = await letterTo(someone.emailAddress, 'Please choose a new password');
    expect(letter.text).toContain('/auth/forgot-password');
    expect(() => codeIn(letter)).toThrow();

    // Unlocked, and expired: the old password is good for choosing a new one and nothing else.
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
    const code = codeIn(await letterTo(username));
    const entered = await browser.call('loginWithConfirmCode', { body: { username, code } });
    expect(entered.headers['password-expired']).toBe('true');
    const done = await browser.call('confirmForgotPassword', {
      body: { username, code, newPassword: BETTER },
    });
    expect(done.status).toBe(200);
  });
});

describe('whether an address is known', () => {
  const calls = {
    login: (username: string) => login(username, 'not the password'),
    signup: (emailAddress: string) => signUp(openBrowser(), emailAddress),
    forgotPassword: (username: string) => server.call('forgotPassword', { body: { username } }),
    resendConfirmationCode: (username: string) =>
      server.call('resendConfirmationCode', { body: { username, provider: 'EMAIL' } }),
  };
  /** All that a stranger sees, but for what differs by itself. */
  const seen = ({ status, headers, text }: Answer): string => {
    const { date: _, 'set-cookie': cookie, ...rest } = headers;
    const marked = String(cookie).replace(/=[\w-]{43}/, '=');
    return JSON.stringify([status, rest, marked, text]);
  };

  // 60 of each say that the answers are the same; `node bench/enumeration.ts 1000` measures the time.
  test.each(Object.keys(calls) as (keyof typeof calls)[])(
    'does not show in what %s answers, of 60 known and 60 unknown ones in turn',
    async (name) => {
      const known = await Promise.all(
        Array.from({ length: 60 }, () => server.given.account({ password: PASSWORD })),
      );
      const answers = new Set<string>();
      for (const { emailAddress } of known) {
        answers.add(seen(await calls[name](emailAddress)));
        answers.add(seen(await calls[name](newAddress())));
      }
      expect([...answers]).toHaveLength(1);
    },
    60_000,
  );
});
