/** When a person's next summary is due. A pure function of what they chose and of the run's time. */
import type { EmailFrequency } from '@cairn/contract';
import { addDays, instantOf, localDay, minuteOfDay } from '../../platform/local-time.ts';

export interface DigestReader {
  readonly accountId: string;
  readonly frequency: EmailFrequency;
  /** Monday is 1. */
  readonly weekday: number;
  /** "08:00" */
  readonly sendAt: string;
  readonly zone: string;
  /** When they chose it: nothing is due from before. */
  readonly since: Date;
  /** The day of the last one; null: none yet. */
  readonly lastDay: string | null;
}

const isoWeekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** The day whose summary is due now, also if a run was missed; undefined if none is. */
export function dueDigestDay(reader: DigestReader, now: Date): string | undefined {
  const { frequency, weekday, sendAt, zone, since, lastDay } = reader;
  if (frequency === 'NEVER') return undefined;
  const today = localDay(now, zone);
  // Back to "at once": what still waits goes out with the next run.
  if (frequency === 'AT_ONCE') return lastDay === today ? undefined : today;
  const timeOf = (of: string) => instantOf(of, minuteOfDay(sendAt), zone);
  const days = Array.from({ length: 8 }, (_, index) => addDays(today, -index));
  const day = days.find(
    (each) => timeOf(each) <= now && (frequency === 'DAILY' || isoWeekday(each) === weekday),
  );
  if (day === undefined || timeOf(day) < since) return undefined;
  return lastDay !== null && lastDay >= day ? undefined : day;
}
