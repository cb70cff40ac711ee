import { expect, test } from 'vitest';
import { patternsOf } from './words.ts';

test('words are looked for at their beginnings, the longest by the index', () => {
  expect(patternsOf('Bak  LKSP-2041')).toEqual({
    longest: '% lksp%',
    all: ['% bak%', '% lksp%', '% 2041%'],
  });
});

test('what means something to the database means nothing here', () => {
  expect(patternsOf('100%_\\')).toEqual({ longest: '% 100%', all: ['% 100%'] });
  for (const typed of ['', '   ', '%', '_', '\\', '--', '\u0000']) {
    expect(patternsOf(typed)).toBeNull();
  }
});

test('a text without end is cut', () => {
  expect(patternsOf('a '.repeat(100))?.all).toHaveLength(8);
});
