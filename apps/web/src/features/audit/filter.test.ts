import { expect, test } from 'vitest';
import { filterOf, isFiltered } from './filter.ts';

test('days are the reader’s own, and count in full', () => {
  const search = { from: '2026-11-01', to: '2026-11-01', person: 'p' };
  expect(filterOf(search, 'c', 'America/New_York')).toEqual({
    companyId: 'c',
    personId: 'p',
    // The day on which daylight saving time ends has 25 hours.
    from: '2026-11-01T04:00:00.000Z',
    to: '2026-11-02T05:00:00.000Z',
  });
});

test('an invalid date in the address is no filter', () => {
  expect(filterOf({ from: 'yesterday', to: '' }, 'c')).toEqual({ companyId: 'c' });
  expect(isFiltered({})).toBe(false);
  expect(isFiltered({ kind: 'loan.pinned' })).toBe(true);
});
