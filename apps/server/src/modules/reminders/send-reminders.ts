/**
 * Finds people who are due for a reminder, and records each digest with its notifications, audit entries and the
 * workflow that delivers it, in one transaction. Idempotent: a person gets one digest per day.
 */
import { ApiError } from '../../platform/api-error.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { forEachCompany } from '../../platform/for-each-company.ts';
import { newId } from '../../platform/ids.ts';
import { addDays, localDay } from '../../platform/local-time.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { addReminders } from '../notifications/index.ts';
import { isOnLoan } from './loan-reminders-store.ts';
import { planReminders, type PlannedDigest } from './plan-reminders.ts';
import {
  companiesWithReminders,
  findOpen,
  findPolicy,
  findRecipients,
  insertItems,
  insertReminder,
  toRequest,
  type OpenRow,
} from './store.ts';

/** How many days a first reminder may be moved ahead of days without reminders. */
const AHEAD_DAYS = 30;

/** Returns how many digests were recorded. */
export async function sendReminders(db: Db, now: Date): Promise<number> {
  const dueBy = addDays(localDay(now, 'UTC'), AHEAD_DAYS);
  return forEachCompany(await companiesWithReminders(db, dueBy), async (companyId) => {
    let sentCount = 0;
    for (const digest of await findDue(db, companyId, now, dueBy)) {
      const elementIds = digest.requests.map(({ elementId }) => elementId);
      const isSent = await db.write({ kind: 'company', companyId }, (tx) =>
        createReminder(tx, { ...digest, companyId, elementIds, actorId: null }),
      );
      if (isSent) sentCount += 1;
    }
    return sentCount;
  });
}

/** The digests of a company that are due now. */
async function findDue(
  db: Db,
  companyId: string,
  now: Date,
  dueBy: string,
): Promise<PlannedDigest[]> {
  const reads = db.reads({ kind: 'company', companyId });
  const policy = await findPolicy(reads, companyId);
  const dated = (await findOpen(reads, { companyId, dueBy })).filter(
    (row): row is OpenRow & { due_date: string } => row.due_date !== null,
  );
  const accountIds = [...new Set(dated.map(({ account_id }) => account_id))];
  const recipients = await findRecipients(reads, companyId, accountIds, policy.zone);
  const zones = new Map(recipients.map(({ accountId, zone }) => [accountId, zone]));
  const requests = dated.map((row) => toRequest(row, zones.get(row.account_id)!));
  return planReminders(requests, recipients, policy, { now, until: now });
}

interface ReminderOrder extends Pick<PlannedDigest, 'accountId' | 'day'> {
  readonly companyId: string;
  /** Null if the schedule sends it. */
  readonly actorId: string | null;
}

/** False if nothing is open any more, or the person had a digest that day. */
async function createReminder(
  tx: Tx,
  order: ReminderOrder & { elementIds: readonly string[] },
): Promise<boolean> {
  const { companyId, accountId, elementIds } = order;
  const rows = await findOpen(tx, { companyId, accountId, elementIds, visible: true });
  return rows.length > 0 && recordReminder(tx, order, rows);
}

/** False if the person had a digest that day. */
async function recordReminder(
  tx: Tx,
  { companyId, accountId, day, actorId }: ReminderOrder,
  rows: readonly OpenRow[],
): Promise<boolean> {
  const reminder = { companyId, accountId, day, id: newId(), eventId: newId() };
  if (!(await insertReminder(tx, reminder))) return false;
  await insertItems(tx, reminder, rows);
  const loans = [...Map.groupBy(rows, ({ loan_id }) => loan_id)];
  for (const [index, [loanId, ofLoan]] of loans.entries()) {
    const ofLoanIds = ofLoan.map(({ element_id }) => element_id);
    recordEvent(tx, {
      kind: 'reminder.sent',
      companyId,
      loanId,
      ...(actorId !== null && { actorId }),
      staffOnly: true,
      changes: ['reminder'],
      detail: { userId: accountId, elementIds: ofLoanIds },
      // One workflow delivers the digest, even if it covers several loans.
      ...(index === 0 && {
        id: reminder.eventId,
        starts: { workflow: 'deliverReminder', input: { companyId } },
      }),
    });
    await addReminders(tx, {
      companyId,
      loanId,
      eventId: reminder.eventId,
      actorId,
      accountId,
      level: ofLoan[0]!.level,
      elementIds: ofLoanIds,
      day,
    });
  }
  return true;
}

export interface SendNowOrder {
  readonly companyId: string;
  readonly loanId: string;
  readonly accountId: string;
  /** Undefined: everything on the loan that the person still has to send. */
  readonly elementIds: readonly string[] | undefined;
  readonly actorId: string;
}

/** Sent by a lender's decision: pauses, snoozes and the policy's limits do not apply. Quiet hours apply at delivery. */
export async function sendReminderNow(tx: Tx, order: SendNowOrder): Promise<void> {
  const { companyId, loanId, accountId, elementIds, actorId } = order;
  if (!(await isOnLoan(tx, { companyId, loanId, accountId }))) throw new ApiError('NOT_FOUND');
  const open = await findOpen(tx, {
    companyId,
    loanId,
    accountId,
    visible: true,
    ...(elementIds && { elementIds }),
  });
  const rows = open.filter(({ on_hold }) => !on_hold);
  if (rows.length === 0) throw new ApiError('NOTHING_TO_REMIND');
  const { zone } = await findPolicy(tx, companyId);
  const [recipient] = await findRecipients(tx, companyId, [accountId], zone);
  const day = localDay(new Date(), recipient!.zone);
  if (!(await recordReminder(tx, { companyId, accountId, day, actorId }, rows))) {
    throw new ApiError('REMINDED_TODAY');
  }
}

export interface ReminderActivities {
  /** Returns how many digests were recorded. */
  sendDueReminders(at: string): Promise<number>;
}

export const reminderActivities = (db: Db): ReminderActivities => ({
  sendDueReminders: (at) => sendReminders(db, new Date(at)),
});
