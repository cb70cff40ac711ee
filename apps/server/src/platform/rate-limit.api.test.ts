import { randomUUID } from 'node:crypto';
import { startTestServer, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    config: { limitFactor: 1, trustedProxies: ['127.0.0.1', '10.0.0.0/8'] },
  });
});
afterAll(() => server.stop());

/** The header with which a trusted proxy reports the caller's address. */
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const forgot = (address: string, username = `${randomUUID()}@example.com`) =>
  server.call('forgotPassword', { body: { username } }, from(address));

describe('from one network address', () => {
  test('a hundred mails an hour can be asked for, and the answer says when there is more', async () => {
    const statuses = new Set<number>();
    for (let call = 1; call <= 100; call += 1) statuses.add((await forgot('203.0.113.1')).status);
    expect([...statuses]).toEqual([200]);
    const refused = await forgot('203.0.113.1');
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
    expect((await forgot('203.0.113.2')).status).toBe(200);
  });

  test('mails and passwords are counted apart; a window that is over starts anew', async () => {
    const wrong = () =>
      server.call(
        'login',
        { body: { username: 'unknown@example.com', password: 'wrong' } },
        from('203.0.113.1'),
      );
    expect((await wrong()).status).toBe(401);
    await server.owner.query(`update cairn.call_count set ends_at = now() - interval '1 second'`);
    expect((await forgot('203.0.113.1')).status).toBe(200);
    const { rows } = await server.owner.query<{ calls: number }>(
      'select calls from cairn.call_count where ends_at > now()',
    );
    expect(rows).toEqual([{ calls: 1 }]);
  });

  test('one cannot become many by a header of one’s own, or by IPv6', async () => {
    const spoof = (first: string) => forgot(`${first}, 203.0.113.9`);
    for (let call = 1; call <= 100; call += 1) await spoof(`198.51.100.${call}`);
    expect((await spoof('198.51.100.200')).status).toBe(429);
    for (let call = 1; call <= 100; call += 1) await forgot(`2001:db8::${call.toString(16)}`);
    expect((await forgot('2001:db8::ffff:1')).status).toBe(429);
  });

  test('the table contains no addresses', async () => {
    const { rows } = await server.owner.query<{ text: string }>(
      `select encode(key, 'escape') as text from cairn.call_count`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { text } of rows) expect(text).not.toMatch(/203\.0|2001:/);
  });
});

test('without trusted proxies the header says nothing', async () => {
  const alone = await startTestServer({ config: { limitFactor: 1 } });
  try {
    const answers: number[] = [];
    for (let call = 1; call <= 101; call += 1) {
      const body = { username: `${randomUUID()}@example.com` };
      answers.push(
        (await alone.call('forgotPassword', { body }, from(`198.51.100.${call}`))).status,
      );
    }
    expect(answers.at(-1)).toBe(429);
  } finally {
    await alone.stop();
  }
});

test('under 10,000 calls for one address, from many networks, five mails are ordered', async () => {
  const someone = await server.given.account();
  const calls = Array.from({ length: 10_000 }, (_, index) => index);
  const statuses = new Map<number, number>();
  // Forty at a time, as a small botnet would.
  const worker = async (): Promise<void> => {
    for (let next = calls.pop(); next !== undefined; next = calls.pop()) {
      const network = `192.0.${next % 2 === 0 ? 2 : 3}.${next % 60}`;
      const call = next % 3 === 0 ? 'resendConfirmationCode' : 'forgotPassword';
      const body = {
        username: someone.emailAddress,
        ...(call === 'resendConfirmationCode' && { provider: 'EMAIL' }),
      };
      const { status } = await server.call(call, { body }, from(network));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 40 }, worker));
  expect(new Set(statuses.keys())).toEqual(new Set([200, 429]));
  const { rows } = await server.owner.query<{ kind: string }>(
    `select kind from cairn.event where account_id = $1 and workflow = 'sendMail'`,
    [someone.id],
  );
  expect(rows).toHaveLength(5);
}, 180_000);

describe('ASVS 2.4.1: calls of one account', () => {
  let strict: TestServer;
  beforeAll(async () => {
    // A limit of 30 calls.
    strict = await startTestServer({ config: { limitFactor: 0.1 } });
  });
  afterAll(() => strict.stop());

  test('are refused beyond a burst, with the time to wait, and other callers are not affected', async () => {
    const company = await strict.given.company();
    const { token: busy } = await strict.given.colleague(company);
    const { token: other } = await strict.given.colleague(company);
    const statuses: number[] = [];
    let last = await strict.call('getLoggedUser', {}, { token: busy });
    for (let call = 2; call <= 100 && last.status === 200; call += 1) {
      last = await strict.call('getLoggedUser', {}, { token: busy });
      statuses.push(last.status);
    }
    expect(last.status).toBe(429);
    expect(last.body).toMatchObject({ code: 'RATE_LIMITED' });
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect(statuses.length).toBeGreaterThanOrEqual(29);
    expect((await strict.call('getLoggedUser', {}, { token: other })).status).toBe(200);
  });
});
