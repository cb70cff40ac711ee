/** The window in a person's own words and time zone; undefined is the browser's. */

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

/** "Nov 16, 9:00 PM to 11:00 PM", with the second day only where it is another one. */
export function spanOf({ start, end }: Span, zone?: string): string {
  const [first, last] = [dayOf(start, zone), dayOf(end, zone)];
  const until = first === last ? hourOf(end, zone) : `${last}, ${hourOf(end, zone)}`;
  return `${first}, ${hourOf(start, zone)} to ${until}`;
}

/** "11:00 PM", or "Nov 17, 1:00 AM" where that is another day than today. */
export function untilWhen(end: string, now: Date, zone?: string): string {
  const day = dayOf(end, zone);
  const today = dayOf(now.toISOString(), zone);
  return day === today ? hourOf(end, zone) : `${day}, ${hourOf(end, zone)}`;
}

/** The wall clock's reading of a moment, as a field for date and time takes it: "2026-11-16T21:00". */
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

/** The reverse; undefined for an invalid time. An hour that a clock change skips counts as the next. */
export function fromField(field: string, zone?: string): string | undefined {
  // A year that is being typed is 0002 and 0020 first, which no zone had a clock for.
  if (!/^[12]\d{3}-/.test(field)) return undefined;
  const reading = Date.parse(`${field}Z`);
  if (Number.isNaN(reading)) return undefined;
  const ahead = (moment: number) =>
    Date.parse(`${toField(new Date(moment).toISOString(), zone)}Z`) - moment;
  const close = reading - ahead(reading);
  return new Date(reading - ahead(close)).toISOString();
}
