import { randomUUID } from 'node:crypto';
import {
  codeIn,
  openBrowser as openAny,
  setCookies,
  emailTo,
  emailsTo,
  startTestServer,
  startTestWorker,
  until,
  type Answer,
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

const newAddress = (): string => `${randomUUID()}@example.com`;
const openBrowser = () => openAny(server);

const signUp = (browser: Browser, emailAddress: string, over: object = {}) =>
  browser.call('signup', {
    body: { emailAddress, password: PASSWORD, givenName: 'Ada', familyName: 'Moss', ...over },
  });
const login = (username: string, password: string) =>
  server.call('login', { body: { username, password } });
/** Moves a timestamp back, as if this time had passed. */
const age = (what: 'sent_at' | 'expires_at' | 'created_at', interval: string) =>
  server.owner.query(`update cairn.confirmation_code set ${what} = ${what} - $1::interval`, [
    interval,
  ]);

describe('signing up', () => {
  test('a code is bound to a token that we made, never to one that was planted in the browser', async () => {
    for (const planted of ['A'.repeat(43), 'A'.repeat(75)]) {
      const browser = openBrowser();
      browser.cookies.set('cairn-browser', planted);
      await browser.call('forgotPassword', { body: { username: newAddress() } });
      expect(browser.cookies.get('cairn-browser')).toMatch(/^[\w-]{75}$/);
      expect(browser.cookies.get('cairn-browser')).not.toBe(planted);
    }
  });

  test('mails a code; confirmed in the same browser it makes an account that can log in', async () => {
    const browser = openBrowser();
    const address = newAddress();
    const signUpReply = await signUp(browser, address);
    expect(signUpReply.body).toEqual({ success: true });
    expect(setCookies(signUpReply)).toMatch(
      /^cairn-browser=[\w-]{75}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect((await login(address, PASSWORD)).status).toBe(401);

    const email = await emailTo(address);
    expect(email.subject).toBe('Confirm your email address: Cairn');
    expect(email.html).toContain(codeIn(email));
    const code = codeIn(email).toLowerCase().replace('-', '');
    const confirmReply = await browser.call('confirmSignup', { body: { username: address, code } });
    expect(confirmReply.body).toEqual({ success: true });
    const loginReply = await login(address, PASSWORD);
    expect(loginReply.body.user).toMatchObject({ emailAddress: address, givenName: 'Ada' });

    const again = await browser.call('confirmSignup', { body: { username: address, code } });
    expect(again.body).toMatchObject({ code: 'WRONG_CODE' });
  });

  test('carries the name of the company at which the user signs up as a borrower', async () => {
    const company = await server.given.company({ name: 'Northgate Bank' });
    const address = newAddress();
    await signUp(openBrowser(), address, { lenderId: company.id });
    expect((await emailTo(address)).from[0]!.name).toBe('Northgate Bank');
    const elsewhere = newAddress();
    await signUp(openBrowser(), elsewhere, { lenderId: randomUUID() });
    expect((await emailTo(elsewhere)).from[0]!.name).toBe('Cairn');
  });

  test('with an address that is taken answers the same, and tells its owner', async () => {
    const owner = await server.given.account({ password: PASSWORD });
    const browser = openBrowser();
    const answer = await signUp(browser, owner.emailAddress, { password: BETTER });
    expect(answer.body).toEqual({ success: true });
    const email = await emailTo(owner.emailAddress);
    expect(email.text).toContain('Someone tried to sign up with your email address');
    expect(() => codeIn(email)).toThrow();
    expect((await login(owner.emailAddress, BETTER)).status).toBe(401);

    // The reader of that mailbox may learn that the account exists, and cannot change anything with it.
    await age('sent_at', '1 minute');
    await browser.call('resendConfirmationCode', {
      body: { username: owner.emailAddress, provider: 'EMAIL' },
    });
    const code = codeIn(await emailTo(owner.emailAddress, 'Your code'));
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
    expect(await tried('Password2024!')).toMatch(/password is too easy to guess/);
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
    const code = codeIn(await emailTo(someone.emailAddress));
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
    const code = codeIn(await emailTo(someone.emailAddress));
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
    const code = codeIn(await emailTo(someone.emailAddress));
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
    const code = codeIn(await emailTo(someone.emailAddress));
    await age('created_at', '10 minutes');
    await age('expires_at', '10 minutes');
    expect((await enter(browser, someone.emailAddress, code)).status).toBe(400);
  });

  test('is the same one when asked for again, and not sent more than once a minute', async () => {
    const someone = await server.given.account();
    const browser = openBrowser();
    await ask(browser, someone.emailAddress);
    const first = codeIn(await emailTo(someone.emailAddress));
    await Promise.all(Array.from({ length: 10 }, () => ask(browser, someone.emailAddress)));
    const { rows } = await server.owner.query(
      `select from cairn.event where account_id = $1 and kind = 'code.asked'`,
      [someone.id],
    );
    expect(rows).toHaveLength(1);
    await age('sent_at', '1 minute');
    await ask(browser, someone.emailAddress);
    const emails = await until(async () => {
      const all = await emailsTo(someone.emailAddress);
      return all.length > 1 && all;
    });
    expect(emails.map(codeIn)).toEqual([first, first]);
  });

  test('there are five an hour for one address, from whatever browser', async () => {
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

  test('for an unknown address is never sent and confirms nothing', async () => {
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
    // A later email to an existing user is in the same queue behind it, so its arrival shows that none was sent.
    const someone = await server.given.account();
    await ask(openBrowser(), someone.emailAddress);
    await emailTo(someone.emailAddress);
    expect(await emailsTo(address)).toEqual([]);
  });

  test('is in no log line, event, audit entry or row in plain text', async () => {
    const someone = await server.given.account();
    const browser = openBrowser();
    await ask(browser, someone.emailAddress);
    const emailedCode = codeIn(await emailTo(someone.emailAddress));
    await enter(browser, someone.emailAddress, emailedCode);
    const { rows } = await server.owner.query<{ text: string }>(
      `select (select string_agg(e::text, '') from cairn.event e)
         || (select string_agg(a::text, '') from cairn.audit_entry a)
         || (select string_agg(encode(c.sealed, 'escape'), '') from cairn.confirmation_code c) as text`,
    );
    const everything = rows[0]!.text + server.logged.join('');
    for (const code of [emailedCode, emailedCode.replace('-', '')])
      expect(everything).not.toContain(code);
  });

  test('its email is sent once for one event', async () => {
    const someone = await server.given.account();
    await ask(openBrowser(), someone.emailAddress);
    const { messageId } = await emailTo(someone.emailAddress);
    const { rows } = await server.owner.query<{ id: string }>(
      `select id from cairn.event where account_id = $1 and kind = 'code.asked'`,
      [someone.id],
    );
    expect(messageId).toContain(rows[0]!.id);
    await until(async () => {
      const sentEmails = await server.owner.query(
        'select from cairn.sent_mail where event_id = $1',
        [rows[0]!.id],
      );
      return sentEmails.rowCount === 1;
    });
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
  /** Everything that a stranger sees, without values that differ between any two replies. */
  const fingerprintOf = ({ status, headers, text }: Answer): string => {
    const { date: _, 'set-cookie': cookie, ...rest } = headers;
    const marked = String(cookie).replace(/=[\w-]{75}/, '=');
    return JSON.stringify([status, rest, marked, text]);
  };

  // 60 of each show that the replies are the same; `node bench/enumeration.ts 1000` measures the time.
  test.each(Object.keys(calls) as (keyof typeof calls)[])(
    'does not show in what %s answers, of 60 known and 60 unknown ones in turn',
    async (name) => {
      const existing = await Promise.all(
        Array.from({ length: 60 }, () => server.given.account({ password: PASSWORD })),
      );
      const answers = new Set<string>();
      for (const { emailAddress } of existing) {
        answers.add(fingerprintOf(await calls[name](emailAddress)));
        answers.add(fingerprintOf(await calls[name](newAddress())));
      }
      expect([...answers]).toHaveLength(1);
    },
    60_000,
  );
});
