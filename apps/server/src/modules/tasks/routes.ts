import { taskGroupsOf } from '@cairn/contract';
import { tasks } from '@cairn/contract/tasks';
import { routes } from '../../platform/handler.ts';
import { elementsSeenBy } from '../elements/index.ts';
import { loanItems } from '../shoebox/index.ts';

/** Tasks are not kept: they follow from the package and the shoebox, as much of them as the caller sees. */
export const taskRoutes = () =>
  routes(tasks, {
    getConsolidatedTasks: async ({ actor, params, reads }) => {
      const asLender = actor.roleLevel === 'LENDER' || actor.roleLevel === 'ADMIN';
      const elements = await elementsSeenBy(reads, actor, params.id);
      const waiting = asLender
        ? await loanItems(reads, actor, { loanIds: [params.id], status: 'ACTIVE', suggest: false })
        : [];
      return { groups: taskGroupsOf(elements, { userId: actor.accountId, asLender }, waiting) };
    },
  });
