/** When a person's next summary is due: a pure function of their choice and the run's time. */
import type { EmailFrequency } from '@cairn/contract';
import { addDays, instantOf, localDay, minuteOfDay } from '../../platform/local-time.ts';

export interface DigestReader {
  readonly accountId: string;
  readonly frequency: EmailFrequency;
  /** 1 is Monday. */
  readonly weekday: number;
  /** "08:00" */
  readonly sendAt: string;
  readonly zone: string;
  /** When they chose it: earlier summaries are not due. */
  readonly since: Date;
  /** The day of the last summary; null if there was none. */
  readonly lastDay: string | null;
}

const isoWeekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** The day whose summary is due now, even if a run was missed; undefined if none is. */
export function dueDigestDay(reader: DigestReader, now: Date): string | undefined {
  const { frequency, weekday, sendAt, zone, since, lastDay } = reader;
  if (frequency === 'NEVER') return undefined;
  const today = localDay(now, zone);
  // After switching back to "at once", what is still waiting is sent with the next run.
  if (frequency === 'AT_ONCE') return lastDay === today ? undefined : today;
  const timeOf = (of: string) => instantOf(of, minuteOfDay(sendAt), zone);
  const days = Array.from({ length: 8 }, (_, index) => addDays(today, -index));
  const day = days.find(
    (each) => timeOf(each) <= now && (frequency === 'DAILY' || isoWeekday(each) === weekday),
  );
  if (day === undefined || timeOf(day) < since) return undefined;
  return lastDay !== null && lastDay >= day ? undefined : day;
}
