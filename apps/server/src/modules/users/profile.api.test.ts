import { randomInt, randomUUID } from 'node:crypto';
import { CREDIT_CONSENT_VERSION } from '@cairn/contract';
import {
  codeInText,
  EICAR,
  emailTo,
  ONE_DOT,
  openBrowser,
  startTestServer,
  startTestWorker,
  textsTo,
  textTo,
  until,
  type Account,
  type Browser,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const PASSWORD = 'three stones and a trail';
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

async function someoneWith(phone?: string): Promise<{ me: Account; browser: Browser }> {
  const me = await server.given.account({ password: PASSWORD });
  if (phone) {
    await server.owner.query('update cairn.account set phone = $2 where id = $1', [me.id, phone]);
  }
  const browser = openBrowser(server);
  browser.cookies.set('cairn-session', await server.given.session(me, { roleLevel: 'BORROWER' }));
  return { me, browser };
}

describe('a mobile phone', () => {
  const newNumber = (): string => `555${randomInt(1_000_000, 9_999_999)}`;
  const ask = (browser: Browser) => browser.call('sendConfirmMobilePhone');
  const verify = (browser: Browser, code: string) =>
    browser.call('verifyMobilePhoneWithConfirmCode', { body: { code } });
  const verified = async (browser: Browser) =>
    (await browser.call('getLoggedUser')).body.phoneVerified;

  test('is verified with the six digits of a text message, once [R263]', async () => {
    const number = newNumber();
    const { browser, me } = await someoneWith(number);
    expect((await ask(browser)).body).toEqual({ success: true });
    const code = codeInText(await textTo(`+1${number}`));
    expect(await verified(browser)).toBe(false);
    const wrong = await verify(browser, code === '000000' ? '111111' : '000000');
    expect(wrong.body).toMatchObject({ code: 'WRONG_CODE' });
    expect((await verify(browser, code)).body).toEqual({ success: true });
    expect(await verified(browser)).toBe(true);
    expect((await verify(browser, code)).status).toBe(400);
    const { text } = await emailTo(me.emailAddress, 'A phone number was confirmed');
    expect(text).not.toContain(number);

    const rename = (phone: string, password?: string) =>
      browser.call('updateOwnProfile', {
        body: { givenName: 'Ada', familyName: 'Moss', phone, ...(password && { password }) },
      });
    await rename(number);
    expect(await verified(browser)).toBe(true);
    await rename(newNumber(), PASSWORD);
    expect(await verified(browser)).toBe(false);
  });

  test('is changed or taken away only with the password', async () => {
    const number = newNumber();
    const { browser } = await someoneWith(number);
    const change = (phone: string, password?: string) =>
      browser.call('updateOwnProfile', {
        body: { givenName: 'Ada', familyName: 'Moss', phone, ...(password && { password }) },
      });
    for (const phone of [newNumber(), '']) {
      for (const password of [undefined, 'wrong']) {
        const refused = await change(phone, password);
        expect(refused.body).toMatchObject({ fieldErrors: { password: expect.any(String) } });
      }
    }
    expect((await browser.call('getLoggedUser')).body.phone).toBe(number);
    expect((await change('', PASSWORD)).body).toMatchObject({ phone: null });
  });

  test('a user without a phone number is told so', async () => {
    const { browser } = await someoneWith();
    expect((await ask(browser)).body).toMatchObject({ code: 'NO_PHONE' });
    expect((await verify(browser, '123456')).body).toMatchObject({ code: 'NO_PHONE' });
  });

  test('its code counts in the browser that asked, and for the person who asked', async () => {
    const number = newNumber();
    const { me, browser } = await someoneWith(number);
    await ask(browser);
    const code = codeInText(await textTo(`+1${number}`));
    const elsewhere = openBrowser(server);
    elsewhere.cookies.set(
      'cairn-session',
      await server.given.session(me, { roleLevel: 'BORROWER' }),
    );
    expect((await verify(elsewhere, code)).status).toBe(400);
    const other = await someoneWith(number);
    other.browser.cookies.set('cairn-browser', browser.cookies.get('cairn-browser')!);
    expect((await verify(other.browser, code)).status).toBe(400);
    expect((await verify(browser, code)).status).toBe(200);
  });

  test('its code is no code for logging in, and the other way round', async () => {
    const number = newNumber();
    const { me, browser } = await someoneWith(number);
    await ask(browser);
    const code = codeInText(await textTo(`+1${number}`));
    const loginReply = await browser.call('loginWithConfirmCode', {
      body: { username: me.emailAddress, code },
    });
    expect(loginReply.status).toBe(400);
  });

  test('five tries, also at the same time; then the code is worth nothing', async () => {
    const number = newNumber();
    const { browser } = await someoneWith(number);
    await ask(browser);
    const code = codeInText(await textTo(`+1${number}`));
    const wrong = code === '000000' ? '111111' : '000000';
    await Promise.all(Array.from({ length: 9 }, () => verify(browser, wrong)));
    expect((await verify(browser, code)).status).toBe(400);
  });

  test('the same code is sent again, once a minute, five messages an hour from any session', async () => {
    const number = newNumber();
    const { me, browser } = await someoneWith(number);
    const ordered = async () => {
      const { rows } = await server.owner.query(
        `select from cairn.event where workflow = 'sendText' and account_id = $1`,
        [me.id],
      );
      return rows.length;
    };
    await ask(browser);
    await Promise.all(Array.from({ length: 20 }, () => ask(browser)));
    expect(await ordered()).toBe(1);
    for (let minute = 1; minute <= 6; minute += 1) {
      await server.owner.query(
        `update cairn.confirmation_code set sent_at = sent_at - interval '1 minute'`,
      );
      await ask(browser);
    }
    expect(await ordered()).toBe(5);
    const messages = await until(async () => {
      const all = await textsTo(`+1${number}`);
      return all.length === 5 && all;
    });
    expect(new Set(messages.map(codeInText)).size).toBe(1);
    // Another user who claims the number cannot have codes sent to it either.
    const other = await someoneWith(number);
    await ask(other.browser);
    const { rows } = await server.owner.query(
      `select from cairn.event where workflow = 'sendText' and account_id = $1`,
      [other.me.id],
    );
    expect(rows).toHaveLength(0);
  });

  test('neither number nor code is in an event, an audit entry or a workflow’s input', async () => {
    const number = newNumber();
    const { browser } = await someoneWith(number);
    await ask(browser);
    const code = codeInText(await textTo(`+1${number}`));
    const { rows } = await server.owner.query<{ text: string }>(
      `select (select string_agg(e.kind || e.input::text, '') from cairn.event e where workflow = 'sendText')
         || (select string_agg(a.kind || a.detail::text, '') from cairn.audit_entry a
             where kind like 'code.%') as text`,
    );
    expect(rows[0]!.text).not.toContain(number);
    expect(rows[0]!.text).not.toMatch(new RegExp(`\\b${code}\\b`));
  });
});

describe('a profile picture', () => {
  const dot = ONE_DOT.toString('base64');
  const infected = (): string => {
    const middle = ONE_DOT.length - 12;
    return Buffer.concat([
      ONE_DOT.subarray(0, middle),
      Buffer.from(EICAR),
      ONE_DOT.subarray(middle),
    ]).toString('base64');
  };
  const picturesSeenBy = async (browser: Pick<Browser, 'call'>) =>
    (await browser.call('listAvatars')).body.avatars;
  const clean = (browser: Browser, id: string) =>
    until(async () =>
      (await picturesSeenBy(browser)).some(
        (each) => each.id === id && each.virusScanState === 'CLEAN',
      ),
    );

  test('is served once it is checked, as an image and nothing else', async () => {
    const { me, browser } = await someoneWith();
    const created = await browser.call('createAvatar', { body: { image: dot } });
    expect(created.body).toMatchObject({ virusScanState: 'PENDING' });
    await clean(browser, created.body.id);
    const picture = await browser.call('getAvatar', { params: { id: created.body.id } });
    expect(picture.status).toBe(200);
    expect(picture.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
    });
    expect(String(picture.headers['content-disposition'])).toMatch(/^attachment/);

    expect((await browser.call('createAvatar', { body: { image: dot } })).status).toBe(409);
    const next = await browser.call('replaceAvatar', { body: { image: dot } });
    expect(next.body.id).not.toBe(created.body.id);
    expect((await browser.call('getAvatar', { params: { id: created.body.id } })).status).toBe(404);
    await clean(browser, next.body.id);
    expect((await browser.call('deleteAvatar')).body).toEqual({ success: true });
    expect((await browser.call('getAvatar', { params: { id: next.body.id } })).status).toBe(404);
    expect((await picturesSeenBy(browser)).filter(({ userId }) => userId === me.id)).toEqual([]);
  });

  test('that is infected, or no picture, is never shown', async () => {
    const { browser } = await someoneWith();
    for (const image of ['PHN2Zz48L3N2Zz4=', 'AAAA']) {
      const refused = await browser.call('createAvatar', { body: { image } });
      expect(refused.body).toMatchObject({ code: 'FILE_INVALID_TYPE' });
    }
    expect((await browser.call('createAvatar', { body: { image: 'not base64!' } })).status).toBe(
      400,
    );
    const large = 'A'.repeat(400_000);
    expect((await browser.call('createAvatar', { body: { image: large } })).status).toBe(400);

    const { body } = await browser.call('createAvatar', { body: { image: infected() } });
    await until(async () =>
      (await picturesSeenBy(browser)).some(
        (each) => each.id === body.id && each.virusScanState === 'INFECTED',
      ),
    );
    expect((await browser.call('getAvatar', { params: { id: body.id } })).status).toBe(404);
  });

  test('is visible only to users who see the name', async () => {
    const company = await server.given.company();
    const dana = await server.given.employee(company);
    const marcus = await server.given.employee(company);
    const as = (account: Account) =>
      server.given.session(account, { roleLevel: 'LENDER', company });
    const picture = await server.given.avatar(dana.id);
    const colleague = { token: await as(marcus) };
    expect((await server.call('listAvatars', {}, colleague)).body.avatars).toEqual([
      { id: picture, userId: dana.id, virusScanState: 'CLEAN' },
    ]);
    const reply = await server.call('getAvatar', { params: { id: picture } }, colleague);
    expect(reply.status).toBe(200);
    const { browser: stranger } = await someoneWith();
    const theirs = await stranger.call('getAvatar', { params: { id: picture } });
    const missing = await stranger.call('getAvatar', { params: { id: randomUUID() } });
    expect(theirs.status).toBe(404);
    expect(theirs.text).toBe(missing.text);
    expect(await picturesSeenBy(stranger)).toEqual([]);
  });
});

