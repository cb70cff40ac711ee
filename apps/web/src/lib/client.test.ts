import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallError } from './CallError.ts';
import { calls } from './calls.ts';
import { addressOf, refuseOtherMethods, send } from './client.ts';
import { connectionLost } from './connection.ts';

const DEFAULT = 'Server error happened when executing operation.';
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

it('lets a write outlive the page it was made on, unless the browser would refuse it for its size', async () => {
  const fetched = vi.fn<typeof fetch>(async () => answer(200, {}));
  vi.stubGlobal('fetch', fetched);
  await send('pinLoan', { params: { id: LOAN } });
  await send('getVersion', {});
  const loanId = LOAN;
  await send('sendMessage', { body: { loanId, userIds: [], body: 'x'.repeat(20_000) } });
  expect(fetched.mock.calls.map(([, init]) => init?.keepalive)).toEqual([true, false, false]);
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

describe('what went wrong with a call', () => {
  const failureOf = (signal?: AbortSignal) =>
    send('getVersion', {}, signal).catch((error: unknown) => error);
  const never: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      const stop = () => reject(init?.signal?.reason as Error);
      if (init?.signal?.aborted) stop();
      init?.signal?.addEventListener('abort', stop);
    });

  it('is a network error, a timeout, an abort, or a status [R302]', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    expect(await failureOf()).toMatchObject({ failure: 'network error', status: 0 });

    vi.stubGlobal('fetch', never);
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.timeout(5));
    expect(await failureOf()).toMatchObject({ failure: 'timeout exceeded', status: 0 });
    timeout.mockRestore();

    connectionLost.set(false);
    expect(await failureOf(AbortSignal.abort())).toMatchObject({ failure: 'request aborted' });
    expect(connectionLost.get()).toBe(false);

    vi.stubGlobal('fetch', async () => answer(404, { code: 'NOT_FOUND' }));
    expect(await failureOf()).toMatchObject({ failure: 'failed with status code', status: 404 });
  });

  it('is said in the default words where the server said none [R290]', async () => {
    for (const body of ['', 'null', '<html>502</html>']) {
      vi.stubGlobal('fetch', async () => new Response(body, { status: 502 }));
      await expect(send('getVersion', {})).rejects.toThrow(new RegExp(`^${DEFAULT}$`));
    }
  });
});

it('waits ten seconds for an answer, and twenty where the work is long [R279]', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  vi.stubGlobal('fetch', async () => answer(200, {}));
  await send('getVersion', {});
  await send('publishTemplate', { params: { id: LOAN }, body: { revision: 1 } });
  expect(timeout.mock.calls.flat()).toEqual([10_000, 20_000]);
  timeout.mockRestore();
});

it('knows GET, POST, PUT and DELETE, and calls anything else an error [R274] [R276]', async () => {
  expect(new Set(Object.values(calls).map(({ method }) => method))).toEqual(
    new Set(['GET', 'POST', 'PUT', 'DELETE']),
  );
  expect(() => refuseOtherMethods('PATCH')).toThrow('Method PATCH is not supported');
  for (const method of ['GET', 'POST', 'PUT', 'DELETE']) refuseOtherMethods(method);
});

describe('too many requests', () => {
  it('waits as long as the server says and asks again, under the same key', async () => {
    vi.useFakeTimers();
    const fetched = vi
      .fn<typeof fetch>()
      .mockResolvedValueOnce(answer(429, { code: 'RATE_LIMITED' }, { 'retry-after': '2' }))
      .mockResolvedValueOnce(answer(200, { id: LOAN, pinned: true }));
    vi.stubGlobal('fetch', fetched);
    const reply = send('pinLoan', { params: { id: LOAN } });
    await vi.advanceTimersByTimeAsync(1900);
    expect(fetched).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(await reply).toEqual({ id: LOAN, pinned: true });
    const keys = fetched.mock.calls.map(([, init]) =>
      new Headers(init?.headers).get('idempotency-key'),
    );
    expect(keys[1]).toBe(keys[0]);
    vi.useRealTimers();
  });

  it.each(['3600', undefined])('reports a long or unknown wait (%s) at once', async (seconds) => {
    const headers = { messages: 'Please wait', ...(seconds && { 'retry-after': seconds }) };
    const fetched = vi.fn<typeof fetch>(async () =>
      answer(429, { code: 'TOO_MANY_REQUESTS' }, headers),
    );
    vi.stubGlobal('fetch', fetched);
    await expect(send('getVersion', {})).rejects.toThrow('Please wait');
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});
