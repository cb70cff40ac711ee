/** Formats the times of messages. */
import type { Message } from '@cairn/contract';
import { messageTime } from '@cairn/contract/message-terms';
import { daysBetween, formatDate, inZone } from '../../lib/format/dates.ts';
import { timeZone } from '../../lib/format/zone.ts';

const CLOCK = { hour: 'numeric', minute: '2-digit' } as const;
const DAY = { month: 'short', day: 'numeric' } as const;
/** Dates older than this number of days include the year. */
const A_YEAR = 300;

const plain = (text: string): string => text.replaceAll('\u202F', ' ');

/** The time for today ("9:41 AM"), the day before that ("Nov 14"), and the year for old dates ("Nov 14, 2025"). */
export function listedTime(at: string, now: Date): string {
  const moment = new Date(at);
  const days = daysBetween(moment, now);
  if (days === 0) return plain(inZone('clock', CLOCK).format(moment));
  return days > A_YEAR ? formatDate(at) : inZone('monthDay', DAY).format(moment);
}

/** For example "Nov 16, 9:02 AM", in the user's time zone [R202]. */
export const formatSentAt = (at: string): string => messageTime(at, timeZone.get());

/** For example "Today", "Yesterday" or "Friday, Nov 13". */
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

/** Groups the messages by day, in their order. */
export function byDay(messages: readonly Message[], now: Date): Day[] {
  const days = Map.groupBy(messages, ({ createdDate }) => dayName(createdDate, now));
  return [...days].map(([name, ofDay]) => ({ name, messages: ofDay }));
}
