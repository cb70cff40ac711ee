import type { CallName } from '@cairn/contract';
import { messageOf } from '@cairn/contract/errors';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from './CallError.ts';
import { type BrowserCall, calls } from './calls.ts';
import type { Request } from './client.ts';
import { reportFailure } from './failures.ts';
import { noAccess } from './noAccess.ts';
import { callKey, queryClient, refresh } from './queries.ts';
import { signedIn, whenSessionEnds } from './session.ts';
import { waitingToasts } from './toast.ts';
import { callOptions } from './useCall.ts';

const LOAN = '0199a1b2-0000-7000-8000-000000000001';
const OTHER = '0199a1b2-0000-7000-8000-000000000002';
const loud: BrowserCall = calls.pinLoan;
const plain: BrowserCall = calls.viewLoans;

beforeEach(() => signedIn.set(false));
afterEach(() => {
  waitingToasts.set([]);
  noAccess.set(null);
  queryClient.clear();
});

describe('a failed call', () => {
  it('raises a toast, unless the call says that it raises none [R281] [R310]', () => {
    const failure = new CallError(409, { code: 'CONFLICT', message: messageOf('CONFLICT') });
    for (const status of [400, 404, 409, 423, 429, 500, 503]) {
      reportFailure(new CallError(status, { message: `Failed with ${status}` }), loud);
      expect(waitingToasts.get()).toMatchObject([
        { kind: 'error', message: `Failed with ${status}` },
      ]);
      waitingToasts.set([]);
    }
    reportFailure(failure, loud);
    expect(waitingToasts.get()).toMatchObject([{ kind: 'error', message: messageOf('CONFLICT') }]);
    waitingToasts.set([]);
    reportFailure(failure, { ...loud, silent: true });
    expect(waitingToasts.get()).toEqual([]);
  });

  it('of any status from 400 on raises one, whatever was called [R281]', () => {
    for (const status of [400, 404, 409, 422, 429, 500, 502]) {
      reportFailure(new CallError(status, { code: 'CONFLICT', message: `${status}` }), loud);
      reportFailure(new CallError(status, { code: 'CONFLICT', message: `${status} get` }), plain);
    }
    expect(waitingToasts.get()).toHaveLength(14);
  });

  it('that says nothing is a server error, in its default words [R290]', () => {
    reportFailure(new CallError(500, {}), loud);
    expect(waitingToasts.get()).toMatchObject([
      { message: 'Server error happened when executing operation.' },
    ]);
  });

  it('with 401 or 302 never raises one where something was only read [R288]', () => {
    const read = calls.getLoan;
    expect(read).toMatchObject({ method: 'GET', silent: false });
    for (const status of [401, 302]) reportFailure(new CallError(status, {}), read);
    expect(waitingToasts.get()).toEqual([]);
    reportFailure(new CallError(404, { message: 'Not found.' }), read);
    reportFailure(new CallError(401, { message: 'Not you.' }), loud);
    expect(waitingToasts.get().map((each) => 'message' in each && each.message)).toEqual([
      'Not found.',
      'Not you.',
    ]);
  });

  it('that was given up says nothing', () => {
    reportFailure(CallError.unanswered('request aborted'), loud);
    expect(waitingToasts.get()).toEqual([]);
  });

  it('with 401 or 403 ends the session of the logged-in user, once [R258]', () => {
    const left = vi.fn<() => void>();
    whenSessionEnds(left);
    for (const status of [401, 403]) {
      signedIn.set(true);
      reportFailure(new CallError(status, { code: 'SESSION_EXPIRED' }), loud);
      reportFailure(new CallError(status, { code: 'SESSION_EXPIRED' }), loud);
    }
    expect(left).toHaveBeenCalledTimes(2);
  });

  it('that is marked UNAUTHORIZED opens the no-access dialog, and is no lost session [R291]', () => {
    signedIn.set(true);
    reportFailure(new CallError(403, { code: 'UNAUTHORIZED', message: 'UNAUTHORIZED' }), loud);
    expect(noAccess.get()?.severity).toBe('warning');
    expect(noAccess.get()?.message).not.toContain('UNAUTHORIZED');
    expect(signedIn.get()).toBe(true);
    expect(waitingToasts.get()).toEqual([]);
  });
});

/** These tests use the real client and query cache; the server responds with 500 to every call. */
describe('a call of a page that fails', () => {
  const NAMES = Object.keys(calls) as CallName[];
  const requestFor = ({ path }: BrowserCall) => ({
    params: Object.fromEntries(
      Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => [name!, LOAN]),
    ),
  });
  const toastsOf = async (name: CallName): Promise<number> => {
    const request = requestFor(calls[name]) as Request<typeof name>;
    await expect(queryClient.fetchQuery(callOptions(name, request)), name).rejects.toThrow(
      'Server error',
    );
    const { length } = waitingToasts.get();
    waitingToasts.set([]);
    return length;
  };
  beforeEach(() => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
      Promise.resolve(
        Response.json({ code: 'SERVER_ERROR', message: 'Server error' }, { status: 500 }),
      ),
    );
    vi.stubGlobal('window', new EventTarget());
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it('is swallowed silently where it searches, and where words are looked up again [R162]', async () => {
    for (const name of ['search', 'quickSearch', 'listRecent'] as const) {
      expect(await toastsOf(name), name).toBe(0);
    }
    expect(await toastsOf('viewLoans')).toBe(1);
  });

  it('is ignored where it loads the constants [R197]', async () => {
    expect(await toastsOf('getJavascriptConstants')).toBe(0);
  });

  it('raises no toast for the reads that suppress it, and one for any other [R287]', async () => {
    const reads = NAMES.filter((name) => calls[name].method === 'GET');
    const quiet = reads.filter((name) => calls[name].silent);
    expect(quiet).toEqual(
      expect.arrayContaining(['isAuthenticated', 'getLoggedUser', 'getVersion', 'getFrontendKeys']),
    );
    for (const name of quiet) expect(await toastsOf(name), name).toBe(0);
    const others = reads.filter((name) => !calls[name].silent);
    expect(others.length).toBeGreaterThan(50);
    for (const name of others) expect(await toastsOf(name), name).toBe(1);
  });
});

it('cached data is kept for sixty seconds after its last use [R277]', () => {
  vi.useFakeTimers();
  try {
    const key = callKey('listTimezones', {});
    queryClient.setQueryData(key, { timezones: [] });
    vi.advanceTimersByTime(59_000);
    expect(queryClient.getQueryData(key)).toEqual({ timezones: [] });
    vi.advanceTimersByTime(1_500);
    expect(queryClient.getQueryData(key)).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});

it('cached data is invalidated by tags, of one loan and the lists [R278]', async () => {
  const keys = [
    callKey('getLoan', { params: { id: LOAN } }),
    callKey('getLoan', { params: { id: OTHER } }),
    callKey('viewLoans', {}),
    callKey('listTimezones', {}),
  ];
  for (const key of keys) queryClient.setQueryData(key, {});
  await refresh(['loan', 'loanList'], LOAN);
  expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
