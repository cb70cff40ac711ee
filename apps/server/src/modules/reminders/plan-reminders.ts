/**
 * Plans which reminder goes to whom, and when: a pure function of the open requests, earlier reminders and the
 * lender's policy. Reminders are not scheduled ahead, so an upload, a new due date or a pause has nothing to cancel.
 */
import { addDays, instantOf, isWeekend, localDay, minuteOfDay } from '../../platform/local-time.ts';
import { quietLeft } from '../../platform/quiet-hours.ts';

export interface ReminderPolicy {
  readonly enabled: boolean;
  /** Days before the due date of the first reminder. */
  readonly daysBefore: number;
  /** Days between reminders about an overdue request. */
  readonly everyDays: number;
  /** Maximum number of reminders about one request to one person. */
  readonly maxReminders: number;
  /** Time of day in the recipient's time zone, as "09:00". */
  readonly sendAt: string;
  readonly onWeekends: boolean;
  /** Days without reminders, such as holidays. */
  readonly blackoutDays: readonly string[];
  readonly quietHours: { readonly from: string; readonly until: string } | null;
}

/** An open request with the person who should answer it. */
export interface OpenRequest {
  readonly accountId: string;
  readonly elementId: string;
  readonly loanId: string;
  readonly dueDate: string;
  /** The day on which it was requested or rejected, when another email is sent anyway. */
  readonly askedOn: string;
  /** Reminders sent about it to this person for this due date. */
  readonly sentCount: number;
  readonly lastSentOn: string | null;
  /** No reminder is sent before this day. */
  readonly snoozedUntil: string | null;
  /** The loan is on hold or archived, or the lender paused the loan or this person. */
  readonly paused: boolean;
}

export interface Recipient {
  readonly accountId: string;
  readonly zone: string;
  /** The day of the latest digest about any loan, because a person gets one per day. */
  readonly lastDigestOn: string | null;
}

export interface PlannedDigest {
  readonly accountId: string;
  /** The day in the recipient's time zone. */
  readonly day: string;
  readonly at: Date;
  readonly requests: readonly OpenRequest[];
}

/** Reminders are sent before this time of day, even if a lender has no quiet hours. */
const LAST_MINUTE = minuteOfDay('20:00');
/** If a policy allows no day for this long, nothing is sent. */
const MAX_SHIFT_DAYS = 60;

const latest = (...days: (string | null)[]): string =>
  days.reduce<string>((newest, day) => (day !== null && day > newest ? day : newest), '');

const isAllowed = ({ onWeekends, blackoutDays }: ReminderPolicy, day: string): boolean =>
  (onWeekends || !isWeekend(day)) && !blackoutDays.includes(day);

/** The first allowed day from this one on, forwards or backwards. */
function allowedDay(policy: ReminderPolicy, from: string, step: 1 | -1): string | undefined {
  let day = from;
  for (let shift = 0; shift <= MAX_SHIFT_DAYS; shift += 1) {
    if (isAllowed(policy, day)) return day;
    day = addDays(day, step);
  }
  return undefined;
}

/**
 * The day before, the due day, then every few days after the last reminder. The first one is moved before days
 * without reminders, so that it still precedes the due day; the others are moved behind them.
 */
function nextDay(request: OpenRequest, policy: ReminderPolicy, from: string): string | undefined {
  const { dueDate, askedOn, lastSentOn, sentCount, snoozedUntil, paused } = request;
  if (paused || sentCount >= policy.maxReminders) return undefined;
  const before = allowedDay(policy, addDays(dueDate, -policy.daysBefore), -1) ?? dueDate;
  let day = before;
  if (lastSentOn !== null && lastSentOn >= dueDate) day = addDays(lastSentOn, policy.everyDays);
  else if (lastSentOn !== null && lastSentOn >= before) day = dueDate;
  return allowedDay(policy, latest(day, from, addDays(askedOn, 1), snoozedUntil), 1);
}

/** When a digest of this day is sent; undefined if the day is over for reminders. */
function momentOn(day: string, policy: ReminderPolicy, zone: string, now: Date): Date | undefined {
  const start = instantOf(day, minuteOfDay(policy.sendAt), zone);
  let at = start > now ? start : now;
  if (policy.quietHours)
    at = new Date(at.getTime() + quietLeft(at, { ...policy.quietHours, zone }));
  // A policy with a later time of day is respected.
  const last = instantOf(day, Math.max(LAST_MINUTE, minuteOfDay(policy.sendAt) + 60), zone);
  return localDay(at, zone) === day && at < last ? at : undefined;
}

/** The digests of one person until `until`, soonest first, if nothing changes. */
function digestsOf(
  requests: readonly OpenRequest[],
  { accountId, zone, lastDigestOn }: Recipient,
  policy: ReminderPolicy,
  { now, until }: Span,
): PlannedDigest[] {
  const digests: PlannedDigest[] = [];
  let open = requests.filter((request) => request.accountId === accountId);
  let from = latest(localDay(now, zone), lastDigestOn && addDays(lastDigestOn, 1));
  for (;;) {
    const days = open.map((request) => nextDay(request, policy, from));
    const day = days.reduce(
      (one, other) => (one && (!other || one < other) ? one : other),
      undefined,
    );
    if (day === undefined) return digests;
    const at = momentOn(day, policy, zone, now);
    from = addDays(day, 1);
    if (!at) {
      // Too late today, or quiet hours last all day.
      if (from > addDays(localDay(until, zone), 1)) return digests;
      continue;
    }
    if (at > until) return digests;
    const isDue = (_: unknown, index: number): boolean => days[index] === day;
    digests.push({ accountId, day, at, requests: open.filter(isDue) });
    open = open.map((request, index) =>
      days[index] === day
        ? { ...request, lastSentOn: day, sentCount: request.sentCount + 1 }
        : request,
    );
  }
}

interface Span {
  readonly now: Date;
  readonly until: Date;
}

/** All digests from `now` (inclusive) until a time, if nothing changes. Soonest first. */
export function planReminders(
  requests: readonly OpenRequest[],
  recipients: readonly Recipient[],
  policy: ReminderPolicy,
  span: Span,
): PlannedDigest[] {
  if (!policy.enabled) return [];
  return recipients
    .flatMap((recipient) => digestsOf(requests, recipient, policy, span))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
}
