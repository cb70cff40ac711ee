import { Bus } from '@cairn/server/platform/bus';
import { Db } from '@cairn/server/platform/db/db';
import { WebStorage } from '@cairn/server/platform/object-storage';
import { buildApp } from '@cairn/server/http/app';
import { EventFeed } from '@cairn/server/http/event-feed';
import {
  Ear,
  startTestServer,
  until,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MaintenanceWatch } from './watch.ts';

let server: TestServer;
let company: Company;
let robin: Account;
let loan: Loan;
let admin: string;
let lender: string;
let borrower: string;
const ears: Ear[] = [];

beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { given } = server;
  company = await given.company();
  robin = await given.account({ platformAdmin: true });
  admin = await given.session(robin, { roleLevel: 'ADMIN' });
  lender = await given.session(await given.employee(company), { roleLevel: 'LENDER', company });
  loan = await given.loan(await given.phase(company));
  const elena = await given.account({ emailAddress: 'elena@example.com', password: PASSWORD });
  await given.role(loan, elena, 'LEAD_BORROWER');
  borrower = await given.session(elena, { roleLevel: 'BORROWER' });
});
afterEach(async () => {
  for (const ear of ears.splice(0)) ear.close();
  await clear();
});
afterAll(() => server.stop());

const PASSWORD = 'three stones and a trail';
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();
const set = (start: string, end: string, token = admin) =>
  server.call('setMaintenance', { body: { start, end } }, { token });
const turnOn = () => set(inSeconds(-60), inSeconds(3600));
const clear = () => server.call('clearMaintenance', {}, { token: admin });
const announced = async () => (await server.call('getJavascriptConstants')).body.maintenance;
const getLoan = (token: string) => server.call('getLoan', { params: { id: loan.id } }, { token });

