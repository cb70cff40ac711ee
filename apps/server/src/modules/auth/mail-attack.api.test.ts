/** CI's short form of `npm run drill:mail`: floods of email and guesses of codes, from many network addresses. */
import { CODES_AN_HOUR } from '@cairn/contract';
import {
  bombMail,
  emailsTo,
  guessCodes,
  startTestServer,
  startTestWorker,
  until,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OUTBOUND_LIMITS } from '../../platform/outbound-limits.ts';

let server: TestServer;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  server = await startTestServer({ config: { limitFactor: 1, trustedProxies: ['127.0.0.1'] } });
  worker = await startTestWorker(server);
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

test('200 attempts from 10 addresses to mail one person: the quotas of codes and invitations hold', async () => {
  const { emailAddress } = await server.given.account();
  const { recorded } = await bombMail(server, emailAddress, 200);
  // Twenty lenders invite once each; codes share one quota whatever their purpose.
  expect(recorded).toBeLessThanOrEqual(CODES_AN_HOUR * 3 + 20);
  await until(async () => {
    const { rows } = await server.owner.query(
      `select 1 from cairn.event where workflow is not null and dispatched_at is null`,
    );
    return rows.length === 0;
  }, 60_000);
  const { recipient } = OUTBOUND_LIMITS;
  const most = recipient.EMAIL.CODE[0]!.most + recipient.EMAIL.NOTIFICATION[0]!.most;
  expect((await emailsTo(emailAddress)).length).toBeLessThanOrEqual(most);
}, 120_000);

test('1,000 guesses from 50 addresses: none is right, and codes are used up after five', async () => {
  const { emailAddress } = await server.given.account();
  const { succeeded, statuses } = await guessCodes(server, emailAddress, 1000);
  expect(succeeded).toBe(0);
  expect(Object.keys(statuses).every((status) => status === '400' || status === '429')).toBe(true);
}, 120_000);
