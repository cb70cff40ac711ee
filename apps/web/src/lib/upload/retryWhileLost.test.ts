import { expect, it } from 'vitest';
import { retryWhileLost } from './retryWhileLost.ts';

class Lost extends Error {}

function options(control = new AbortController()) {
  const pauses: number[] = [];
  return {
    pauses,
    signal: control.signal,
    isLost: (failure: unknown) => failure instanceof Lost,
    pause: async (ms: number) => void pauses.push(ms),
    onPaused: () => {},
  };
}

it('repeats lost work with growing pauses until it goes through', async () => {
  const retryOptions = options();
  let left = 8;
  const work = async () => {
    left -= 1;
    if (left > 0) throw new Lost();
    return 'arrived';
  };
  expect(await retryWhileLost(work, retryOptions)).toBe('arrived');
  expect(retryOptions.pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000]);
});

it('throws what is not the connection’s failure, once', async () => {
  const retryOptions = options();
  const refused = new Error('refused');
  await expect(retryWhileLost(() => Promise.reject(refused), retryOptions)).rejects.toBe(refused);
  expect(retryOptions.pauses).toEqual([]);
});

it('stops when it is canceled during a pause', async () => {
  const control = new AbortController();
  const retryOptions = { ...options(control), pause: async () => control.abort() };
  let tries = 0;
  const work = () => {
    tries += 1;
    return Promise.reject(new Lost());
  };
  await expect(retryWhileLost(work, retryOptions)).rejects.toThrow();
  expect(tries).toBe(1);
});
