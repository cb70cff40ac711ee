import { z } from 'zod';
import { PASSWORD_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { byId, id, timestamp, success } from './shapes.ts';

/** A browser in which the user is or was logged in. */
export const device = z.object({
  id,
  /** "Firefox on Windows", as far as the user agent tells. */
  name: z.string(),
  /** Whether it is the browser that makes this call. */
  current: z.boolean(),
  loggedIn: z.boolean(),
  firstSeenDate: timestamp,
  lastSeenDate: timestamp,
});
export type Device = z.infer<typeof device>;

/** The password is required again, so that an unattended session cannot end the others. */
const ownPassword = z.string().min(1, 'Required').max(PASSWORD_MAX);

export const devices = {
  listDevices: endpoint({
    method: 'GET',
    path: '/v2/users/devices',
    audience: 'session',
    summary: 'The browsers in which the caller is logged in or known, the last used one first',
    reply: z.object({ devices: z.array(device) }),
    shows: ['device'],
  }),
  endDevice: endpoint({
    method: 'DELETE',
    path: '/v2/users/devices/{id}',
    audience: 'session',
    summary: 'End the session in one of one’s own browsers, and no longer know that browser',
    params: byId,
    body: z.strictObject({ password: ownPassword }),
    reply: success,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'LOCKED_USER'],
    changes: ['device', 'session'],
  }),
  endOtherDevices: endpoint({
    method: 'DELETE',
    path: '/v2/users/devices',
    audience: 'session',
    summary: 'End every session of one’s own but this one, and forget those browsers',
    body: z.strictObject({ password: ownPassword }),
    reply: success,
    errors: ['INVALID_REQUEST', 'LOCKED_USER'],
    changes: ['device', 'session'],
  }),
};
