import { afterEach, describe, expect, it } from 'vitest';
import {
  closeDistance,
  closesWhen,
  countdown,
  daysInPhase,
  formatDate,
  formatDay,
  formatModified,
} from './dates.ts';
import { chooseZone } from './zone.ts';

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

  it('say so in a line of text', () => {
    expect(closesWhen('2026-11-24', now)).toBe('closes in 8 days');
    expect(closesWhen('2026-11-16', now)).toBe('closes today');
    expect(closesWhen('2026-11-12', now)).toBe('4 days past close date');
  });

  it('count calendar days in a phase, not spans of 24 hours [R067]', () => {
    expect(daysInPhase(new Date(2026, 10, 15, 23, 59).toISOString(), now)).toBe('1 day in phase');
    expect(daysInPhase(new Date(2026, 10, 16, 0, 1).toISOString(), now)).toBe('0 days in phase');
    expect(daysInPhase(new Date(2026, 9, 31, 9).toISOString(), now)).toBe('16 days in phase');
  });
});

describe('the zone a person has chosen', () => {
  afterEach(() => chooseZone(null));
  const moment = '2026-11-16T23:30:00Z';
  const later = new Date('2026-11-17T02:00:00Z');

  it('decides which day it is', () => {
    chooseZone('Pacific/Auckland');
    expect(formatDate(moment)).toBe('Nov 17, 2026');
    expect(formatModified(moment, later)).toBe('2 h ago');
    expect(closeDistance('2026-11-17', later)).toBe('today');
    chooseZone('America/Denver');
    expect(formatDate(moment)).toBe('Nov 16, 2026');
    expect(closeDistance('2026-11-17', later)).toBe('in 1 day');
    chooseZone('UTC');
    expect(formatModified(moment, later)).toBe('Nov 16, 2026');
    expect(daysInPhase(moment, later)).toBe('1 day in phase');
  });

  it('leaves a calendar day as it is, and is not believed where it is none', () => {
    chooseZone('Pacific/Auckland');
    expect(formatDay('2024-03-05')).toBe('Mar 5, 2024');
    chooseZone('Nowhere/At_All');
    expect(formatDay('2024-03-05')).toBe('Mar 5, 2024');
    expect(() => formatDate(moment)).not.toThrow();
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
