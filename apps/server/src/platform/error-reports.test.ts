import { startSentryReceiver, until, type SentryReceiver } from '@cairn/testing';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ErrorReports, pageError, reportLoggedErrors, type ErrorFacts } from './error-reports.ts';
import { framesOf, scrubPath, scrubText } from './scrub.ts';

let receiver: SentryReceiver;
beforeEach(async () => {
  receiver = await startSentryReceiver();
});
afterEach(() => receiver.stop());

const reportsTo = (dsn: string, share = 1) =>
  new ErrorReports({ dsn, share, environment: 'staging', version: '1.2.3' });
const ofPage = (message: string): ErrorFacts =>
  pageError({ type: 'TypeError', message, stack: '', page: '/loans/create' });
const ofServer = (message: string): ErrorFacts => ({
  ...ofPage(message),
  platform: 'node',
  place: 'call failed',
});
const sentReports = (platform: string) =>
  receiver.events().filter((event) => event.platform === platform).length;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const PRIVATE = {
  email: 'elena.marsh+loan@larkspur.example',
  ssn: '123-45-6789',
  ein: '98-7654321',
  phone: '(555) 010-0199',
  token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLWhlcmU',
  key: 'sk4f9a8b7c6d5e4f3a2b1c0d',
  query: 'token=abcdefg&name=Marsh',
  id: '0199a1b2-0000-7000-8000-000000000001',
};

describe('a text', () => {
  test.each([
    [
      'duplicate key: Key (email)=(elena@larkspur.example) exists',
      'duplicate key: Key (email)=[value] exists',
    ],
    ['no user elena@larkspur.example', 'no user [email]'],
    [
      'invalid input syntax for type uuid: "Elena Marsh"',
      'invalid input syntax for type uuid: [value]',
    ],
    [
      'SSN 123-45-6789, EIN 98-7654321, call +1 (555) 010-0199',
      'SSN [number], EIN [number], call [number]',
    ],
    [
      'GET https://cairn.example/auth?code=ABCD-EFGH failed',
      'GET https://cairn.example/auth failed',
    ],
    ['loan 0199a1b2-0000-7000-8000-000000000001 is gone', 'loan [id] is gone'],
    ['Authorization: Bearer abc', 'Authorization: [token]'],
    ['connect ECONNREFUSED after 3 tries', 'connect ECONNREFUSED after 3 tries'],
    ["Couldn't parse 'Jane Roe'", "Couldn't parse [value]"],
    ["the users' loan of 'Jane O'Brien' isn't there", "the users' loan of [value] isn't there"],
    ["Zoë's name is 'Zoë Roe', not 'Jane'", "Zoë's name is [value], not [value]"],
    ['a 6" pipe for "Jane Roe"', 'a 6" pipe for [value]'],
    ["unit 'Jane Roe'x", 'unit [value]x'],
    ['no company ‘Roe’s Bank’ here', 'no company [value] here'],
    [
      'Unexpected token \'x\', "{"name":"Jane Roe", "b": "R"... is not valid JSON',
      'Unexpected token [value], [value] is not valid JSON',
    ],
  ])('loses what it is about: %s', (text, scrubbed) => expect(scrubText(text)).toBe(scrubbed));

  test('of a path keeps only words of our own addresses', () => {
    expect(scrubPath(`/loans/${PRIVATE.id}/tasks?${PRIVATE.query}`)).toBe('/loans/*/tasks');
    expect(scrubPath('/unsubscribe/Elena.Marsh')).toBe('/unsubscribe/*');
    expect(scrubPath('/v2/templates')).toBe('/v2/templates');
  });

  test('of a stack keeps the places, and neither the message nor the folder of the installation', () => {
    const stack = [
      'TypeError: no user elena@larkspur.example',
      '    at readLoan (file:///srv/cairn/apps/server/src/modules/loans/store.ts:10:5)',
      '    at async https://cairn.example/assets/Dx-9.js?token=abc:1:2345',
      'render@https://cairn.example/assets/page.js:3:4',
    ].join('\n');
    expect(
      framesOf(stack).map(({ function: name, filename, lineno }) => [name, filename, lineno]),
    ).toEqual(
      [
        ['render', 'assets/page.js', 3],
        ['async', 'assets/Dx-9.js', 1],
        ['readLoan', 'apps/server/src/modules/loans/store.ts', 10],
      ].map(([name, ...rest]) => [name === 'async' ? '?' : name, ...rest]),
    );
  });
});

test.each(['"', '=(', 'a', '-', 'aaaaaaaaaa.', 'a1', "'a' ", 'a=', '1 ', '?'])(
  'the longest hostile text of %s costs little',
  (part) => {
    const text = part.repeat(20_000);
    const began = performance.now();
    scrubText(text);
    framesOf(Array.from({ length: 40 }, () => `at ${part.repeat(500)}`).join('\n'));
    expect(performance.now() - began).toBeLessThan(1000);
  },
);

