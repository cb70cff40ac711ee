import { z } from 'zod';
import { element } from './elements.ts';
import { endpoint } from './endpoint.ts';
import { byId } from './shapes.ts';
import { TASK_TITLES, TASK_TYPES, type TaskTitle } from './task-terms.ts';

/** What of a request a task shows. */
const task = element
  .pick({
    id: true,
    parentId: true,
    title: true,
    flags: true,
    status: true,
    answer: true,
    dueDate: true,
    expirationDate: true,
    assignedToUserId: true,
    approvedByUserId: true,
    rejectedByUserId: true,
    rejectionReason: true,
    lastModifiedDate: true,
  })
  .extend({
    /** The entity that it is about, by itself or by a folder above. */
    entityName: z.string().nullable(),
  });
export type Task = z.infer<typeof task>;

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
      'What waits in a loan, by person (ANYBODY: whoever may) and by type: everybody’s tasks for those who lend, their own for all others',
    params: byId,
    reply: z.object({
      groups: z.record(z.string(), z.partialRecord(z.enum(TASK_TYPES), group)),
    }),
    errors: ['LOAN_NOT_FOUND'],
    shows: ['element', 'document', 'shoebox'],
    silent: true,
  }),
};
