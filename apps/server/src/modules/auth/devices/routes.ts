import type { Device } from '@cairn/contract';
import { devices } from '@cairn/contract/devices';
import type { Actor } from '../../../platform/actor.ts';
import { routes } from '../../../platform/handler.ts';
import { hashToken } from '../../../platform/crypto.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { recordOwnEvent } from '../../../platform/record-event.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { withOwnPassword } from '../reauthenticate.ts';
import type { PasswordCheck } from '../sign-in.ts';
import { deleteSessions } from '../store.ts';
import { deleteDevice, deleteDevices, devicesOf, sessionsOf } from './store.ts';

/** Lists and ends the user's own sessions and devices; those of other users are not reachable. */
export const deviceRoutes = ({ secretKey, db }: { secretKey: string; db: Db }) => {
  /** Asks for the password again, so that a stranger at an unlocked browser cannot log its owner out of the others. */
  const withPasswordAgain = (
    {
      actor,
      body,
      ...door
    }: Pick<PasswordCheck, 'reads' | 'write' | 'http'> & {
      actor: Actor;
      body: { password: string };
    },
    work: (tx: Tx) => Promise<{ success: boolean }>,
  ) =>
    withOwnPassword(
      { ...door, secretKey, db },
      actor.accountId,
      { field: 'password', ...body },
      work,
    );

  return routes(devices, {
    listDevices: async ({ actor, reads, http }) => {
      const [sessions, rows] = await reads.together(
        sessionsOf(actor.accountId),
        devicesOf(actor.accountId),
      );
      const currentHash = hashToken(http.sessionToken ?? '');
      const loggedIn = sessions.map((row): Device => ({
        id: row.device_id ?? row.session_id,
        name: row.name ?? 'A browser',
        current: row.token_hash.equals(currentHash),
        loggedIn: true,
        firstSeenDate: row.first_seen_at ?? row.created_at,
        lastSeenDate: row.last_seen_at,
      }));
      const here = new Set(loggedIn.map(({ id }) => id));
      const loggedOut = rows
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

    endDevice: (call) =>
      withPasswordAgain(call, async (tx) => {
        const { actor, params } = call;
        if (!(await deleteDevice(tx, actor.accountId, params.id))) throw new ApiError('NOT_FOUND');
        return recordEnd(tx, actor, 'session.endedElsewhere');
      }),

    endOtherDevices: (call) =>
      withPasswordAgain(call, async (tx) => {
        const { actor, http } = call;
        const currentHash = hashToken(http.sessionToken ?? '');
        await deleteDevices(tx, actor.accountId, currentHash);
        await deleteSessions(tx, actor.accountId, currentHash);
        return recordEnd(tx, actor, 'session.othersEnded');
      }),
  });
};

const currentThenLatest = (a: Device, b: Device): number =>
  Number(b.current) - Number(a.current) || b.lastSeenDate.localeCompare(a.lastSeenDate);

/** Makes the person's open streams check whether their session still exists. */
function recordEnd(tx: Tx, actor: Actor, kind: 'session.endedElsewhere' | 'session.othersEnded') {
  recordOwnEvent(tx, actor, { kind, changes: ['session', 'device'] });
  return { success: true };
}
