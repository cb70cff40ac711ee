import type { CalendarDay, CalendarEntry } from '@cairn/contract';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  isDay,
  longDay,
  monthAndYear,
  shortDay,
  stepFrom,
  weeksOf,
} from './month.ts';
import { countOf, eventLabel, restOf, urgencyOf } from './entryLabels.ts';

describe('a month', () => {
  it('is the weeks that it touches, each from its Sunday', () => {
    const november = weeksOf('2026-11');
    expect(november).toHaveLength(5);
    expect(november[0]?.[0]).toBe('2026-11-01');
    expect(november.at(-1)?.at(-1)).toBe('2026-12-05');
    // February 2026 fills exactly four weeks; six weeks (August 2026) are the maximum.
    expect(weeksOf('2026-02')).toHaveLength(4);
    expect(weeksOf('2026-08').flat()).toHaveLength(42);
  });

  it('is stepped through over its ends, clock changes and leap days', () => {
    expect(addDays('2026-10-31', 1)).toBe('2026-11-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
    expect(addMonths('2026-01-01', -1)).toBe('2025-12-01');
  });

  it('is walked by the keys of a grid', () => {
    const from = '2026-11-18';
    const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];
    expect(keys.map((key) => stepFrom(from, key)?.slice(8))).toEqual([
      '17',
      '19',
      '11',
      '25',
      '15',
      '21',
    ]);
    expect(stepFrom(from, 'PageDown')).toBe('2026-12-18');
    expect(stepFrom(from, 'x')).toBeUndefined();
  });

  it('is written out, in every zone the same', () => {
    expect(monthAndYear('2026-11-01')).toBe('November 2026');
    expect(longDay('2026-11-24')).toBe('Tuesday, November 24');
    expect(shortDay('2026-11-24')).toBe('Tue, Nov 24');
  });

  it('has no other days', () => {
    expect(['2026-11-24', '2026-11-31', '2026-13-01', '24.11.2026', ''].map(isDay)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('an entry', () => {
  const entry = (over: Partial<CalendarEntry> = {}): CalendarEntry => ({
    kind: 'DUE',
    id: 'e',
    title: 'Lease',
    loanId: 'l',
    loanName: 'Larkspur Bakery LLC',
    color: '#FAC014',
    folderId: null,
    task: 'upload',
    waitsOnMe: false,
    closed: false,
    ...over,
  });
  const label = (over: Partial<CalendarEntry>, day: string) =>
    eventLabel(entry(over), day, '2026-11-16');

  it('says what happens on its day, and what did', () => {
    expect(label({}, '2026-11-16')).toBe('Upload, due');
    expect(label({ task: 'accept' }, '2026-11-15')).toBe('Accept, overdue');
    expect(label({ kind: 'CLOSE' }, '2026-11-20')).toBe('Closes');
    expect(label({ kind: 'CLOSE' }, '2026-11-12')).toBe('Past close date');
    expect(label({ kind: 'CLOSE', closed: true }, '2026-11-12')).toBe('Closed');
    expect(label({ kind: 'EXPIRES', task: null }, '2026-11-17')).toBe('Expires');
    expect(label({ kind: 'EXPIRES', task: null }, '2026-11-15')).toBe('Expired');
  });

  it('is late once its day is over, unless that was its end', () => {
    const urgency = (over: Partial<CalendarEntry>, day: string) =>
      urgencyOf(entry(over), day, '2026-11-16');
    expect(urgency({ waitsOnMe: true }, '2026-11-16')).toBe('mine');
    expect(urgency({ waitsOnMe: true }, '2026-11-15')).toBe('late');
    expect(urgency({ kind: 'CLOSE', closed: true }, '2026-11-15')).toBe('plain');
    expect(urgency({ kind: 'CLOSE' }, '2026-11-15')).toBe('late');
  });

  it('is counted with the others of its day', () => {
    const day = (total: number, more = false): CalendarDay => ({
      date: '2026-11-16',
      total,
      more,
      entries: [],
    });
    expect([undefined, day(1), day(7), day(100, true)].map(countOf)).toEqual([
      'nothing',
      '1 entry',
      '7 entries',
      'more than 100 entries',
    ]);
    expect(restOf(day(3), 3)).toBeNull();
    expect(restOf(day(7), 3)).toBe('+4 more');
    expect(restOf(day(100, true), 3)).toBe('+97 or more');
    expect(restOf(day(100, true), 100)).toBeNull();
  });
});
