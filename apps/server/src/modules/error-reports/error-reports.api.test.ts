import { startSentryReceiver, startTestServer, until } from '@cairn/testing';
import { ErrorReports } from '@cairn/server/platform/error-reports';
import { afterAll, beforeAll, expect, test } from 'vitest';

let receiver: Awaited<ReturnType<typeof startSentryReceiver>>;
let server: Awaited<ReturnType<typeof startTestServer>>;

beforeAll(async () => {
  receiver = await startSentryReceiver();
  const errorReports = new ErrorReports({
    dsn: receiver.dsn,
    share: 1,
    environment: 'test',
    version: '1.0.0',
  });
  server = await startTestServer({
    errorReports,
    config: { limitFactor: 0.1, trustedProxies: ['127.0.0.1'] },
  });
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

const report = (message: string, address: string) =>
  server.call(
    'reportPageError',
    {
      body: {
        type: 'TypeError',
        message,
        stack: `TypeError: ${message}\n    at render (https://cairn.example/assets/a1.js?name=Marsh:1:23)`,
        page: '/loans/0199a1b2-0000-7000-8000-000000000001/tasks?words=Marsh',
      },
    },
    { headers: { 'x-forwarded-for': address, 'user-agent': 'Marsh’s browser' } },
  );

test('an error of a page is relayed without the person, the address and the browser it came from', async () => {
  const reply = await report(
    'no loan for elena.marsh@larkspur.example, EIN 98-7654321',
    '203.0.113.7',
  );
  expect(reply.status).toBe(200);
  await until(async () => receiver.events().length === 1);
  const [event] = receiver.events();
  expect(event).toMatchObject({
    platform: 'javascript',
    transaction: '/loans/*/tasks',
    exception: { values: [{ type: 'TypeError', value: 'no loan for [email], EIN [number]' }] },
  });
  expect(event?.exception.values[0]?.stacktrace.frames).toMatchObject([
    { function: 'render', filename: 'assets/a1.js', lineno: 1 },
  ]);
  for (const part of ['arsh', '7654321', '203.0.113.7', '0199a1b2']) {
    expect(receiver.text()).not.toContain(part);
  }
});

test('one network address sends no more than its share, and takes nothing from others', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 11; count += 1) {
    statuses.push((await report('again', '203.0.113.8')).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.at(-1)).toBe(429);
  expect((await report('other', '203.0.113.9')).status).toBe(200);
});
