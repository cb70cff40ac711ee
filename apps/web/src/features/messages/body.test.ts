import { describe, expect, it } from 'vitest';
import { afterEnter, blocksOf, piecesOf, toggleList } from './body.ts';

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
