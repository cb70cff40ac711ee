import { taskGroupsOf } from '@cairn/contract';
import { tasks } from '@cairn/contract/tasks';
import { routes } from '../../platform/call.ts';
import { elementsSeenBy } from '../elements/index.ts';

/** Tasks are not kept: they follow from the package, as much of it as the caller sees. */
export const taskRoutes = () =>
  routes(tasks, {
    getConsolidatedTasks: async ({ actor, params, reads }) => ({
      groups: taskGroupsOf(await elementsSeenBy(reads, actor, params.id), {
        userId: actor.accountId,
        asLender: actor.roleLevel === 'LENDER' || actor.roleLevel === 'ADMIN',
      }),
    }),
  });
