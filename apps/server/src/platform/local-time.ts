/** Days and times of day in a time zone. A day is text, YYYY-MM-DD, so that days compare and sort as text. */

const DAY_MS = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(zone, format);
  }
  return format;
}

function partsOf(at: Date, zone: string): Record<string, string> {
  return Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
}

export function localDay(at: Date, zone: string): string {
  const { year, month, day } = partsOf(at, zone);
  return `${year}-${month}-${day}`;
}

/** Minutes since midnight. */
export function localMinute(at: Date, zone: string): number {
  const { hour, minute } = partsOf(at, zone);
  return Number(hour) * 60 + Number(minute);
}

/** Minutes since midnight of a time like "21:30" or "21:30:00". */
export function minuteOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The instant of a minute of a day in the zone. A time that the clocks skip is the moment after the change. */
export function instantOf(day: string, minute: number, zone: string): Date {
  const target = Date.parse(`${day}T00:00:00Z`) + minute * 60_000;
  let instant = target;
  // Twice, because the offset at the first guess may be the one before the clocks changed.
  for (let step = 0; step < 2; step += 1) {
    const at = new Date(instant);
    const local = Date.parse(`${localDay(at, zone)}T00:00:00Z`) + localMinute(at, zone) * 60_000;
    instant += target - local;
  }
  return new Date(instant);
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

export function isWeekend(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}
