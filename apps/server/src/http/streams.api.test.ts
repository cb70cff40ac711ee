/** Limits of event streams: per session, for a slow browser, and during a deploy. */
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import {
  Ear,
  startTestServer,
  until,
  type Account,
  type Company,
  type TestServer,
} from '@cairn/testing';
import { MAX_SESSIONS } from '@cairn/contract';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { eraseCompany } from '../cli/erase-company.ts';
import { hashToken } from '../platform/crypto.ts';
import { newId, PLATFORM_COMPANY } from '../platform/ids.ts';
import { MAX_STREAMS_PER_ACCOUNT, MAX_STREAMS_PER_SESSION } from './realtime.ts';

let server: TestServer;
let company: Company;
const ears: Ear[] = [];

beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  company = await server.given.company();
});
afterEach(() => {
  for (const ear of ears.splice(0)) ear.close();
});
afterAll(() => server.stop());

const portOf = ({ app }: TestServer) => (app.server.address() as { port: number }).port;
const listen = async (as: string) => {
  const ear = await Ear.listen(server, as);
  ears.push(ear);
  return ear;
};
const sessionOf = (account: Account) =>
  server.given.session(account, { roleLevel: 'LENDER', company });
const employee = () => server.given.employee(company);

test('a stream is not sniffed, cached or framed [ASVS 3.4.4]', async () => {
  const { headers } = await listen(await sessionOf(await employee()));
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

describe('the number of streams', () => {
  test('of one session is limited, and one that closes makes room [ASVS 2.4.1, 15.2.2]', async () => {
    const token = await sessionOf(await employee());
    for (let each = 0; each < MAX_STREAMS_PER_SESSION; each += 1) await listen(token);
    const refused = await listen(token);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    ears[0]!.close();
    await until(async () => (await listen(token)).status === 200);
  });

  test('of one person is limited over all their sessions [ASVS 2.4.1, 15.2.2]', async () => {
    const account = await employee();
    const statuses: number[] = [];
    while (statuses.length < MAX_STREAMS_PER_ACCOUNT + 1) {
      const token = await sessionOf(account);
      for (let each = 0; each < 11 && statuses.length < MAX_STREAMS_PER_ACCOUNT + 1; each += 1) {
        statuses.push((await listen(token)).status);
      }
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_STREAMS_PER_ACCOUNT);
    expect(statuses.at(-1)).toBe(429);
    // Other streams are not affected.
    expect((await listen(await sessionOf(await employee()))).status).toBe(200);
  }, 40_000);
});

test('a browser that does not read loses its stream before it costs memory [ASVS 15.2.2]', async () => {
  const token = await sessionOf(await employee());
  const deaf = connect(portOf(server), '127.0.0.1');
  await new Promise((resolve) => deaf.once('connect', resolve));
  deaf.pause();
  deaf.write(`GET /api/v1/events HTTP/1.1\r\nHost: x\r\nCookie: cairn-session=${token}\r\n\r\n`);
  const mine = new Promise((resolve) => deaf.once('close', resolve));
  const attentive = await listen(await sessionOf(await employee()));
  const sockets = () =>
    new Promise<number>((resolve) =>
      server.app.server.getConnections((_, count) => resolve(count)),
    );
  await until(async () => (await sockets()) >= 2);
  const before = await sockets();
  const rounds = 40;
  for (let round = 0; round < rounds; round += 1) {
    await server.owner.query(
      `insert into cairn.event (company_id, id, at, kind, staff_only, changes)
        select $1, uuidv7(), now(), 'test.flood', false, array_fill('loan'::text, array[40])
        from generate_series(1, 1000)`,
      [company.id],
    );
    await server.owner.query('notify cairn_events');
    await until(async () => attentive.changes.length === (round + 1) * 1000);
    if ((await sockets()) < before) break;
  }
  // The server has closed the connection; the client notices once it has read what the kernel had buffered.
  expect(await sockets()).toBe(before - 1);
  deaf.resume();
  await mine;
}, 60_000);

describe('whether sessions are alive', () => {
  test('is asked for all streams in one query', async () => {
    const account = await employee();
    const tokens = await Promise.all([1, 2, 3, 4, 5, 6].map(() => sessionOf(account)));
    const streams: Ear[] = [];
    for (const token of tokens) streams.push(await listen(token));
    const reads = vi.spyOn(server.db, 'reads');
    try {
      await server.owner.query(
        'delete from cairn.session where token_hash in (select token_hash from cairn.session where account_id = $1 limit 2)',
        [account.id],
      );
      // All six streams of this person learn that a session changed.
      await server.owner.query(
        `insert into cairn.event (company_id, id, at, kind, account_id, staff_only, changes)
          values ($1, $2, now(), 'session.ended', $3, false, '{session}')`,
        [PLATFORM_COMPANY, newId(), account.id],
      );
      await server.owner.query('notify cairn_events');
      await until(async () => streams.filter(({ ended }) => ended).length === 2);
      expect(reads.mock.calls.length).toBeLessThanOrEqual(2);
    } finally {
      reads.mockRestore();
    }
  });
});

describe('a stream ends with its session', () => {
  /** Far from the minute after which all sessions are looked up. */
  const AT_ONCE_MS = 10_000;
  const endsAtOnce = (ear: Ear) => until(async () => ear.ended, AT_ONCE_MS);
  const change = (token: string, set: string) =>
    server.owner.query(`update cairn.session set ${set} where token_hash = $1`, [hashToken(token)]);

  test('when it runs out, and not while it is used', async () => {
    const [short, used] = [await sessionOf(await employee()), await sessionOf(await employee())];
    const start = Date.now();
    await change(short, `ends_at = now() + interval '3 seconds'`);
    await change(used, `idle = interval '3 seconds', last_seen_at = now()`);
    const [first, second] = [await listen(short), await listen(used)];
    await wait(1500 - (Date.now() - start));
    await change(used, `last_seen_at = now() + interval '2 seconds'`);
    await endsAtOnce(first);
    expect(Date.now() - start).toBeGreaterThanOrEqual(3000);
    expect(second.ended).toBe(false);
    await endsAtOnce(second);
    expect(Date.now() - start).toBeGreaterThanOrEqual(6500);
  }, 40_000);

  test('when another person logs in with the same browser', async () => {
    const password = 'three stones and a trail';
    const token = await sessionOf(await employee());
    const ear = await listen(token);
    const other = await server.given.employee(company, { password });
    const body = { username: other.emailAddress, password };
    expect((await server.call('login', { body }, { token })).status).toBe(200);
    await endsAtOnce(ear);
  });

  test('when one log-in too many ends it', async () => {
    const password = 'three stones and a trail';
    const someone = await server.given.employee(company, { password });
    const oldest = await sessionOf(someone);
    await change(oldest, `last_seen_at = now() - interval '5 minutes'`);
    const ear = await listen(oldest);
    for (let number = 1; number < MAX_SESSIONS; number += 1) await sessionOf(someone);
    const body = { username: someone.emailAddress, password };
    expect((await server.call('login', { body })).status).toBe(200);
    await endsAtOnce(ear);
  });

  test('when the operator erases the company', async () => {
    const erased = await server.given.company();
    const clerk = await server.given.employee(erased);
    const ear = await listen(
      await server.given.session(clerk, { roleLevel: 'LENDER', company: erased }),
    );
    const unaffected = await listen(await sessionOf(await employee()));
    const { database, secretKey, store } = server.config;
    const url = new URL(database.app);
    url.username = 'postgres';
    await eraseCompany(
      {
        url: url.href,
        secretKey,
        secretKeys: secretKey.split(','),
        store,
        cell: undefined,
        directory: undefined,
      },
      { idOrName: erased.id, confirmedName: erased.name },
    );
    await endsAtOnce(ear);
    expect(unaffected.ended).toBe(false);
  });
});

describe('coming back', () => {
  test('browsers are told to wait, each for another time', async () => {
    const waits = new Set<number>();
    for (let each = 0; each < 6; each += 1) {
      const { retryMs } = await listen(await sessionOf(await employee()));
      expect(retryMs).toBeGreaterThanOrEqual(1000);
      expect(retryMs).toBeLessThanOrEqual(5000);
      waits.add(retryMs!);
    }
    expect(waits.size).toBeGreaterThan(3);
  });

  test('a process that stops ends its streams at once and spreads their return over 15 seconds', async () => {
    const stopping = await startTestServer();
    await stopping.app.listen({ port: 0, host: '127.0.0.1' });
    const lender = await stopping.given.company();
    const open: Ear[] = [];
    for (let each = 0; each < 8; each += 1) {
      const token = await stopping.given.session(await stopping.given.employee(lender), {
        roleLevel: 'LENDER',
        company: lender,
      });
      open.push(await Ear.listen(stopping, token));
    }
    const start = Date.now();
    const stopped = stopping.stop();
    await until(async () => open.every(({ ended }) => ended));
    expect(Date.now() - start).toBeLessThan(5000);
    await stopped;
    const waits = open.map(({ heard, retryMs }) => {
      const { event, data } = heard.at(-1)!;
      expect(event).toBe('closing');
      expect((data as unknown as { retryMs: number }).retryMs).toBe(retryMs);
      return retryMs!;
    });
    expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(2000);
  });
});

test('a stream that is still being opened when the process stops does not ask a closed pool', async () => {
  const stopping = await startTestServer();
  await stopping.app.listen({ port: 0, host: '127.0.0.1' });
  const of = await stopping.given.company();
  const account = await stopping.given.employee(of);
  const token = await stopping.given.session(account, { roleLevel: 'LENDER', company: of });
  const ear = await Ear.listen(stopping, token);
  const after = ear.heard.find(({ event }) => event === 'ready')!.id;
  ear.close();
  // Blocks the first query of a stream until the stop has begun.
  const holding = new pg.Client(stopping.config.database.app.replace('cairn_app', 'postgres'));
  await holding.connect();
  await holding.query('begin; lock table cairn.event_clock in access exclusive mode');
  const answer = await fetch(`http://127.0.0.1:${portOf(stopping)}/api/v1/events`, {
    headers: { cookie: `cairn-session=${token}`, 'last-event-id': after },
  });
  expect(answer.status).toBe(200);
  const stopped = stopping.stop();
  await wait(1000);
  await holding.query('commit');
  await holding.end();
  await stopped;
  await wait(200);
  expect(stopping.logged.filter((line) => line.includes('after calling end'))).toEqual([]);
});
