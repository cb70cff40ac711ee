import { describe, expect, test } from 'vitest';
import { changedWords, matchPages, summaryOf, wordsOf } from './compareText.ts';

const pages = (...texts: string[]) => texts.map((text, index) => ({ page: index + 1, text }));
const matched = (left: string[], right: string[]) =>
  matchPages(pages(...left), pages(...right)).map((pair) => [pair.left, pair.right, pair.state]);

describe('pages of two documents', () => {
  test('are matched by their text: an inserted page moves the others on', () => {
    expect(
      matched(
        ['Cover of the lease', 'Rent is due on the first day of a month', 'Signed by both'],
        [
          'Cover of the lease',
          'A rider about parking',
          'Rent is due on the tenth day of a month',
          'Signed by both',
        ],
      ),
    ).toEqual([
      [1, 1, 'SAME'],
      [null, 2, 'ADDED'],
      [2, 3, 'CHANGED'],
      [3, 4, 'SAME'],
    ]);
  });

  test('are matched by their number where their text says nothing', () => {
    expect(matched(['One', '', 'Two', 'Three'], ['One', 'Other words', 'Two'])).toEqual([
      [1, 1, 'SAME'],
      [2, 2, 'CHANGED'],
      [3, 3, 'SAME'],
      [4, null, 'REMOVED'],
    ]);
    // Scans without readable text.
    expect(matched(['', ''], ['', '', ''])).toEqual([
      [1, 1, 'SAME'],
      [2, 2, 'SAME'],
      [null, 3, 'ADDED'],
    ]);
  });

  test('without any pages on one side are all added, or all removed', () => {
    expect(matched([], ['One'])).toEqual([[null, 1, 'ADDED']]);
    expect(matched(['One'], [])).toEqual([[1, null, 'REMOVED']]);
  });

  test('are matched over a thousand pages, also after a page was inserted in their midst', () => {
    const text = (page: number) =>
      Array.from({ length: 90 }, (_, word) => `${word % 3 ? page : 'line'}-${word}`).join(' ');
    const left = Array.from({ length: 1000 }, (_, page) => text(page));
    const right = left.map((each, page) => (page % 2 === 0 ? each : `${each} changed`));
    right.splice(500, 0, 'A page that is in none of the others');
    const pairs = matchPages(pages(...left), pages(...right));
    expect(summaryOf(pairs)).toBe('500 pages changed, 1 added, 500 the same');
    expect(pairs[500]).toEqual({ left: null, right: 501, state: 'ADDED' });
    expect(pairs[900]).toEqual({ left: 900, right: 901, state: 'CHANGED' });
  });
});

describe('the words of two pages', () => {
  const differ = (left: string, right: string) => {
    const [one, other] = [wordsOf(left), wordsOf(right)];
    return changedWords(one, other).map((hunk) => [
      one.slice(...hunk.left).join(' '),
      other.slice(...hunk.right).join(' '),
    ]);
  };

  test('differ in what was replaced, removed and added', () => {
    expect(
      differ(
        'Aug 1 - Sep 30, 2026 for Larkspur in full Page 1 of 8',
        'Aug 1 - Oct 31, 2026 for the Larkspur Page 1 of 14',
      ),
    ).toEqual([
      ['Sep 30,', 'Oct 31,'],
      ['', 'the'],
      ['in full', ''],
      ['8', '14'],
    ]);
    expect(differ('The same words', 'The  same\nwords')).toEqual([]);
    expect(differ('', 'Some words')).toEqual([['', 'Some words']]);
  });

  test('differ in all that is between the first and the last change where there are very many', () => {
    const many = (word: string) => `start ${`${word} `.repeat(3000)}end`;
    expect(differ(many('one'), many('two'))).toHaveLength(1);
  });
});

test('says how many pages changed, and names the unit once', () => {
  const pairs = matchPages(pages('a b c d', 'e'), pages('a b c x', 'e', 'f', 'g'));
  expect(summaryOf(pairs)).toBe('1 page changed, 2 added, 1 the same');
  expect(summaryOf(matchPages(pages('a', 'b'), pages('a', 'b')))).toBe('2 pages the same');
});
