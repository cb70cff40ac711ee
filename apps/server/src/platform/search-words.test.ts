import { expect, test } from 'vitest';
import { parseWords } from './search-words.ts';

test('names are looked for at the beginnings of words, the longest by the index', () => {
  expect(parseWords('Bak  LKSP-2041')?.names).toEqual({
    longest: '% lksp%',
    all: ['% bak%', '% lksp%', '% 2041%'],
  });
});

test('characters with a meaning for the database have none here', () => {
  expect(parseWords('100%_\\')?.names).toEqual({ longest: '% 100%', all: ['% 100%'] });
  for (const typed of ['', '   ', '%', '_', '\\', '--', '"', '\u0000']) {
    expect(parseWords(typed)).toBeNull();
  }
});

test('a search uses at most eight words', () => {
  expect(parseWords('a '.repeat(100))?.names.all).toHaveLength(8);
  expect(parseWords('a '.repeat(100))?.text.phrases).toHaveLength(8);
});

test('a text has quoted words as a phrase, and the last word may go on', () => {
  expect(parseWords('lease "Orchard Street" renew')?.text).toEqual({
    phrases: ['lease', 'Orchard Street'],
    beginning: 'renew',
  });
  expect(parseWords('option to')?.text).toEqual({ phrases: ['option', 'to'], beginning: '' });
  expect(parseWords('"renew"')?.text).toEqual({ phrases: ['renew'], beginning: '' });
  expect(parseWords('LKSP-2041')?.text).toEqual({ phrases: ['LKSP-2041'], beginning: '' });
});

test('short words are not matched by similarity', () => {
  expect(parseWords('llc')?.similar).toBeNull();
  expect(parseWords('larkspr llc')?.similar).toEqual({
    longest: 'larkspr',
    all: ['larkspr', 'llc'],
  });
});
