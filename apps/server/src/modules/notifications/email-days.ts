/** Formats days in emails: a due date is the same day in every time zone. */

type DateParts = Omit<Intl.DateTimeFormatOptions, 'timeZone'>;
export const formatDay = (date: string, parts: DateParts): string =>
  new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
/** "Wed, Nov 18" */
export const weekdayOf = (date: string): string =>
  formatDay(date, { weekday: 'short', month: 'short', day: 'numeric' });
