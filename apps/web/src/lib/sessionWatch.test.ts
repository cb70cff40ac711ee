import { describe, expect, test } from 'vitest';
import { isSaid } from './sessionWatch.ts';

describe('the end of a session', () => {
  test('is spoken at a few seconds only', () => {
    const spoken = Array.from({ length: 121 }, (_, passed) => 120 - passed).filter((left) =>
      isSaid(left === 120 ? null : left + 1, left),
    );
    expect(spoken).toEqual([120, 60, 30, 10]);
  });

  test('is spoken late rather than never when a busy page skips a second', () => {
    expect(isSaid(12, 9)).toBe(true);
    expect(isSaid(9, 8)).toBe(false);
    expect(isSaid(1, 0)).toBe(false);
  });

  test('a page that is opened in between waits for the next', () => {
    expect(isSaid(null, 45)).toBe(false);
  });
});
