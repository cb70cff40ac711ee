import {
  Ear,
  openBrowser as openAny,
  setCookies,
  startTestServer,
  until,
  type Account,
  type Answer,
  type Browser,
  type TestServer,
} from '@cairn/testing';
import { MAX_SESSIONS } from '@cairn/contract';
import { hashToken } from '@cairn/server/platform/crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const PASSWORD = 'three stones and a trail';
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0 });
});
afterAll(() => server.stop());

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';

function openBrowser(userAgent = FIREFOX) {
  const browser = openAny(server, userAgent);
  const login = (account: Account, password = PASSWORD) => browser.login(account, password);
  return { ...browser, login };
}

const lockOut = async (account: Account, browser = openBrowser()) => {
  let last: Answer | undefined;
  for (let attempt = 1; attempt <= 5; attempt += 1) last = await browser.login(account, 'wrong');
  expect(last!.status).toBe(423);
};

describe('a known device', () => {
  test('is a long-lived, HttpOnly cookie of which only the hash is kept', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    const browser = openBrowser();
    const answer = await browser.login(someone);
    expect(setCookies(answer)).toMatch(
      /^cairn-device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/m,
    );
    const { rows } = await server.owner.query<{ text: string }>(
      `select encode(token_hash, 'escape') || id::text as text from cairn.device`,
    );
    expect(rows.some(({ text }) => text.includes(browser.cookies.get('cairn-device')!))).toBe(
      false,
    );
    expect(setCookies(await openBrowser().login(someone, 'wrong'))).toBe('');
  });

  test('lets its owner in while a stranger keeps the address locked', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    const knownBrowser = openBrowser();
    await knownBrowser.login(someone);
    await lockOut(someone);
    expect((await openBrowser().login(someone)).status).toBe(423);
    expect((await knownBrowser.login(someone)).status).toBe(200);
    // The stranger is still locked out.
    expect((await openBrowser().login(someone)).status).toBe(423);
  });

  test('has five attempts of its own, and leaves the address alone', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    const knownBrowser = openBrowser();
    await knownBrowser.login(someone);
    await lockOut(someone, knownBrowser);
    expect((await knownBrowser.login(someone)).status).toBe(423);
    expect((await openBrowser().login(someone)).status).toBe(200);
  });

  test('counts guesses sent at the same time one by one', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    const knownBrowser = openBrowser();
    await knownBrowser.login(someone);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => knownBrowser.login(someone, 'wrong')),
    );
    expect(answers.filter(({ status }) => status === 423)).toHaveLength(8);
  });

  test('is known for its own people only: to others it is strange, and answers no differently', async () => {
    const owner = await server.given.account({ password: PASSWORD });
    const victim = await server.given.account({ password: PASSWORD });
    const knownBrowser = openBrowser();
    await knownBrowser.login(owner);
    const unknown = { ...victim, emailAddress: `unknown-${victim.emailAddress}` };
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const one = await knownBrowser.login(victim, 'wrong');
      const other = await knownBrowser.login(unknown, 'wrong');
      expect([one.status, one.text, Object.keys(one.headers)]).toEqual([
        other.status,
        other.text,
        Object.keys(other.headers),
      ]);
    }
    expect((await knownBrowser.login(victim)).status).toBe(423);
    expect((await knownBrowser.login(owner)).status).toBe(200);
  });

  test('two people who share it are both known', async () => {
    const [one, other] = [
      await server.given.account({ password: PASSWORD }),
      await server.given.account({ password: PASSWORD }),
    ];
    const shared = openBrowser();
    await shared.login(one);
    await shared.login(other);
    for (const person of [one, other]) {
      await lockOut(person);
      expect((await shared.login(person)).status).toBe(200);
    }
  });

  test('has a token that only this log-in gave it: a planted one is worth nothing afterwards', async () => {
    const attacker = await server.given.account({ password: PASSWORD });
    const theirs = openBrowser();
    await theirs.login(attacker);
    for (const planted of ['A'.repeat(43), theirs.cookies.get('cairn-device')!]) {
      const victim = await server.given.account({ password: PASSWORD });
      const browser = openBrowser();
      browser.cookies.set('cairn-device', planted);
      await browser.login(victim);
      expect(browser.cookies.get('cairn-device')).not.toBe(planted);
      await lockOut(victim);
      const elsewhere = openBrowser();
      elsewhere.cookies.set('cairn-device', planted);
      expect((await elsewhere.login(victim)).status).toBe(423);
      expect((await browser.login(victim)).status).toBe(200);
    }
  });

  test('is strange again after half a year, and after the password was changed elsewhere', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    const knownBrowser = openBrowser();
    await knownBrowser.login(someone);
    const elsewhere = openBrowser();
    await elsewhere.login(someone);
    await elsewhere.call('changePassword', {
      body: { oldPassword: PASSWORD, newPassword: 'granite under the north path' },
    });
    await lockOut(someone);
    expect((await knownBrowser.login(someone, 'granite under the north path')).status).toBe(423);
    expect((await elsewhere.login(someone, 'granite under the north path')).status).toBe(200);
    await server.owner.query(
      `update cairn.device set last_used_at = now() - interval '181 days' where account_id = $1`,
      [someone.id],
    );
    expect((await elsewhere.login(someone, 'granite under the north path')).status).toBe(423);
  });
});

