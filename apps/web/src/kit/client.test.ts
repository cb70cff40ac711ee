import { afterEach, expect, it, vi } from 'vitest';
import { CallError } from './CallError.ts';
import { calls } from './calls.ts';
import { addressOf, refuseOtherMethods, send } from './client.ts';
import { connectionLost } from './connection.ts';

const LOAN = '0199a1b2-0000-7000-8000-000000000001';

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  return new Response(JSON.stringify(body), { status, headers });
}

afterEach(() => {
  vi.unstubAllGlobals();
  connectionLost.set(false);
});

it('fills in path parameters under the base path, and repeats the keys of arrays [R273] [R275]', () => {
  expect(addressOf('/v1/loans/{id}', { params: { id: 'a/b' } })).toBe('/api/v1/loans/a%2Fb');
  expect(
    addressOf('/v1/loans/view', { query: { phaseId: ['1', '2'], cursor: undefined, limit: 50 } }),
  ).toBe('/api/v1/loans/view?phaseId=1&phaseId=2&limit=50');
});

it('sends writes with a key, and again under the same key when no answer came', async () => {
  const fetched = vi
    .fn<typeof fetch>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce(answer(200, { id: LOAN, pinned: true }));
  vi.stubGlobal('fetch', fetched);
  await send('pinLoan', { params: { id: LOAN } });
  const keys = fetched.mock.calls.map(([, init]) =>
    new Headers(init?.headers).get('idempotency-key'),
  );
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect(connectionLost.get()).toBe(false);
});

it('carries the server’s sentence and the lock-out headers [R282] [R284]', async () => {
  const headers = {
    messages: encodeURIComponent('That e-mail address and password do not match.'),
    'one-login-attempt-left': 'true',
    'remaining-locked-seconds': '840',
  };
  vi.stubGlobal('fetch', async () => answer(401, { code: 'WRONG_PASSWORD' }, headers));
  const failure: unknown = await send('login', {
    body: { username: 'dana@northgate.example', password: 'wrong' },
  }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CallError);
  expect(failure).toMatchObject({
    status: 401,
    code: 'WRONG_PASSWORD',
    message: 'That e-mail address and password do not match.',
    headers: { oneLoginAttemptLeft: true, remainingLockedSeconds: 840, lockedUser: false },
  });
});

it('flags the connection on 500 and above and on silence, and clears it on any other answer [R256] [R257] [R259] [R283]', async () => {
  const DEFAULT = 'Server error happened when executing operation.';
  vi.stubGlobal('fetch', async () => new Response('', { status: 502 }));
  await expect(send('getVersion', {})).rejects.toThrow(DEFAULT);
  expect(connectionLost.get()).toBe(true);
  vi.stubGlobal('fetch', async () => answer(404, { code: 'NOT_FOUND', message: 'Not found.' }));
  await expect(send('getVersion', {})).rejects.toThrow('Not found.');
  expect(connectionLost.get()).toBe(false);
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(send('getVersion', {})).rejects.toThrow(DEFAULT);
  expect(connectionLost.get()).toBe(true);
});

it('knows GET, POST, PUT and DELETE, and calls anything else an error [R274] [R276]', async () => {
  expect(new Set(Object.values(calls).map(({ method }) => method))).toEqual(
    new Set(['GET', 'POST', 'PUT']),
  );
  expect(() => refuseOtherMethods('PATCH')).toThrow('Method PATCH is not supported');
  for (const method of ['GET', 'POST', 'PUT', 'DELETE']) refuseOtherMethods(method);
});
