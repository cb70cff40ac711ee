import { timeZone } from './zone.ts';

const MS_PER_DAY = 86_400_000;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formatters are cached by name and time zone, because creating one takes longer than rendering a row of a table. */
export function inZone(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const zone = options.timeZone ?? timeZone.get();
  const key = `${name} ${zone}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      ...options,
      ...(zone === undefined ? {} : { timeZone: zone }),
    });
    formats.set(key, format);
  }
  return format;
}

/** The last result of dayAt, cached because every row of every list needs the current day. */
let last = { key: '', day: 0 };

/** The day of a moment as a number of days since 1970. Day numbers are not affected by daylight saving time changes. */
function dayAt(moment: Date): number {
  const key = `${moment.getTime()} ${timeZone.get()}`;
  if (last.key !== key) last = { key, day: readDay(moment) };
  return last.day;
}

const numbersOf = (format: Intl.DateTimeFormat, moment: Date | number): Record<string, number> =>
  Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));

function readDay(moment: Date): number {
  if (timeZone.get() === undefined) {
    return Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / MS_PER_DAY;
  }
  const DAY = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const { year = 1970, month = 1, day = 1 } = numbersOf(inZone('parts', DAY), moment);
  return Date.UTC(year, month - 1, day) / MS_PER_DAY;
}

/** The number of a calendar day. "2026-11-24" is not a moment: it is the 24th in every time zone. */
function dayOf(day: string): number {
  const [year = 1970, month = 1, date = 1] = day.slice(0, 10).split('-').map(Number);
  return Date.UTC(year, month - 1, date) / MS_PER_DAY;
}

/** The offset of the user's time zone from UTC at a moment, in milliseconds. */
function aheadAt(moment: number): number {
  const wall = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  const { hour = 0, minute = 0, second = 0 } = numbersOf(inZone('wall', wall), moment);
  const wallClock =
    dayAt(new Date(moment)) * MS_PER_DAY + ((hour * 60 + minute) * 60 + second) * 1000;
  return wallClock - Math.floor(moment / 1000) * 1000;
}

/** The start of the day that lies the given number of days before now, in the user's time zone. */
export function startOfDaysAgo(days: number, now: Date): Date {
  const midnight = (dayAt(now) - days) * MS_PER_DAY;
  // Daylight saving time may have changed between that midnight in UTC and local midnight, so the offset is read again
  // at the estimate.
  const guess = midnight - aheadAt(midnight);
  return new Date(midnight - aheadAt(guess));
}

/** The current day in the user's time zone, such as "2026-11-24". */
export const today = (now: Date): string =>
  new Date(dayAt(now) * MS_PER_DAY).toISOString().slice(0, 10);

/** Formats a day as "Nov 24, 2026". It does not use Intl; numbers.ts explains why. */
function writeDay(day: number): string {
  const date = new Date(day * MS_PER_DAY);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

export const formatDay = (day: string): string => writeDay(dayOf(day));

/** The day of a timestamp in the user's time zone. */
export const formatDate = (timestamp: string): string => writeDay(readDay(new Date(timestamp)));

/** Whole calendar days from one moment to another. */
export const daysBetween = (from: Date, to: Date): number => dayAt(to) - readDay(from);

export const daysUntil = (day: string, now: Date): number => dayOf(day) - dayAt(now);

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

/** "in 8 days", "today", "4 days past". */
export function closeDistance(day: string, now: Date): string {
  const left = daysUntil(day, now);
  if (left === 0) return 'today';
  return left > 0 ? `in ${days(left)}` : `${days(-left)} past`;
}

/** The close date as part of a sentence: "closes in 8 days", "4 days past close date". */
export const closesWhen = (day: string, now: Date): string =>
  daysUntil(day, now) < 0
    ? `${closeDistance(day, now)} close date`
    : `closes ${closeDistance(day, now)}`;

export function daysInPhase(enteredDate: string, now: Date): string {
  const passed = Math.max(0, daysBetween(new Date(enteredDate), now));
  return `${days(passed)} in phase`;
}

/** "Just now", "5 min ago", then "2 h ago" within the same day, then the date. */
export function formatModified(timestamp: string, now: Date): string {
  const then = new Date(timestamp);
  const minutes = Math.floor((now.getTime() - then.getTime()) / 60_000);
  if (minutes < 1) return 'Just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (daysBetween(then, now) === 0) return `${Math.floor(minutes / 60)} h ago`;
  return formatDate(timestamp);
}

/** Lowercases "Just now" for the middle of a sentence: "Invited just now". */
export const inSentence = (moment: string): string => (moment === 'Just now' ? 'just now' : moment);

/** The hour of the day in the user's time zone, 0 to 23. */
export const hourNow = (now: Date): number =>
  timeZone.get() === undefined
    ? now.getHours()
    : Number(inZone('hour', { hour: 'numeric', hourCycle: 'h23' }).format(now));

/** Formats remaining seconds as minutes and seconds, such as "14:59". */
export function countdown(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  const minutes = Math.floor(left / 60);
  return `${String(minutes).padStart(2, '0')}:${String(left % 60).padStart(2, '0')}`;
}
