import { z } from 'zod';
import { invitation } from './invitations.ts';
import { loanApplication, offered, summary } from './loan-application-shapes.ts';
import { LOAN_TYPE_CODES } from './constants.ts';
import { MAX_ITEMS } from './element-terms.ts';
import { element } from './elements.ts';
import { endpoint } from './endpoint.ts';
import { ASSET_KINDS } from './entity-fields.ts';
import { applicationRole, givenInformation, labels, loanEntity, version } from './entity-shapes.ts';
import { amount } from './loan-states.ts';
import { byId, email, id, noneIsAnEmptyList, repeatedParam, text } from './shapes.ts';

/** An application is a loan in its first state: both have the same ID. */
const byLoan = z.strictObject({ loanId: id });
const byLender = z.strictObject({ lenderId: id });
const changes = ['application', 'loan', 'loanList', 'phase', 'entity', 'element'] as const;
const lookupErrors = ['LOAN_NOT_FOUND', 'UNAUTHORIZED'] as const;
const editing = ['INVALID_REQUEST', ...lookupErrors, 'NOT_FOUND', 'APPLICATION_NOT_OPEN'] as const;

const offeredFor = <const P extends `/${string}`>(path: P, what: string) =>
  endpoint({
    method: 'GET',
    path,
    audience: 'session',
    summary: `Templates that a lender offers to applicants, ${what}`,
    params: byLender,
    reply: z.object({ templates: z.array(offered) }),
    errors: ['NOT_FOUND'],
    shows: ['template'],
  });

