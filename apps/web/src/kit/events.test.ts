import { expect, test } from 'vitest';
import { asOne } from './events.ts';

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
