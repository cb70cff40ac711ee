import { makeDatabase, until, type TestDatabase } from '@cairn/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Bus } from './bus.ts';

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await makeDatabase(process.env['MIGRATION_DATABASE_URL']!);
  owner = new pg.Client(database.urls.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const connections = async (): Promise<number> => {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and usename = 'cairn_relay'`,
  );
  return rows[0]!.count;
};
const cut = () =>
  owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'cairn_relay'`,
  );

test('a notice reaches every process, its own listeners included', async () => {
  const one = new Bus(database.urls.relay);
  const other = new Bus(database.urls.relay);
  await Promise.all([one.start(), other.start()]);
  const woken = { one: 0, other: 0 };
  one.onWake(() => (woken.one += 1));
  other.onWake(() => (woken.other += 1));
  one.notify();
  await until(async () => woken.one > 0 && woken.other > 0);
  await Promise.all([one.stop(), other.stop()]);
});

test('a lost connection comes back once, tells its listeners to look, and carries notices again', async () => {
  const bus = new Bus(database.urls.relay);
  await bus.start();
  let woken = 0;
  bus.onWake(() => (woken += 1));
  for (let time = 1; time <= 3; time += 1) {
    const before = woken;
    await cut();
    await until(async () => woken > before);
    expect(await connections()).toBe(1);
  }
  const before = woken;
  bus.notify();
  await until(async () => woken > before);
  await bus.stop();
  expect(await connections()).toBe(0);
});
