import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { byId, id } from './shapes.ts';
import { task } from './task-shape.ts';
import { TASK_TITLES, TASK_TYPES, type TaskTitle } from './task-terms.ts';

export type { Task } from './task-shape.ts';

const group = z.object({
  title: z.enum(Object.values(TASK_TITLES) as [TaskTitle, ...TaskTitle[]]),
  forMe: z.array(task),
  count: z.number().int(),
});

export const tasks = {
  getConsolidatedTasks: endpoint({
    method: 'GET',
    path: '/v2/tasks/consolidated/{id}',
    audience: 'session',
    summary:
      'Open tasks in a loan, by person (ANYBODY: any permitted user) and by type: all tasks for lenders, their own for all others',
    params: byId,
    reply: z.object({
      groups: z.record(z.string(), z.partialRecord(z.enum(TASK_TYPES), group)),
    }),
    errors: ['LOAN_NOT_FOUND'],
    shows: ['element', 'document', 'shoebox'],
    silent: true,
  }),
  getTasksAsHtml: endpoint({
    method: 'GET',
    path: '/v1/tasks/html',
    audience: 'session',
    summary: 'The same tasks as a list to paste into an email',
    query: z.strictObject({ loanId: id }),
    reply: z.object({ html: z.string(), text: z.string() }),
    errors: ['LOAN_NOT_FOUND'],
  }),
};