test('a frame names code only: neither a page’s ids nor a value that became a name', () => {
  const stack = [
    `    at save (https://cairn.example/loans/${PRIVATE.id}/Elena.Marsh:1:2)`,
    `    at Object.${PRIVATE.email} (https://cairn.example/assets/page-D12345.js:3:4)`,
    '    at Map."Elena Marsh", 123-45-6789 (node:internal/process/task_queues:5:6)',
    '    at async Promise.all (index 0)',
    '    at new Loan.<anonymous> [as save] (/srv/cairn/node_modules/@fastify/static/index.js:7:8)',
    '    at /home/Elena Marsh/tool.js:9:10',
  ].join('\n');
  expect(framesOf(stack).map(({ function: name, filename }) => [name, filename])).toEqual([
    ['?', '/home/*/*'],
    ['new Loan.<anonymous> [as save]', 'node_modules/@fastify/static/index.js'],
    ['?', 'node:internal/process/task_queues'],
    ['?', 'assets/page-D12345.js'],
    ['save', '/loans/*/*'],
  ]);
});

test('an error that is logged arrives as an event without what it was about', async () => {
  const log = pino(
    { hooks: reportLoggedErrors(reportsTo(receiver.dsn), 'web') },
    { write: () => undefined },
  );
  const error = new TypeError(`cannot save ${Object.values(PRIVATE).join(', ')}`);
  log.child({ accountId: PRIVATE.id }).error({ err: error, call: 'saveLoan' }, 'call failed');
  log.warn({ err: error }, 'not an error');
  log.error('without one');
  await until(async () => receiver.events().length === 1);
  const [event] = receiver.events();
  expect(event).toMatchObject({
    platform: 'node',
    release: 'cairn@1.2.3',
    environment: 'staging',
    transaction: 'call failed',
    tags: { role: 'web', call: 'saveLoan' },
    exception: { values: [{ type: 'TypeError', value: expect.stringContaining('cannot save') }] },
  });
  const [frame] = event!.exception.values[0]!.stacktrace.frames.toReversed();
  expect(frame?.filename).toBe('apps/server/src/platform/error-reports.test.ts');
  for (const secret of Object.values(PRIVATE)) expect(receiver.text()).not.toContain(secret);
  for (const part of ['elena', '6789', '7654321', '0199', 'Marsh']) {
    expect(receiver.text()).not.toContain(part);
  }
});

test('nothing is sent of the share that is left out', async () => {
  const reports = reportsTo(receiver.dsn, 0);
  for (let count = 0; count < 20; count += 1) reports.capture(ofServer('broken'));
  await reports.stop();
  expect(receiver.events()).toHaveLength(0);
});

test('a flood fills the queue and no more', async () => {
  const reports = reportsTo(receiver.dsn);
  for (let count = 0; count < 1000; count += 1) reports.capture(ofServer(`broken`));
  await reports.stop();
  expect(receiver.events().length).toBeGreaterThan(0);
  expect(receiver.events().length).toBeLessThanOrEqual(31);
});

test('pages have a small budget of their own, and leave the server’s untouched', async () => {
  const reports = reportsTo(receiver.dsn);
  for (let count = 0; count < 1000; count += 1) {
    reports.capture(ofPage('broken'));
    if (count % 10 === 0) await pause(1);
  }
  await until(async () => sentReports('javascript') === 10);
  for (const part of [1, 2, 3]) {
    for (let count = 0; count < 20; count += 1) reports.capture(ofServer('broken'));
    await until(async () => sentReports('node') === part * 20);
  }
  reports.capture(ofPage('broken'));
  reports.capture(ofServer('one too many'));
  await reports.stop();
  expect([sentReports('javascript'), sentReports('node')]).toEqual([10, 60]);
});

test('errors of the server take the place of those of pages in a full queue, not the other way', async () => {
  const reports = reportsTo(receiver.dsn);
  for (let count = 0; count < 9; count += 1) reports.capture(ofPage('broken'));
  for (let count = 0; count < 35; count += 1) reports.capture(ofServer('broken'));
  reports.capture(ofPage('broken'));
  await until(async () => sentReports('node') === 30);
  await reports.stop();
  // One report was already in flight.
  expect([sentReports('javascript'), sentReports('node')]).toEqual([1, 30]);
});

test('a service that refuses or is gone is left alone for a while, and stops no work', async () => {
  receiver.answer(429, { 'retry-after': '60' });
  const reports = reportsTo(receiver.dsn);
  reports.capture(ofServer('first'));
  await until(async () => receiver.text().includes('first'));
  await pause(50);
  receiver.answer(200);
  reports.capture(ofServer('second'));
  await reports.stop();
  expect(receiver.text()).not.toContain('second');
  const unreachable = reportsTo('http://key@127.0.0.1:9/1');
  unreachable.capture(ofServer('lost'));
  await unreachable.stop();
});

test.each(['page', 'server'])('a refused error of a %s pauses only its kind', async (refused) => {
  const [first, other] = refused === 'page' ? [ofPage, ofServer] : [ofServer, ofPage];
  receiver.answer(429, { 'retry-after': '60' });
  const reports = reportsTo(receiver.dsn);
  reports.capture(first('refused'));
  await until(async () => receiver.text().includes('refused'));
  await pause(50);
  receiver.answer(200);
  reports.capture(first('paused'));
  reports.capture(other('let through'));
  await until(async () => receiver.text().includes('let through'));
  await reports.stop();
  expect(receiver.text()).not.toContain('paused');
});

test('the queued errors of the server outlive a refused one of a page', async () => {
  receiver.answer(429, { 'retry-after': '60' });
  const reports = reportsTo(receiver.dsn);
  reports.capture(ofPage('refused'));
  reports.capture(ofPage('cleared'));
  reports.capture(ofServer('kept'));
  await until(async () => receiver.text().includes('kept'));
  await reports.stop();
  expect(receiver.text()).not.toContain('cleared');
});
