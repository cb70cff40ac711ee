import { z } from 'zod';
import { ROLE_LEVELS } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { id, person, timestamp } from './shapes.ts';

export const loggedUser = person.extend({
  phone: z.string().nullable(),
  phoneVerified: z.boolean(),
  azureEmail: z.string().nullable(),
  roleLevel: z.enum(ROLE_LEVELS),
  company: z.object({ id, name: z.string() }).nullable(),
  /** One of those who run the company, as against its employees. */
  ownsCompany: z.boolean(),
  sessionEndsAt: timestamp,
  /** The same, for a clock that is set wrong. */
  sessionSeconds: z.number().int(),
});
export type LoggedUser = z.infer<typeof loggedUser>;

export const identity = {
  login: endpoint({
    method: 'POST',
    path: '/v1/noauth/login',
    audience: 'public',
    summary: 'Log in with e-mail address and password',
    body: z.strictObject({
      username: z.email('Enter an e-mail address').max(255),
      password: z.string().min(1, 'Required').max(128),
    }),
    reply: z.object({ success: z.boolean(), user: loggedUser }),
    errors: [
      'INVALID_REQUEST',
      'WRONG_PASSWORD',
      'PASSWORD_EXPIRED',
      'LOCKED_USER',
      'TOO_MANY_REQUESTS',
    ],
    changes: ['session'],
    limit: 'signIn',
    silent: true,
    duringMaintenance: true,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    audience: 'public',
    summary: 'End the session; without one there is nothing to end, and that is no error',
    reply: z.object({ success: z.boolean() }),
    changes: ['session'],
    duringMaintenance: true,
  }),
  logoutAddress: endpoint({
    method: 'GET',
    path: '/auth/logout',
    audience: 'public',
    summary: 'The address of the screen list: shows a page that ends the session by POST',
    duringMaintenance: true,
  }),
  isAuthenticated: endpoint({
    method: 'GET',
    path: '/v1/auth/isAuthenticated',
    audience: 'public',
    summary: 'Whether this browser has a session',
    reply: z.object({ success: z.boolean() }),
    shows: ['session'],
    silent: true,
    duringMaintenance: true,
  }),
  updateCookieTimeout: endpoint({
    method: 'PUT',
    path: '/v1/auth/updateCookieTimeout',
    audience: 'session',
    summary: 'Somebody is at the keyboard: the session ends half an hour from now, not earlier',
    reply: z.object({ sessionEndsAt: timestamp, sessionSeconds: z.number().int() }),
    silent: true,
  }),
  getLoggedUser: endpoint({
    method: 'GET',
    path: '/v2/users/loggedUser',
    audience: 'session',
    summary: 'The person signed in, with the logged role',
    reply: loggedUser.extend({
      /** Where the event stream must begin, so that a page misses nothing that it asks for after this. */
      eventPosition: z.string(),
    }),
    shows: ['session'],
    silent: true,
  }),
  getVersion: endpoint({
    method: 'GET',
    path: '/v1/noauth/version',
    audience: 'public',
    summary: 'The version; the text before the first dash is shown',
    reply: z.object({ version: z.string() }),
    silent: true,
    duringMaintenance: true,
  }),
};
