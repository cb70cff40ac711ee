/** A company's quiet hours, during which unsolicited emails are held back. */
import { sql } from 'kysely';
import type { Db } from './db/db.ts';
import { query } from './db/query.ts';
import { localMinute, minuteOfDay } from './local-time.ts';

export interface QuietHours {
  /** Times of day, as "21:00" or "21:00:00". */
  from: string;
  until: string;
  zone: string;
}

const DAY = 24 * 60;

const minutesOn = (from: number, to: number): number => (to - from + DAY) % DAY;

/** Milliseconds until quiet hours end; 0 outside of them, and at the end itself. */
export function quietLeft(now: Date, { from, until, zone }: QuietHours): number {
  const [starts, ends] = [minuteOfDay(from), minuteOfDay(until)];
  const local = localMinute(now, zone);
  if (minutesOn(starts, local) >= minutesOn(starts, ends)) return 0;
  const intoMinute = now.getTime() % 60_000;
  const straight = minutesOn(local, ends) * 60_000 - intoMinute;
  // A night in which the clocks change is an hour shorter or longer.
  const localMinutes = localMinute(new Date(now.getTime() + straight), zone);
  const late = minutesOn(ends, localMinutes);
  if (late === 0) return straight;
  return straight + (late > DAY / 2 ? DAY - late : -late) * 60_000;
}

export interface QuietActivities {
  quietMilliseconds(companyId: string): Promise<number>;
}

const hoursOf = (companyId: string) =>
  query
    .selectFrom('company')
    .select(['quiet_from', 'quiet_until', 'timezone_id'])
    .where('id', '=', companyId);

/** Milliseconds until a company's quiet hours are over, in the recipient's own time zone if they chose one. */
async function quietLeftFor(
  db: Db,
  companyId: string,
  ownZone: string | undefined,
): Promise<number> {
  const [row] = await db.reads({ kind: 'company', companyId }).run(hoursOf(companyId));
  if (!row?.quiet_from || !row.quiet_until) return 0;
  return quietLeft(new Date(), {
    from: row.quiet_from,
    until: row.quiet_until,
    zone: ownZone ?? row.timezone_id ?? 'UTC',
  });
}

interface OwnHours {
  quiet_from: string | null;
  quiet_until: string | null;
  zone: string | null;
}

/** For one person: the longer of the company's quiet hours and their own. */
export async function quietLeftForPerson(
  db: Db,
  companyId: string,
  accountId: string,
): Promise<number> {
  const [own] = await db
    .reads({ kind: 'company', companyId })
    .run(
      query
        .selectFrom(sql<OwnHours>`app.quiet_of(${accountId}::uuid)`.as<'own'>(sql`own`))
        .selectAll('own'),
    );
  const zone = own?.zone ?? undefined;
  const company = await quietLeftFor(db, companyId, zone);
  if (!own?.quiet_from || !own.quiet_until) return company;
  const hours = { from: own.quiet_from, until: own.quiet_until };
  const personal = quietLeft(new Date(), { ...hours, zone: zone ?? (await zoneOf(db, companyId)) });
  return Math.max(company, personal);
}

export async function zoneOf(db: Db, companyId: string): Promise<string> {
  const [row] = await db.reads({ kind: 'company', companyId }).run(hoursOf(companyId));
  return row?.timezone_id ?? 'UTC';
}

export const quietActivities = (db: Db): QuietActivities => ({
  quietMilliseconds: (companyId) => quietLeftFor(db, companyId, undefined),
});
