import type { Device } from '@cairn/contract';
import { devices } from '@cairn/contract/devices';
import type { Actor } from '../../../platform/actor.ts';
import { routes } from '../../../platform/call.ts';
import { hashToken } from '../../../platform/crypto.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { recordOwn } from '../../../platform/record.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { deleteSessions } from '../store.ts';
import { deleteDevice, deleteDevices, devicesOf, sessionsOf } from './store.ts';

/** One's own browsers: nobody else's are named or reached. */
export const deviceRoutes = () =>
  routes(devices, {
    listDevices: async ({ actor, reads, exchange }) => {
      const [sessions, known] = await reads.together(
        sessionsOf(actor.accountId),
        devicesOf(actor.accountId),
      );
      const mine = hashToken(exchange.sessionToken ?? '');
      const loggedIn = sessions.map((row): Device => ({
        id: row.device_id ?? row.session_id,
        name: row.name ?? 'A browser',
        current: row.token_hash.equals(mine),
        loggedIn: true,
        firstSeenDate: row.first_seen_at ?? row.created_at,
        lastSeenDate: row.last_seen_at,
      }));
      const here = new Set(loggedIn.map(({ id }) => id));
      const loggedOut = known
        .filter(({ id }) => !here.has(id))
        .map((row): Device => ({
          id: row.id,
          name: row.name,
          current: false,
          loggedIn: false,
          firstSeenDate: row.created_at,
          lastSeenDate: row.last_used_at,
        }));
      return { devices: [...loggedIn, ...loggedOut].toSorted(currentThenLatest) };
    },

    endDevice: ({ actor, params, write }) =>
      write(async (tx) => {
        if (!(await deleteDevice(tx, actor.accountId, params.id))) throw new Refusal('NOT_FOUND');
        return ended(tx, actor, 'session.endedElsewhere');
      }),

    endOtherDevices: ({ actor, write, exchange }) =>
      write(async (tx) => {
        const mine = hashToken(exchange.sessionToken ?? '');
        await deleteDevices(tx, actor.accountId, mine);
        await deleteSessions(tx, actor.accountId, mine);
        return ended(tx, actor, 'session.othersEnded');
      }),
  });

const currentThenLatest = (a: Device, b: Device): number =>
  Number(b.current) - Number(a.current) || b.lastSeenDate.localeCompare(a.lastSeenDate);

/** Open streams of this person look again whether their session is still there. */
function ended(tx: Tx, actor: Actor, kind: 'session.endedElsewhere' | 'session.othersEnded') {
  recordOwn(tx, actor, { kind, changes: ['session', 'device'] });
  return { success: true };
}