describe('consent to a credit check', () => {
  const body = { consent: true, version: CREDIT_CONSENT_VERSION } as const;

  test('is kept with its time, network address and text, once [R325]', async () => {
    const { me, browser } = await someoneWith();
    const params = { userId: me.id };
    const consent = await browser.call('getCreditConsent', { params });
    expect(consent.body).toMatchObject({ version: CREDIT_CONSENT_VERSION, givenDate: null });
    expect(consent.body.text).toContain('Fair Credit Reporting Act');
    const consented = await browser.call('giveCreditConsent', { params, body });
    expect(consented.body.givenDate).toEqual(expect.any(String));
    const again = await browser.call('giveCreditConsent', { params, body });
    expect(again.body.givenDate).toBe(consented.body.givenDate);
    const { rows } = await server.owner.query(
      'select version, network_address from cairn.credit_consent where account_id = $1',
      [me.id],
    );
    expect(rows).toEqual([{ version: CREDIT_CONSENT_VERSION, network_address: '127.0.0.1' }]);
    const entries = await server.owner.query(
      `select from cairn.audit_entry where kind = 'creditConsent.given' and chain_id = $1`,
      [me.id],
    );
    expect(entries.rowCount).toBe(1);
  });

  test('is confirmed by an email, which links to the text', async () => {
    const { me, browser } = await someoneWith();
    await browser.call('giveCreditConsent', { params: { userId: me.id }, body });
    const { text } = await emailTo(me.emailAddress, 'You authorized a credit check');
    expect(text).toContain('/user/profile');
  });

  test('only the user can give it, for the current text, and it cannot be "no"', async () => {
    const { browser } = await someoneWith();
    const { me: other } = await someoneWith();
    const foreign = await browser.call('giveCreditConsent', { params: { userId: other.id }, body });
    const missing = await browser.call('giveCreditConsent', {
      params: { userId: randomUUID() },
      body,
    });
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(missing.text);
    const { me, browser: mine } = await someoneWith();
    for (const over of [{ version: '2020-01' }, { consent: false }]) {
      const refused = await mine.call('giveCreditConsent', {
        params: { userId: me.id },
        body: { ...body, ...over } as never,
      });
      expect(refused.status).toBe(400);
    }
    const { rowCount } = await server.owner.query(
      'select from cairn.credit_consent where account_id = any($1)',
      [[me.id, other.id]],
    );
    expect(rowCount).toBe(0);
  });
});

