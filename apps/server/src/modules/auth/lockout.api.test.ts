/** Threat row 6: an account is attacked continuously, and its owner can still log in. */
import {
  emailTo,
  codeIn,
  openBrowser as openAny,
  startTestServer,
  startTestWorker,
  until,
  emailsTo,
  type Account,
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

/** Tries wrong passwords and requests codes, each in a new browser, until it is stopped. */
async function attack({ emailAddress: username }: Account) {
  const stopped = new AbortController();
  const once = async () => {
    await openBrowser().login({ emailAddress: username }, 'wrong');
    const browser = openBrowser();
    await browser.call('forgotPassword', { body: { username } });
    await browser.call('resendConfirmationCode', { body: { username, provider: 'EMAIL' } });
    await browser.call('signup', {
      body: { emailAddress: username, password: BETTER, givenName: 'A', familyName: 'B' },
    });
  };
  for (let round = 0; round < 6; round += 1) await once();
  // From here on the address is locked, and its quota of codes is used up.
  const attacking = (async () => {
    while (!stopped.signal.aborted) await once();
  })();
  return async () => {
    stopped.abort();
    await attacking;
  };
}

const linkIn = ({ text }: { text: string }): string => {
  const [, link] = /#reset=(\S+)/.exec(text) ?? [];
  if (!link) throw new Error('there is no link in this email');
  return link;
};

describe('while a stranger keeps an account locked and its codes used up', () => {
  test('its owner logs in from a known device, and resets the password there by a code', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    const knownBrowser = openBrowser();
    await knownBrowser.login(someone, PASSWORD);
    await knownBrowser.call('logout');
    const stop = await attack(someone);
    try {
      expect((await openBrowser().login(someone, PASSWORD)).status).toBe(423);
      expect((await knownBrowser.login(someone, PASSWORD)).status).toBe(200);
      await knownBrowser.call('logout');

      const { emailAddress: username } = someone;
      const tried = new Set((await emailsTo(username)).map(({ messageId }) => messageId));
      await knownBrowser.call('forgotPassword', { body: { username } });
      // Emails caused by the attack may still arrive.
      const resetEmail = await until(async () => {
        const email = (await emailsTo(username)).find(({ messageId }) => !tried.has(messageId));
        if (!email) return undefined;
        tried.add(email.messageId);
        const code = /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(email.text)?.[0] ?? '';
        const body = { username, code, newPassword: BETTER };
        const { status } = await knownBrowser.call('confirmForgotPassword', { body });
        return status === 200 ? email : undefined;
      });
      expect(resetEmail.subject).toContain('Choose a new password');
      expect((await knownBrowser.login(someone, BETTER)).status).toBe(200);
    } finally {
      await stop();
    }
  });

  test('its owner gets in without a known device, by the link of any email the attack caused', async () => {
    const someone = await server.given.account({ password: PASSWORD });
    const stop = await attack(someone);
    try {
      const fresh = openBrowser();
      expect((await fresh.login(someone, PASSWORD)).status).toBe(423);
      const link = linkIn(await emailTo(someone.emailAddress));
      const reset = await fresh.call('resetPasswordByLink', {
        body: { link, newPassword: BETTER },
      });
      expect(reset.body).toEqual({ success: true });
      await openBrowser().login(someone, 'wrong');
      expect((await fresh.login(someone, BETTER)).status).toBe(200);
      expect((await fresh.call('getLoggedUser')).body.emailAddress).toBe(someone.emailAddress);
    } finally {
      await stop();
    }
  });
});

describe('the link of an email', () => {
  const requestReset = async () => {
    const someone = await server.given.account({ password: PASSWORD });
    await openBrowser().call('forgotPassword', { body: { username: someone.emailAddress } });
    const email = await emailTo(someone.emailAddress);
    return { someone, link: linkIn(email), code: codeIn(email) };
  };
  const open = (link: string, newPassword = BETTER) =>
    openBrowser().call('resetPasswordByLink', { body: { link, newPassword } });

  test('works once, in any browser, ends sessions, and voids every code and link before it', async () => {
    const { someone, link } = await requestReset();
    const token = await server.given.session(someone, { roleLevel: 'BORROWER' });
    await openBrowser().call('forgotPassword', { body: { username: someone.emailAddress } });
    const other = await until(async () =>
      (await emailsTo(someone.emailAddress)).map(linkIn).find((each) => each !== link),
    );
    expect((await open(link)).status).toBe(200);
    expect((await server.call('getLoggedUser', {}, { token })).status).toBe(401);
    expect((await open(link)).body).toMatchObject({ code: 'WRONG_LINK' });
    expect((await open(other)).body).toMatchObject({ code: 'WRONG_LINK' });
  });

  test('is not guessed: another secret, another row, or what is no link', async () => {
    const [one, other] = [await requestReset(), await requestReset()];
    const [id] = one.link.split('.');
    const [, secret] = other.link.split('.');
    for (const link of [`${id}.${secret}`, `${id}.${'A'.repeat(43)}`, id!, 'x', one.code]) {
      expect((await open(link)).body).toMatchObject({ code: 'WRONG_LINK' });
    }
    expect((await open(one.link)).status).toBe(200);
  });

  test('expires after an hour, and stays good when a password is refused', async () => {
    const { someone, link } = await requestReset();
    expect((await open(link, 'password1234')).status).toBe(400);
    await server.owner.query(
      `update cairn.confirmation_code set sent_at = now() - interval '61 minutes' where account_id = $1`,
      [someone.id],
    );
    expect((await open(link)).body).toMatchObject({ code: 'WRONG_LINK' });
  });
});
