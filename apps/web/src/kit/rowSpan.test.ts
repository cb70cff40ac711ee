import { describe, expect, it } from 'vitest';
import { covers, sameSpan, widened } from './rowSpan.ts';

describe('the rows that are on the page', () => {
  it('reach beyond the window, but not beyond the list', () => {
    expect(widened({ first: 10, last: 24 }, 4, 100)).toEqual({ first: 6, last: 28 });
    expect(widened({ first: 1, last: 15 }, 4, 17)).toEqual({ first: 0, last: 16 });
  });

  it('are none before the window is known, and none of an empty list', () => {
    const none = widened(null, 4, 100);
    expect(none.last - none.first + 1).toBe(0);
    const empty = widened({ first: 0, last: 0 }, 4, 0);
    expect(empty.last - empty.first + 1).toBe(0);
  });

  it('cover a window that lies among them', () => {
    expect(covers({ first: 6, last: 28 }, { first: 6, last: 28 })).toBe(true);
    expect(covers({ first: 6, last: 28 }, { first: 14, last: 29 })).toBe(false);
    expect(covers({ first: 6, last: 28 }, { first: 5, last: 20 })).toBe(false);
    expect(sameSpan({ first: 1, last: 2 }, { first: 1, last: 3 })).toBe(false);
  });
});
