import { messageTime, textPreview } from '@cairn/contract/message-terms';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chooseZone } from '../../lib/format/zone.ts';
import { dayName, listedTime, formatSentAt } from './times.ts';

const now = new Date('2026-11-16T15:00:00Z');
beforeEach(() => chooseZone('America/New_York'));
afterEach(() => chooseZone(null));

it('says when a message was written: short month, day and twelve hours [R202]', () => {
  expect(formatSentAt('2026-11-16T14:02:00Z')).toBe('Nov 16, 9:02 AM');
  expect(messageTime('2026-11-16T00:30:00Z', 'UTC')).toBe('Nov 16, 12:30 AM');
  expect(messageTime('2026-11-16T12:05:00Z', 'UTC')).toBe('Nov 16, 12:05 PM');
});

it('a time in the list is short: the hour for today, the day before that', () => {
  expect(listedTime('2026-11-16T14:41:00Z', now)).toBe('9:41 AM');
  expect(listedTime('2026-11-16T04:59:00Z', now)).toBe('Nov 15');
});

it('names the days where the reader is', () => {
  expect(dayName('2026-11-16T05:01:00Z', now)).toBe('Today');
  expect(dayName('2026-11-16T04:59:00Z', now)).toBe('Yesterday');
  expect(dayName('2026-11-13T19:10:00Z', now)).toBe('Friday, Nov 13');
  expect(dayName('2025-11-13T19:10:00Z', now)).toBe('Thursday, Nov 13, 2025');
});

it('shortens what was said to a line', () => {
  expect(textPreview('Hi,\n\n- one\n- two')).toBe('Hi, one two');
  expect(textPreview('x'.repeat(500))).toBe(`${'x'.repeat(120)}…`);
});
