import { maintenance } from '@cairn/contract/maintenance';
import type { Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/handler.ts';
import type { Tx } from '../../platform/db/db.ts';
import { PLATFORM_COMPANY } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { invalidField } from '../../platform/api-error.ts';
import { deleteWindow, findWindow, saveWindow } from './store.ts';
import type { MaintenanceWatch } from './watch.ts';
import { presentWindow, type Window } from './window.ts';

export const maintenanceRoutes = (watch: MaintenanceWatch) =>
  routes(maintenance, {
    getMaintenance: async ({ reads }) => {
      const [window = null] = await reads.run(findWindow);
      return presentWindow(window, Date.now());
    },

    setMaintenance: async ({ actor, body, write }) => {
      const set = await write(async (tx) => {
        if (Date.parse(body.end) <= Date.now()) {
          throw invalidField('end', 'Must be in the future');
        }
        const window = { start: inUtc(body.start), end: inUtc(body.end) };
        await saveWindow(tx, window, actor.accountId);
        recordWindow(tx, actor, 'maintenance.scheduled', window);
        return presentWindow(window, Date.now());
      });
      // Other processes learn about it from the event feed; this one does not wait for that.
      await watch.reload();
      return set;
    },

    clearMaintenance: async ({ actor, write }) => {
      const cleared = await write(async (tx) => {
        const removed = await deleteWindow(tx);
        if (removed) recordWindow(tx, actor, 'maintenance.cleared', removed);
        return presentWindow(null, Date.now());
      });
      await watch.reload();
      return cleared;
    },
  });

const inUtc = (moment: string): string => new Date(moment).toISOString();

function recordWindow(
  tx: Tx,
  actor: Actor,
  kind: 'maintenance.scheduled' | 'maintenance.cleared',
  { start, end }: Window,
): void {
  recordEvent(tx, {
    kind,
    companyId: PLATFORM_COMPANY,
    actorId: actor.accountId,
    changes: ['maintenance'],
    detail: { start, end },
  });
}
