/** Threat row 22: one counter for all outgoing email and text messages. */
import { randomUUID } from 'node:crypto';
import { startTestServer, type Account, type Company, type TestServer } from '@cairn/testing';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Email, Mailer } from './email/mailer.ts';
import {
  OUTBOUND_LIMITS,
  OutboundLimits,
  type Decision,
  type Outbound,
} from './outbound-limits.ts';
import { sendOnce } from './send-once.ts';

let server: TestServer;
let limits: OutboundLimits;
let lenders: Company[];
let employee: Account;
/** The bar is 10^4 calls; CI makes fewer, which is still many times each limit. */
const CALLS = Number(process.env['ATTACK_CALLS'] ?? 10_000);
const logged: string[] = [];

beforeAll(async () => {
  server = await startTestServer();
  const { given } = server;
  lenders = await Promise.all(Array.from({ length: 5 }, () => given.company()));
  employee = await given.employee(lenders[0]!);
  limits = new OutboundLimits({
    db: server.db,
    log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
    secretKey: server.config.secretKey,
    factor: 1,
  });
}, 180_000);
afterAll(() => server.stop());
beforeEach(() => void logged.splice(0));

const mailTo = (to: string, over: Partial<Outbound> = {}): Outbound => ({
  channel: 'EMAIL',
  budget: 'NOTIFICATION',
  to,
  ...over,
});
const address = (): string => `${randomUUID()}@example.com`;
const take = (outbound: Outbound, id = randomUUID()): Promise<Decision> =>
  limits.take(id, outbound);

/** Forty at a time, as a small botnet would. */
async function many(calls: number, make: (index: number) => Outbound): Promise<Decision[]> {
  const decisions: Decision[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < calls; index = next++) {
      decisions.push(await take(make(index)));
    }
  };
  await Promise.all(Array.from({ length: 40 }, worker));
  return decisions;
}
const allowed = (decisions: Decision[]): number =>
  decisions.filter(({ outcome }) => outcome === 'ALLOWED').length;

test('of many notifications for one recipient, from many people at five lenders, 30 leave', async () => {
  const to = address();
  const people = Array.from({ length: 2000 }, () => randomUUID());
  const decisions = await many(CALLS, (index) =>
    // Upper and lower case name the same mailbox.
    mailTo(index % 2 === 0 ? to : to.toUpperCase(), {
      companyId: lenders[index % 5]!.id,
      senderId: people[index % people.length]!,
    }),
  );
  expect(allowed(decisions)).toBe(OUTBOUND_LIMITS.recipient.EMAIL.NOTIFICATION[0]!.most);
  const { rows } = await server.owner.query<{ outcome: string; count: number }>(
    `select outcome, count(*)::int from cairn.outbound_message where limited_by = 'RECIPIENT' group by 1`,
  );
  expect(rows).toEqual([{ outcome: 'DEFERRED', count: CALLS - 30 }]);
  // Codes and the notice that their password was changed are still allowed.
  expect(await take(mailTo(to, { budget: 'CODE' }))).toEqual({ outcome: 'ALLOWED' });
  expect(await take(mailTo(to, { budget: 'SECURITY' }))).toEqual({ outcome: 'ALLOWED' });
}, 600_000);

test('of many notifications from one stranger to many people, 20 leave, and other senders keep their limits', async () => {
  const senderId = randomUUID();
  const victims = Array.from({ length: 100 }, address);
  const decisions = await many(CALLS, (index) =>
    mailTo(victims[index % 100]!, { companyId: lenders[index % 5]!.id, senderId }),
  );
  expect(allowed(decisions)).toBe(OUTBOUND_LIMITS.otherPerson[0]!.most);
  expect(decisions).toContainEqual({ outcome: 'DROPPED', limitedBy: 'SENDER' });
  expect(await many(25, () => mailTo(victims[0]!)).then(allowed)).toBe(25);
}, 600_000);

