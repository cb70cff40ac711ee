import { expect, test } from 'vitest';
import {
  ACCOUNT_RATE,
  CALL_BURST,
  CALLS_PER_SECOND,
  MemoryRateLimit,
  SLOW_CALL_COST,
} from './memory-rate-limit.ts';
import { ApiError } from './api-error.ts';

function setUp(factor = 1) {
  let now = 1_000_000;
  const limit = new MemoryRateLimit(ACCOUNT_RATE, factor, () => now);
  const countAllowed = (account: string, count: number, cost = 1): number => {
    for (let allowed = 0; allowed < count; allowed += 1) {
      try {
        limit.take(account, cost);
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError);
        return allowed;
      }
    }
    return count;
  };
  return { limit, countAllowed, pass: (ms: number) => (now += ms) };
}

test('a rate limit allows a burst, and then the rate', () => {
  const { countAllowed, pass } = setUp();
  expect(countAllowed('a', 1000)).toBe(CALL_BURST);
  pass(1000);
  expect(countAllowed('a', 1000)).toBe(CALLS_PER_SECOND);
  pass(3_600_000);
  expect(countAllowed('a', 1000)).toBe(CALL_BURST);
});

test('accounts do not use up each other’s burst', () => {
  const { countAllowed } = setUp();
  countAllowed('a', 1000);
  expect(countAllowed('b', 1)).toBe(1);
});

test('Retry-After says when the next call succeeds', () => {
  const { limit, countAllowed, pass } = setUp();
  countAllowed('a', 1000);
  let seconds = 0;
  try {
    limit.take('a', SLOW_CALL_COST);
  } catch (error) {
    seconds = Number((error as ApiError).headers?.['retry-after']);
  }
  expect(seconds).toBe(1);
  pass(seconds * 1000);
  expect(countAllowed('a', 1, SLOW_CALL_COST)).toBe(1);
});

test('slow calls cost more of the rate limit', () => {
  const { countAllowed } = setUp();
  expect(countAllowed('a', 1000, SLOW_CALL_COST)).toBe(CALL_BURST / SLOW_CALL_COST);
});

test('the factor raises both burst and rate', () => {
  const { countAllowed, pass } = setUp(2);
  expect(countAllowed('a', 10_000)).toBe(2 * CALL_BURST);
  pass(1000);
  expect(countAllowed('a', 10_000)).toBe(2 * CALLS_PER_SECOND);
});

test('memory is bounded, and a call costs little', () => {
  const { limit } = setUp();
  const began = performance.now();
  for (let index = 0; index < 200_000; index += 1) limit.take(`account ${index}`);
  expect(limit.size).toBeLessThanOrEqual(50_001);
  console.log(`${Math.round(((performance.now() - began) * 1e6) / 200_000)} ns a call`);
});
