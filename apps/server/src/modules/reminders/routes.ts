import { reminders } from '@cairn/contract/reminders';
import type { Actor } from '../../platform/actor.ts';
import { authorize, type Authorized } from '../../platform/authorize.ts';
import type { Db, Queries } from '../../platform/db/db.ts';
import { routes } from '../../platform/handler.ts';
import { companyPolicy, companySeenBy, type CompanyRow } from '../companies/index.ts';
import { loanWithStanding, type LoanStanding } from '../loans/index.ts';
import { pauseReminders, setDueDays, snoozePerson, updatePolicy } from './change-reminders.ts';
import { presentPolicy, readLoanReminders } from './loan-reminders.ts';
import { reminderPolicy } from './policy.ts';
import { sendReminderNow } from './send-reminders.ts';
import { findPolicy } from './store.ts';

const SUCCESS = { success: true };

const findManagedLoan = async (
  reads: Queries,
  actor: Actor,
  loanId: string,
): Promise<Authorized<'manage', LoanStanding>> =>
  authorize(reminderPolicy, 'manage', actor, await loanWithStanding(reads, actor, loanId));

const presentOf = async (reads: Queries, actor: Actor, company: CompanyRow) => ({
  ...presentPolicy(await findPolicy(reads, company.id)),
  abilities: { edit: companyPolicy.edit(actor, company) },
});

export const reminderRoutes = ({ db }: { db: Db }) =>
  routes(reminders, {
    getReminderPolicy: async ({ actor, params, reads }) => {
      const visibleCompany = await companySeenBy(reads, actor, params.companyId);
      return presentOf(reads, actor, authorize(companyPolicy, 'seePlan', actor, visibleCompany));
    },

    updateReminderPolicy: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const visibleCompany = await companySeenBy(tx, actor, params.companyId);
        const company = authorize(companyPolicy, 'edit', actor, visibleCompany);
        await updatePolicy(tx, actor, company, body);
        return presentOf(tx, actor, company);
      }),

    listLoanReminders: async ({ actor, params, reads }) => {
      const loan = await loanWithStanding(reads, actor, params.id);
      // In the company's scope, because what a recipient sees and wants does not depend on the caller's session.
      const companyId = loan.company_id;
      const ofLoan = await db.write({ kind: 'company', companyId }, (tx) =>
        readLoanReminders(tx, { companyId, loanId: loan.id }, new Date()),
      );
      return { ...ofLoan, abilities: { manage: reminderPolicy.manage(actor, loan) } };
    },

    sendReminder: async ({ actor, params, body, reads, http }) => {
      const loan = await findManagedLoan(reads, actor, params.id);
      const scope = {
        kind: 'company' as const,
        companyId: loan.company_id,
        sourceAddress: http.networkAddress,
      };
      // A repeated click sends nothing more, because a person gets one reminder per day.
      await db.write(scope, (tx) =>
        sendReminderNow(tx, {
          companyId: loan.company_id,
          loanId: loan.id,
          accountId: body.userId,
          elementIds: body.elementIds,
          actorId: actor.accountId,
        }),
      );
      return SUCCESS;
    },

    snoozeReminders: ({ actor, params, body, write }) =>
      write(async (tx) => {
        await snoozePerson(tx, actor, await findManagedLoan(tx, actor, params.id), body);
        return SUCCESS;
      }),

    pauseReminders: ({ actor, params, body, write }) =>
      write(async (tx) => {
        await pauseReminders(tx, actor, await findManagedLoan(tx, actor, params.id), body);
        return SUCCESS;
      }),

    setLoanDueDays: ({ actor, params, body, write }) =>
      write(async (tx) => {
        await setDueDays(tx, actor, await findManagedLoan(tx, actor, params.id), body.dueDays);
        return SUCCESS;
      }),
  });
