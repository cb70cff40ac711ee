import { expect, test } from 'vitest';
import { dueDigestDay, type DigestReader } from './plan-digest.ts';

const weekly: DigestReader = {
  accountId: 'elena',
  frequency: 'WEEKLY',
  weekday: 1,
  sendAt: '08:00',
  zone: 'America/Los_Angeles',
  since: new Date('2026-11-01T00:00:00Z'),
  lastDay: null,
};
const at = (time: string): Date => new Date(`2026-11-${time}:00Z`);

test('a weekly summary is due on its day at its time, by the reader’s clock', () => {
  // Monday, Nov 16, 7:59 and 8:00 AM in Los Angeles; last Monday’s went out.
  const reader = { ...weekly, lastDay: '2026-11-09' };
  expect(dueDigestDay(reader, at('16T15:59'))).toBeUndefined();
  expect(dueDigestDay(reader, at('16T16:00'))).toBe('2026-11-16');
  expect(dueDigestDay({ ...reader, lastDay: '2026-11-16' }, at('16T16:15'))).toBeUndefined();
  expect(dueDigestDay({ ...reader, weekday: 7 }, at('16T16:00'))).toBe('2026-11-15');
});

test('a summary whose run was missed is sent later; one from before the choice is not sent', () => {
  expect(dueDigestDay({ ...weekly, lastDay: '2026-11-09' }, at('18T03:00'))).toBe('2026-11-16');
  const chosenOnWednesday = { ...weekly, since: at('18T10:00') };
  expect(dueDigestDay(chosenOnWednesday, at('18T12:00'))).toBeUndefined();
  expect(dueDigestDay(chosenOnWednesday, at('23T17:00'))).toBe('2026-11-23');
});

test('a daily summary is due each day; after going back to at once, the rest goes out with the next run', () => {
  const daily = { ...weekly, frequency: 'DAILY', lastDay: '2026-11-17' } as const;
  expect(dueDigestDay(daily, at('18T15:00'))).toBeUndefined();
  expect(dueDigestDay(daily, at('18T16:00'))).toBe('2026-11-18');
  expect(dueDigestDay({ ...daily, frequency: 'AT_ONCE' }, at('18T08:00'))).toBe('2026-11-18');
});
