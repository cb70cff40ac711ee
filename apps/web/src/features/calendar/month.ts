/** Days ("2026-11-24") and months ("2026-11") as text, independent of time zones. */
const MS_PER_DAY = 86_400_000;

const utc = (day: string): Date => new Date(`${day}T00:00:00Z`);
const textOf = (date: Date): string => date.toISOString().slice(0, 10);

export const isDay = (day: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(utc(day).getTime()) && textOf(utc(day)) === day;

export const monthOf = (day: string): string => day.slice(0, 7);
const weekday = (day: string): number => utc(day).getUTCDay();

export const addDays = (day: string, days: number): string =>
  textOf(new Date(utc(day).getTime() + days * MS_PER_DAY));

const lastOf = (month: string): string => {
  const first = utc(`${month}-01`);
  return textOf(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)));
};

/** The same day of another month, or the last day of that month if it is shorter. */
export function addMonths(day: string, months: number): string {
  const date = utc(`${monthOf(day)}-01`);
  date.setUTCMonth(date.getUTCMonth() + months);
  const month = monthOf(textOf(date));
  const sameDay = `${month}-${day.slice(8)}`;
  return sameDay < lastOf(month) ? sameDay : lastOf(month);
}

/** The weeks that a month touches, each beginning on Sunday. */
export function weeksOf(month: string): string[][] {
  const first = addDays(`${month}-01`, -weekday(`${month}-01`));
  const last = lastOf(month);
  const weeks: string[][] = [];
  for (let start = first; start <= last; start = addDays(start, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(start, at)));
  }
  return weeks;
}

/** The day to which a key moves the focus, or undefined for other keys. */
export function stepFrom(day: string, key: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekday(day));
    case 'End':
      return addDays(day, 6 - weekday(day));
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
    default:
      return undefined;
  }
}

const words = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  return (day: string): string => format.format(utc(day));
};
/** "November 2026". */
export const monthAndYear = words({ month: 'long', year: 'numeric' });
/** "November". */
export const monthName = words({ month: 'long' });
/** "Tuesday, November 24". */
export const longDay = words({ weekday: 'long', month: 'long', day: 'numeric' });
/** "Tue, Nov 24". */
export const shortDay = words({ weekday: 'short', month: 'short', day: 'numeric' });

export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;
