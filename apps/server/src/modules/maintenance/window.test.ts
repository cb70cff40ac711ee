import { describe, expect, test } from 'vitest';
import { announcedWindow, presentWindow, stateOf } from './window.ts';

const window = { start: '2026-11-16T21:00:00.000Z', end: '2026-11-16T23:00:00.000Z' };
const at = (time: string) => Date.parse(`2026-11-16T${time}Z`);

describe('a maintenance window', () => {
  test.each([
    ['20:59:59.999', 'SCHEDULED'],
    ['21:00:00.000', 'ACTIVE'],
    ['22:59:59.999', 'ACTIVE'],
    ['23:00:00.000', 'ENDED'],
  ])('is at %s: %s', (time, state) => {
    expect(stateOf(window, at(time))).toBe(state);
  });

  test('that was never set has no times and no state', () => {
    expect(presentWindow(null, at('21:00:00'))).toEqual({ start: null, end: null, state: 'NONE' });
  });

  test('is announced until it is over', () => {
    expect(announcedWindow(window, at('10:00:00'))).toEqual({ ...window, state: 'SCHEDULED' });
    expect(announcedWindow(window, at('22:00:00'))).toEqual({ ...window, state: 'ACTIVE' });
    expect(announcedWindow(window, at('23:00:00'))).toBeNull();
    expect(announcedWindow(null, at('10:00:00'))).toBeNull();
  });
});
