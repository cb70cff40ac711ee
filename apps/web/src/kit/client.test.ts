import { afterEach, expect, it, vi } from 'vitest';
import { CallError } from './CallError.ts';
import { addressOf, send } from './client.ts';
import { connectionLost } from './connection.ts';

const LOAN = '0199a1b2-0000-7000-8000-000000000001';

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  return new Response(JSON.stringify(body), { status, headers });
}

afterEach(() => {
  vi.unstubAllGlobals();
  connectionLost.set(false);
});

it('fills in path parameters, encoded, and repeats the keys of arrays', () => {
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

it('carries the server’s sentence and the lock-out headers', async () => {
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

it('tells a server that is out of reach from one that answers with an error', async () => {
  vi.stubGlobal('fetch', async () => answer(500, { code: 'SERVER_ERROR', message: 'x' }));
  await send('getVersion', {}).catch(() => null);
  expect(connectionLost.get()).toBe(false);
  vi.stubGlobal('fetch', async () => new Response('', { status: 502 }));
  await expect(send('getVersion', {})).rejects.toThrow(
    'Server error happened when executing operation.',
  );
  expect(connectionLost.get()).toBe(true);
});
