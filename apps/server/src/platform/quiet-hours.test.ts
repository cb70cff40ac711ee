import { expect, test } from 'vitest';
import { quietLeft } from './quiet-hours.ts';

const hour = 3_600_000;
const nights = { from: '21:00:00', until: '07:30:00', zone: 'America/New_York' };
const hoursLeft = (at: string, hours = nights) => quietLeft(new Date(at), hours) / hour;

test('quiet hours go over midnight, in the company’s time zone', () => {
  // 20:59, 21:00, 03:00, 07:29:30 and 07:30 in New York, in winter.
  expect(hoursLeft('2026-01-10T01:59:00Z')).toBe(0);
  expect(hoursLeft('2026-01-10T02:00:00Z')).toBe(10.5);
  expect(hoursLeft('2026-01-10T08:00:00Z')).toBe(4.5);
  expect(hoursLeft('2026-01-10T12:29:30Z') * hour).toBe(30_000);
  expect(hoursLeft('2026-01-10T12:30:00Z')).toBe(0);
  expect(hoursLeft('2026-01-10T20:00:00Z')).toBe(0);
});

test('hours within a day are as good', () => {
  const noon = { from: '12:00', until: '13:00', zone: 'UTC' };
  expect(hoursLeft('2026-06-01T12:15:00Z', noon)).toBe(0.75);
  expect(hoursLeft('2026-06-01T11:59:59Z', noon)).toBe(0);
  expect(hoursLeft('2026-06-01T13:00:00Z', noon)).toBe(0);
});

test('a night in which the clocks are set ends when the clock says so', () => {
  // 22:00 on the evening before daylight saving time starts (8.5 hours left) and ends (10.5 hours left).
  expect(hoursLeft('2026-03-08T03:00:00Z')).toBe(8.5);
  expect(hoursLeft('2026-11-01T02:00:00Z')).toBe(10.5);
});
