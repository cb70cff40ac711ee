import { describe, expect, it } from 'vitest';
import { beginLines, insertLine, wrap } from './formatText.ts';

describe('the buttons of the editor', () => {
  it('make the selection bold, or a word to be replaced', () => {
    expect(wrap('**', '**', 'bold')('Press Save', 6, 10)).toEqual({
      text: 'Press **Save**',
      from: 8,
      to: 12,
    });
    expect(wrap('**', '**', 'bold')('', 0, 0).text).toBe('**bold**');
  });

  it('number the selected lines, and take the numbers away again', () => {
    const steps = beginLines((place) => `${place + 1}. `);
    const numbered = steps('Open\n- Decide', 0, 13);
    expect(numbered.text).toBe('1. Open\n2. Decide');
    expect(steps(numbered.text, 0, numbered.text.length).text).toBe('Open\nDecide');
  });

  it('put a picture on a line of its own', () => {
    expect(insertLine('![x](picture:1)')('Text', 4, 4).text).toBe('Text\n\n![x](picture:1)\n');
  });
});
