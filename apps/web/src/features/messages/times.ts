/** Times of messages, for the list and for the conversation. */
import type { Message } from '@cairn/contract';
import { messageTime } from '@cairn/contract/message-terms';
import { daysBetween, formatDate, inZone } from '../../lib/format/dates.ts';
import { timeZone } from '../../lib/format/zone.ts';

const CLOCK = { hour: 'numeric', minute: '2-digit' } as const;
const DAY = { month: 'short', day: 'numeric' } as const;
/** Older dates show their year. */
const A_YEAR = 300;

const plain = (text: string): string => text.replaceAll('\u202F', ' ');

/** "9:41 AM" today, "Nov 14" before, "Nov 14, 2025" long before. */
export function listedTime(at: string, now: Date): string {
  const moment = new Date(at);
  const days = daysBetween(moment, now);
  if (days === 0) return plain(inZone('clock', CLOCK).format(moment));
  return days > A_YEAR ? formatDate(at) : inZone('monthDay', DAY).format(moment);
}

/** "Nov 16, 9:02 AM" where the reader is [R202]. */
export const formatSentAt = (at: string): string => messageTime(at, timeZone.get());

/** "Today", "Yesterday", "Friday, Nov 13". */
export function dayName(at: string, now: Date): string {
  const moment = new Date(at);
  const days = daysBetween(moment, now);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  const weekday = inZone('weekday', { weekday: 'long' }).format(moment);
  const day = days > A_YEAR ? formatDate(at) : inZone('monthDay', DAY).format(moment);
  return `${weekday}, ${day}`;
}

export interface Day {
  name: string;
  messages: Message[];
}

/** In the order in which they were said, under the day. */
export function byDay(messages: readonly Message[], now: Date): Day[] {
  const days = Map.groupBy(messages, ({ createdDate }) => dayName(createdDate, now));
  return [...days].map(([name, ofDay]) => ({ name, messages: ofDay }));
}
