import { describe, expect, it } from 'vitest';
import { closeDistance, countdown, daysInPhase, formatDay, formatModified } from './dates.ts';

const now = new Date(2026, 10, 16, 15, 30);

describe('days', () => {
  it('are written the house way, without slipping over a time zone [R068]', () => {
    expect(formatDay('2024-03-05')).toBe('Mar 5, 2024');
  });

  it('say how far off a close date is [R067]', () => {
    expect(closeDistance('2026-11-24', now)).toBe('in 8 days');
    expect(closeDistance('2026-11-17', now)).toBe('in 1 day');
    expect(closeDistance('2026-11-16', now)).toBe('today');
    expect(closeDistance('2026-11-12', now)).toBe('4 days past');
  });

  it('count calendar days in a phase, not spans of 24 hours [R067]', () => {
    expect(daysInPhase(new Date(2026, 10, 15, 23, 59).toISOString(), now)).toBe('1 day in phase');
    expect(daysInPhase(new Date(2026, 10, 16, 0, 1).toISOString(), now)).toBe('0 days in phase');
    expect(daysInPhase(new Date(2026, 9, 31, 9).toISOString(), now)).toBe('16 days in phase');
  });
});

describe('times', () => {
  it('are relative today and a date before', () => {
    expect(formatModified(new Date(2026, 10, 16, 15, 29, 40).toISOString(), now)).toBe('Just now');
    expect(formatModified(new Date(2026, 10, 16, 15, 12).toISOString(), now)).toBe('18 min ago');
    expect(formatModified(new Date(2026, 10, 16, 9, 12).toISOString(), now)).toBe('6 h ago');
    expect(formatModified(new Date(2026, 10, 9, 9, 12).toISOString(), now)).toBe('Nov 9, 2026');
  });

  it('count down a locked account', () => {
    expect(countdown(900)).toBe('15:00');
    expect(countdown(61.2)).toBe('01:02');
    expect(countdown(-3)).toBe('00:00');
  });
});