const listEndpoint = <const P extends `/${string}`>(path: P, which: string) =>
  endpoint({
    method: 'GET',
    path,
    audience: 'lender',
    summary: `Applications at a lender: ${which}`,
    params: byId,
    query: z.strictObject({
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: z.object({ applications: z.array(summary), nextCursor: z.string().nullable() }),
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['application', 'loanList'],
  });

const step = <const P extends `/${string}`>(
  path: P,
  summaryText: string,
  errors: readonly 'APPLICATION_INCOMPLETE'[] = [],
) =>
  endpoint({
    method: 'PUT',
    path,
    audience: 'session',
    summary: summaryText,
    params: byLoan,
    reply: loanApplication,
    errors: [...lookupErrors, 'APPLICATION_NOT_NEXT', ...errors],
    changes,
  });

const addEndpoint = <const P extends `/${string}`, S extends z.ZodType>(
  path: P,
  summaryText: string,
  body: S,
) =>
  endpoint({
    method: 'POST',
    path,
    audience: 'session',
    summary: summaryText,
    body,
    reply: loanEntity,
    errors: editing,
    changes,
  });

const updateEndpoint = <const P extends `/${string}`>(path: P, what: string) =>
  endpoint({
    method: 'PUT',
    path,
    audience: 'session',
    summary: `Change what an application says of ${what}`,
    params: z.strictObject({ applicationId: id, entityId: id }),
    body: z.strictObject({ version, information: givenInformation, labels: labels.optional() }),
    reply: loanEntity,
    errors: [...editing, 'CONFLICT'],
    changes,
  });

export const loanApplications = {
  createApplication: endpoint({
    method: 'POST',
    path: '/v2/loanapplication/{lenderId}',
    audience: 'session',
    summary:
      'Apply for a loan at a lender, led by the caller, or by the person that an employee names',
    params: byLender,
    body: z.strictObject({
      templateId: id,
      /** The loan's name; by default that of the business. */
      name: text.optional(),
      /** Absent: the template's. Required if the template has no loan type. */
      loanType: z.enum(LOAN_TYPE_CODES).optional(),
      amount: amount.nullable().default(null),
      loanPurpose: text.nullable().default(null),
      /** The borrower: a business, or the applicant as an individual. */
      entity: z
        .strictObject({
          type: z.enum(['COMPANY', 'INDIVIDUAL', 'TRUST']),
          information: givenInformation,
        })
        .optional(),
      /** The person who is invited to lead the application; only employees may set it. */
      borrower: z
        .strictObject({ emailAddress: email, givenName: text, familyName: text })
        .optional(),
    }),
    reply: loanApplication,
    errors: [
      'LOAN_PLAN_FULL',
      'INVALID_REQUEST',
      'NOT_FOUND',
      'UNAUTHORIZED',
      'TEMPLATE_NOT_PUBLISHED',
      'TEMPLATE_DOES_NOT_FIT',
      'TOO_MANY_APPLICATIONS',
      'SENT_RECENTLY',
      'CONFLICT',
    ],
    slow: true,
    changes: [...changes, 'session'],
  }),
  updateApplication: endpoint({
    method: 'PUT',
    path: '/v2/loanapplication/{id}',
    audience: 'session',
    summary: 'Change what an application asks for: its name, the amount, the purpose',
    params: byId,
    body: z.strictObject({
      name: text.optional(),
      amount: amount.nullable().optional(),
      loanPurpose: text.nullable().optional(),
    }),
    reply: loanApplication,
    errors: ['INVALID_REQUEST', ...lookupErrors, 'APPLICATION_NOT_OPEN'],
    changes,
  }),
  addApplicationBusiness: addEndpoint(
    '/v2/loanapplication/businesses',
    'A business, or a trust, in an application',
    z.strictObject({
      loanId: id,
      type: z.enum(['COMPANY', 'TRUST']).default('COMPANY'),
      information: givenInformation,
      labels: labels.default([]),
    }),
  ),
  addApplicationIndividual: addEndpoint(
    '/v2/loanapplication/individuals',
    'A person in an application',
    z.strictObject({
      loanId: id,
      information: givenInformation,
      labels: labels.default([]),
      /** The caller's own individual, created from their account; information and labels are added to it. */
      self: z.boolean().default(false),
    }),
  ),
  addApplicationCollateral: addEndpoint(
    '/v2/loanapplication/collateral',
    'Something that secures the loan, in an application',
    z.strictObject({ loanId: id, type: z.enum(ASSET_KINDS), information: givenInformation }),
  ),
  updateApplicationBusiness: updateEndpoint(
    '/v2/loanapplication/{applicationId}/entity/business/{entityId}',
    'a business or a trust',
  ),
  updateApplicationIndividual: updateEndpoint(
    '/v2/loanapplication/{applicationId}/entity/individuals/{entityId}',
    'a person',
  ),
  updateApplicationCollateral: endpoint({
    method: 'PUT',
    path: '/v2/loanapplication/collateral',
    audience: 'session',
    summary: 'Change what an application says of what secures the loan',
    body: z.strictObject({ loanId: id, entityId: id, version, information: givenInformation }),
    reply: loanEntity,
    errors: [...editing, 'CONFLICT'],
    changes,
  }),
  removeApplicationEntity: endpoint({
    method: 'DELETE',
    path: '/v2/loanapplication/{loanId}/entity/{entityId}',
    audience: 'session',
    summary: 'Take a person, a business or collateral out of an application',
    params: z.strictObject({ loanId: id, entityId: id }),
    reply: z.object({ loanId: id, entityId: id }),
    errors: editing,
    changes,
  }),
  getApplication: endpoint({
    method: 'GET',
    path: '/v2/loanapplication/{id}',
    audience: 'session',
    summary: 'One application: its state, the people in it, and what is still missing',
    params: byId,
    reply: loanApplication,
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['application', 'loan', 'entity', 'element'],
  }),
  listApplications: endpoint({
    method: 'GET',
    path: '/v2/loanapplication',
    audience: 'session',
    summary: 'The caller’s applications, the newest first; an employee’s are the company’s',
    query: z.strictObject({
      lenderId: id.optional(),
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: z.object({ applications: z.array(summary), nextCursor: z.string().nullable() }),
    errors: ['INVALID_REQUEST', 'UNAUTHORIZED'],
    shows: ['application', 'loanList'],
  }),
  listOpenApplications: listEndpoint(
    '/v2/loanapplication/lender/open/{id}',
    'those that wait for an answer',
  ),
  listRejectedApplications: listEndpoint(
    '/v2/loanapplication/lender/rejected/{id}',
    'those that were not accepted',
  ),
  listLenderApplications: listEndpoint('/v2/loanapplication/lender/{id}', 'all of them'),
  listApplicationElements: endpoint({
    method: 'GET',
    path: '/v2/loanapplication/{loanId}/elements',
    audience: 'session',
    summary: 'Documents requested with the application, as the caller sees them',
    params: byLoan,
    query: z.strictObject({
      view: z.enum(['CONVENTIONAL', 'SBA']).default('CONVENTIONAL'),
      status: z.enum(['ACTIVE', 'TRASHED', 'ALL']).default('ACTIVE'),
    }),
    reply: z.object({ elements: z.array(element) }),
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['application', 'element', 'document'],
  }),
  removeApplicationElements: endpoint({
    method: 'DELETE',
    path: '/v2/loanapplication/elements',
    audience: 'session',
    summary: 'Put requests of an application into the trash; all or none',
    // The ids may be repeated query parameters, because some proxies drop the body of a DELETE.
    query: z.strictObject({ loanId: id.optional(), id: repeatedParam(id) }),
    body: z.preprocess(
      noneIsAnEmptyList,
      z.array(z.strictObject({ id, loanId: id })).max(MAX_ITEMS),
    ),
    reply: z.object({ elements: z.array(element) }),
    errors: ['INVALID_REQUEST', 'LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED', 'PACKAGE_STAYS'],
    changes,
  }),
  submitOwnInfo: step(
    '/v2/loanapplication/submitOwnInfo/{loanId}',
    'Certify that your information is complete and accurate',
    ['APPLICATION_INCOMPLETE'],
  ),
  submitApplication: step(
    '/v2/loanapplication/submit/{loanId}',
    'Send an application in, once everybody in it has said their own',
    ['APPLICATION_INCOMPLETE'],
  ),
  withdrawApplication: step(
    '/v2/loanapplication/withdraw/{loanId}',
    'Withdraw an application before its review starts; the employees on it are notified',
  ),
  startReview: step('/v2/loanapplication/startReview/{loanId}', 'Begin to read an application'),
  finishReview: endpoint({
    method: 'PUT',
    path: '/v2/loanapplication/finishReview/{loanId}',
    audience: 'session',
    summary: 'Answer an application: accepted, it moves to origination; or not accepted',
    params: byLoan,
    body: z.strictObject({
      decision: z.enum(['ACCEPTED', 'REJECTED']),
      /** Sent to the applicants, for example with the reason for a decline. */
      message: z.string().trim().max(2000, 'Must be at most 2000 characters').optional(),
      /** The employee to whom the application is assigned. */
      lenderUserId: id.optional(),
    }),
    reply: loanApplication,
    errors: ['INVALID_REQUEST', ...lookupErrors, 'NOT_FOUND', 'APPLICATION_NOT_NEXT'],
    changes,
  }),
  inviteIndividualAsBorrower: endpoint({
    method: 'POST',
    path: '/v2/loanapplication/{loanId}/inviteIndividualAsBorrower/{loanEntityId}',
    audience: 'session',
    summary: 'Ask a person of the application to sign in and say their own',
    params: z.strictObject({ loanId: id, loanEntityId: id }),
    reply: z.object({ invited: z.boolean() }),
    errors: [...editing, 'SENT_RECENTLY'],
    changes: ['application', 'invitation', 'loan'],
  }),
  listCompanyTemplates: offeredFor(
    '/v2/loanapplication/templates/company/{lenderId}',
    'for a business',
  ),
  listTrustTemplates: offeredFor('/v2/loanapplication/templates/trust/{lenderId}', 'for a trust'),
  listLoanTemplatesOffered: offeredFor(
    '/v2/loanapplication/templates/loans/{lenderId}',
    'for a loan',
  ),
  listAssetTemplates: offeredFor(
    '/v2/loanapplication/templates/asset/{lenderId}',
    'for collateral',
  ),
  listTemplatesOfApplication: endpoint({
    method: 'GET',
    path: '/v2/loanapplication/templates/{loanId}',
    audience: 'session',
    summary: 'Templates that its lender offers, grouped by what they are for',
    params: byLoan,
    /** Templates by blockType [R097], including block types without templates. */
    reply: z.object({
      LOAN: z.array(offered),
      COMPANY: z.array(offered),
      INDIVIDUAL: z.array(offered),
      TRUST: z.array(offered),
      ASSET: z.array(offered),
    }),
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['template'],
  }),
  listApplicationInvites: endpoint({
    method: 'GET',
    path: '/v2/loanapplication/invites/{loanId}',
    audience: 'session',
    summary: 'Invited participants of an application',
    params: byLoan,
    reply: z.object({ invites: z.array(invitation.omit({ company: true })) }),
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['application', 'invitation'],
  }),
  listApplicationRoles: endpoint({
    method: 'GET',
    path: '/v2/loanapplication/{companyId}/applicationRoles',
    audience: 'lender',
    summary:
      'The roles of a company’s applications: its names for them, and which applicants choose from',
    params: z.strictObject({ companyId: id }),
    reply: z.object({
      roles: z.array(applicationRole),
    }),
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['company'],
  }),
};
