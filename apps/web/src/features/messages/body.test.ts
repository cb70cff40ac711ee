import { describe, expect, it } from 'vitest';
import { afterEnter, blocksOf, piecesOf, textAround, toggleList } from './body.ts';

describe('the text of a message', () => {
  it('is paragraphs and lists', () => {
    expect(blocksOf('Hi Elena,\nwhat is left:\n- K-1\n- lease\n\nThanks\n')).toEqual([
      { kind: 'text', lines: ['Hi Elena,', 'what is left:'] },
      { kind: 'list', items: ['K-1', 'lease'] },
      { kind: 'text', lines: ['Thanks'] },
    ]);
    expect(blocksOf('-5 degrees\n-')).toEqual([{ kind: 'text', lines: ['-5 degrees', '-'] }]);
  });

  it('has links to the web and to mailboxes, without the sentence around them', () => {
    expect(piecesOf('See https://sba.gov/7a, or ask ruth@cpa.example.')).toEqual([
      { text: 'See ' },
      { text: 'https://sba.gov/7a', href: 'https://sba.gov/7a' },
      { text: ', or ask ' },
      { text: 'ruth@cpa.example', href: 'mailto:ruth@cpa.example' },
      { text: '.' },
    ]);
  });

  it('leads nowhere else, whatever it says', () => {
    for (const text of ['javascript:alert(1)', 'data:text/html,x', '<a href="x">y</a>']) {
      expect(piecesOf(text)).toEqual([{ text }]);
    }
    expect(piecesOf('https://a.example/"><b')[0]).toEqual({
      text: 'https://a.example/',
      href: 'https://a.example/',
    });
  });
});

/** The fastest of five runs in milliseconds, because other load on the machine only makes a run slower. */
function fastest(text: string): number {
  const times = Array.from({ length: 5 }, () => {
    const started = performance.now();
    piecesOf(text);
    return performance.now() - started;
  });
  return Math.min(...times);
}

describe('the cost of a message', () => {
  it.each([
    ['one long word', (length: number) => 'a'.repeat(length)],
    ['an address that never ends', (length: number) => `a@${'b'.repeat(length)}`],
    ['many at signs', (length: number) => 'a@'.repeat(length / 2)],
    ['a link of dots', (length: number) => `https://${'.'.repeat(length)}x`],
    ['an address of dots', (length: number) => `a@b${'.c'.repeat(length / 2)}`],
  ])('grows with its length, not with its square: %s', (_, make) => {
    fastest(make(1000));
    // For 8 times the text, linear time takes 8 times as long and quadratic time 64 times. Times below 0.1 ms are not
    // reliable.
    expect(fastest(make(16_000))).toBeLessThan(Math.max(0.1, fastest(make(2000))) * 20);
  });
});

describe('lists while writing', () => {
  it('go on with Enter, and end with an empty item', () => {
    expect(afterEnter('- K-1', 5)).toEqual({ text: '- K-1\n- ', at: 8 });
    expect(afterEnter('- a\n- ', 6)).toEqual({ text: '- a\n', at: 4 });
    expect(afterEnter('Hello', 5)).toBeUndefined();
    expect(afterEnter('- a\nHello', 9)).toBeUndefined();
  });

  it('are made of lines, and made lines again', () => {
    expect(toggleList('One\nTwo\nThree', 1, 5).text).toBe('- One\n- Two\nThree');
    expect(toggleList('- One\n- Two', 0, 11).text).toBe('One\nTwo');
    expect(toggleList('', 0, 0)).toEqual({ text: '- ', at: 2 });
  });
});

describe('a message that was found', () => {
  it('is shown from a few words before those that were looked for', () => {
    const body = `${'Thanks for the statements of all the months. '.repeat(3)}The Lease\nis signed`;
    // The list shows about 45 characters, which must include the search words.
    expect(textAround(body, 'lease')).toBe('…The Lease is signed');
    expect(textAround('Short\nlease', 'lease')).toBe('Short lease');
    expect(textAround(`${'x'.repeat(90)}lease`, 'lease')).toBe('…lease');
  });
});
