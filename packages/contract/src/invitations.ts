import { z } from 'zod';
import {
  EMPLOYEE_LEVELS,
  INVITATION_STATES,
  LOAN_ROLES,
  PASSWORD_MAX,
  PASSWORD_MIN,
} from './constants.ts';
import { endpoint } from './endpoint.ts';
import { loggedUser } from './auth.ts';
import { id, text, timestamp, success } from './shapes.ts';

const token = z.string().min(1).max(200);

/** `data` in an address is URL-encoded JSON. */
const data = z
  .string()
  .max(2000)
  .meta({
    contentMediaType: 'application/json',
    contentSchema: {
      type: 'object',
      properties: { token: { type: 'string', minLength: 1, maxLength: 200 } },
      required: ['token'],
      additionalProperties: false,
    },
  })
  .transform((value, context) => {
    try {
      return JSON.parse(value) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'Must be URL-encoded JSON' });
      return z.NEVER;
    }
  })
  .pipe(z.strictObject({ token }));

/** An invitation: who invites whom, and to what. */
export const invitation = z.object({
  id,
  state: z.enum(INVITATION_STATES),
  kind: z.enum(['EMPLOYEE', 'LOAN_ROLE']),
  company: z.object({ id, name: z.string() }),
  invitedBy: z.string().nullable(),
  emailAddress: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  level: z.enum(EMPLOYEE_LEVELS).nullable(),
  role: z.enum(LOAN_ROLES).nullable(),
  loan: z.object({ id, name: z.string() }).nullable(),
  expiresAt: timestamp,
});
export type Invitation = z.infer<typeof invitation>;

export const invitations = {
  getAction: endpoint({
    method: 'GET',
    path: '/v1/action',
    audience: 'session',
    summary: 'What an action would do, for the person it is addressed to; does nothing itself',
    query: z.strictObject({ id, data: data.optional() }),
    reply: invitation,
    errors: ['NOT_FOUND', 'INVALID_REQUEST'],
    shows: ['invitation'],
    silent: true,
  }),
  doAction: endpoint({
    method: 'POST',
    path: '/v1/action',
    audience: 'session',
    summary: 'The addressee, logged in, accepts or declines',
    body: z.strictObject({
      id,
      data: z.strictObject({ action: z.enum(['ACCEPT', 'DECLINE']) }),
    }),
    reply: invitation,
    errors: ['NOT_FOUND', 'INVITATION_OVER'],
    // `element` also invalidates the tasks of the loan that the user joins.
    changes: ['invitation', 'session', 'loan', 'loanList', 'element'],
  }),
  validateAction: endpoint({
    method: 'GET',
    path: '/v1/action/validate',
    audience: 'public',
    summary: 'What a link from an email is about, and whether it is still valid; read-only',
    query: z.strictObject({ id, data }),
    reply: invitation.extend({
      /** Whether the address belongs to a user with a password, who has to log in before accepting. */
      hasPassword: z.boolean(),
    }),
    errors: ['NOT_FOUND', 'INVALID_REQUEST'],
    shows: ['invitation'],
    silent: true,
  }),
  openInvitation: endpoint({
    method: 'POST',
    path: '/v1/noauth/openInvitation',
    audience: 'public',
    summary:
      'The same as validateAction, with the token in the body, because it is a secret; read-only',
    body: z.strictObject({ id, token }),
    reply: invitation.extend({ hasPassword: z.boolean() }),
    errors: ['NOT_FOUND', 'INVALID_REQUEST'],
    shows: ['invitation'],
    silent: true,
  }),
  listPendingInvites: endpoint({
    method: 'GET',
    path: '/v1/action/pendingInvites',
    audience: 'session',
    summary: 'Invitations that wait for the caller’s answer',
    reply: z.object({ invites: z.array(invitation) }),
    shows: ['invitation'],
    silent: true,
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/v1/noauth/acceptInvitation',
    audience: 'public',
    summary: 'Accept with the link from the email by choosing a first password; logs in',
    body: z.strictObject({
      id,
      token,
      givenName: text,
      familyName: text,
      password: z
        .string()
        .min(PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters`)
        .max(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters`),
    }),
    limit: 'signIn',
    reply: z.object({ success: z.boolean(), user: loggedUser }),
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'INVITATION_OVER', 'ACCOUNT_EXISTS'],
    changes: ['session', 'invitation'],
    silent: true,
  }),
  declineInvitation: endpoint({
    method: 'POST',
    path: '/v1/noauth/declineInvitation',
    audience: 'public',
    summary: 'Decline with the link from the email, without an account',
    body: z.strictObject({ id, token }),
    reply: success,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'INVITATION_OVER'],
    changes: ['invitation'],
    silent: true,
  }),
};
