import { z } from 'zod';
import { element } from './elements.ts';

/** What of a request a task shows. */
export const task = element
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