test('an employee may send more, a lender more than that', async () => {
  const [company] = lenders as [Company];
  const own = { companyId: company.id, senderId: employee.id };
  const decisions = await many(320, () => mailTo(address(), own));
  expect(allowed(decisions)).toBe(OUTBOUND_LIMITS.employee[0]!.most);
  const elsewhere = { companyId: lenders[1]!.id, senderId: employee.id };
  expect(await take(mailTo(address(), elsewhere))).toMatchObject({ limitedBy: 'SENDER' });

  await server.owner.query('truncate cairn.call_count');
  const [hour] = OUTBOUND_LIMITS.lender;
  // Filled by SQL, because sending 3,000 emails takes a while.
  await take(mailTo(address(), { companyId: company.id }));
  await server.owner.query('update cairn.call_count set calls = $1', [hour!.most]);
  expect(await take(mailTo(address(), { companyId: company.id }))).toMatchObject({
    outcome: 'DEFERRED',
    limitedBy: 'LENDER',
  });
  expect(await take(mailTo(address(), { companyId: lenders[1]!.id }))).toEqual({
    outcome: 'ALLOWED',
  });
}, 120_000);

describe('held-back messages', () => {
  test('is counted once however often the step is repeated', async () => {
    const to = address();
    const id = randomUUID();
    for (let attempt = 0; attempt < 50; attempt += 1) {
      expect(await take(mailTo(to), id)).toEqual({ outcome: 'ALLOWED' });
    }
    expect(await many(29, () => mailTo(to)).then(allowed)).toBe(29);
    expect(await take(mailTo(to))).toMatchObject({ outcome: 'DEFERRED', limitedBy: 'RECIPIENT' });
  });

  test('leaves when there is room, is dropped after three times, and both are logged without the address', async () => {
    const to = address();
    await many(30, () => mailTo(to));
    const [late, never] = [randomUUID(), randomUUID()];
    for (const id of [late, never]) {
      expect(await take(mailTo(to), id)).toMatchObject({ outcome: 'DEFERRED' });
    }
    for (let again = 0; again < 2; again += 1) await take(mailTo(to), never);
    expect(await take(mailTo(to), never)).toEqual({ outcome: 'DROPPED', limitedBy: 'RECIPIENT' });
    await server.owner.query(`update cairn.call_count set ends_at = now() - interval '1 second'`);
    expect(await take(mailTo(to), late)).toEqual({ outcome: 'ALLOWED' });
    expect(await take(mailTo(to), never)).toEqual({ outcome: 'DROPPED', limitedBy: 'RECIPIENT' });
    expect(logged.join('')).toContain('outbound message deferred: a limit is reached');
    expect(logged.join('')).toContain('outbound message dropped: a limit is reached');
    expect(logged.join('')).not.toContain(to);
    const { rows } = await server.owner.query<{ outcome: string }>(
      'select outcome from cairn.outbound_message where id = $1',
      [never],
    );
    expect(rows).toEqual([{ outcome: 'DROPPED' }]);
  });

  test('is repeated by the engine when its window ends', async () => {
    const to = address();
    const recipients: string[] = [];
    const parts = {
      db: server.db,
      outbound: limits,
      mailer: { send: async (email: Email) => void recipients.push(email.to) } as unknown as Mailer,
    };
    const email = { to, from: 'x', subject: 'x', text: 'x', html: 'x' };
    const send = () =>
      sendOnce(parts, randomUUID(), async () => ({
        ...email,
        cause: { budget: 'NOTIFICATION' },
      }));
    for (let count = 0; count < 30; count += 1) await send();
    const failure = await send().catch((error: unknown) => error);
    expect(failure).toMatchObject({ type: 'OutboundLimit', nonRetryable: false });
    expect(Number.parseInt((failure as { nextRetryDelay: string }).nextRetryDelay)).toBeGreaterThan(
      3500,
    );
    expect(recipients).toHaveLength(30);
  });
});

test('text messages have a budget of their own', async () => {
  const sms = (over: Partial<Outbound> = {}): Outbound => ({
    channel: 'SMS',
    budget: 'NOTIFICATION',
    to: '+15415550199',
    ...over,
  });
  expect(await many(50, () => sms()).then(allowed)).toBe(10);
  expect(await many(50, () => sms({ budget: 'CODE' })).then(allowed)).toBe(10);
});

test('rows are deleted after 30 days, and hold no address', async () => {
  const to = address();
  const old = randomUUID();
  await take(mailTo(to), old);
  await server.owner.query(
    `update cairn.outbound_message set at = now() - interval '31 days' where id = $1`,
    [old],
  );
  await take(mailTo(to));
  const { rows } = await server.owner.query<{ text: string }>(
    `select outbound_message::text as text from cairn.outbound_message where id = $1`,
    [old],
  );
  expect(rows).toEqual([]);
  const all = await server.owner.query<{ text: string }>(
    `select outbound_message::text as text from cairn.outbound_message limit 50`,
  );
  for (const { text } of all.rows) expect(text).not.toContain('example.com');
});