describe('the maintenance window', () => {
  test('is set, read and cleared by an administrator, and goes through its states [R013] [R145] [R146]', async () => {
    const none = { start: null, end: null, state: 'NONE' };
    const read = async () => (await server.call('getMaintenance', {}, { token: admin })).body;
    expect(await read()).toEqual(none);
    const [start, end] = [inSeconds(3600), inSeconds(7200)];
    expect((await set(start, end)).body).toEqual({ start, end, state: 'SCHEDULED' });
    expect(await read()).toEqual({ start, end, state: 'SCHEDULED' });
    await turnOn();
    expect((await read()).state).toBe('ACTIVE');
    await server.owner.query(
      `update cairn.maintenance_window set start_at = now() - interval '2 h', end_at = now()`,
    );
    expect((await read()).state).toBe('ENDED');
    expect((await clear()).body).toEqual(none);
    expect(await read()).toEqual(none);
  });

  test('only an administrator can set, read or clear it [R117]', async () => {
    for (const token of [lender, borrower]) {
      expect((await set(inSeconds(60), inSeconds(120), token)).status).toBe(403);
      expect((await server.call('getMaintenance', {}, { token })).status).toBe(403);
      expect((await server.call('clearMaintenance', {}, { token })).status).toBe(403);
    }
  });

  test.each([
    ['ends before it starts', () => [inSeconds(120), inSeconds(60)], 'Must be after the start'],
    ['is over already', () => [inSeconds(-120), inSeconds(-60)], 'Must be in the future'],
    [
      'lasts for months',
      () => [inSeconds(60), inSeconds(90 * 86_400)],
      'Must be at most 7 days after the start',
    ],
  ])('that %s is refused', async (_, times, why) => {
    const [start, end] = times();
    const answer = await set(start!, end!);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ fieldErrors: { end: why } });
    expect(await announced()).toBeNull();
  });

  test('takes times in UTC only', async () => {
    expect((await set('2099-11-16T21:00:00+02:00', '2099-11-16T23:00:00Z')).status).toBe(400);
    expect((await set('tomorrow', 'later')).status).toBe(400);
  });

  test('is announced to everybody, signed in or not, and changes nothing before it starts', async () => {
    const [start, end] = [inSeconds(3600), inSeconds(7200)];
    await set(start, end);
    expect(await announced()).toEqual({ start, end, state: 'SCHEDULED' });
    expect((await getLoan(borrower)).status).toBe(200);
  });

  test('a client that refetches as soon as it hears of a change gets the new window', async () => {
    const db = new Db({ url: server.config.database.app, poolSize: 1, committed: () => {} });
    const watch = new MaintenanceWatch({ db, log: pino({ level: 'silent' }), began: () => {} });
    await watch.start();
    await turnOn();
    watch.hear({ id: 'an-event', kind: 'maintenance.scheduled', loanId: null, changes: [] });
    expect(await watch.announced()).toMatchObject({ state: 'ACTIVE' });
    await db.close();
  });

  test('while it is on, all but administrators are answered 503 with a message', async () => {
    await turnOn();
    for (const token of [lender, borrower]) {
      const answer = await getLoan(token);
      expect(answer.status).toBe(503);
      expect(answer.body).toEqual({
        code: 'MAINTENANCE',
        message: 'Cairn is down for maintenance. Please try again in a little while.',
      });
      expect(decodeURIComponent(String(answer.headers['messages']))).toContain('maintenance');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3500);
    }
    const signup = await server.call('signup', {
      body: {
        emailAddress: 'new@example.com',
        password: PASSWORD,
        givenName: 'Ada',
        familyName: 'Moss',
      },
    });
    expect(signup.status).toBe(503);
    expect((await server.call('getLoggedUser')).status).toBe(503);
    expect((await getLoan(admin)).status).toBe(200);
    expect(await announced()).toMatchObject({ state: 'ACTIVE' });
    expect(server.logged.filter((line) => line.includes('call failed'))).toEqual([]);
  });

  test('while it is on, a write by another user has no effect', async () => {
    await turnOn();
    const { rows: before } = await server.owner.query('select count(*) from cairn.event');
    const pin = await server.call('pinLoan', { params: { id: loan.id } }, { token: lender });
    expect(pin.status).toBe(503);
    const { rows: after } = await server.owner.query('select count(*) from cairn.event');
    expect(after).toEqual(before);
  });

  test('while it is on, people can log in and out, because who is an administrator is not known before', async () => {
    await turnOn();
    const body = { username: 'elena@example.com', password: PASSWORD };
    const answer = await server.call('login', { body });
    expect(answer.status).toBe(200);
    const [cookie = ''] = [answer.headers['set-cookie']].flat().map(String);
    const token = /cairn-session=([^;]+)/.exec(cookie)![1]!;
    expect((await getLoan(token)).status).toBe(503);
    expect((await server.call('logout', {}, { token })).status).toBe(200);
    expect((await server.call('getVersion')).status).toBe(200);
  });

  test('starts and ends by the clock, without any call', async () => {
    await set(inSeconds(1), inSeconds(2.5));
    expect((await getLoan(lender)).status).toBe(200);
    await until(async () => (await getLoan(lender)).status === 503);
    await until(async () => (await getLoan(lender)).status === 200);
    expect(await announced()).toBeNull();
  });

  test('cleared while it is on, it lets people in at once', async () => {
    await turnOn();
    expect((await getLoan(lender)).status).toBe(503);
    await clear();
    expect((await getLoan(lender)).status).toBe(200);
  });

  test('is told to every open page, of whatever company, also while it is on', async () => {
    const other = await server.given.company();
    const stranger = await server.given.session(await server.given.employee(other), {
      roleLevel: 'LENDER',
      company: other,
    });
    for (const token of [lender, borrower, stranger, admin]) {
      ears.push(await Ear.listen(server, token));
    }
    await turnOn();
    await until(async () => ears.every((ear) => ear.changes.length === 1));
    expect(ears[1]!.changes[0]).toMatchObject({
      kind: 'maintenance.scheduled',
      changes: ['maintenance'],
    });
    const late = await Ear.listen(server, borrower);
    ears.push(late);
    await clear();
    await until(async () =>
      ears.every((ear) => ear.changes.at(-1)?.kind === 'maintenance.cleared'),
    );
  });

  test('who set and cleared it is in the audit log, and clearing nothing is not', async () => {
    await turnOn();
    await clear();
    await clear();
    const { rows } = await server.owner.query(
      `select kind, actor_id from cairn.audit_entry where kind like 'maintenance.%'
       order by position desc limit 2`,
    );
    expect(rows).toEqual([
      { kind: 'maintenance.cleared', actor_id: robin.id },
      { kind: 'maintenance.scheduled', actor_id: robin.id },
    ]);
  });

  test('set in one process, it holds in the others, which ask the database no more than once', async () => {
    const second = await startSecondProcess();
    try {
      const ask = async () =>
        (
          await second.app.inject({
            url: `/api/v1/loans/${loan.id}`,
            cookies: { 'cairn-session': lender },
          })
        ).statusCode;
      expect(await ask()).toBe(200);
      await turnOn();
      await until(async () => (await ask()) === 503);
      const queries = await readsOfWindow();
      for (let count = 0; count < 50; count += 1) expect(await ask()).toBe(503);
      expect(await readsOfWindow()).toBe(queries);
      await clear();
      await until(async () => (await ask()) === 200);
    } finally {
      await second.stop();
    }
  });

  test('a user who became an administrator in another process passes there too', async () => {
    const second = await startSecondProcess();
    try {
      const both = await server.given.employee(company, { platformAdmin: true });
      const token = await server.given.session(both, { roleLevel: 'LENDER', company });
      const ask = () =>
        second.app.inject({
          url: `/api/v1/loans/${loan.id}`,
          cookies: { 'cairn-session': token },
        });
      expect((await ask()).statusCode).toBe(200);
      await server.call('setLoggedRole', { params: { roleLevel: 'ADMIN' } }, { token });
      await turnOn();
      await until(async () => (await getLoan(lender)).status === 503);
      await until(async () => (await ask()).statusCode === 200);
    } finally {
      await second.stop();
    }
  });
});

/** The number of times that the window was read, from the statistics of Postgres. */
async function readsOfWindow(): Promise<string> {
  await server.owner.query('select pg_stat_force_next_flush()');
  const { rows } = await server.owner.query<{ reads: string }>(
    `select seq_scan + idx_scan as reads from pg_stat_user_tables
     where relname = 'maintenance_window'`,
  );
  return rows[0]!.reads;
}

async function startSecondProcess() {
  const { config } = server;
  const log = pino({ level: 'silent' });
  const bus = new Bus(config.database.relay);
  await bus.start();
  const db = new Db({ url: config.database.app, poolSize: 2, committed: bus.notify });
  const feed = new EventFeed({ url: config.database.relay, log });
  await feed.start(bus);
  const storage = new WebStorage(config.store);
  const app = await buildApp({ config, db, storage, feed, log });
  return {
    app,
    async stop() {
      await app.close();
      await feed.stop();
      await bus.stop();
      await db.close();
      storage.close();
    },
  };
}
