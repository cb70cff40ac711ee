import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { MAX_BLACKOUT_DAYS, REMINDER_DELIVERY_STATES, REMINDER_LIMITS } from './reminder-terms.ts';
import { byId, day, id, person, timeOfDay, timestamp, success } from './shapes.ts';

type Bounds = readonly [least: number, most: number];

const wholeNumber = ([least, most]: Bounds) => {
  const why = `Must be between ${least} and ${most}`;
  return z.number(why).int(why).min(least, why).max(most, why);
};

const policyFields = {
  /** Off until an owner turns it on, so that no reminder is sent in a lender's name without consent. */
  enabled: z.boolean(),
  /** Days until a new request is due, unless the loan or the template sets another number. Null: no due date. */
  dueDays: wholeNumber(REMINDER_LIMITS.dueDays).nullable(),
  /** Number of days before the due date on which the first reminder is sent. */
  daysBefore: wholeNumber(REMINDER_LIMITS.daysBefore),
  /** Days between reminders about an overdue request. */
  everyDays: wholeNumber(REMINDER_LIMITS.everyDays),
  /** Maximum number of reminders about one request to one person. */
  maxReminders: wholeNumber(REMINDER_LIMITS.maxReminders),
  /** In the recipient's time zone. */
  sendAt: timeOfDay,
  onWeekends: z.boolean(),
  blackoutDays: z
    .array(day)
    .max(MAX_BLACKOUT_DAYS, `Must be at most ${MAX_BLACKOUT_DAYS} days`)
    .describe('Days without reminders, like holidays'),
};
const policy = z.object(policyFields);
const policyWithAbilities = policy.extend({ abilities: z.object({ edit: z.boolean() }) });
export type ReminderPolicy = z.infer<typeof policyWithAbilities>;

const remindedPerson = z.object({
  user: person,
  /** Channels on which the person gets notifications about requests; without any, only in the bell. */
  email: z.boolean(),
  sms: z.boolean(),
  /** Number of requests on this loan that the person still has to answer. */
  open: z.number().int(),
  overdue: z.number().int(),
  paused: z.boolean(),
  /** No reminder before this day. */
  snoozedUntil: day.nullable(),
  /** Whether they got a reminder today in their time zone, possibly about another loan. */
  remindedToday: z.boolean(),
  timezoneId: z.string(),
});
export type RemindedPerson = z.infer<typeof remindedPerson>;

const plannedReminder = z.object({
  userId: id,
  /** In the recipient's time zone. */
  day,
  sendAt: timestamp,
  requests: z.array(z.object({ id, title: z.string(), dueDate: day })),
});
export type PlannedReminder = z.infer<typeof plannedReminder>;

/** Null: the person has turned this channel off. */
const delivery = z.enum(REMINDER_DELIVERY_STATES).nullable();
const sentReminder = z.object({
  id,
  user: person.nullable(),
  /** Null for an automatic reminder. */
  sentBy: person.nullable(),
  createdDate: timestamp,
  /** Number of requests of this loan in the reminder. */
  count: z.number().int(),
  /** Titles of the first three documents. */
  titles: z.array(z.string()),
  email: delivery,
  sms: delivery,
});
export type SentReminder = z.infer<typeof sentReminder>;

const loanReminders = z.object({
  policy,
  /** No reminders about this loan go out until it is resumed. */
  paused: z.boolean(),
  /** On hold, ended or archived: no reminders are sent. */
  onHold: z.boolean(),
  /** Days until a new request of this loan is due; null: the template's or the company's number. */
  dueDays: z.number().int().nullable(),
  people: z.array(remindedPerson),
  /** Planned reminders of the next two weeks, soonest first, including those that a pause prevents. */
  next: z.array(plannedReminder),
  /** Newest first. */
  sent: z.array(sentReminder),
  abilities: z.object({ manage: z.boolean() }),
});
export type LoanReminders = z.infer<typeof loanReminders>;

const LOAN_ERRORS = ['LOAN_NOT_FOUND', 'UNAUTHORIZED', 'INVALID_REQUEST'] as const;
const CHANGES = ['reminder'] as const;

export const reminders = {
  getReminderPolicy: endpoint({
    method: 'GET',
    path: '/v1/lenders/{companyId}/reminders',
    audience: 'lender',
    summary: 'When a company reminds people of documents that are due; for those who work there',
    params: z.strictObject({ companyId: id }),
    reply: policyWithAbilities,
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['reminder'],
  }),
  updateReminderPolicy: endpoint({
    method: 'PUT',
    path: '/v1/lenders/{companyId}/reminders',
    audience: 'lender',
    summary: 'Turn a company’s reminders on or off, and change when they go out',
    params: z.strictObject({ companyId: id }),
    body: z.strictObject(policyFields).partial(),
    reply: policyWithAbilities,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED'],
    changes: CHANGES,
  }),
  listLoanReminders: endpoint({
    method: 'GET',
    path: '/v1/loans/{id}/reminders',
    audience: 'lender',
    summary: 'Reminders of a loan: what goes out in the next two weeks, to whom, and what was sent',
    params: byId,
    reply: loanReminders,
    errors: ['LOAN_NOT_FOUND'],
    // The planned reminders depend on open requests and loan members.
    shows: ['reminder', 'element', 'loan'],
  }),
  sendReminder: endpoint({
    method: 'POST',
    path: '/v1/loans/{id}/reminders/send',
    audience: 'lender',
    summary: 'Remind one person now. A person gets one reminder a day from a company',
    params: byId,
    body: z.strictObject({
      userId: id,
      elementIds: z
        .array(id)
        .min(1, 'Required')
        .max(500)
        .optional()
        .describe('Left out: everything on this loan that the person still has to send'),
    }),
    reply: success,
    errors: [...LOAN_ERRORS, 'NOT_FOUND', 'NOTHING_TO_REMIND', 'REMINDED_TODAY'],
    changes: CHANGES,
  }),
  snoozeReminders: endpoint({
    method: 'POST',
    path: '/v1/loans/{id}/reminders/snooze',
    audience: 'lender',
    summary: 'Send one person no reminder about a loan before a day; null ends it',
    params: byId,
    body: z.strictObject({ userId: id, until: day.nullable() }),
    reply: success,
    errors: [...LOAN_ERRORS, 'NOT_FOUND'],
    changes: CHANGES,
  }),
  pauseReminders: endpoint({
    method: 'POST',
    path: '/v1/loans/{id}/reminders/pause',
    audience: 'lender',
    summary: 'Pause or resume the reminders of a loan, to everyone or to one person',
    params: byId,
    body: z.strictObject({
      userId: id.optional().describe('Left out: everyone on the loan'),
      paused: z.boolean(),
    }),
    reply: success,
    errors: [...LOAN_ERRORS, 'NOT_FOUND'],
    changes: CHANGES,
  }),
  setLoanDueDays: endpoint({
    method: 'POST',
    path: '/v1/loans/{id}/reminders/dueDays',
    audience: 'lender',
    summary:
      'Days until new requests of a loan are due; null takes the template’s or the company’s',
    params: byId,
    body: z.strictObject({ dueDays: wholeNumber(REMINDER_LIMITS.dueDays).nullable() }),
    reply: success,
    errors: LOAN_ERRORS,
    changes: CHANGES,
  }),
};
