/** Changes reminder settings: owners for their company, lenders for a loan or a person on it. */
import type { ReminderPolicy } from '@cairn/contract';
import { reminders } from '@cairn/contract/reminders';
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Authorized } from '../../platform/authorize.ts';
import type { Tx } from '../../platform/db/db.ts';
import { recordEvent } from '../../platform/record-event.ts';
import type { CompanyRow } from '../companies/index.ts';
import type { LoanStanding } from '../loans/index.ts';
import { isOnLoan, saveLoanSetting, saveMemberSetting } from './loan-reminders-store.ts';
import { savePolicy } from './store.ts';

type Managed = Authorized<'manage', LoanStanding>;
type PolicyChange = {
  [K in keyof Omit<ReminderPolicy, 'abilities'>]?: ReminderPolicy[K] | undefined;
};

export async function updatePolicy(
  tx: Tx,
  actor: Actor,
  company: Authorized<'edit', CompanyRow>,
  change: PolicyChange,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  const { blackoutDays } = change;
  await savePolicy(tx, company, {
    enabled: change.enabled,
    due_days: change.dueDays,
    days_before: change.daysBefore,
    every_days: change.everyDays,
    max_reminders: change.maxReminders,
    send_at: change.sendAt,
    on_weekends: change.onWeekends,
    blackout_days: blackoutDays && [...new Set(blackoutDays)].toSorted(),
  });
  recordEvent(tx, {
    kind: 'reminders.changed',
    companyId: company.id,
    actorId: actor.accountId,
    staffOnly: true,
    changes: reminders.updateReminderPolicy.changes ?? [],
    detail: { ...change },
  });
}

export async function snoozePerson(
  tx: Tx,
  actor: Actor,
  loan: Managed,
  { userId, until }: { userId: string; until: string | null },
): Promise<void> {
  await refuseNonMember(tx, loan, userId);
  await saveMemberSetting(tx, loan, userId, { snoozed_until: until });
  recordChange(tx, actor, loan, 'reminder.snoozed', { userId, until });
}

export async function pauseReminders(
  tx: Tx,
  actor: Actor,
  loan: Managed,
  { userId, paused }: { userId?: string | undefined; paused: boolean },
): Promise<void> {
  if (userId === undefined) await saveLoanSetting(tx, loan, { paused });
  else {
    await refuseNonMember(tx, loan, userId);
    await saveMemberSetting(tx, loan, userId, { paused });
  }
  const kind = paused ? 'reminders.paused' : 'reminders.resumed';
  recordChange(tx, actor, loan, kind, userId === undefined ? {} : { userId });
}

export async function setDueDays(
  tx: Tx,
  actor: Actor,
  loan: Managed,
  dueDays: number | null,
): Promise<void> {
  await saveLoanSetting(tx, loan, { due_days: dueDays });
  recordChange(tx, actor, loan, 'reminders.dueDaysChanged', { dueDays });
}

async function refuseNonMember(tx: Tx, loan: Managed, accountId: string): Promise<void> {
  const member = { companyId: loan.company_id, loanId: loan.id, accountId };
  if (!(await isOnLoan(tx, member))) throw new ApiError('NOT_FOUND');
}

function recordChange(
  tx: Tx,
  actor: Actor,
  loan: Managed,
  kind: 'reminder.snoozed' | 'reminders.paused' | 'reminders.resumed' | 'reminders.dueDaysChanged',
  detail: Record<string, unknown>,
): void {
  recordEvent(tx, {
    kind,
    companyId: loan.company_id,
    loanId: loan.id,
    actorId: actor.accountId,
    staffOnly: true,
    changes: ['reminder'],
    detail,
  });
}
