import { z } from 'zod';
import {
  EMPLOYEE_LEVELS,
  EMPLOYEE_STATUSES,
  INVITATION_STATES,
  PASSWORD_MAX,
  SUBDOMAIN,
  TEXT_MAX,
} from './constants.ts';
import { endpoint } from './endpoint.ts';
import { byId, email, id, optionalPhone, person, text, timestamp, success } from './shapes.ts';

const emailAddress = email;
const level = z.enum(EMPLOYEE_LEVELS);
/** An empty text removes the value; an absent field does not change it. */
const optionalText = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Must be at most ${most} characters`)
    .transform((value) => value || null)
    .nullable()
    .optional();

const details = {
  jobTitle: z.string().nullable(),
  phone: z.string().nullable(),
  introduction: z.string().nullable(),
};
const detailsGiven = {
  jobTitle: optionalText(TEXT_MAX),
  phone: optionalPhone.optional(),
  introduction: optionalText(2000),
};

/** An employee of a company, or an invited one; then the ID is the invitation's. */
export const employee = person.extend({
  level,
  status: z.enum(EMPLOYEE_STATUSES),
  ...details,
  lastSeenAt: timestamp.nullable(),
  invitation: z
    .object({
      state: z.enum(INVITATION_STATES),
      sentAt: timestamp,
      expiresAt: timestamp,
      invitedBy: z.string().nullable(),
    })
    .nullable(),
  abilities: z.object({
    edit: z.boolean(),
    changeLevel: z.boolean(),
    remove: z.boolean(),
    resend: z.boolean(),
    resetPassword: z.boolean(),
  }),
});
export type Employee = z.infer<typeof employee>;

const employeePublicDetails = person.extend({
  ...details,
  company: z.object({ id, name: z.string() }),
});
export type EmployeePublicDetails = z.infer<typeof employeePublicDetails>;

const pageUrl = z.object({ url: z.string(), lenderUniqueCode: z.string() });

export const employees = {
  createCompanyUser: endpoint({
    method: 'POST',
    path: '/v1/lenders/companyUser',
    audience: 'admin',
    summary: 'Create a company and invite its first owner by email',
    body: z.strictObject({
      company: z.strictObject({
        name: text,
        subdomain: z
          .string()
          .trim()
          .toLowerCase()
          .regex(SUBDOMAIN, 'Use 3 to 63 letters, digits and hyphens'),
      }),
      user: z.strictObject({ givenName: text, familyName: text, emailAddress }),
    }),
    reply: z.object({
      company: z.object({ id, name: z.string(), subdomain: z.string() }),
      user: employee,
    }),
    errors: ['INVALID_REQUEST', 'UNAUTHORIZED', 'SENT_RECENTLY'],
    changes: ['employee', 'company'],
  }),
  listEmployees: endpoint({
    method: 'GET',
    path: '/v1/lenders/{companyId}/employees',
    audience: 'lender',
    summary: 'The people of a company and those it has invited, by name',
    params: z.strictObject({ companyId: id }),
    reply: z.object({
      employees: z.array(employee),
      company: z.object({ id, name: z.string() }),
      abilities: z.object({ add: z.boolean() }),
    }),
    errors: ['NOT_FOUND'],
    shows: ['employee'],
  }),
  updateEmployeeInfo: endpoint({
    method: 'POST',
    path: '/v1/lenders/employee/info',
    audience: 'lender',
    summary: 'Change one’s own public details, or as an owner a colleague’s',
    body: z.strictObject({
      userId: id.optional(),
      /** For administrators, who have no company of their own. */
      companyId: id.optional(),
      ...detailsGiven,
    }),
    reply: employeePublicDetails,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'INVALID_REQUEST'],
    changes: ['employee'],
  }),
  getEmployeePublicDetails: endpoint({
    method: 'GET',
    path: '/v1/lenders/employeePublicDetails/{id}',
    audience: 'session',
    summary: 'What a company shows of one of its people to those it works with',
    params: byId,
    query: z.strictObject({ companyId: id.optional() }),
    reply: employeePublicDetails,
    errors: ['NOT_FOUND'],
    shows: ['employee'],
  }),
  getSecureUploadPageUrl: endpoint({
    method: 'GET',
    path: '/v1/lenders/employee/secureUploadPageUrl',
    audience: 'lender',
    summary: 'The address under which visitors upload to one of the company’s people',
    query: z.strictObject({ userId: id.optional(), companyId: id.optional() }),
    reply: pageUrl,
    errors: ['NOT_FOUND'],
    shows: ['employee'],
  }),
  renewSecureUploadPageUrl: endpoint({
    method: 'POST',
    path: '/v1/lenders/employee/secureUploadPageUrl',
    audience: 'lender',
    summary: 'Give that address a new code; the old code no longer works',
    body: z.strictObject({ userId: id.optional(), companyId: id.optional() }),
    reply: pageUrl,
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['employee'],
  }),
  addUser: endpoint({
    method: 'POST',
    path: '/v1/auth/addUser',
    audience: 'lender',
    summary: 'Invite a person to work for the company; they join it when they accept',
    body: z.strictObject({
      companyId: id.optional(),
      givenName: text,
      familyName: text,
      emailAddress,
      level: level.default('EMPLOYEE'),
    }),
    reply: employee,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'INVALID_REQUEST', 'SENT_RECENTLY'],
    changes: ['employee'],
  }),
  editUser: endpoint({
    method: 'POST',
    path: '/v1/auth/editUser/{id}',
    audience: 'lender',
    summary: 'Change a colleague’s role and public details, and the name while they are invited',
    params: byId,
    body: z.strictObject({
      companyId: id.optional(),
      level: level.optional(),
      givenName: text.optional(),
      familyName: text.optional(),
      ...detailsGiven,
    }),
    reply: employee,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'INVALID_REQUEST', 'LAST_OWNER'],
    changes: ['employee'],
  }),
  removeUser: endpoint({
    method: 'DELETE',
    path: '/v1/auth/editUser/{id}',
    audience: 'lender',
    summary: 'Remove an employee from the company, or revoke an invitation, at once',
    params: byId,
    query: z.strictObject({ companyId: id.optional() }),
    reply: success,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'LAST_OWNER'],
    changes: ['employee', 'loan', 'loanList'],
  }),
  resendInvitation: endpoint({
    method: 'POST',
    path: '/v1/auth/addUser/{id}/resend',
    audience: 'lender',
    summary: 'Send an invitation again; links that were sent before it are void',
    params: byId,
    body: z.strictObject({ companyId: id.optional() }),
    reply: employee,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'INVITATION_OVER', 'SENT_RECENTLY'],
    changes: ['employee'],
  }),
  searchUsers: endpoint({
    method: 'GET',
    path: '/v2/users/search',
    audience: 'session',
    summary: 'People by name or address, among those whom the caller sees anyway',
    query: z.strictObject({ query: z.string().trim().min(2, 'Type two letters').max(TEXT_MAX) }),
    reply: z.object({ users: z.array(person) }),
    errors: ['INVALID_REQUEST'],
    shows: ['employee'],
    silent: true,
  }),
  closeAccount: endpoint({
    method: 'DELETE',
    path: '/v2/users',
    audience: 'session',
    summary: 'Close one’s own account, with its password; an administrator anybody’s',
    query: z.strictObject({ userId: id.optional() }),
    body: z.strictObject({
      userId: id.optional(),
      password: z.string().max(PASSWORD_MAX).optional(),
    }),
    reply: success,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED', 'LAST_OWNER', 'LOCKED_USER'],
    changes: ['session', 'employee'],
    silent: true,
  }),
};
