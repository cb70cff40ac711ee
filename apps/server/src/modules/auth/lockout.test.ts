import { expect, test } from 'vitest';
import {
  afterFailure,
  lockedSeconds,
  noAttempts,
  oneAttemptLeft,
  type Attempts,
} from './lockout.ts';

const now = new Date('2026-11-15T12:00:00Z');
const failures = (count: number): Attempts => {
  let attempts = noAttempts;
  for (let index = 0; index < count; index += 1) attempts = afterFailure(attempts, now);
  return attempts;
};

test('the fourth failure leaves one attempt, the fifth locks for 900 seconds', () => {
  expect(oneAttemptLeft(failures(3))).toBe(false);
  expect(oneAttemptLeft(failures(4))).toBe(true);
  expect(lockedSeconds(failures(4), now)).toBe(0);
  expect(lockedSeconds(failures(5), now)).toBe(900);
});

test('a lock runs out by the second, and then the count starts anew', () => {
  const locked = failures(5);
  expect(lockedSeconds(locked, new Date('2026-11-15T12:14:59.5Z'))).toBe(1);
  const later = new Date('2026-11-15T12:15:00Z');
  expect(lockedSeconds(locked, later)).toBe(0);
  expect(afterFailure(locked, later)).toEqual({ failed: 1, lockedUntil: null });
});
