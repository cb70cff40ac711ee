/** A loan's reminders as its lenders see them; the schedule follows the same plan for the next two weeks. */
import { REMINDERS_AHEAD_DAYS, type LoanReminders } from '@cairn/contract';
import type { Tx } from '../../platform/db/db.ts';
import { localDay } from '../../platform/local-time.ts';
import { presentPerson } from '../loans/index.ts';
import {
  findLoanSetting,
  findPeople,
  findSent,
  type PersonRow,
  type SentRow,
} from './loan-reminders-store.ts';
import { planReminders, type Recipient } from './plan-reminders.ts';
import {
  findOpen,
  findPolicy,
  findRecipients,
  toRequest,
  type CompanyPolicy,
  type OpenRow,
} from './store.ts';

const DAY_MS = 86_400_000;

export type Shown = Omit<LoanReminders, 'abilities'>;

/** Runs in the company's scope, because what recipients see determines what they are reminded of. */
export async function readLoanReminders(
  tx: Tx,
  loan: { companyId: string; loanId: string },
  now: Date,
): Promise<Shown> {
  const [policy, setting, people, open, sentReminders] = await Promise.all([
    findPolicy(tx, loan.companyId),
    findLoanSetting(tx, loan),
    findPeople(tx, loan),
    findOpen(tx, { ...loan, visible: true }),
    findSent(tx, loan),
  ]);
  const accountIds = people.map(({ account_id }) => account_id);
  const recipients = await findRecipients(tx, loan.companyId, accountIds, policy.zone);
  return {
    policy: presentPolicy(policy),
    paused: setting.paused,
    onHold: setting.on_hold,
    dueDays: setting.due_days,
    people: people.map((person) =>
      presentRecipient(person, {
        open: open.filter(({ account_id }) => account_id === person.account_id),
        recipient: recipients.find(({ accountId }) => accountId === person.account_id)!,
        now,
      }),
    ),
    next: setting.on_hold ? [] : plannedOf(open, recipients, policy, now),
    sent: sentReminders.map(presentSent),
  };
}

/** A pause can be lifted with one click, so the plan is shown as if there were none. */
function plannedOf(
  open: readonly OpenRow[],
  recipients: readonly Recipient[],
  policy: CompanyPolicy,
  now: Date,
): Shown['next'] {
  const zones = new Map(recipients.map(({ accountId, zone }) => [accountId, zone]));
  const titles = new Map(open.map(({ element_id, title }) => [element_id, title]));
  const requests = open.flatMap((row) => {
    const zone = zones.get(row.account_id);
    return row.due_date === null || zone === undefined
      ? []
      : { ...toRequest({ ...row, due_date: row.due_date }, zone), paused: false };
  });
  const until = new Date(now.getTime() + REMINDERS_AHEAD_DAYS * DAY_MS);
  return planReminders(requests, recipients, policy, { now, until }).map((digest) => ({
    userId: digest.accountId,
    day: digest.day,
    sendAt: digest.at.toISOString(),
    requests: digest.requests.map(({ elementId, dueDate }) => ({
      id: elementId,
      title: titles.get(elementId) ?? '',
      dueDate,
    })),
  }));
}

export const presentPolicy = (policy: CompanyPolicy): Shown['policy'] => ({
  enabled: policy.enabled,
  dueDays: policy.dueDays,
  daysBefore: policy.daysBefore,
  everyDays: policy.everyDays,
  maxReminders: policy.maxReminders,
  sendAt: policy.sendAt,
  onWeekends: policy.onWeekends,
  blackoutDays: [...policy.blackoutDays],
});

function presentRecipient(
  person: PersonRow,
  { open, recipient, now }: { open: readonly OpenRow[]; recipient: Recipient; now: Date },
): Shown['people'][number] {
  const { zone, lastDigestOn } = recipient;
  const today = localDay(now, zone);
  return {
    user: presentPerson({
      accountId: person.account_id,
      givenName: person.given_name,
      familyName: person.family_name,
      emailAddress: person.email_address,
    }),
    email: person.email,
    sms: person.sms,
    open: open.length,
    overdue: open.filter(({ due_date }) => due_date !== null && due_date < today).length,
    paused: person.paused,
    // An expired one is left out.
    snoozedUntil:
      person.snoozed_until !== null && person.snoozed_until > today ? person.snoozed_until : null,
    remindedToday: lastDigestOn !== null && lastDigestOn >= today,
    timezoneId: zone,
  };
}

const presentSent = (row: SentRow): Shown['sent'][number] => ({
  id: row.id,
  user: row.recipient && presentPerson(row.recipient),
  sentBy: row.sender && presentPerson(row.sender),
  createdDate: row.created_at,
  count: row.count,
  titles: row.titles,
  email: row.email,
  sms: row.sms,
});
