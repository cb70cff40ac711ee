/**
 * One attacker with many network addresses against the whole application in one process: floods one person with
 * email, and guesses a code. `npm run drill:mail` prints the figures; the test of the same functions is CI's short
 * form.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { openBrowser } from './browser.ts';
import type { TestServer } from './server.ts';

/** Concurrent calls, as of a small botnet. */
const AT_ONCE = 24;
/** Calls from each address, so that it resembles an office. */
const CALLS_AN_ADDRESS = 20;
const LENDERS = 20;

/** An address of the benchmark network 198.18.0.0/15, which is not used on the internet. */
const addressOf = (index: number): string => {
  const network = Math.floor(index / CALLS_AN_ADDRESS);
  return `198.18.${Math.floor(network / 250) % 250}.${(network % 250) + 1}`;
};
const from = (index: number) => ({ headers: { 'x-forwarded-for': addressOf(index) } });

async function inParallel(count: number, once: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await once(index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

export interface MailBombing {
  attempts: number;
  /** Attempts answered as if they had been carried out. */
  accepted: number;
  /**
   * Codes and invitations that the application recorded for sending; the worker applies further limits before each
   * leaves.
   */
  recorded: number;
  addresses: number;
}

/** Three kinds of codes, and invitations of twenty lenders run by the attacker, all to one person. */
export async function bombMail(
  server: TestServer,
  victim: string,
  attempts: number,
): Promise<MailBombing> {
  const { given } = server;
  const lenders = await Promise.all(
    Array.from({ length: LENDERS }, async () => given.colleague(await given.company(), 'OWNER')),
  );
  const body = { username: victim };
  let accepted = 0;
  await inParallel(attempts, async (index) => {
    const browser = openBrowser(server, `attacker ${index}`);
    const kinds = [
      () => browser.call('forgotPassword', { body }, from(index)),
      () =>
        browser.call(
          'resendConfirmationCode',
          { body: { ...body, provider: 'EMAIL' } },
          from(index),
        ),
      () =>
        browser.call(
          'signup',
          {
            body: {
              emailAddress: victim,
              password: 'granite under the north path',
              givenName: 'A',
              familyName: 'B',
            },
          },
          from(index),
        ),
      () =>
        server.call(
          'addUser',
          { body: { emailAddress: victim, givenName: 'A', familyName: 'B' } },
          { ...from(index), token: lenders[index % LENDERS]!.token },
        ),
    ];
    const { status } = await kinds[index % kinds.length]!();
    if (status === 200) accepted += 1;
  });
  const { rows } = await server.owner.query<{ count: number }>(
    `select count(*)::int from cairn.event where workflow in ('sendMail', 'sendInvitation')`,
  );
  return {
    attempts,
    accepted,
    recorded: rows[0]!.count,
    addresses: Math.ceil(attempts / CALLS_AN_ADDRESS),
  };
}

/** The alphabet of the product's codes. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomCode = (): string => {
  const signs = Array.from({ length: 8 }, () => SIGNS[randomInt(SIGNS.length)]!).join('');
  return `${signs.slice(0, 4)}-${signs.slice(4)}`;
};

export interface CodeGuessing {
  guesses: number;
  /** Guesses that logged the attacker in. */
  succeeded: number;
  /** Replies by status. */
  statuses: Record<string, number>;
  addresses: number;
  /** Codes that were valid during the attack, which a guess could have hit. */
  codes: number;
}

/** The attacker requests codes for the victim as often as allowed, and guesses in each browser. */
export async function guessCodes(
  server: TestServer,
  victim: string,
  guesses: number,
): Promise<CodeGuessing> {
  const statuses: Record<string, number> = {};
  let succeeded = 0;
  let browser = openBrowser(server, randomUUID());
  await inParallel(guesses, async (index) => {
    // A new browser, and a new code if the limit allows one: a code works only in the browser that requested it.
    if (index % 50 === 0) {
      browser = openBrowser(server, randomUUID());
      await browser.call(
        'resendConfirmationCode',
        { body: { username: victim, provider: 'EMAIL' } },
        from(index),
      );
    }
    const { status } = await browser.call(
      'loginWithConfirmCode',
      { body: { username: victim, code: randomCode() } },
      from(index),
    );
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status === 200) succeeded += 1;
  });
  const { rows } = await server.owner.query<{ count: number }>(
    'select count(*)::int from cairn.confirmation_code',
  );
  return {
    guesses,
    succeeded,
    statuses,
    addresses: Math.ceil(guesses / CALLS_AN_ADDRESS),
    codes: rows[0]!.count,
  };
}
