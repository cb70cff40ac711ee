/**
 * Which reminder goes to whom, and when: a pure function of the open requests, what was sent and the lender's policy. A
 * reminder is not booked ahead, so an upload, a new due date or a pause has nothing to cancel.
 */
import { addDays, instantOf, isWeekend, localDay, minuteOfDay } from '../../platform/local-time.ts';
import { quietLeft } from '../../platform/quiet-hours.ts';

export interface ReminderPolicy {
  readonly enabled: boolean;
  /** Days before the due date of the first reminder. */
  readonly daysBefore: number;
  /** Days between reminders about something overdue. */
  readonly everyDays: number;
  /** Reminders about one request to one person. */
  readonly maxReminders: number;
  /** Time of day in the recipient's zone, as "09:00". */
  readonly sendAt: string;
  readonly onWeekends: boolean;
  /** Days without reminders, like holidays. */
  readonly blackoutDays: readonly string[];
  readonly quietHours: { readonly from: string; readonly until: string } | null;
}

/** A request that one person is to answer. */
export interface OpenRequest {
  readonly accountId: string;
  readonly elementId: string;
  readonly loanId: string;
  readonly dueDate: string;
  /** The day on which it was requested or rejected: that email is enough for the day. */
  readonly askedOn: string;
  /** Reminders about it to this person for this due date. */
  readonly sentCount: number;
  readonly lastSentOn: string | null;
  /** No reminder before this day. */
  readonly snoozedUntil: string | null;
  /** The loan is on hold or archived, or the lender paused the loan or this person. */
  readonly paused: boolean;
}

export interface Recipient {
  readonly accountId: string;
  readonly zone: string;
  /** The day of the newest digest, about any loan: a person gets one a day. */
  readonly lastDigestOn: string | null;
}

export interface PlannedDigest {
  readonly accountId: string;
  /** In the recipient's zone. */
  readonly day: string;
  readonly at: Date;
  readonly requests: readonly OpenRequest[];
}

/** Reminders leave before this time of day, also where a lender has no quiet hours. */
const LAST_MINUTE = minuteOfDay('20:00');
/** A policy that allows no day at all for this long sends nothing. */
const MAX_SHIFT_DAYS = 60;

const latest = (...days: (string | null)[]): string =>
  days.reduce<string>((found, day) => (day !== null && day > found ? day : found), '');

const isAllowed = ({ onWeekends, blackoutDays }: ReminderPolicy, day: string): boolean =>
  (onWeekends || !isWeekend(day)) && !blackoutDays.includes(day);

/** The first allowed day from this one on, or back. */
function allowedDay(policy: ReminderPolicy, from: string, step: 1 | -1): string | undefined {
  let day = from;
  for (let shift = 0; shift <= MAX_SHIFT_DAYS; shift += 1) {
    if (isAllowed(policy, day)) return day;
    day = addDays(day, step);
  }
  return undefined;
}

/**
 * The day before, the due day, then every few days after the last one. The first moves ahead of days without
 * reminders, so that it still comes before the due day; the others move behind them.
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

/** When a digest of this day leaves; undefined where the day is over for reminders. */
function momentOn(day: string, policy: ReminderPolicy, zone: string, now: Date): Date | undefined {
  const start = instantOf(day, minuteOfDay(policy.sendAt), zone);
  let at = start > now ? start : now;
  if (policy.quietHours)
    at = new Date(at.getTime() + quietLeft(at, { ...policy.quietHours, zone }));
  // A lender who sends late in the evening means it.
  const last = instantOf(day, Math.max(LAST_MINUTE, minuteOfDay(policy.sendAt) + 60), zone);
  return localDay(at, zone) === day && at < last ? at : undefined;
}

/** The digests of one person, soonest first, as if nothing changed until `until`. */
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
      // Too late today, or quiet all day long.
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

/** What goes out from now until a moment, `now` itself included, if nothing changes. Soonest first. */
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
