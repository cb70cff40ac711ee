/** Aims of the calls about reminders. */
import type { reminders } from '@cairn/contract/reminders';
import { COMPANY, LOAN, loanById, type Aim, type Aimed } from './aims.ts';
import type { Target } from './targets.ts';

const byCompany = ({ companyId }: Target): Aimed => ({ params: { companyId } });

export const REMINDER_AIMS: Record<keyof typeof reminders, Aim> = {
  getReminderPolicy: { scopes: COMPANY, at: byCompany },
  updateReminderPolicy: {
    scopes: COMPANY,
    at: (target) => ({ ...byCompany(target), body: { everyDays: 3 } }),
  },
  listLoanReminders: { scopes: LOAN, at: loanById },
  // The request is answered: a permitted caller gets the error that there is nothing to remind of.
  sendReminder: {
    scopes: LOAN,
    at: (target) => ({
      ...loanById(target),
      body: { userId: target.people.guestId, elementIds: [target.element.id] },
    }),
  },
  snoozeReminders: {
    scopes: LOAN,
    at: (target) => ({
      ...loanById(target),
      body: { userId: target.people.guestId, until: '2030-01-31' },
    }),
  },
  pauseReminders: {
    scopes: LOAN,
    at: (target) => ({
      ...loanById(target),
      body: { userId: target.people.guestId, paused: true },
    }),
  },
  setLoanDueDays: {
    scopes: LOAN,
    at: (target) => ({ ...loanById(target), body: { dueDays: 10 } }),
  },
};
