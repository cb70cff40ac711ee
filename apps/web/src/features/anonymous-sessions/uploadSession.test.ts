import { expect, test } from 'vitest';
import { formatTimeLeft } from './uploadSession.ts';

test('the time left is told in hours and minutes, never as nothing while it runs', () => {
  expect([1, 60, 61, 27 * 60, 3600, 23 * 3600 + 40 * 60].map(formatTimeLeft)).toEqual([
    '1 min',
    '1 min',
    '2 min',
    '27 min',
    '1 h',
    '23 h 40 min',
  ]);
});
