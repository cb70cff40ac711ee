import { describe, expect, it } from 'vitest';
import {
  acceptedText,
  separateLabels,
  closingText,
  inDays,
  longMonth,
  shareOf,
  shortDay,
  shortMonth,
  stretchesOf,
  ticksOf,
} from './figures.ts';

describe('a scale', () => {
  it('has round marks up to the largest value, and few of them', () => {
    expect(ticksOf(9.9)).toEqual([0, 2.5, 5, 7.5, 10]);
    expect(ticksOf(8)).toEqual([0, 2, 4, 6, 8]);
    expect(ticksOf(11_400_000)).toEqual([0, 5_000_000, 10_000_000, 15_000_000]);
    expect(ticksOf(0.3)).toEqual([0, 0.1, 0.2, 0.3]);
    expect(ticksOf(1)).toEqual([0, 0.25, 0.5, 0.75, 1]);
    for (const largest of [1, 3, 7, 12, 99, 101, 1e6, 2.3e7]) {
      const ticks = ticksOf(largest);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest);
      expect(ticks.length).toBeLessThanOrEqual(5);
    }
  });

  it('is there where there is nothing to measure', () => {
    expect(ticksOf(0)).toEqual([0, 1]);
    expect(shareOf(3, 0)).toBe(0);
  });
});

describe('a line', () => {
  it('stops where a value is missing, and goes on after it', () => {
    expect(stretchesOf([0, 5, null, 10, 10], 10)).toEqual([
      [
        [0, 100],
        [25, 50],
      ],
      [
        [75, 0],
        [100, 0],
      ],
    ]);
    expect(stretchesOf([null, null], 10)).toEqual([]);
  });

  it('has its name beside it, and not over the other’s', () => {
    expect(separateLabels(40, 80, 12)).toEqual([40, 80]);
    expect(separateLabels(50, 52, 12)).toEqual([45, 57]);
    expect(separateLabels(52, 50, 12)).toEqual([57, 45]);
  });
});

describe('a figure', () => {
  it('is compared with the time before', () => {
    expect(closingText({ now: 47, before: 52 })).toEqual({
      text: '5 fewer than previous 90 days',
      better: true,
    });
    expect(closingText({ now: 52, before: 47 }).better).toBeUndefined();
    expect(acceptedText({ now: 81, before: 83 })).toEqual({ text: 'Down 2 points' });
    expect(acceptedText({ now: 84, before: 83 })).toEqual({ text: 'Up 1 point', better: true });
    expect(acceptedText({ now: 84, before: 84 }).text).toBe('Same as previous 90 days');
  });

  it('says so where there is none', () => {
    expect(closingText({ now: null, before: 47 }).text).toBe('No loans closed in the last 90 days');
    expect(acceptedText({ now: null, before: null }).text).toBe(
      'No documents accepted in the last 90 days',
    );
    expect(closingText({ now: 47, before: null }).text).toBe('Last 90 days');
    expect(inDays(null)).toBe('-');
    expect(inDays(3.5)).toBe('3.5');
  });

  it('is of a time that is written the house way', () => {
    expect([shortMonth('2026-11'), longMonth('2026-11'), shortDay('2026-07-01')]).toEqual([
      'Nov',
      'November 2026',
      'Jul 1',
    ]);
  });
});
