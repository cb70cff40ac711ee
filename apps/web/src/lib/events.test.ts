import { expect, test } from 'vitest';
import { asOne, reopenAfterMs } from './events.ts';

const notice = (changes: string[], loanId: string | null = null) =>
  ({ id: 'an-event', kind: 'a.change', changes, loanId }) as Parameters<typeof asOne>[0][number];

test('what was missed on one loan is looked at again once, on that loan', () => {
  const missed = [notice(['loan'], 'a'), notice(['loan', 'elements'], 'a')];
  expect(asOne(missed)).toEqual({ changes: ['loan', 'elements'], loanId: 'a' });
});

test('what was missed on several loans, or on none, is looked at everywhere', () => {
  expect(asOne([notice(['loan'], 'a'), notice(['loan'], 'b')]).loanId).toBeNull();
  expect(asOne([notice(['loan'], 'a'), notice(['pins'])]).loanId).toBeNull();
  expect(asOne([])).toEqual({ changes: [], loanId: null });
});

test('a page waits longer after each failed attempt, and not as long as the page beside it', () => {
  expect([0, 1, 2, 10].map((attempt) => reopenAfterMs(attempt, 0))).toEqual([
    1500, 3000, 6000, 30_000,
  ]);
  expect([0, 1, 2, 10].map((attempt) => reopenAfterMs(attempt, 1))).toEqual([
    3000, 6000, 12_000, 60_000,
  ]);
  expect(new Set(Array.from({ length: 20 }, () => reopenAfterMs(3))).size).toBeGreaterThan(10);
});
