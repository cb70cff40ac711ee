import { z } from 'zod';
import { CODE_PROVIDERS, PASSWORD_MAX, PASSWORD_MIN, TEXT_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { loggedUser } from './identity.ts';
import { id, text } from './shapes.ts';

const username = z.email('Enter an e-mail address').max(TEXT_MAX);
const password = z.string().min(1, 'Required').max(PASSWORD_MAX);
const newPassword = z
  .string()
  .min(PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters`);
/** As it is typed: any case, with or without its hyphen. */
const code = z.string().trim().min(1, 'Required').max(20);

/** Said to everybody alike: whether an address is known is nobody else's business. */
const success = z.object({ success: z.boolean() });

export const accounts = {
  signup: endpoint({
    method: 'POST',
    path: '/v1/noauth/signup',
    audience: 'public',
    summary: 'Ask for an account; it exists once the code sent to the address is confirmed',
    body: z.strictObject({
      emailAddress: username,
      password: newPassword,
      givenName: text,
      familyName: text,
      /** Whose borrower-to-be this is: the mail carries that company's name. */
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
    summary: 'The code from the mail makes the account, in the browser that asked for it',
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
    summary: 'Log in with a code by e-mail instead of the password',
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
  newPassword: endpoint({
    method: 'POST',
    path: '/v1/noauth/newPassword',
    audience: 'public',
    summary: 'Replace a password, also one that has expired, by whoever knows it',
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
      'Have somebody choose a new password: tells them by mail, ends their sessions, lifts a lock',
    body: z.strictObject({ userId: id }),
    reply: success,
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
  }),
};
