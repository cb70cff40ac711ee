/** Texts for calendar entries. */
import type { CalendarDay, CalendarEntry } from '@cairn/contract';
import { TASK_LABELS } from '@cairn/contract/task-terms';

/** Urgency of an entry: overdue, the reader's task, or any other. */
export type Urgency = 'late' | 'mine' | 'plain';

export function urgencyOf(entry: CalendarEntry, day: string, today: string): Urgency {
  const missed = entry.kind === 'CLOSE' ? !entry.closed : true;
  if (day < today && missed) return 'late';
  return entry.waitsOnMe ? 'mine' : 'plain';
}

/** The event on that day, for example "Closes", "Upload, due" or "Expired". */
export function eventLabel(
  { kind, task, closed }: CalendarEntry,
  day: string,
  today: string,
): string {
  const past = day < today;
  if (kind === 'CLOSE') {
    if (closed) return 'Closed';
    return past ? 'Past close date' : 'Closes';
  }
  if (kind === 'EXPIRES') return past ? 'Expired' : 'Expires';
  const prefix = task === null ? '' : `${TASK_LABELS[task]}, `;
  return `${prefix}${past ? 'overdue' : 'due'}`;
}

const entries = (count: number): string => (count === 1 ? '1 entry' : `${count} entries`);

/** The number of entries of a day: "3 entries", "more than 100 entries". */
export const countOf = (day: CalendarDay | undefined): string => {
  if (!day) return 'nothing';
  return day.more ? `more than ${entries(day.total)}` : entries(day.total);
};

/** "+4 more" for the entries of a day that are not shown; null if all are shown. */
export function restOf({ total, more }: CalendarDay, shownCount: number): string | null {
  if (total <= shownCount) return null;
  return `+${(total - shownCount).toLocaleString('en-US')}${more ? ' or more' : ' more'}`;
}
