/** Formats and parses the window's times in a time zone; undefined is the browser's. */

export interface Span {
  start: string;
  end: string;
}
type Zone = string | undefined;

const inZone = (zone: Zone, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    ...options,
    ...(zone === undefined ? {} : { timeZone: zone }),
  });

const dayOf = (moment: string, zone: Zone): string =>
  inZone(zone, { month: 'short', day: 'numeric' }).format(new Date(moment));
const hourOf = (moment: string, zone: Zone): string =>
  inZone(zone, { hour: 'numeric', minute: '2-digit' }).format(new Date(moment));

/** "Nov 16, 9:00 PM to 11:00 PM"; the second day is shown only if it differs. */
export function spanOf({ start, end }: Span, zone?: string): string {
  const [first, last] = [dayOf(start, zone), dayOf(end, zone)];
  const until = first === last ? hourOf(end, zone) : `${last}, ${hourOf(end, zone)}`;
  return `${first}, ${hourOf(start, zone)} to ${until}`;
}

/** "11:00 PM", or "Nov 17, 1:00 AM" if it is not today. */
export function untilWhen(end: string, now: Date, zone?: string): string {
  const day = dayOf(end, zone);
  const today = dayOf(now.toISOString(), zone);
  return day === today ? hourOf(end, zone) : `${day}, ${hourOf(end, zone)}`;
}

/** The local time of a moment as the value of a datetime-local field: "2026-11-16T21:00". */
export function toField(moment: string, zone?: string): string {
  const parts = Object.fromEntries(
    inZone(zone, {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(new Date(moment))
      .map(({ type, value }) => [type, value]),
  );
  return `${parts['year']}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}`;
}

/**
 * The reverse of toField; undefined for an invalid time. For a time that the start of daylight saving time skips, the
 * result is an hour away from the typed time: earlier west of UTC, later east of it.
 */
export function fromField(field: string, zone?: string): string | undefined {
  // While a year is typed, the field's value starts with 0002 or 0020; such years are rejected.
  if (!/^[12]\d{3}-/.test(field)) return undefined;
  const reading = Date.parse(`${field}Z`);
  if (Number.isNaN(reading)) return undefined;
  const ahead = (moment: number) =>
    Date.parse(`${toField(new Date(moment).toISOString(), zone)}Z`) - moment;
  const close = reading - ahead(reading);
  return new Date(reading - ahead(close)).toISOString();
}
