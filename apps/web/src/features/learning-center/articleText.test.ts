import { describe, expect, it } from 'vitest';
import { blocksOf, headingsOf, inlinesOf, minutesToRead, safeLink } from './articleText.ts';

describe('the text of an article', () => {
  it('has headings, steps, lists, tips and pictures', () => {
    const id = '0192d7a4-0000-7000-8000-000000000001';
    const blocks = blocksOf(
      `Review shows every file.\nOne after another.\n\n## Review a file\n1. **Open** the queue\n   and wait\n\n2. Decide\n- a\n- b\n> Nothing is lost.\n![The queue](picture:${id})`,
    );
    expect(blocks).toEqual([
      { kind: 'paragraph', text: 'Review shows every file. One after another.' },
      { kind: 'heading', level: 2, text: 'Review a file', id: 'part-1' },
      { kind: 'steps', items: ['**Open** the queue and wait', 'Decide'] },
      { kind: 'list', items: ['a', 'b'] },
      { kind: 'tip', text: 'Nothing is lost.' },
      { kind: 'picture', caption: 'The queue', pictureId: id },
    ]);
    expect(headingsOf(blocks).map(({ text }) => text)).toEqual(['Review a file']);
  });

  it('has bold words, keys and links within a line', () => {
    expect(
      inlinesOf('Press `A` on **Review**, see [Home](/lender) or [x](javascript:alert(1)).'),
    ).toEqual([
      { kind: 'text', text: 'Press ' },
      { kind: 'key', text: 'A' },
      { kind: 'text', text: ' on ' },
      { kind: 'bold', text: 'Review' },
      { kind: 'text', text: ', see ' },
      { kind: 'link', text: 'Home', href: '/lender' },
      { kind: 'text', text: ' or [x](javascript:alert(1)).' },
    ]);
    for (const text of ['**', '`', '[a](', '****', '``', '[](/x)', '<b>bold</b>']) {
      expect(inlinesOf(text), text).toEqual([{ kind: 'text', text }]);
    }
  });

  it('links to this site, to web pages and to email addresses only', () => {
    for (const safe of ['/loans/create', 'https://sba.gov/x', 'mailto:a@b.example']) {
      expect(safeLink(safe)).toBe(safe);
    }
    for (const bad of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      '//foreign.example',
      '/\\foreign.example',
      '/\t/foreign.example',
      '/\n\\foreign.example',
      'https://x\u202Egpj.exe',
      'data:text/html,x',
      'vbscript:x',
      ' https://x',
      'picture:1',
    ]) {
      expect(safeLink(bad), bad).toBeUndefined();
    }
  });

  it('is read in a minute at least', () => {
    expect(minutesToRead(3)).toBe('1 min read');
    expect(minutesToRead(600)).toBe('3 min read');
  });

  it('takes long lines in little time', () => {
    const started = performance.now();
    for (const sign of ['[', '**a', '`a', '](']) inlinesOf(sign.repeat(6000));
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
