/**
 * Breaks what a web process and its senders need: the share of calls and messages that an alert's rule looks at must cross the
 * rule's threshold, and fall below it once the part is repaired. deploy/prometheus/rules.test.yml has the waiting times.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { startTestServer, startTestWorker, until, type TestServer } from '@cairn/testing';
import { samplesOf as count, thresholdOf, type Samples as Count } from '@cairn/testing/alert-rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Metrics } from './metrics.ts';

/** The increase between two samples over all lines with these labels, like Prometheus's increase(). */
const added = (from: Count, to: Count, ...parts: string[]): number =>
  [...to]
    .filter(([line]) => parts.every((part) => line.includes(part)))
    .reduce((sum, [line, value]) => sum + value - (from.get(line) ?? 0), 0);

async function between(metrics: Metrics, work: () => Promise<unknown>): Promise<[Count, Count]> {
  const from = await count(metrics);
  await work();
  return [from, await count(metrics)];
}

const CALLS = 'cairn_http_request_duration_seconds_count';
const errorShare = ([from, to]: [Count, Count]): number =>
  added(from, to, CALLS, 'status="5xx"') / added(from, to, CALLS);
/** The 95th percentile is above a bound if fewer than 95 % of the calls are in its bucket. */
const isSlowerThan = ([from, to]: [Count, Count], seconds: number): boolean =>
  added(from, to, 'cairn_http_request_duration_seconds_bucket', `le="${seconds}"`) <
  0.95 * added(from, to, CALLS);
const failedShare = ([from, to]: [Count, Count], channel: string): number =>
  added(from, to, 'cairn_messages_total', `channel="${channel}"`, 'outcome="failed"') /
  added(from, to, 'cairn_messages_total', `channel="${channel}"`);

const POOL = 2;
let server: TestServer;
const metrics = new Metrics({ role: 'web', version: '1.2.3' });

beforeAll(async () => {
  server = await startTestServer({ metrics, poolSize: POOL });
});
afterAll(() => server.stop());

async function officer() {
  const company = await server.given.company();
  const { token } = await server.given.colleague(company, 'OWNER');
  const loan = await server.given.loan(await server.given.phase(company));
  return { token, pin: () => server.call('pinLoan', { params: { id: loan.id } }, { token }) };
}

test('CairnErrors: a table that the code does not find', async () => {
  const { pin } = await officer();
  const ten = () => Promise.all(Array.from({ length: 10 }, pin));
  await server.owner.query('alter table cairn.loan_pin rename to loan_pin_gone');
  const broken = await between(metrics, ten);
  await server.owner.query('alter table cairn.loan_pin_gone rename to loan_pin');
  expect(errorShare(broken)).toBeGreaterThan(thresholdOf('CairnErrors'));
  expect(errorShare(await between(metrics, ten))).toBeLessThan(thresholdOf('CairnErrors'));
});

test('CairnSlow, CairnPoolExhausted and CairnFeedLag: a lock that is not released', async () => {
  const { pin } = await officer();
  const six = () => Promise.all(Array.from({ length: 6 }, pin));
  const waiting = async () =>
    [...(await count(metrics))].some(
      ([line, value]) =>
        line.startsWith('cairn_db_pool_connections{') &&
        line.includes('state="waiting"') &&
        value > thresholdOf('CairnPoolExhausted'),
    );
  const lag = async () =>
    [...(await count(metrics))].find(([line]) => line.startsWith('cairn_feed_lag_seconds'))![1];
  expect([await waiting(), await lag()]).toEqual([false, 0]);
  expect(thresholdOf('CairnFeedLag')).toBe(30);

  const holder = await server.owner.connect();
  await holder.query('begin; lock table cairn.loan_pin, cairn.event in access exclusive mode');
  const locked = await between(metrics, async () => {
    const calls = six();
    await until(waiting);
    // The rule allows 30 s; here it is enough to see that the lag grows with time.
    await until(async () => (await lag()) > 1.2, 10_000);
    await holder.query('rollback');
    expect((await calls).map(({ status }) => status)).toEqual(Array(6).fill(200));
  });
  holder.release();
  expect(isSlowerThan(locked, thresholdOf('CairnSlow'))).toBe(true);
  expect(isSlowerThan(await between(metrics, six), thresholdOf('CairnSlow'))).toBe(false);
  expect(await waiting()).toBe(false);
  await until(async () => (await lag()) === 0);
}, 60_000);

test('CairnEmailFailing and CairnSmsFailing: providers that do not answer', async () => {
  const { config, given, owner } = server;
  const ask = async (): Promise<void> => {
    const account = await given.account({ password: 'correct horse battery staple' });
    const phone = `202555${String(randomInt(10_000)).padStart(4, '0')}`;
    await owner.query('update cairn.account set phone = $2 where id = $1', [account.id, phone]);
    const token = await given.session(account, { roleLevel: 'BORROWER' });
    await server.call('sendConfirmMobilePhone', {}, { token });
    await server.call('forgotPassword', { body: { username: account.emailAddress } });
  };
  const closed = '127.0.0.1:1';
  const taskQueue = `senders-${randomUUID()}`;
  const start = async (over: object, sending: Metrics) =>
    startTestWorker({ config: { ...config, ...over } }, undefined, { taskQueue }, sending);

  const down = new Metrics({ role: 'worker', version: '1.2.3' });
  const silent = await start(
    {
      mail: { ...config.mail, smtpUrl: `smtp://${closed}` },
      text: { ...config.text, apiUrl: new URL(`http://${closed}`) },
    },
    down,
  );
  const shares = (looked: [Count, Count]) =>
    [failedShare(looked, 'email'), failedShare(looked, 'sms')] as const;
  const none = await count(down);
  await ask();
  await until(async () => shares([none, await count(down)]).every((share) => share === 1), 30_000);
  await silent.stop();

  const up = new Metrics({ role: 'worker', version: '1.2.3' });
  const sender = await start({}, up);
  await ask();
  await until(async () => shares([none, await count(up)]).every((share) => share === 0), 30_000);
  await sender.stop();
  expect(1).toBeGreaterThan(
    Math.max(thresholdOf('CairnEmailFailing'), thresholdOf('CairnSmsFailing')),
  );
}, 90_000);
