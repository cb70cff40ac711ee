import { z } from 'zod';
import { element } from './elements.ts';

/** The fields of a request that a task shows. */
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
    /** The entity that the request or a folder above it is about. */
    entityName: z.string().nullable(),
  });
export type Task = z.infer<typeof task>;
