const MS_PER_DAY = 86_400_000;

const dayFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});

/** Midnight of the reader's own calendar day, whatever the hour the value carries. */
function calendarDay(value: Date): Date {
  return new Date(value.getFullYear(), value.getMonth(), value.getDate());
}

/** "2026-11-24" is a day, not a moment: read as UTC it would slip to the 23rd west of Greenwich. */
export function dayOf(day: string): Date {
  const [year = 1970, month = 1, date = 1] = day.slice(0, 10).split('-').map(Number);
  return new Date(year, month - 1, date);
}

export const formatDay = (day: string): string => dayFormat.format(dayOf(day));

export const formatDate = (timestamp: string): string => dayFormat.format(new Date(timestamp));

/** Whole days from one calendar day to another; rounding absorbs the hour of a clock change. */
export function daysBetween(from: Date, to: Date): number {
  return Math.round((calendarDay(to).getTime() - calendarDay(from).getTime()) / MS_PER_DAY);
}

export const daysUntil = (day: string, now: Date): number => daysBetween(now, dayOf(day));

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

/** "in 8 days", "today", "4 days past". */
export function closeDistance(day: string, now: Date): string {
  const left = daysUntil(day, now);
  if (left === 0) return 'today';
  return left > 0 ? `in ${days(left)}` : `${days(-left)} past`;
}

export function daysInPhase(enteredDate: string, now: Date): string {
  const passed = Math.max(0, daysBetween(new Date(enteredDate), now));
  return `${days(passed)} in phase`;
}

/** "Just now", "5 min ago", "2 h ago" within the same day, then the date. */
export function formatModified(timestamp: string, now: Date): string {
  const then = new Date(timestamp);
  const minutes = Math.floor((now.getTime() - then.getTime()) / 60_000);
  if (minutes < 1) return 'Just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (daysBetween(then, now) === 0) return `${Math.floor(minutes / 60)} h ago`;
  return formatDate(timestamp);
}

/** The countdown of a locked account: "14:59". */
export function countdown(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  const minutes = Math.floor(left / 60);
  return `${String(minutes).padStart(2, '0')}:${String(left % 60).padStart(2, '0')}`;
}