test('a Microsoft address is kept, and taken away', async () => {
  const { browser } = await someoneWith();
  const save = (azureEmail: string | null) =>
    browser.call('updateAzureEmail', { body: { azureEmail } });
  expect((await save('ada@moss.example')).body).toEqual({ azureEmail: 'ada@moss.example' });
  expect((await browser.call('getLoggedUser')).body.azureEmail).toBe('ada@moss.example');
  expect((await save('no address')).body).toMatchObject({
    fieldErrors: { azureEmail: 'Enter an email address' },
  });
  expect((await save('')).body).toEqual({ azureEmail: null });
});

test('the session ends after the time that the configuration says, and the reply counts it down', async () => {
  const short = await startTestServer({ config: { sessionIdleSeconds: 20 } });
  try {
    const password = 'three stones and a trail';
    const me = await short.given.account({ password });
    const browser = openBrowser(short);
    const loginReply = await browser.login(me, password);
    expect(loginReply.body.user.sessionSeconds).toBeGreaterThanOrEqual(19);
    expect(loginReply.body.user.sessionSeconds).toBeLessThanOrEqual(20);
    const lapse = (seconds: number) =>
      short.owner.query(
        `update cairn.session set last_seen_at = last_seen_at - make_interval(secs => $1)`,
        [seconds],
      );
    await lapse(15);
    expect((await browser.call('getLoggedUser')).body.sessionSeconds).toBeLessThanOrEqual(5);
    expect((await browser.call('updateCookieTimeout')).body.sessionSeconds).toBeGreaterThan(18);
    await lapse(21);
    expect((await browser.call('getLoggedUser')).status).toBe(401);
  } finally {
    await short.stop();
  }
});
