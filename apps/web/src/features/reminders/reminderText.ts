/** Texts of a loan's reminders. */
import type {
  LoanReminders,
  PlannedReminder,
  RemindedPerson,
  ReminderDeliveryState,
  SentReminder,
} from '@cairn/contract';
import { REMINDER_DELIVERY_STATES } from '@cairn/contract/reminder-terms';
import { daysUntil, formatDay, inZone } from '../../lib/format/dates.ts';

const MS_PER_DAY = 86_400_000;
const SHOWN_TITLES = 2;

const count = (number: number, one: string): string =>
  number === 1 ? `1 ${one}` : `${number} ${one}s`;
const weekdayOf = (day: string): string =>
  inZone('weekday', { weekday: 'long', timeZone: 'UTC' }).format(Date.parse(day));

function dueWords(dueDate: string, day: string): string {
  const left = Math.round((Date.parse(dueDate) - Date.parse(day)) / MS_PER_DAY);
  if (left < 0) return 'overdue';
  if (left === 0) return 'due today';
  return left === 1 ? 'due tomorrow' : `due ${weekdayOf(dueDate)}`;
}

/** The subject of the reminder's email, as the recipient reads it on that day. */
export function reminderTitle({ day, requests }: PlannedReminder): string {
  const due = new Set(requests.map(({ dueDate }) => dueWords(dueDate, day)));
  const [words = 'due'] = due.size === 1 ? due : ['due'];
  const [first] = requests;
  return requests.length === 1 && first
    ? `${first.title} is ${words}`
    : `${requests.length} documents are ${words}`;
}

/** "Deed, Lease and 3 more". */
export function titlesInLine(titles: readonly string[], total: number): string {
  const firstTitles = titles.slice(0, SHOWN_TITLES).join(', ');
  const more = total - Math.min(titles.length, SHOWN_TITLES);
  return more > 0 ? `${firstTitles} and ${more} more` : firstTitles;
}

export function channelWords({ email, sms }: Pick<RemindedPerson, 'email' | 'sms'>): string {
  if (email) return sms ? 'Email and text' : 'Email';
  return sms ? 'Text' : 'Bell only';
}

export const openWords = ({ open, overdue }: Pick<RemindedPerson, 'open' | 'overdue'>): string => {
  if (open === 0) return 'Nothing to send';
  return overdue === 0
    ? count(open, 'open document')
    : `${count(open, 'open document')}, ${overdue} overdue`;
};

/** "9:00 AM EST": the send time in the recipient's time zone. */
export const timeFor = (sendAt: string, timezoneId: string): string =>
  inZone('reminder', {
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: timezoneId,
  }).format(new Date(sendAt));

export function dayHeading(day: string, now: Date): string {
  const left = daysUntil(day, now);
  if (left === 0) return 'Today';
  return left === 1 ? 'Tomorrow' : weekdayOf(day);
}

export const remindersByDay = (next: readonly PlannedReminder[]): [string, PlannedReminder[]][] =>
  [...Map.groupBy(next, ({ day }) => day)].toSorted(([one], [other]) => (one < other ? -1 : 1));

/** Snooze durations offered in the menu. */
export const SNOOZE_DAYS = [
  [1, '1 day'],
  [3, '3 days'],
  [7, '1 week'],
] as const;
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * MS_PER_DAY).toISOString().slice(0, 10);

/** The company's reminder policy in sentences. */
export function policyWords(policy: LoanReminders['policy']): [title: string, text: string][] {
  const { daysBefore, everyDays, maxReminders, sendAt, onWeekends, blackoutDays } = policy;
  const time = inZone('time', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    Date.parse(`1970-01-01T${sendAt}:00Z`),
  );
  const without = blackoutDays.length === 0 ? '' : `, except ${count(blackoutDays.length, 'day')}`;
  return [
    [
      'Due soon',
      daysBefore === 0
        ? 'On the due date'
        : `${count(daysBefore, 'day')} before, and on the due date`,
    ],
    [
      'Overdue',
      `${everyDays === 1 ? 'Every day' : `Every ${everyDays} days`}, ${count(maxReminders, 'reminder')} per document at most`,
    ],
    ['Time', `${time} in each person’s time zone`],
    ['Days', `${onWeekends ? 'Every day' : 'Monday to Friday'}${without}`],
  ];
}

/** The best delivery state of the two channels: delivered first, then pending, then failed. */
const ORDER: readonly ReminderDeliveryState[] = REMINDER_DELIVERY_STATES;
export const deliveryOf = ({
  email,
  sms,
}: Pick<SentReminder, 'email' | 'sms'>): ReminderDeliveryState | null =>
  ORDER.find((state) => state === email || state === sms) ?? null;

export const sentTitle = ({ count: total, titles }: SentReminder): string =>
  titlesInLine(titles, total) || count(total, 'document');

export const snoozedWords = (until: string): string => `Snoozed until ${formatDay(until)}`;
