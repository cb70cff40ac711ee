import type { FoundCounts } from '@cairn/contract';
import { expect, test } from 'vitest';
import { countText, kindCountText, noResultsText, totalText } from './foundTotals.ts';

test('a total that is not exact is a minimum', () => {
  expect(countText(5000, true)).toBe('5,000+');
  expect(countText(5000, false)).toBe('5,000');
  expect(totalText(1, false)).toBe('1 result');
  expect(totalText(1, true)).toBe('1+ results');
  expect(totalText(0, true)).toBe('');
});

test('only the kinds that were cut off have more', () => {
  const counts: FoundCounts = { LOAN: 12, PERSON: 0, ENTITY: 0, DOCUMENT: 3, MESSAGE: 0, TEXT: 0 };
  expect(kindCountText('LOAN', counts, ['LOAN'])).toBe('12+');
  expect(kindCountText('DOCUMENT', counts, ['LOAN'])).toBe('3');
});

test('a page without results says that there is nothing only where that is known', () => {
  expect(noResultsText('llc', { isMore: false, filters: true })).toMatchObject({
    title: 'No results for “llc”',
    hint: expect.stringContaining('Remove a filter') as string,
  });
  for (const filters of [true, false]) {
    const { title, hint } = noResultsText('llc', { isMore: true, filters });
    expect(title).toBe('Too many matches for “llc”');
    expect(hint).toContain('Add a word');
    expect(hint.includes('remove a filter')).toBe(filters);
  }
});
