import { describe, expect, test } from 'vitest';
import { isAnnounced } from './useAnnounced.ts';
import { fromField, spanOf, toField, untilWhen } from './windowTimes.ts';

const NEW_YORK = 'America/New_York';
const window = { start: '2026-11-17T02:00:00Z', end: '2026-11-17T04:00:00Z' };

describe('a maintenance window in words', () => {
  test('is in the person’s own time zone', () => {
    expect(spanOf(window, NEW_YORK)).toBe('Nov 16, 9:00 PM to 11:00 PM');
    expect(spanOf(window, 'Europe/Berlin')).toBe('Nov 17, 3:00 AM to 5:00 AM');
  });

  test('names the second day where it ends on another one', () => {
    const long = { ...window, end: '2026-11-17T06:30:00Z' };
    expect(spanOf(long, NEW_YORK)).toBe('Nov 16, 9:00 PM to Nov 17, 1:30 AM');
  });

  test('ends at an hour, and on a day where that is not today', () => {
    const now = new Date('2026-11-17T02:30:00Z');
    expect(untilWhen(window.end, now, NEW_YORK)).toBe('11:00 PM');
    expect(untilWhen('2026-11-17T06:30:00Z', now, NEW_YORK)).toBe('Nov 17, 1:30 AM');
  });

  test('is announced from 24 hours before', () => {
    expect(isAnnounced(window, new Date('2026-11-16T01:59:59Z'))).toBe(false);
    expect(isAnnounced(window, new Date('2026-11-16T02:00:00Z'))).toBe(true);
    expect(isAnnounced(window, new Date('2026-11-17T03:00:00Z'))).toBe(true);
  });
});

describe('a field for date and time', () => {
  test.each([
    ['2026-11-17T02:00:00.000Z', NEW_YORK, '2026-11-16T21:00'],
    ['2026-07-01T02:00:00.000Z', NEW_YORK, '2026-06-30T22:00'],
    ['2026-11-16T00:00:00.000Z', 'UTC', '2026-11-16T00:00'],
    ['2026-11-16T18:30:00.000Z', 'Asia/Kolkata', '2026-11-17T00:00'],
  ])('%s is in %s %s, and back', (moment, zone, field) => {
    expect(toField(moment, zone)).toBe(field);
    expect(fromField(field, zone)).toBe(moment);
  });

  test('around a clock change is the hour that is meant', () => {
    expect(fromField('2026-11-01T00:30', NEW_YORK)).toBe('2026-11-01T04:30:00.000Z');
    expect(fromField('2026-11-01T03:00', NEW_YORK)).toBe('2026-11-01T08:00:00.000Z');
  });

  test('that is empty is no time', () => {
    expect(fromField('', NEW_YORK)).toBeUndefined();
  });

  test('whose year is still being typed is no time yet', () => {
    for (const year of ['0002', '0020', '0202', '202611']) {
      expect(fromField(`${year}-11-15T10:00`, NEW_YORK)).toBeUndefined();
    }
  });
});
