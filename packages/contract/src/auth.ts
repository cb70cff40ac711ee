import { z } from 'zod';
import { ROLE_LEVELS, CODE_PROVIDERS, PASSWORD_MAX, PASSWORD_MIN } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { email, id, knownEmail, person, timestamp, text, success } from './shapes.ts';

export const loggedUser = person.extend({
  phone: z.string().nullable(),
  phoneVerified: z.boolean(),
  azureEmail: z.string().nullable(),
  roleLevel: z.enum(ROLE_LEVELS),
  company: z.object({ id, name: z.string() }).nullable(),
  /** Whether the user is an owner of the company, as opposed to an employee. */
  ownsCompany: z.boolean(),
  sessionEndsAt: timestamp,
  /** Seconds until the session expires, for clients whose clock is wrong. */
  sessionSeconds: z.number().int(),
});
export type LoggedUser = z.infer<typeof loggedUser>;

export const sessions = {
  login: endpoint({
    method: 'POST',
    path: '/v1/noauth/login',
    audience: 'public',
    summary: 'Log in with email address and password',
    body: z.strictObject({
      username: knownEmail,
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
    reply: success,
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
    reply: success,
    shows: ['session'],
    silent: true,
    duringMaintenance: true,
  }),
  updateCookieTimeout: endpoint({
    method: 'PUT',
    path: '/v1/auth/updateCookieTimeout',
    audience: 'session',
    summary: 'Keep the session alive on user activity: it ends half an hour from now, not earlier',
    reply: z.object({ sessionEndsAt: timestamp, sessionSeconds: z.number().int() }),
    silent: true,
  }),
  getLoggedUser: endpoint({
    method: 'GET',
    path: '/v2/users/loggedUser',
    audience: 'session',
    summary: 'The person signed in, with the logged role',
    reply: loggedUser.extend({
      /** The position at which the event stream must start, so that a page misses no change after this reply. */
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

const username = knownEmail;
const password = z.string().min(1, 'Required').max(PASSWORD_MAX);
const newPassword = z
  .string()
  .min(PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters`);
/** Typed by a person: any case, with or without its hyphen. */
const code = z.string().trim().min(1, 'Required').max(20);

/** Replies of `success` are the same for every address, so that they do not reveal which ones have an account. */
export const accounts = {
  signup: endpoint({
    method: 'POST',
    path: '/v1/noauth/signup',
    audience: 'public',
    summary: 'Ask for an account; it exists once the code sent to the address is confirmed',
    body: z.strictObject({
      emailAddress: email,
      password: newPassword,
      givenName: text,
      familyName: text,
      /** The company at which the user signs up as a borrower; the email has its name. */
      lenderId: id.optional(),
    }),
    reply: success,
    errors: ['INVALID_REQUEST', 'TOO_MANY_REQUESTS'],
    limit: 'mail',
    silent: true,
  }),
  confirmSignup: endpoint({
    method: 'POST',
    path: '/v1/noauth/confirmSignup',
    audience: 'public',
    summary: 'The code from the email makes the account, in the browser that asked for it',
    body: z.strictObject({ username, code }),
    reply: success,
    errors: ['INVALID_REQUEST', 'WRONG_CODE', 'ACCOUNT_EXISTS', 'TOO_MANY_REQUESTS'],
    limit: 'code',
    silent: true,
  }),
  resendConfirmationCode: endpoint({
    method: 'POST',
    path: '/v1/noauth/resendConfirmationCode',
    audience: 'public',
    summary: 'Send the code that is still good once more, else a new one; also to log in with it',
    body: z.strictObject({ username, provider: z.enum(CODE_PROVIDERS) }),
    reply: success,
    errors: ['INVALID_REQUEST', 'TOO_MANY_REQUESTS'],
    limit: 'mail',
    silent: true,
    duringMaintenance: true,
  }),
  loginWithConfirmCode: endpoint({
    method: 'POST',
    path: '/v1/noauth/loginWithConfirmCode',
    audience: 'public',
    summary: 'Log in with a code by email instead of the password',
    body: z.strictObject({ username, code }),
    reply: z.object({ success: z.boolean(), user: loggedUser }),
    errors: ['INVALID_REQUEST', 'WRONG_CODE', 'PASSWORD_EXPIRED', 'TOO_MANY_REQUESTS'],
    changes: ['session'],
    limit: 'code',
    silent: true,
    duringMaintenance: true,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/v1/noauth/forgotPassword',
    audience: 'public',
    summary: 'Send a code with which a new password can be chosen',
    body: z.strictObject({ username }),
    reply: success,
    errors: ['INVALID_REQUEST', 'TOO_MANY_REQUESTS'],
    limit: 'mail',
    silent: true,
  }),
  confirmForgotPassword: endpoint({
    method: 'POST',
    path: '/v1/noauth/confirmForgotPassword',
    audience: 'public',
    summary: 'Choose a new password with the code; ends every session and any lock',
    body: z.strictObject({ username, code, newPassword }),
    reply: success,
    errors: ['INVALID_REQUEST', 'WRONG_CODE', 'TOO_MANY_REQUESTS'],
    limit: 'code',
    silent: true,
  }),
  resetPasswordByLink: endpoint({
    method: 'POST',
    path: '/v1/noauth/resetPasswordByLink',
    audience: 'public',
    summary:
      'Choose a new password with the link of an email, in any browser; ends every session and any lock',
    body: z.strictObject({ link: z.string().min(1, 'Required').max(128), newPassword }),
    reply: success,
    errors: ['INVALID_REQUEST', 'WRONG_LINK', 'TOO_MANY_REQUESTS'],
    limit: 'code',
    silent: true,
  }),
  newPassword: endpoint({
    method: 'POST',
    path: '/v1/noauth/newPassword',
    audience: 'public',
    summary: 'Replace a password, also an expired one, given the current password',
    body: z.strictObject({ username, oldPassword: password, newPassword }),
    reply: success,
    errors: ['INVALID_REQUEST', 'WRONG_PASSWORD', 'LOCKED_USER', 'TOO_MANY_REQUESTS'],
    limit: 'signIn',
    silent: true,
    duringMaintenance: true,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/v1/auth/changePassword',
    audience: 'session',
    summary: 'Choose another password; every other session of this person ends',
    body: z.strictObject({ oldPassword: password, newPassword }),
    reply: success,
    errors: ['INVALID_REQUEST', 'LOCKED_USER', 'TOO_MANY_REQUESTS'],
    limit: 'signIn',
    silent: true,
  }),
  adminResetPassword: endpoint({
    method: 'POST',
    path: '/v1/auth/adminResetPassword',
    audience: 'admin',
    summary:
      'Make a user choose a new password: notifies them by email, ends their sessions, lifts a lock',
    body: z.strictObject({ userId: id }),
    reply: success,
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
  }),
};
