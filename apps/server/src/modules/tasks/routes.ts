import { taskGroupsOf, type TaskGroups } from '@cairn/contract';
import { tasks } from '@cairn/contract/tasks';
import type { Actor } from '../../platform/actor.ts';
import type { Queries } from '../../platform/db/db.ts';
import { routes } from '../../platform/handler.ts';
import { elementsSeenBy } from '../elements/index.ts';
import { loanItems } from '../shoebox/index.ts';
import { taskList } from './task-list.ts';

/** Tasks are not stored: they are derived from the package and the shoebox, as the caller sees them. */
export const taskRoutes = () =>
  routes(tasks, {
    getConsolidatedTasks: async ({ actor, params, reads }) => ({
      groups: await tasksSeenBy(reads, actor, params.id),
    }),

    getTasksAsHtml: async ({ actor, query, reads }) =>
      taskList(await tasksSeenBy(reads, actor, query.loanId)),
  });

async function tasksSeenBy(reads: Queries, actor: Actor, loanId: string): Promise<TaskGroups> {
  const asLender = actor.roleLevel === 'LENDER' || actor.roleLevel === 'ADMIN';
  const elements = await elementsSeenBy(reads, actor, loanId);
  const waiting = asLender
    ? await loanItems(reads, actor, { loanIds: [loanId], status: 'ACTIVE', suggest: false })
    : [];
  return taskGroupsOf(elements, { userId: actor.accountId, asLender }, waiting);
}
