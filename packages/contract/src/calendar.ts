import { z } from 'zod';
import { MAX_CALENDAR_DAYS } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { day, id } from './shapes.ts';
import { TASK_TITLES, type TaskTitle } from './task-terms.ts';

/** A loan closes, a document is due, or an answer expires. */
const CALENDAR_KINDS = ['CLOSE', 'DUE', 'EXPIRES'] as const;

const entry = z.object({
  kind: z.enum(CALENDAR_KINDS),
  /** The loan's ID for CLOSE, the request's ID otherwise. */
  id,
  title: z.string(),
  loanId: id,
  loanName: z.string(),
  color: z.string(),
  /** The folder of the document in the package. */
  folderId: id.nullable(),
  /** Open task for a document that is due. */
  task: z.enum(Object.values(TASK_TITLES) as [TaskTitle, ...TaskTitle[]]).nullable(),
  /** Whether the task waits for the caller. */
  waitsOnMe: z.boolean(),
  /** Whether the loan has closed and is in the portfolio. */
  closed: z.boolean(),
});
export type CalendarEntry = z.infer<typeof entry>;

const calendarDay = z.object({
  date: day,
  /** Counted up to 100. */
  total: z.number().int(),
  /** Whether there are more than `total`. */
  more: z.boolean(),
  entries: z.array(entry),
});
export type CalendarDay = z.infer<typeof calendarDay>;

const MAX_RANGE_MS = (MAX_CALENDAR_DAYS - 1) * 86_400_000;

/** Additions to the specification, which has the page but no call [G-B21]. */
export const calendar = {
  getCalendar: endpoint({
    method: 'GET',
    path: '/v1/calendar',
    audience: 'session',
    summary:
      'Loans that close, documents that are due and answers that expire, by day: the first few of each day, or the first hundred of one day',
    query: z
      .strictObject({
        from: day,
        to: day,
        companyId: id.optional().describe('Administrators say whose calendar they want'),
      })
      .refine(({ from, to }) => from <= to, {
        path: ['to'],
        message: 'Must not be before the first day',
      })
      .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= MAX_RANGE_MS, {
        path: ['to'],
        message: `At most ${MAX_CALENDAR_DAYS} days at a time`,
      }),
    reply: z.object({ days: z.array(calendarDay) }),
    errors: ['INVALID_REQUEST', 'NOT_FOUND'],
    shows: ['loanList', 'element'],
    silent: true,
  }),
};