test('a person is logged in in twenty browsers at most: the one used least recently ends', async () => {
  const someone = await server.given.account({ password: PASSWORD });
  const tokens = [];
  for (let number = 0; number < MAX_SESSIONS; number += 1) {
    tokens.push(await server.given.session(someone, { roleLevel: 'BORROWER' }));
  }
  const status = async (token: string) =>
    (await server.call('getLoggedUser', {}, { token })).status;
  await server.owner.query(
    `update cairn.session set last_seen_at = now() - interval '5 minutes' where token_hash = $1`,
    [hashToken(tokens[7]!)],
  );
  const browser = openBrowser();
  await browser.login(someone);
  expect(await status(tokens[7]!)).toBe(401);
  expect(await status(tokens[0]!)).toBe(200);
  expect(await status(browser.cookies.get('cairn-session')!)).toBe(200);
});

describe('one’s own devices', () => {
  const listDevices = async (browser: Pick<Browser, 'call'>) =>
    (await browser.call('listDevices')).body.devices;

  test('are listed by name, this one first', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    const [desk, phone] = [openBrowser(), openBrowser('Mozilla/5.0 (iPhone) CriOS/140 Safari/604')];
    await desk.login(someone);
    await phone.login(someone);
    await phone.call('logout');
    expect(await listDevices(desk)).toMatchObject([
      { name: 'Firefox on Linux', current: true, loggedIn: true },
      { name: 'Chrome on iPhone', current: false, loggedIn: false },
    ]);
  });

  test('logging in again in the same browser replaces its session', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    const browser = openBrowser();
    await browser.login(someone);
    const before = browser.cookies.get('cairn-session')!;
    await browser.login(someone);
    expect(await listDevices(browser)).toHaveLength(1);
    expect((await server.call('getLoggedUser', {}, { token: before })).status).toBe(401);
  });

  test('one can be ended: its session, its stream and what it was known by', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    const [first, second] = [openBrowser(), openBrowser()];
    await first.login(someone);
    await second.login(someone);
    const ear = await Ear.listen(server, second.cookies.get('cairn-session'));
    const [, other] = await listDevices(first);
    expect(
      (await first.call('endDevice', { params: { id: other!.id }, body: { password: PASSWORD } }))
        .status,
    ).toBe(200);
    await until(async () => ear.ended);
    expect((await second.call('getLoggedUser')).status).toBe(401);
    expect(await listDevices(first)).toHaveLength(1);
    await lockOut(someone);
    expect((await second.login(someone)).status).toBe(423);
    expect(
      (await first.call('endDevice', { params: { id: other!.id }, body: { password: PASSWORD } }))
        .status,
    ).toBe(404);
  });

  test('all others can be ended at once', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    const [first, second] = [openBrowser(), openBrowser()];
    await second.login(someone);
    await first.login(someone);
    const old = await server.given.session(someone, { roleLevel: 'BORROWER' });
    expect(await listDevices(first)).toHaveLength(3);
    await first.call('endOtherDevices', { body: { password: PASSWORD } });
    expect(await listDevices(first)).toMatchObject([{ current: true }]);
    expect((await second.call('getLoggedUser')).status).toBe(401);
    expect((await server.call('getLoggedUser', {}, { token: old })).status).toBe(401);
    expect((await first.call('getLoggedUser')).status).toBe(200);
  });

  test('are ended only with the password, and wrong guesses count', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    const [first, second] = [openBrowser(), openBrowser()];
    await second.login(someone);
    await first.login(someone);
    const [, other] = await listDevices(first);
    for (const password of ['wrong', '']) {
      const one = await first.call('endDevice', { params: { id: other!.id }, body: { password } });
      expect(one.body).toMatchObject({ fieldErrors: { password: expect.any(String) } });
    }
    const all = await first.call('endOtherDevices', { body: { password: 'wrong' } });
    expect(all.status).toBe(400);
    expect((await second.call('getLoggedUser')).status).toBe(200);
    for (let guess = 0; guess < 3; guess += 1) {
      await first.call('endOtherDevices', { body: { password: 'wrong' } });
    }
    const locked = await first.call('endOtherDevices', { body: { password: PASSWORD } });
    expect(locked.status).toBe(423);
    expect((await second.call('getLoggedUser')).status).toBe(200);
  });

  test('a device of another user cannot be ended: it is not found', async () => {
    const [mine, theirs] = [
      await server.given.account({ password: PASSWORD }),
      await server.given.account({ password: PASSWORD }),
    ];
    const [me, them] = [openBrowser(), openBrowser()];
    await me.login(mine);
    await them.login(theirs);
    const [theirDevice] = await listDevices(them);
    expect(
      (
        await me.call('endDevice', {
          params: { id: theirDevice!.id },
          body: { password: PASSWORD },
        })
      ).status,
    ).toBe(404);
    expect((await them.call('getLoggedUser')).status).toBe(200);
  });
});
